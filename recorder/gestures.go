package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Gestures are what several inputs mean together: two presses a double click, a press
// and a release elsewhere a drag, the wheel and what is pressed then a scroll.

const (
	// doublePress is the longest time between the presses of a double click, by the
	// clock of the display: GTK and Qt have 400 ms.
	doublePress = 400 * time.Millisecond
	// doubleApart is how many pixels apart they are at most: GTK has 5.
	doubleApart = 5
	// dragApart is how far the pointer goes at least for a drag: GTK has 8, Qt 10.
	dragApart = 8
)

// grip is the last press, as long as nothing but its release has followed.
type grip struct {
	in    backends.Input
	model *inspector.Frozen
	// node is what was pressed and names it, None where nothing is there.
	node tree.NodeID
	// watch is what the press began; nil for nothing.
	watch *watch
	// twice says that it is the second press of a double click.
	twice bool
	// up says that its button went up.
	up bool
}

// scrolled is a turn of the wheel, or a press on a scroll bar: what was on the screen
// before it.
type scrolled struct{ before *inspector.Frozen }

func apart(a, b tree.Point) int { return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) }

// since is the time between two inputs, by the clock of the display where both have it.
func since(a, b backends.Input) time.Duration {
	if a.ServerTime != 0 && b.ServerTime != 0 {
		return time.Duration(int32(b.ServerTime-a.ServerTime)) * time.Millisecond
	}
	return b.At.Sub(a.At)
}

// naming returns the node that stands for what was pressed: the item of a list, what a
// person acts on, or the node itself.
func naming(f *inspector.Frozen, id tree.NodeID) tree.NodeID {
	if item, _ := itemPressed(f, id); item != tree.None {
		return itemName(f, item, id)
	}
	return f.Owner(id)
}

// doubles takes the second press of a double click, which takes the place of the first.
// Two fast clicks on a button, a check box or the like stay two clicks: they do
// something each. In a text they mark a word, which is no step.
func (r *reducer) doubles(f *inspector.Frozen, p pressing) bool {
	first := r.gripped
	if first == nil || first.twice || first.node == tree.None || p.id == tree.None || p.in.Button != 1 || first.in.Button != 1 ||
		since(first.in, p.in) > doublePress || apart(first.in.Point, p.in.Point) > doubleApart || first.in.Modifiers != p.in.Modifiers {
		return false
	}
	now := naming(f, p.id)
	was := inspector.Successor(first.model, first.node, f)
	n := &first.model.Nodes[first.node]
	item, _ := itemPressed(first.model, first.node)
	switch {
	case was != now || first.model.Owner(first.node) != first.node && item == tree.None:
		return false
	case n.Role.EditsText():
		first.twice = true
		return true
	case n.Interactive() && item == tree.None || n.Role.TopLevel():
		return false
	}
	w := &watch{index: -1, handle: n.Handle, before: first.model, at: p.in.At, press: p.number, plain: tree.None}
	if first.watch != nil {
		w.index, w.unsettled, w.list = first.watch.index, first.watch.unsettled, first.watch.list
	}
	w.step = r.step(first.model, first.node, StepDoubleClick, first.in.At)
	w.step.Held = p.held
	w.index = r.put(w.index, w.step)
	r.presses[p.number] = w.index
	r.watch = w
	r.gripped = &grip{in: p.in, model: first.model, node: first.node, watch: w, twice: true}
	return true
}

// release takes the release of a button: where the pointer went meanwhile it was a
// drag, else what waited for it is a step now.
func (r *reducer) release(e Entry) {
	p := r.gripped
	if p == nil || p.up || p.in.Button != e.Input.Button {
		return
	}
	p.up, r.up = true, e.At
	if p.in.Button == 1 && apart(p.in.Point, e.Input.Point) > dragApart {
		r.dragged(p, e.Input)
		r.gripped = nil
	}
}

// dragged makes the step of a drag. Within a text it marks a part of it, and on a
// slider it sets the value, which both have steps of their own.
func (r *reducer) dragged(p *grip, up backends.Input) {
	if p.node == tree.None {
		return // what waits stays input without a matching element
	}
	n := &p.model.Nodes[p.node]
	if n.Role.EditsText() || n.Role == tree.RoleSlider || n.Role == tree.RoleSpinbutton || n.Role == tree.RoleScrollbar || isMenu(n.Role) || comboOf(p.model, p.node) != tree.None {
		return
	}
	// The end is what was there before the drag began, and still is.
	// (What is drawn at the pointer now may be a picture of what is dragged.)
	to, stays := p.model.Hits().At(up.Point), false
	if to != tree.None {
		to = naming(p.model, to)
		now := inspector.Successor(p.model, to, r.model)
		stays = now != tree.None && r.model.Nodes[now].Name == p.model.Nodes[to].Name && r.model.Nodes[now].Bounds == p.model.Nodes[to].Bounds
	}
	w := p.watch
	if w == nil || r.watch != w {
		return // it was taken for something else meanwhile
	}
	if item, list := itemPressed(p.model, p.node); item != tree.None && to != tree.None && p.model.Inside(to, list) && r.selects(w) {
		return // several were selected by drawing a frame around them
	}
	switch {
	case to == p.node:
		return
	case to == tree.None || p.model.Nodes[to].Role.TopLevel() || !stays:
		w.raw = nil
		raw := r.rawStep(p.model, p.node, p.in, w.step.Held)
		raw.Keys = []string{"left button drag"}
		w.index = r.put(w.index, raw)
	default:
		w.raw = nil
		w.step = r.step(p.model, p.node, StepDrag, p.in.At)
		t := p.model.Target(to)
		w.step.To = &t
		if !told(t) && w.step.Light != LightAmbiguous {
			w.step.Light = lightOf(t.Standing)
		}
		w.list = ""
		w.index = r.put(w.index, w.step)
	}
	r.presses[w.press] = w.index
}

// selects reports whether what was seen so far is that the selection changed.
func (r *reducer) selects(w *watch) bool {
	return w.index >= 0 && (r.steps[w.index].Kind == StepSelectItems)
}

// rawStep is input that no element answers for, or that has no meaning of its own.
func (r *reducer) rawStep(f *inspector.Frozen, id tree.NodeID, in backends.Input, held time.Duration) Step {
	s := Step{Kind: StepRawInput, Light: LightNoElement, At: in.At.Sub(r.began), Held: held}
	if id != tree.None {
		t := f.Target(naming(f, id))
		s.Target = &t
	}
	s.Keys = append(heldWords(in.Modifiers), buttonWord(in.Button))
	return s
}

// heldWords names the modifiers of a click that has no meaning without them.
func heldWords(m backends.Modifiers) []string {
	var keys []string
	if m.Control {
		keys = append(keys, "ctrl")
	}
	if m.Shift {
		keys = append(keys, "shift")
	}
	return keys
}

// contextPress takes a press of the right button: it opens a menu, or it is input
// without a meaning.
func (r *reducer) contextPress(f *inspector.Frozen, p pressing) {
	id := naming(f, p.id)
	w := &watch{index: -1, handle: f.Nodes[id].Handle, before: f, at: p.in.At, press: p.number, unsettled: p.unsettled, sure: p.sure, context: true}
	w.step = r.step(f, id, StepContextClick, p.in.At)
	w.step.Held = p.held
	raw := r.rawStep(f, id, p.in, p.held)
	w.raw = &raw
	r.watch = w
}

// onBorder reports whether a press was on what the window manager draws around a
// window; see border.
func onBorder(f *inspector.Frozen, id tree.NodeID, in backends.Input) bool {
	if id != tree.None && !f.Nodes[id].Role.TopLevel() {
		return false
	}
	proven := false
	for _, w := range f.Windows {
		if w.XID != 0 && w.XID == in.Window {
			return !w.Frame.Contains(in.Point) // whatever lies below it
		}
	}
	for _, w := range f.Windows {
		if w.Frame.Contains(in.Point) {
			return false
		}
		proven = proven || w.XID != 0
	}
	return proven
}

// wheel takes a turn of the wheel: over a slider, spin button or combo box it may
// change the value, elsewhere it may bring on the screen what is pressed next.
func (r *reducer) wheel(in backends.Input) {
	f := r.model
	id := f.Hits().At(in.Point)
	if id == tree.None {
		return
	}
	owner := f.Owner(id)
	combo := comboOf(f, owner)
	switch {
	case f.Nodes[owner].Role == tree.RoleSlider || f.Nodes[owner].Role == tree.RoleSpinbutton:
		r.watchKey(f, owner, in)
	case combo != tree.None:
		r.watchKey(f, combo, in)
	default:
		r.scrolls(f, in)
	}
}

// scrolls notes what shows before the content is moved, which is no effect of the step
// before.
func (r *reducer) scrolls(f *inspector.Frozen, in backends.Input) {
	if r.scrolled == nil {
		r.next(f, in.At)
		r.scrolled = &scrolled{f}
	}
}

// scrolledTo makes the step of having scrolled to what is pressed now, where it was
// not on the screen before.
func (r *reducer) scrolledTo(f *inspector.Frozen, p pressing) {
	s := r.scrolled
	r.scrolled = nil
	if s == nil || p.id == tree.None {
		return
	}
	id := naming(f, p.id)
	was := inspector.Successor(f, id, s.before)
	if was != tree.None && isOnScreen(s.before, was) == holdsTrue || f.Nodes[id].Role.TopLevel() || isMenu(f.Nodes[id].Role) {
		return
	}
	r.put(-1, r.step(f, id, StepScroll, p.in.At))
}
