package recorder

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// rehearsal is what a dry run goes by: one reading of the application as it is now,
// and what the steps so far would have done to it. Nothing is sent or stored.
type rehearsal struct {
	frozen *inspector.Frozen
	unread error // why there is no reading
	// sends says that an earlier step would have sent something.
	sends bool
}

var errNotThereYet = errors.New("the application is not there yet")

// notThereYet is what to think of a step whose element an earlier step may bring up.
const notThereYet = "not there yet: an earlier step may bring it"

// read takes the one reading of the application, again while the application is too
// busy to be read whole and there is time.
func (h *rehearsal) read(ctx context.Context, p *Player) {
	ctx, cancel := context.WithTimeout(ctx, max(p.o.Wait, leastLook))
	defer cancel()
	var rest pace
	for {
		look, done := context.WithTimeout(ctx, observeLimit)
		snap, err := p.look(look, p.app)
		done()
		switch {
		case err == nil:
			h.frozen, h.unread = inspector.Freeze(snap), nil
		case h.frozen == nil:
			h.unread = err
		}
		if err == nil && !mayBeMended(snap) || errors.Is(err, backends.ErrGone) {
			return
		}
		if rest.wait(ctx); ctx.Err() != nil {
			return
		}
	}
}

// mayBeMended reports whether another reading may see what this one did not.
func mayBeMended(snap *tree.Snapshot) bool {
	for _, c := range snap.Cuts {
		if c.Reason == tree.CutChanged || c.Reason == tree.CutTime {
			return true
		}
	}
	return false
}

// rehearse is what comes of an act in a dry run, when a look found that it could be
// sent.
func (t *transaction) rehearse(r StepResult) StepResult {
	t.player.rehearsal.sends = true
	r.Effect, r.Unverified = "", ""
	return r
}

// rehearseLater is what comes in a dry run of an act that an earlier act of its step
// leads to: its element is looked for, and need not show yet.
func (t *transaction) rehearseLater(r StepResult) StepResult {
	s := t.look()
	if s.resolution.Outcome == inspector.Unique {
		s.verdict, s.reason, s.hint = VerdictPassed, "", ""
	}
	t.report(&r, s)
	if r.Verdict != VerdictPassed {
		r.Hint, r.Refusal = notThereYet, nil
	}
	return r
}

// soften says of a step that a dry run found not to be possible that an earlier step
// may change that.
func soften(r StepResult) StepResult {
	switch r.Verdict {
	case VerdictStale, VerdictUnknown:
		r.Hint, r.Refusal = notThereYet, nil
	case VerdictAmbiguous, VerdictNotActionable, VerdictFailed:
		r.Hint, r.Refusal = "an earlier step may change that: only a replay can tell", nil
	}
	return r
}

// unstored is the journal of what is not done.
type unstored struct{}

func (unstored) PutRecording(Recording) error            { return nil }
func (unstored) PutPicture([]byte) (string, error)       { return "", nil }
func (unstored) BeginRun(Run) error                      { return nil }
func (unstored) PutIntent(Intent) error                  { return errors.New("a dry run sends nothing") }
func (unstored) PutResult(string, StepResult) error      { return nil }
func (unstored) EndRun(string, time.Time, Verdict) error { return nil }

// rehearseLaunch says whether the program could be started.
func (p *Player) rehearseLaunch(step Step, r StepResult) StepResult {
	if err := p.o.Launcher.Find(*step.Launch); err != nil {
		r.Verdict, r.Error, r.Hint = VerdictError, err.Error(), "install it, or edit the step"
		return r
	}
	p.rehearsal.frozen, p.rehearsal.sends = nil, true
	p.rehearsal.unread = fmt.Errorf("%w: step %d would start it", errNotThereYet, r.N)
	r.Verdict = VerdictPassed
	return r
}
