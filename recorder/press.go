package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// pressing is a pointer press as the session found it.
type pressing struct {
	in backends.Input
	// id is the node in the model from before it, None where none was found.
	id     tree.NodeID
	held   time.Duration
	number int
	sure   bool // what lies at the place is known, or that nothing does
	// unsettled: see watch.
	unsettled bool
}

// press takes a pointer press; f is the model before it.
func (r *reducer) press(f *inspector.Frozen, p pressing) {
	if onBorder(f, p.id, p.in) {
		r.next(f, p.in.At)
		r.border(f, p)
		return
	}
	if r.doubles(f, p) {
		return
	}
	id, in, held, press := p.id, p.in, p.held, p.number
	if r.pastes(f, id, in) {
		return
	}
	if id == tree.None || !f.Nodes[f.Owner(id)].Role.EditsText() {
		r.keepSelection()
	}
	r.next(f, in.At)
	r.scrolledTo(f, p)
	defer func() { // after what the press began
		r.gripped = &grip{in: in, model: f, node: id, watch: r.watch}
		if id != tree.None {
			r.gripped.node = naming(f, id)
		}
	}()
	switch {
	case id != tree.None && in.Button == 3:
		r.contextPress(f, p)
		return
	case id == tree.None || in.Button != 1:
		r.raw(f, p)
		return
	}
	owner := f.Owner(id)
	w := &watch{index: -1, handle: f.Nodes[owner].Handle, before: f, at: in.At, press: press, unsettled: p.unsettled, sure: p.sure, plain: tree.None}
	if item, container := itemPressed(f, id); item != tree.None && comboAround(f, owner) == tree.None && !isMenu(f.Nodes[owner].Role) {
		r.watch = r.pressItem(f, item, container, p)
		if r.watch.index >= 0 {
			r.presses[press] = r.watch.index
		}
		return
	}
	switch n := &f.Nodes[owner]; {
	case n.Role == tree.RoleScrollbar:
		r.scrolls(f, in)
		return
	case !n.Interactive():
		raw := r.rawStep(f, id, in, held)
		w.raw, w.handle = &raw, f.Nodes[id].Handle
		r.watch = w
		return
	case comboAround(f, owner) != tree.None && n.States.Has(tree.Showing):
		combo := comboAround(f, owner)
		w.step = r.step(f, combo, StepSelectItem, in.At)
		w.step.Item = itemText(f, owner)
		w.handle = f.Nodes[combo].Handle
	case comboOf(f, owner) != tree.None && !n.Role.EditsText():
		// Opening it is no step; the item chosen in it is, or a value that changes.
		w.handle = f.Nodes[comboOf(f, owner)].Handle
	case isMenu(n.Role):
		if opensMenu(f, owner) {
			return // the item that is chosen in it brings the whole path
		}
		w.step = r.menuPath(f, owner, in.At)
		if f.Nodes[n.Parent].Role == tree.RoleMenubar {
			// GTK4 makes the menu when it opens: wait and see whether one comes.
			w.opener = true
			r.watch = w
			return
		}
	default:
		r.acted(f, owner, w, in.At)
	}
	if w.step.Kind != "" {
		w.step.Held = held
		w.index = r.put(-1, w.step)
		r.presses[press] = w.index
		if w.step.Kind == StepSetChecked {
			r.checks(&f.Nodes[owner], w.index, in.At)
		}
	}
	r.watch = w
}

// acted begins the step of a press on an ordinary element. Text boxes get none:
// a click into one is the way to type, and the typing is the step. Spin buttons
// and sliders get theirs when the value is seen to have changed.
func (r *reducer) acted(f *inspector.Frozen, id tree.NodeID, w *watch, at time.Time) {
	n := &f.Nodes[id]
	switch n.Role {
	case tree.RoleTextbox, tree.RoleSearchbox, tree.RolePassword, tree.RoleTerminal, tree.RoleSpinbutton, tree.RoleSlider:
	case tree.RoleCheckbox, tree.RoleRadio, tree.RoleToggleButton, tree.RoleSwitch, tree.RoleMenuItemCheckbox:
		w.step = r.step(f, id, StepSetChecked, at)
		w.step.Checked = n.Role == tree.RoleRadio || !r.checkedBefore(f, id)
	default:
		w.step = r.step(f, id, StepActivate, at)
	}
}

// raw notes input that no element answers for.
func (r *reducer) raw(f *inspector.Frozen, p pressing) {
	s := r.rawStep(f, p.id, p.in, p.held)
	index := r.put(-1, s)
	r.presses[p.number] = index
	r.watch = &watch{index: index, step: s, before: f, at: p.in.At, press: p.number, sure: p.sure}
}

func buttonWord(b int) string {
	switch b {
	case 1:
		return "left button"
	case 2:
		return "middle button"
	}
	return "right button"
}
