package main

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// rehearsal is one reading of an application on which a real player goes through
// a step up to the sending: what it says of the step is what a replay would say.
// It implements backends.Backend and backends.Pointer with tied hands.
type rehearsal struct {
	backends.Backend
	frozen *inspector.Frozen
	limit  time.Duration
	// topmost tells whose window is on top at a place of the screen.
	topmost func(context.Context, tree.Point) (input.Pointed, error)
	// sending says that the player would have sent something.
	sending bool
}

var errRehearsal = errors.New("nothing is sent in a dry run")

// Observe returns the one reading.
func (r *rehearsal) Observe(context.Context, backends.Scope) (*tree.Snapshot, error) {
	snap := *r.frozen.Snapshot
	return &snap, nil
}

// HitTest asks the application: it only looks.
func (r *rehearsal) HitTest(ctx context.Context, app tree.Application, at tree.Point) ([]tree.Handle, error) {
	tester, ok := r.Backend.(backends.HitTester)
	if !ok {
		return nil, backends.ErrUnsupported
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.limit) // not the short wait of the player
	defer cancel()
	return tester.HitTest(ctx, app, at)
}

// Owner asks the display: it only looks.
func (r *rehearsal) Owner(ctx context.Context, at tree.Point) (int, error) {
	found, err := r.topmost(ctx, at)
	return found.PID, err
}

func (r *rehearsal) withhold() error {
	r.sending = true
	return errRehearsal
}

// Act and the methods of a pointer send nothing.
func (r *rehearsal) Act(context.Context, tree.Application, tree.Handle, backends.Action) error {
	return r.withhold()
}
func (r *rehearsal) Move(context.Context, tree.Point) error      { return r.withhold() }
func (r *rehearsal) Click(context.Context, int, ...string) error { return r.withhold() }
func (r *rehearsal) DoubleClick(context.Context) error           { return r.withhold() }
func (r *rehearsal) Scroll(context.Context, int, int) error      { return r.withhold() }
func (r *rehearsal) Type(context.Context, string) error          { return r.withhold() }
func (r *rehearsal) Chord(context.Context, ...string) error      { return r.withhold() }
func (r *rehearsal) Drag(context.Context, tree.Point, func(context.Context) error) error {
	return r.withhold()
}

// unwritten is the journal of what is not done.
type unwritten struct{}

func (unwritten) PutRecording(recorder.Recording) error            { return nil }
func (unwritten) PutPicture([]byte) (string, error)                { return "", nil }
func (unwritten) BeginRun(recorder.Run) error                      { return nil }
func (unwritten) PutIntent(recorder.Intent) error                  { return nil }
func (unwritten) PutResult(string, recorder.StepResult) error      { return nil }
func (unwritten) EndRun(string, time.Time, recorder.Verdict) error { return nil }

// rehearsalWait is how long a step waits for its element: the reading does not
// change.
const rehearsalWait = 50 * time.Millisecond

// rehearse says what a replay would do with each step as things are now. It sends
// nothing and is not stored. Elements that earlier steps bring up are stale, and
// the hint says so.
func (s *session) rehearse(ctx context.Context, rec recorder.Recording, parameters map[string]string, allowInput bool) (recorder.Run, error) {
	run := recorder.Run{Recording: rec.ID, Name: rec.Name, Application: s.app.Name, PID: s.app.PID, Verdict: recorder.VerdictPassed}
	f, err := s.snapshot(ctx)
	if err != nil {
		return run, err
	}
	stand := &rehearsal{Backend: s.backend, frozen: f, limit: s.cli.patience(), topmost: s.cli.topmost}
	o := recorder.PlayerOptions{Backend: stand, Journal: unwritten{}, Wait: rehearsalWait}
	if allowInput {
		o.Pointer = stand
	}
	one := rec
	problems := recorder.Check(rec, allowInput)
	// What is refused all the same needs no values, and nothing is typed here.
	o.Parameters = maps.Clone(parameters)
	for _, q := range recorder.Missing(rec, parameters) {
		o.Parameters[q.Name] = ""
	}
	player := recorder.NewPlayer(o)
	changed := false
	for i, step := range rec.Steps {
		r := recorder.StepResult{N: i + 1, StepID: step.ID, Title: step.Title, Delivery: backends.NotDelivered}
		problem, hopeless := problems[i]
		switch {
		case step.Disabled:
			r.Verdict = recorder.VerdictSkipped
		case hopeless:
			r.Verdict, r.Error, r.Hint = problem.Verdict, problem.Reason, problem.Hint
		default:
			one.Steps, stand.sending = []recorder.Step{step}, false
			tried, err := player.Replay(ctx, one, s.app)
			if err != nil {
				return run, err
			}
			r = stand.result(step, tried.Steps[0])
			r.N = i + 1
			if _, ok := endingOfVerdict(r.Verdict); !ok && changed && r.Verdict != recorder.VerdictRefused {
				r.Hint = "an earlier step may change that: only a replay can tell"
			}
			changed = changed || stand.sending
		}
		_, ok := endingOfVerdict(r.Verdict)
		switch {
		case hopeless: // a replay looks for these first
			run.Verdict = r.Verdict
		case !ok && run.Verdict == recorder.VerdictPassed && len(problems) == 0:
			run.Verdict = r.Verdict
		}
		run.Steps = append(run.Steps, r)
	}
	return run, nil
}

// result turns what a player with tied hands says of a step into what a replay
// would: a step that would send something passes if its element is the only one.
func (r *rehearsal) result(step recorder.Step, tried recorder.StepResult) recorder.StepResult {
	if !r.sending {
		return tried
	}
	found := r.frozen.ResolveTarget(*step.Target)
	proof := r.frozen.ProofOf(found, found.Node())
	return recorder.StepResult{
		StepID: step.ID, Title: step.Title, Delivery: backends.NotDelivered, Resolution: found.Outcome,
		Verdict: verdictOf(found.Outcome), Error: found.Reason, Proof: &proof, DurationMs: tried.DurationMs,
	}
}

func verdictOf(o inspector.Outcome) recorder.Verdict {
	switch o {
	case inspector.Unique:
		return recorder.VerdictPassed
	case inspector.Stale:
		return recorder.VerdictStale
	case inspector.Ambiguous:
		return recorder.VerdictAmbiguous
	}
	return recorder.VerdictUnknown
}
