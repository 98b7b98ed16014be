package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// watch is the last step, while what it did is still to be seen.
type watch struct {
	index  int // in steps; -1 while there is none until something is seen
	step   Step
	handle tree.Handle
	before *inspector.Frozen
	at     time.Time
	press  int
	// unsettled says that something had changed since before was read, so that it
	// cannot be told from what the input did.
	unsettled bool
	// sure says of raw input that it is known what it fell on.
	sure bool
	// opener says that step is to be kept only if no menu opens.
	opener bool
	// keyed says that a value was typed, left when the keyboard left it.
	keyed bool
	left  time.Time
	// chosen says that the press that chose what step says was heard of.
	chosen bool

	// list is the list, table or tree that was pressed or has the keyboard, "" for
	// none; plain the item that a plain click was on, None for others, alone whether
	// it was seen to be selected alone, and looked whether anything was seen since.
	list          tree.Handle
	plain         tree.NodeID
	alone, looked bool
	// context says that step is to be kept only if a menu opens.
	context bool
	// byKeys says that keys began it, which are kept as they are where nothing is seen
	// to come of them. raw is the same of a press.
	byKeys bool
	keys   []Step
	raw    *Step
	// border is the step of a press on the border of a window, see border.
	border *Step
	// unfolds says that the key may expand or collapse an item, unfolded is the first
	// model in which one was seen to be.
	unfolds  bool
	unfolded *inspector.Frozen
}

// look takes a newer model and learns from it what the last input did.
func (r *reducer) look(f *inspector.Frozen) {
	if f.Taken.Before(r.looked) {
		return
	}
	r.looked = f.Taken
	r.lookTyping(f)
	w := r.watch
	if w == nil || f == w.before || w.border != nil {
		return
	}
	id := inspector.Successor(w.before, w.before.ByHandle(w.handle), f)
	switch {
	case w.opener:
		if menuOpened(w.before, f) {
			r.watch = nil
		}
		return
	case w.context:
		if !menuOpened(w.before, f) {
			return
		}
		w.context, w.raw = false, nil
		w.index = r.put(-1, w.step)
		r.presses[w.press] = w.index
	}
	if r.lookUnfolded(f, w) {
		return
	}
	if w.list != "" && (w.index < 0 || r.steps[w.index].Kind != StepDoubleClick) {
		r.lookSelection(f, w)
		if w.index < 0 {
			return
		}
	}
	switch {
	case w.index < 0:
		r.lookValue(f, id, w)
		return
	}
	s := r.steps[w.index]
	switch s.Kind {
	case StepSetChecked:
		if checked, tells := r.checkedSeen(f, id, w); tells {
			s.Checked = checked
			defer r.checkedIs(w.handle, isChecked(&f.Nodes[id]), f.Taken)
		}
		if was := w.before.ByHandle(w.handle); was != tree.None && menuOpened(w.before, f) { // a menu button
			s = r.step(w.before, was, StepActivate, w.at)
			s.Held = r.steps[w.index].Held
		}
	case StepSetValue: // goes on changing in a drag
		if id != tree.None && f.Nodes[id].Range != nil {
			s.Number = f.Nodes[id].Range.Current
		}
	case StepSelectItem:
		if w.list != "" {
			break
		}
		if id != tree.None && w.press == 0 && f.Nodes[id].Role == tree.RoleCombobox {
			s.Item = comboText(f, id)
		}
	case StepActivate, StepMenuPath, StepKeyChord, StepDoubleClick, StepContextClick, StepDrag:
		if s.Kind == StepActivate && r.stays(w, f, id) {
			s.Kind, s.Checked, s.Effects = StepSetChecked, isChecked(&f.Nodes[id]), nil
			break
		}
		if s.EffectsUnknown = r.hurried || w.unsettled; !s.EffectsUnknown {
			s.Effects = effectsOf(w.before, f, inspector.Diff(w.before, f))
		}
	}
	if !sameStep(s, r.steps[w.index]) {
		r.put(w.index, s)
	}
}

func sameStep(a, b Step) bool {
	if a.Kind != b.Kind || a.EffectsUnknown != b.EffectsUnknown || a.Checked != b.Checked || a.Number != b.Number || a.Item != b.Item || len(a.Effects) != len(b.Effects) {
		return false
	}
	for i := range a.Effects {
		if a.Effects[i] != b.Effects[i] {
			return false
		}
	}
	return true
}

// lookValue makes the step of a slider, spin button or combo box once its value
// is seen to have changed.
func (r *reducer) lookValue(f *inspector.Frozen, id tree.NodeID, w *watch) {
	was := w.before.ByHandle(w.handle)
	if id == tree.None || was == tree.None {
		return
	}
	a, b := &w.before.Nodes[was], &f.Nodes[id]
	switch {
	case a.Role == tree.RoleCombobox && b.Role == tree.RoleCombobox && comboText(w.before, was) != comboText(f, id):
		w.step = r.step(w.before, was, StepSelectItem, w.at)
		w.step.Item = comboText(f, id)
	case a.Role != tree.RoleCombobox && b.Range != nil && (a.Range == nil && w.keyed || a.Range != nil && a.Range.Current != b.Range.Current):
		// A busy application may not have said its value before it was typed.
		w.step = r.step(w.before, was, StepSetValue, w.at)
		w.step.Number = b.Range.Current
	default:
		return
	}
	w.raw = nil
	w.index = r.put(r.sameValue(w.step), w.step)
	if w.press > 0 {
		r.presses[w.press] = w.index
	}
}

// sameValue returns the last step where it sets the same value already: clicks on the
// arrows of a spin button are one step with the value in the end. -1 where it does not.
func (r *reducer) sameValue(s Step) int {
	last := len(r.steps) - 1
	if s.Kind == StepSetValue && last >= 0 && r.steps[last].Kind == StepSetValue && told(*s.Target) &&
		r.steps[last].Target.Locator.String() == s.Target.Locator.String() {
		return last
	}
	return -1
}

// staysDown is how long after its button went up an element must be down to count as
// one that stays: Qt's are down as long as the pointer's is.
const staysDown = 100 * time.Millisecond

// stays reports whether what was pressed turned out to be a button that stays down:
// GTK 4 calls its toggle buttons buttons.
func (r *reducer) stays(w *watch, f *inspector.Frozen, id tree.NodeID) bool {
	was := w.before.ByHandle(w.handle)
	if id == tree.None || was == tree.None || f.Nodes[id].Role != tree.RoleButton || menuOpened(w.before, f) || r.up.Before(w.at) || f.Taken.Sub(r.up) < staysDown {
		return false
	}
	a, b := &w.before.Nodes[was], &f.Nodes[id]
	return a.StatesRead && b.StatesRead && isChecked(a) != isChecked(b)
}

// keepOpener ends what waited to be seen: a menu bar's item that opened nothing is a
// press, what led to nothing is input without a meaning, and an item that a click did
// not select was clicked.
func (r *reducer) keepOpener() {
	w := r.watch
	if w == nil {
		return
	}
	if w.opener {
		w.opener = false
		w.index = r.put(-1, w.step)
		r.presses[w.press] = w.index
	}
	for _, key := range w.keys {
		r.put(-1, key)
	}
	w.keys = nil
	if w.raw != nil && w.index < 0 {
		w.index = r.put(-1, *w.raw)
		r.presses[w.press] = w.index
	}
	w.raw = nil
	if w.list != "" && w.plain != tree.None && w.looked && !w.alone && w.index >= 0 && r.steps[w.index].Kind == StepSelectItem {
		s := r.steps[w.index]
		s.Kind = StepActivate
		r.put(w.index, s)
	}
}
