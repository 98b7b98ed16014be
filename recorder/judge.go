package recorder

import (
	"slices"
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
	// toggles says that the act presses or toggles a check box or the like, which is
	// there to be checked by it: where it is not, the act did something else.
	toggles bool

	after   *inspector.Frozen
	changes []inspector.Change
	seen    int // of the expected effects
	held    holding
	// flipped says that a check box or the like is not checked as it was, which is
	// all that pressing it is for.
	flipped   bool // by its states
	stands    bool // it is there and says whether it is checked, or is all as it was
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
	was := j.before.ByHandle(j.handle)
	id := inspector.Successor(j.before, was, f)
	// Where the target is now says what came of it, whoever has its handle; where it
	// is not found, one that is called otherwise may be another element.
	if now := f.ResolveTarget(j.act.target).Node(); now != tree.None {
		id = now
	} else if id != tree.None && was != tree.None && f.Short(id) != j.before.Short(was) {
		id = tree.None
	}
	if id != tree.None && j.act.holds != nil {
		j.held = j.act.holds(f, id)
	}
	j.stands = id != tree.None && was != tree.None && saysChecked(&j.before.Nodes[was]) && saysChecked(&f.Nodes[id])
	j.flipped = false
	if j.stands {
		a, b := &j.before.Nodes[was], &f.Nodes[id]
		j.flipped = isChecked(a) != isChecked(b)
		j.stands = j.flipped || a.Value == b.Value // LibreOffice may tell the value seconds before the state
	}
}

// saysChecked reports whether an element that can be checked says whether it is.
func saysChecked(n *tree.Node) bool {
	return toggles(n) && n.StatesRead && !n.States.Has(tree.Indeterminate)
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
	case j.toggles && j.stands && len(j.expected) == 0:
		return j.flipped
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
	case j.flipped && len(j.expected) == 0:
		return OutcomeVerified
	case j.after == nil:
		return OutcomeUnverified
	case len(j.expected) > 0 && j.seen == len(j.expected):
		return OutcomeVerified // what is seen is there, whatever else was not read
	case j.toggles && j.stands && len(j.expected) == 0 && len(j.changes) > 0:
		return OutcomeContradicted
	case j.mayMiss():
		return OutcomeUnverified
	case len(j.expected) > 0 && len(j.changes) > 0 && j.seen == 0:
		return OutcomeContradicted
	case len(j.changes) == 0:
		return OutcomeNoChange
	}
	return OutcomeUnverified
}

// mayMiss reports whether the expected effects, or where there are none any effect,
// may be in what was not read. An application of which something is never read (the
// cells of a spreadsheet) can all the same be seen not to have opened its dialog.
func (j *judge) mayMiss() bool {
	if len(j.expected) == 0 {
		return !j.after.Complete() || !j.before.Complete()
	}
	return slices.ContainsFunc(j.expected, func(e Effect) bool {
		return j.after.MayMiss(tree.Role(e.Role)) || j.before.MayMiss(tree.Role(e.Role))
	})
}

// why says why the effect is unverified.
func (j *judge) why() string {
	switch {
	case j.act.holds != nil && j.held == cannotTell:
		return "what it is now cannot be read"
	case j.after == nil:
		return "the application could not be read afterwards"
	case j.mayMiss():
		return "not everything in the application was read"
	case len(j.expected) > 0:
		return "not all that the recorded step changed was seen"
	}
	return "something changed, and nothing says what had to"
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
