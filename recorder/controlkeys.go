package recorder

import (
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// controlKey takes a key on an element that is not a text box.
func (r *reducer) controlKey(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	n := &f.Nodes[focus]
	ranged := n.Role == tree.RoleSlider || n.Role == tree.RoleSpinbutton
	list := containerOf(f, focus)
	switch {
	case in.Key == "Tab" || in.Key == "ISO_Left_Tab":
		r.next(f, in.At)
	case list != tree.None && !types(in):
		r.itemKey(f, list, focus, in, r.chordStep(f, focus, in))
	case (in.Key == "space" || in.Key == "Return" || in.Key == "KP_Enter") && n.Interactive() && !ranged && comboOf(f, focus) == tree.None && !isMenu(n.Role):
		r.keyPress(f, focus, in)
	case isMenu(n.Role) && comboOf(f, focus) == tree.None:
		r.menuKey(f, focus, in)
	case ranged:
		r.watchKey(f, focus, in)
	case r.listOfAnother(f, comboOf(f, focus)):
		// What is chosen will be seen in the box that opened it.
	case comboOf(f, focus) != tree.None:
		r.watchKey(f, comboOf(f, focus), in)
	default:
		r.keysElsewhere(f, focus, in)
	}
}

// choosing reports whether the last input was to a combo box. On a busy machine its
// choice may be seen before the key that made it is handled.
func (r *reducer) choosing() bool {
	if r.watch == nil || r.watch.index >= 0 && r.steps[r.watch.index].Kind != StepSelectItem {
		return false
	}
	was := r.watch.before.ByHandle(r.watch.handle)
	return was != tree.None && r.watch.before.Nodes[was].Role == tree.RoleCombobox
}

// listOfAnother reports whether a combo box only came up with the list of the one that was
// pressed: Firefox draws the list of a page's box outside of the page, in a box without a
// name that is gone when something was chosen.
func (r *reducer) listOfAnother(f *inspector.Frozen, box tree.NodeID) bool {
	if box == tree.None || !r.choosing() || f.Nodes[box].Handle == r.watch.handle {
		return false
	}
	_, named := f.Name(box)
	was := r.watch.before.ByHandle(f.Nodes[box].Handle)
	return !named && (was == tree.None || !r.watch.before.Nodes[was].States.Has(tree.Showing))
}

// keysElsewhere takes a key that no text box, button or value answers for. Only
// keys that type nothing are kept by name: characters may be a password that went
// where nobody saw it, and are kept as the fact that something was typed.
func (r *reducer) keysElsewhere(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	if hasChord(in) || !types(in) {
		r.chord(f, focus, in)
		return
	}
	r.characters(in.At)
}

// characters notes that something was typed, and no more.
func (r *reducer) characters(at time.Time) {
	if n := len(r.steps); n > 0 && r.steps[n-1].Kind == StepRawInput && slices.Equal(r.steps[n-1].Keys, []string{typedKeys}) {
		return // it goes on
	}
	r.next(r.model, at)
	r.put(-1, Step{Kind: StepRawInput, Light: LightNoElement, At: at.Sub(r.began), Keys: []string{typedKeys}})
}

// typedKeys stands for characters in the keys of a raw step.
const typedKeys = "characters"

// types reports whether a key types a character.
func types(in backends.Input) bool {
	return in.Key == "space" || len(in.Text) > 0 && in.Text[0] >= ' ' && in.Text != "\x7f"
}

// menuKey takes a key in an open menu: arrows only lead to the item that is chosen.
func (r *reducer) menuKey(f *inspector.Frozen, item tree.NodeID, in backends.Input) {
	switch in.Key {
	case "Return", "KP_Enter", "space":
		if opensMenu(f, item) {
			return
		}
		r.next(f, in.At)
		w := &watch{handle: f.Nodes[item].Handle, before: f, at: in.At, step: r.menuPath(f, item, in.At)}
		w.index = r.put(-1, w.step)
		r.watch = w
	case "Escape":
		r.next(f, in.At) // a menu that was closed did nothing
	}
}

// keyPress is a press of the focused element by keyboard.
func (r *reducer) keyPress(f *inspector.Frozen, id tree.NodeID, in backends.Input) {
	r.next(f, in.At)
	w := &watch{index: -1, handle: f.Nodes[id].Handle, before: f, at: in.At}
	r.acted(f, id, w, in.At)
	if w.step.Kind != "" {
		w.index = r.put(-1, w.step)
		if w.step.Kind == StepSetChecked {
			r.checks(&f.Nodes[id], w.index, in.At)
		}
	}
	r.watch = w
}

// watchKey lets keys that change a value go on, as one step with the last value.
func (r *reducer) watchKey(f *inspector.Frozen, id tree.NodeID, in backends.Input) {
	h := f.Nodes[id].Handle
	if r.watch != nil && r.watch.handle == h && (r.watch.index < 0 || r.steps[r.watch.index].Kind == StepSetValue || r.steps[r.watch.index].Kind == StepSelectItem) {
		return
	}
	r.next(f, in.At)
	r.watch = &watch{index: -1, handle: h, before: f, at: in.At}
}

// spinKey takes a key on a spin button: what is typed into it is its value, which
// many toolkits take over only when it is left.
func (r *reducer) spinKey(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	switch what := meaning(in, textBox{}); {
	case what == keyTabs:
		if w := r.watch; w != nil && w.handle == f.Nodes[focus].Handle && w.keyed {
			w.left = in.At
			return
		}
		r.next(f, in.At)
	case what == keyCopies:
		r.next(f, in.At)
		r.chordIn(pressed{f, focus, in})
	case what == keyActs && in.Key != "Return" && in.Key != "KP_Enter":
		r.chord(f, focus, in)
	default:
		r.watchKey(f, focus, in)
		r.watch.keyed, r.watch.left = true, time.Time{}
	}
}

// valueOwed reports whether an input has to wait until a spin button that was typed
// into and left has said its value.
func (r *reducer) valueOwed(e Entry, ahead []Entry) bool {
	w := r.watch
	switch {
	case w == nil || !w.keyed || w.index >= 0:
		return false
	case w.left.IsZero() && e.Kind == EntryKey:
		return false // it may go on
	case w.left.IsZero():
		w.left = e.At
	}
	for _, a := range ahead {
		if a.Kind == EntryModel && a.Model.Taken.After(w.left) {
			if r.lookValue(a.Model, a.Model.ByHandle(w.handle), w); w.index >= 0 {
				return false
			}
		}
	}
	return !r.quiet(ahead, w.left.Add(changesOwed))
}

// valueUnseen reports whether a spin button that was left may still say its value.
func (r *reducer) valueUnseen() bool {
	w := r.watch
	return w != nil && w.keyed && w.index < 0 && !w.left.IsZero()
}

// chordIn notes keys that act on the element that has the keyboard.
func (r *reducer) chordIn(k pressed) {
	r.chord(k.f, k.focus, k.in)
	w := r.watch
	if w == nil || w.index < 0 || w.step.Focus != nil || k.f.Nodes[k.focus].Handle == w.handle {
		return
	}
	t := k.f.Target(k.focus)
	w.step.Focus = &t
	w.index = r.put(w.index, w.step)
}

// chord notes keys that go to the window as a whole.
func (r *reducer) chord(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	r.next(f, in.At)
	s := r.chordStep(f, focus, in)
	if s.Target == nil {
		r.put(-1, s)
		return
	}
	w := &watch{index: -1, handle: f.Nodes[chordWindow(f, focus, in)].Handle, before: f, at: in.At, step: s}
	r.watch = w
	if opensMenuBar(in) {
		w.opener = true // wait and see: the item that is chosen brings the whole path
		return
	}
	w.index = r.put(-1, s)
}

// chordStep is the step of keys as they are, without a target where nobody knows which
// window they went to.
func (r *reducer) chordStep(f *inspector.Frozen, focus tree.NodeID, in backends.Input) Step {
	top := chordWindow(f, focus, in)
	if top == tree.None {
		return Step{Kind: StepRawInput, Light: LightNoElement, At: in.At.Sub(r.began), Keys: chordKeys(in)}
	}
	s := r.step(f, top, StepKeyChord, in.At)
	s.Keys = chordKeys(in)
	if focus != tree.None && focus != top && !hasChord(in) {
		t := f.Target(focus)
		s.Focus = &t
	}
	return s
}

func chordWindow(f *inspector.Frozen, focus tree.NodeID, in backends.Input) tree.NodeID {
	if focus != tree.None {
		if top := f.Top(focus); top != tree.None {
			return top
		}
	}
	return windowOf(f, in)
}

// opensMenuBar reports whether a key is one of those that open a menu by custom.
func opensMenuBar(in backends.Input) bool {
	return in.Key == "F10" || in.Modifiers.Alt && !in.Modifiers.Control && len([]rune(in.Key)) == 1
}

// windowOf returns the window that keys went to: the X window that had the
// keyboard, else the one that says it is active.
func windowOf(f *inspector.Frozen, in backends.Input) tree.NodeID {
	for _, w := range f.Windows {
		if w.XID != 0 && w.XID == in.Window {
			return w.Node
		}
	}
	for _, c := range f.Nodes[0].Children {
		if f.Nodes[c].States.Has(tree.Active) {
			return c
		}
	}
	return tree.None
}

func chordKeys(in backends.Input) []string {
	var keys []string
	for _, m := range []struct {
		on   bool
		name string
	}{{in.Modifiers.Control, "ctrl"}, {in.Modifiers.Alt, "alt"}, {in.Modifiers.Super, "super"}, {in.Modifiers.Shift, "shift"}} {
		if m.on {
			keys = append(keys, m.name)
		}
	}
	return append(keys, in.Key)
}
