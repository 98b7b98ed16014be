package recorder

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Player replays recordings. It is for one replay at a time.
type Player struct {
	o PlayerOptions
	// secrets are the values of secret parameters: nothing that is stored or
	// shown may hold one, wherever the application repeats it.
	secrets []string
	// defaults are the values of the recording's parameters that were not given.
	defaults map[string]string
}

// NewPlayer makes a player. Backend and Journal are required.
func NewPlayer(o PlayerOptions) *Player {
	if o.Wait <= 0 {
		o.Wait = DefaultWait
	}
	if o.OnStep == nil {
		o.OnStep = func(StepResult) {}
	}
	return &Player{o: o}
}

// Replay performs the steps of a recording on a running application and stops at
// the first that does not pass. The run is in the journal before its first step,
// each result right after its step. The error is about the journal or the
// recording itself; what came of the steps is in the run, which has no ID where
// none was begun. Ending ctx stops
// within one step, and never between an act and its result.
func (p *Player) Replay(ctx context.Context, rec Recording, app tree.Application) (Run, error) {
	run := Run{
		Schema: RunSchema, ID: newID("r"), Recording: rec.ID, Name: rec.Name,
		Application: app.Name, PID: app.PID, Started: time.Now(), Verdict: VerdictRunning,
	}
	if Empty(rec) {
		return Run{}, ErrEmpty
	}
	problems := Check(rec, p.o.Pointer != nil)
	// Nobody is asked for the values of what is refused all the same.
	if err := p.Prepare(rec); err != nil && !(len(problems) > 0 && errors.Is(err, ErrParameter)) {
		return Run{}, err
	}
	if err := p.o.Journal.BeginRun(run); err != nil {
		return Run{}, fmt.Errorf("store the run before its first step (nothing was sent): %w", err)
	}
	verdict := VerdictPassed
	for i, step := range rec.Steps {
		r := StepResult{N: i + 1, StepID: step.ID, Title: step.Title, Delivery: backends.NotDelivered}
		switch problem, found := problems[i]; {
		case found:
			// Known before anything is sent: half of a flow is worse than none of it.
			r.Verdict, r.Error, r.Hint = problem.Verdict, problem.Reason, problem.Hint
			verdict = problem.Verdict
		case verdict != VerdictPassed || step.Disabled || len(problems) > 0:
			r.Verdict = VerdictSkipped
		default:
			r = p.step(ctx, run.ID, i+1, step, app)
			if r.Verdict != VerdictPassed {
				verdict = r.Verdict
			}
		}
		run.Steps = append(run.Steps, r)
		if err := p.o.Journal.PutResult(run.ID, r); err != nil {
			return p.end(run, VerdictError, fmt.Errorf("store the result of step %d: %w", r.N, err))
		}
		p.o.OnStep(r)
	}
	return p.end(run, verdict, nil)
}

func (p *Player) end(run Run, v Verdict, cause error) (Run, error) {
	run.Ended, run.Verdict = time.Now(), v
	if err := p.o.Journal.EndRun(run.ID, run.Ended, v); err != nil && cause == nil {
		cause = fmt.Errorf("store the end of the run: %w", err)
	}
	return run, cause
}

// Errors of what was asked for, before anything is stored or sent.
var (
	// ErrParameter means that a recording needs a value that was not given.
	ErrParameter = errors.New("parameter has no value")
	// ErrEmpty means that a recording has no step that would be done: that it passes
	// would prove nothing.
	ErrEmpty = errors.New("the recording has no steps, so a replay would prove nothing")
	// ErrNoParameter means that a value was given that the recording has no use for.
	ErrNoParameter = errors.New("the recording has no such parameter")
)

// Empty reports whether a recording has no step that a replay would do.
func Empty(rec Recording) bool {
	return !slices.ContainsFunc(rec.Steps, func(s Step) bool { return !s.Disabled })
}

// Missing returns the parameters that have no value: none was given, and they have
// no default.
func Missing(rec Recording, values map[string]string) []Parameter {
	var missing []Parameter
	for _, q := range rec.Parameters {
		if _, ok := values[q.Name]; !ok && (q.Secret || q.Default == "") {
			missing = append(missing, q)
		}
	}
	return missing
}

// Prepare takes the parameters of a recording: its secrets are hidden from now on.
// The error is [ErrParameter] or [ErrNoParameter].
func (p *Player) Prepare(rec Recording) error {
	p.secrets, p.defaults = nil, map[string]string{}
	for name := range p.o.Parameters {
		if !slices.ContainsFunc(rec.Parameters, func(q Parameter) bool { return q.Name == name }) {
			return fmt.Errorf("parameter %q: %w; nothing was sent", name, ErrNoParameter)
		}
	}
	for _, q := range rec.Parameters {
		p.defaults[q.Name] = q.Default
		if v := p.o.Parameters[q.Name]; q.Secret && v != "" {
			p.secrets = append(p.secrets, v)
		}
	}
	for _, q := range Missing(rec, p.o.Parameters) {
		return fmt.Errorf("parameter %q: %w; nothing was sent", q.Name, ErrParameter)
	}
	return nil
}

// value returns what a step types: its text, or its parameter's value.
func (p *Player) value(step Step) string {
	if step.Parameter == "" {
		return step.Text
	}
	if v, ok := p.o.Parameters[step.Parameter]; ok {
		return v
	}
	return p.defaults[step.Parameter]
}

// step performs one step: each of its acts is a transaction of its own.
func (p *Player) step(ctx context.Context, run string, n int, step Step, app tree.Application) StepResult {
	start := time.Now()
	r := StepResult{N: n, StepID: step.ID, Title: step.Title, Delivery: backends.NotDelivered, Verdict: VerdictRunning}
	p.o.OnStep(r)
	acts, err := p.plan(step)
	if err != nil {
		r.Verdict, r.Error = VerdictRefused, err.Error()
		r.Hint = "record the step again"
		return r
	}
	for part, a := range acts {
		t := transaction{player: p, ctx: ctx, app: app, run: run, n: n, part: part + 1, step: step, act: a}
		if a.tidies {
			// What it does says nothing about the step, unless it may have gone wrong.
			if tidied := t.perform(r); tidied.Verdict == VerdictUncertain || tidied.Verdict == VerdictError {
				r = tidied
			}
			continue
		}
		before := r.Before
		sent := r.Delivery != backends.NotDelivered
		r = t.perform(r)
		if before != "" {
			r.Before = before
		}
		if sent && r.Delivery == backends.NotDelivered {
			// An earlier part of the step landed: the step as a whole was not undone.
			r.Delivery = backends.Delivered
		}
		if r.Verdict != VerdictPassed {
			break
		}
	}
	r.DurationMs = time.Since(start).Milliseconds()
	return p.withoutSecrets(r)
}

const hidden = "•••"

// withoutSecrets takes the values of secret parameters out of a result.
func (p *Player) withoutSecrets(r StepResult) StepResult {
	r.Error, r.Hint = p.hide(r.Error), p.hide(r.Hint)
	for i, c := range r.Changes {
		r.Changes[i] = p.hide(c)
	}
	if r.Proof != nil {
		proof := p.proofWithoutSecrets(*r.Proof)
		r.Proof = &proof
	}
	return r
}

func (p *Player) proofWithoutSecrets(proof inspector.Proof) inspector.Proof {
	proof.Reason = p.hide(proof.Reason)
	proof.Twins = slices.Clone(proof.Twins)
	for i := range proof.Twins {
		t := &proof.Twins[i]
		t.Describe, t.Path = p.hide(t.Describe), p.hide(t.Path)
	}
	return proof
}

func (p *Player) hide(s string) string {
	for _, secret := range p.secrets {
		s = strings.ReplaceAll(s, secret, hidden)
	}
	return s
}

// Act performs one action on one target as a run of a single step.
func (p *Player) Act(ctx context.Context, app tree.Application, target inspector.Target, action backends.Action) (Run, error) {
	step := Step{ID: newID("t"), Kind: StepActivate, Target: &target, Light: LightUnique}
	switch action.Verb {
	case tree.VerbSetText:
		step.Kind, step.Text = StepSetText, action.Text
	case tree.VerbSetValue:
		step.Kind, step.Number = StepSetValue, action.Number
	default:
		step.Verb = action.Verb
	}
	step.Title = stepTitle(step)
	rec := Recording{Schema: RecordingSchema, ID: "", Name: "act", Steps: []Step{step}}
	return p.Replay(ctx, rec, app)
}

// newID returns an identity that no other process makes.
func newID(prefix string) string { return prefix + rand.Text()[:12] }
