package recorder

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
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
	// writings find the secrets, in the same order.
	writings []phrase
	// defaults are the values of the recording's parameters that were not given.
	defaults map[string]string
	// untold are the secret parameters of which a dry run does not know the value.
	untold map[string]bool
	// recorded is where the recording was made, recordedApp of what.
	recorded    Environment
	recordedApp ApplicationIdentity
	// app is what the steps are done in now; a StepLaunch or StepAttach changes it.
	app      tree.Application
	programs []Program // that were started
	// rehearsal is what a dry run looks at; nil in a replay.
	rehearsal *rehearsal
	// did are the IDs of the steps that were done in this run: something was sent.
	did map[string]bool
	// veil remembers, as long as the player lives, which fields hid their texts.
	veil veil
	// clicked is where and when a button was last pressed.
	clicked clicked
}

// NewPlayer makes a player. Backend and Journal are required.
func NewPlayer(o PlayerOptions) *Player {
	if o.Wait <= 0 {
		o.Wait = DefaultWait
	}
	if o.OnStep == nil {
		o.OnStep = func(StepResult) {}
	}
	if o.DryRun {
		o.Journal, o.Screen = unstored{}, nil
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
		Environment: Environment{System: runtime.GOOS, Session: SessionKind(), Version: p.o.Version},
		Toolkit:     strings.TrimSpace(app.Toolkit + " " + app.ToolkitVersion),
	}
	if p.o.Locale != nil && app.PID != 0 {
		run.Environment.Locale = p.o.Locale(app)
	}
	p.recorded, p.recordedApp, p.app, p.rehearsal, p.programs = rec.Environment, rec.Application, app, nil, nil
	p.did = map[string]bool{}
	first := max(p.o.From, 1)
	if Empty(rec.From(first)) {
		return Run{}, ErrEmpty
	}
	problems := p.problems(rec.From(first))
	// Nobody is asked for the values of what is refused all the same.
	if err := p.Prepare(rec.From(first)); err != nil && !(len(problems) > 0 && errors.Is(err, ErrParameter)) {
		return Run{}, err
	}
	if app.PID == 0 {
		run.Application = rec.Application.Name // a step brings it
	}
	if p.o.DryRun {
		run.ID = ""
		p.rehearsal = &rehearsal{unread: errNotThereYet}
		if !Brings(rec, first) {
			p.rehearsal.read(ctx, p)
		}
	}
	if err := p.o.Journal.BeginRun(run); err != nil {
		return Run{}, fmt.Errorf("store the run before its first step (nothing was sent): %w", err)
	}
	verdict, did := VerdictPassed, false
	for i, step := range rec.Steps {
		r := StepResult{N: i + 1, StepID: step.ID, Title: step.Title, Label: step.Label, Delivery: backends.NotDelivered}
		problem, found := problems[i]
		switch {
		case found:
			// Known before anything is sent: half of a flow is worse than none of it.
			r.Verdict, r.Error, r.Hint = problem.Verdict, problem.Reason, problem.Hint
			verdict = problem.Verdict
		case step.Disabled || i+1 < first || p.rehearsal == nil && (verdict != VerdictPassed || len(problems) > 0):
			r.Verdict = VerdictSkipped
		default:
			r = p.gated(ctx, run.ID, step, r)
			p.did[step.ID] = r.Verdict == VerdictPassed && r.Delivery == backends.Delivered
			did = did || r.Verdict != VerdictSkipped
			if verdict == VerdictPassed && len(problems) == 0 && r.Verdict != VerdictSkipped {
				verdict = r.Verdict
			}
		}
		run.Steps = append(run.Steps, r)
		if err := p.o.Journal.PutResult(run.ID, r); err != nil {
			return p.end(run, VerdictError, fmt.Errorf("store the result of step %d: %w", r.N, err))
		}
		p.o.OnStep(r)
	}
	if verdict == VerdictPassed && !did {
		verdict = VerdictSkipped // a run of which nothing was done proves nothing
	}
	return p.end(run, verdict, nil)
}

// problems finds the steps that cannot be replayed with these options.
func (p *Player) problems(rec Recording) map[int]Problem {
	problems := Check(rec, p.o.Pointer != nil)
	for i, step := range rec.Steps {
		if step.Kind == StepLaunch && !step.Disabled && p.o.Launcher == nil {
			problems[i] = Problem{VerdictRefused, "programs cannot be started from here", "start it yourself and replay from the next step on"}
		}
	}
	return problems
}

// gated performs a step when the gate lets it.
func (p *Player) gated(ctx context.Context, run string, step Step, r StepResult) StepResult {
	decision := Proceed
	if p.o.Gate != nil && p.rehearsal == nil {
		decision = p.o.Gate(ctx, r.N, step)
	}
	switch {
	case ctx.Err() != nil || decision == Halt:
		r.Verdict, r.Error = VerdictStopped, "stopped before this step; nothing of it was sent"
	case decision == Skip:
		r.Verdict = VerdictSkipped
	default:
		changed := p.rehearsal != nil && p.rehearsal.sends
		if r = p.step(ctx, run, r.N, step); changed {
			r = soften(r)
		}
	}
	return r
}

// From returns the recording with the steps before the n-th, which counts from 1,
// disabled.
func (rec Recording) From(n int) Recording {
	if n > 1 {
		rec.Steps = slices.Clone(rec.Steps)
		for i := range rec.Steps[:min(n-1, len(rec.Steps))] {
			rec.Steps[i].Disabled = true
		}
	}
	return rec
}

func (p *Player) end(run Run, v Verdict, cause error) (Run, error) {
	if p.o.EndLaunched {
		if err := p.endLaunched(); err != nil && cause == nil {
			cause = fmt.Errorf("%w: %w", ErrNotEnded, err)
		}
	}
	run.Ended, run.Verdict = time.Now(), v
	if err := p.o.Journal.EndRun(run.ID, run.Ended, v); err != nil && (cause == nil || errors.Is(cause, ErrNotEnded)) {
		cause = fmt.Errorf("store the end of the run: %w", err)
	}
	return run, cause
}

// ErrEmpty means that a recording has no step that would be done: that it passes
// would prove nothing.
var ErrEmpty = errors.New("the recording has no steps, so a replay would prove nothing")

// ErrNotEnded means that a program which the run started could not be ended. The run
// itself is over and stored.
var ErrNotEnded = errors.New("a program that was started could not be ended")

// Empty reports whether a recording has no step that a replay would do.
func Empty(rec Recording) bool {
	return !slices.ContainsFunc(rec.Steps, func(s Step) bool { return !s.Disabled })
}

// step performs one step.
func (p *Player) step(ctx context.Context, run string, n int, step Step) StepResult {
	start := time.Now()
	r := StepResult{N: n, StepID: step.ID, Title: step.Title, Label: step.Label, Delivery: backends.NotDelivered, Verdict: VerdictRunning}
	p.o.OnStep(r)
	switch step.Kind {
	case StepAssert, StepWait:
		r = p.inquire(ctx, step, r)
	case StepLaunch:
		r = p.launch(ctx, run, step, r)
	case StepAttach:
		r = p.attach(ctx, step, r)
	default:
		r = p.act(ctx, run, step, r)
	}
	r.DurationMs = time.Since(start).Milliseconds()
	return p.withoutSecrets(r)
}

// act performs a step that does something with an element: each of its acts is a
// transaction of its own.
func (p *Player) act(ctx context.Context, run string, step Step, r StepResult) StepResult {
	acts, err := p.plan(step)
	if err != nil {
		r.Verdict, r.Error = VerdictRefused, err.Error()
		r.Hint = "record the step again"
		return r
	}
	leads := false // in a dry run: an earlier act would have been sent
	for part, a := range acts {
		t := transaction{player: p, ctx: ctx, app: p.app, run: run, n: r.N, part: part + 1, step: step, act: a, begun: r.Delivery != backends.NotDelivered}
		switch {
		case a.repeats && (p.rehearsal != nil || r.Effect == OutcomeVerified):
			continue
		case a.tidies && p.rehearsal != nil:
			continue
		case a.tidies:
			// What it does says nothing about the step, unless it may have gone wrong.
			if tidied := t.perform(r); tidied.Verdict == VerdictUncertain || tidied.Verdict == VerdictError {
				r = tidied
			}
			t.before.kept() // nothing is stored when the run is over
			continue
		case leads:
			r = t.rehearseLater(r)
		default:
			r = t.continued(r, len(acts))
			leads = p.rehearsal != nil && r.Effect == ""
		}
		if r.Verdict != VerdictPassed {
			break
		}
	}
	return r
}

// continued performs one act of a step of which r is what came of the acts before.
func (t *transaction) continued(r StepResult, acts int) StepResult {
	before, beforeAt, delivered := r.Before, r.BeforeAt, r.Delivery
	r.Delivery = backends.NotDelivered
	r = t.perform(r)
	if r.Refusal == nil {
		r.Before, r.BeforeAt = t.before.kept()
	}
	if before != "" {
		r.Before, r.BeforeAt = before, beforeAt
	}
	if r.Delivery == backends.NotDelivered && delivered != backends.NotDelivered {
		// An earlier part of the step landed: the step as a whole was not undone.
		r.Delivery = delivered
		if r.Verdict == VerdictStopped {
			r.Error = "stopped in the middle of the step"
		}
		if r.Verdict != VerdictPassed {
			r.Hint = fmt.Sprintf("%d of its %d parts were done before and stay; look at the application before you go on", t.part-1, acts)
		}
	}
	return r
}

// Act performs one action on one target as a run of a single step. A text for an
// element that hides what it holds is a secret.
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
	rec := Recording{Schema: RecordingSchema, ID: "", Name: "act"}
	if action.Verb == tree.VerbSetText && target.Secret() {
		const name = "text"
		step.Text, step.Parameter = "", name
		rec.Parameters = []Parameter{{Name: name, Secret: true}}
		defer func(was map[string]string) { p.o.Parameters = was }(p.o.Parameters)
		p.o.Parameters = map[string]string{name: action.Text}
	}
	step.Title = stepTitle(step)
	rec.Steps = []Step{step}
	return p.Replay(ctx, rec, app)
}

// newID returns an identity that no other process makes.
func newID(prefix string) string { return prefix + rand.Text()[:12] }
