package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// toggling is an element that is checked and unchecked, while what presses did to it
// is still to be told. A busy application handles several before it tells the first,
// and is read as it was before all of them.
type toggling struct {
	steps  []int // of the presses of which nothing was told yet, in order
	at     time.Time
	button bool // a toggle button, which may say pressed for checked
	// on is what it was, or what the application told last. GTK 4 tells of a box that is
	// checked for the first time that it is not, and then that it is.
	on bool
}

// toggle notes that a step checks or unchecks an element.
func (r *reducer) toggle(n *tree.Node, step int, at time.Time) {
	t := r.toggles[n.Handle]
	if t == nil {
		t = &toggling{button: n.Role == tree.RoleToggleButton, on: isChecked(n)}
		r.toggles[n.Handle] = t
	}
	t.steps, t.at = append(t.steps, step), at
}

// checkedBefore reports whether an element is checked when a press is made. What
// presses did of which nothing was told yet counts, not what was read meanwhile.
func (r *reducer) checkedBefore(f *inspector.Frozen, id tree.NodeID) bool {
	if t := r.toggles[f.Nodes[id].Handle]; t != nil && len(t.steps) > 0 {
		return r.steps[t.steps[len(t.steps)-1]].Checked
	}
	return isChecked(&f.Nodes[id])
}

// checkedTold takes what the application tells of an element that was pressed: it is
// the first press that this answers.
func (r *reducer) checkedTold(e backends.Event) {
	t := r.toggles[e.Source]
	if t == nil || t.on == e.On || e.Detail != tree.Checked.String() && !(t.button && e.Detail == tree.Pressed.String()) {
		return
	}
	t.on = e.On
	if len(t.steps) == 0 {
		return
	}
	if s := r.steps[t.steps[0]]; s.Checked != e.On {
		s.Checked = e.On
		r.put(t.steps[0], s)
	}
	t.steps = t.steps[1:]
}

// checkedSeen returns what the last press on an element made of it by a newer model,
// if that tells.
func (r *reducer) checkedSeen(f *inspector.Frozen, id tree.NodeID, w *watch) (checked, tells bool) {
	was := w.before.ByHandle(w.handle)
	if id == tree.None || was == tree.None || !f.Nodes[id].StatesRead || !f.Taken.After(w.at) {
		return false, false
	}
	n, old := &f.Nodes[id], &w.before.Nodes[was]
	if n.Role == tree.RoleRadio {
		return true, true // a press on one never unchecks it; what was read before may be old
	}
	t := r.toggles[w.handle]
	if t != nil && len(t.steps) != 1 || old.StatesRead && isChecked(n) == isChecked(old) {
		return false, false
	}
	return isChecked(n), true
}

// forgetToggles forgets what a model shows that was read well after the last press.
func (r *reducer) forgetToggles(f *inspector.Frozen) {
	for h, t := range r.toggles {
		if f.Taken.Sub(t.at) > hurry {
			delete(r.toggles, h)
		}
	}
}
