package recorder

import (
	"slices"
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

// checking is a step that says that an element became checked or unchecked, while
// nobody has told or read that it did.
type checking struct {
	step   int
	handle tree.Handle
	at     time.Time
	hasty  bool // the next input followed too fast to say that nothing came of it
}

// checks notes a step that checks or unchecks an element, which is still to be seen.
func (r *reducer) checks(n *tree.Node, step int, at time.Time) {
	r.checkings = append(r.checkings, checking{step, n.Handle, at, false})
	if n.Role != tree.RoleRadio {
		r.toggle(n, step, at)
	}
}

// checkedIs takes that an element is seen to be checked or not, by what was told or
// read after a time.
func (r *reducer) checkedIs(h tree.Handle, on bool, at time.Time) {
	for i, c := range r.checkings {
		if c.handle == h && at.After(c.at) {
			if r.steps[c.step].Checked == on {
				r.checkings = slices.Delete(r.checkings, i, i+1)
			}
			return
		}
	}
}

// unchecked makes a click of each step whose check nobody saw: the element may have
// ignored it. Where the last of several on one element is what the element is at the
// end, they all are what they say.
func (r *reducer) unchecked(f *inspector.Frozen) {
	seen := map[tree.Handle]bool{}
	for _, c := range r.checkings {
		id := f.ByHandle(c.handle)
		seen[c.handle] = id != tree.None && f.Nodes[id].StatesRead && f.Taken.After(c.at) && isChecked(&f.Nodes[id]) == r.steps[c.step].Checked
	}
	for _, c := range r.checkings {
		if seen[c.handle] {
			continue
		}
		s := r.steps[c.step]
		s.Kind, s.Checked, s.Effects, s.EffectsUnknown = StepActivate, false, nil, c.hasty
		r.put(c.step, s)
	}
	r.checkings = nil
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
	if e.Detail == tree.Checked.String() || e.Detail == tree.Pressed.String() {
		defer func() { r.checkedIs(e.Source, e.On, e.At) }()
	}
	t := r.toggles[e.Source]
	if t == nil || t.on == e.On || e.Detail != tree.Checked.String() && !(t.button && e.Detail == tree.Pressed.String()) {
		return
	}
	t.on = e.On
	if len(t.steps) == 0 {
		return
	}
	if s := r.steps[t.steps[0]]; s.Kind == StepSetChecked && s.Checked != e.On {
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
