package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// judge watches what an act changed and says what effect that proves. A success
// code of the application is no effect (guarantee 4).
type judge struct {
	act      act
	expected []Effect
	before   *inspector.Frozen
	handle   tree.Handle
	// mustChange says that an act without any visible change is a failure.
	mustChange bool

	after     *inspector.Frozen
	changes   []inspector.Change
	seen      int // of the expected effects
	held      holding
	ended     bool
	lastMoved time.Time
	looks     int
}

// see takes one observation after the act.
func (j *judge) see(f *inspector.Frozen, now time.Time) {
	previous := j.before
	if j.after != nil {
		previous = j.after
	}
	if len(inspector.Diff(previous, f)) > 0 || j.looks == 0 {
		j.lastMoved = now
	}
	j.looks++
	j.after = f
	j.changes = inspector.Diff(j.before, f)
	j.seen = countSeen(j.expected, effectsOf(j.before, f, j.changes))
	j.held = cannotTell
	if id := f.ByHandle(j.handle); id != tree.None && j.act.holds != nil {
		j.held = j.act.holds(f, id)
	}
}

func (j *judge) applicationEnded() { j.ended = true }

// done reports whether further looking cannot change the outcome for the better,
// or the application has been quiet for long enough.
func (j *judge) done(now time.Time) bool {
	switch {
	case j.ended:
		return true
	case j.looks == 0:
		return false
	case j.act.holds != nil && j.held == holdsTrue:
		return true
	case j.act.opens:
		return len(j.changes) > 0 || now.Sub(j.lastMoved) >= quietFor
	case len(j.expected) > 0:
		// Some seen and all quiet: the rest will not come.
		return j.seen == len(j.expected) || (j.seen > 0 && now.Sub(j.lastMoved) >= 2*quietFor)
	case j.act.holds != nil && j.held == doesNotHold:
		return false
	case j.act.holds != nil && j.looks > 1:
		return now.Sub(j.lastMoved) >= quietFor // a secret: nothing readable will come
	case len(j.changes) == 0 && j.mustChange:
		return false // GTK4 waits 250 ms before it lets an activated button act
	case len(j.changes) == 0:
		return now.Sub(j.lastMoved) >= 2*quietFor
	}
	return now.Sub(j.lastMoved) >= quietFor
}

func (j *judge) outcome() Outcome {
	switch {
	case j.act.holds != nil && j.held == holdsTrue:
		return OutcomeVerified
	case j.act.holds != nil && j.held == doesNotHold && len(j.changes) == 0:
		return OutcomeNoChange
	case j.act.holds != nil && j.held == doesNotHold && !j.act.opens:
		return OutcomeContradicted
	case j.act.holds != nil && j.held == cannotTell:
		return OutcomeUnverified // a secret, or gone with its dialog: nothing readable proves it
	case j.after == nil || !j.after.Complete() || !j.before.Complete():
		return OutcomeUnverified
	case len(j.expected) > 0 && j.seen == len(j.expected):
		return OutcomeVerified
	case len(j.expected) > 0 && len(j.changes) > 0 && j.seen == 0:
		return OutcomeContradicted
	case len(j.changes) == 0:
		return OutcomeNoChange
	}
	return OutcomeUnverified
}

const maxWords = 20

func (j *judge) words() []string {
	var w []string
	for i, c := range j.changes {
		if i == maxWords {
			break
		}
		w = append(w, c.Words)
	}
	if j.ended {
		w = append(w, "the application ended")
	}
	return w
}
