package recorder

import (
	"slices"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Selections are recorded as what is selected in the end: one item, or several by
// their names, whatever keys and clicks it took.

// itemPressed returns the item that a press on a node is for and what it is selected
// in; None where nothing is, as on a button inside an item.
func itemPressed(f *inspector.Frozen, id tree.NodeID) (item, container tree.NodeID) {
	item, container = itemAround(f, id)
	if item == tree.None {
		return tree.None, tree.None
	}
	if owner := f.Owner(id); owner != item && f.Inside(owner, item) && f.Nodes[owner].Interactive() {
		return tree.None, tree.None
	}
	return item, container
}

// itemName returns the node that names an item: itself, or, where it has no name (GTK
// 4), the label in it that was pressed or comes first.
func itemName(f *inspector.Frozen, item, pressed tree.NodeID) tree.NodeID {
	label := func(id tree.NodeID) bool {
		_, named := f.Name(id)
		return named && f.Nodes[id].Role == tree.RoleLabel
	}
	if _, named := f.Name(item); named {
		return item
	}
	if label(pressed) && f.Inside(pressed, item) {
		return pressed
	}
	first := tree.None
	var walk func(tree.NodeID)
	walk = func(id tree.NodeID) {
		for _, c := range f.Nodes[id].Children {
			if first == tree.None && label(c) {
				first = c
			}
			walk(c)
		}
	}
	walk(item)
	if first != tree.None {
		return first
	}
	return item
}

// pressItem begins the step of a press on an item. A plain click selects it alone;
// with Ctrl or Shift what is selected then is seen.
func (r *reducer) pressItem(f *inspector.Frozen, item, container tree.NodeID, p pressing) *watch {
	w := &watch{
		index: -1, before: f, at: p.in.At, press: p.number, unsettled: p.unsettled, sure: p.sure,
		handle: f.Nodes[item].Handle, list: f.Nodes[container].Handle, plain: tree.None,
	}
	if p.in.Modifiers.Control || p.in.Modifiers.Shift {
		raw := r.rawStep(f, itemName(f, item, p.id), p.in, p.held)
		w.raw = &raw
		r.goOn(w)
		return w
	}
	w.plain = item
	w.step = r.step(f, itemName(f, item, p.id), StepSelectItem, p.in.At)
	w.step.Held = p.held
	w.index = r.put(-1, w.step)
	return w
}

// goOn lets a watch grow the step before it, where that is of the same selection.
func (r *reducer) goOn(w *watch) {
	last := len(r.steps) - 1
	if s := r.selection; s != nil && s.list == w.list && s.index == last && last >= 0 {
		w.index, w.before, w.raw = s.index, s.before, nil
		if k := r.steps[last].Kind; k != StepSelectItem && k != StepSelectItems {
			w.index = -1
		}
	}
}

// itemKeys are the keys that move in a list, table or tree, those from unfoldingKeys on
// those that may expand and collapse what is in it.
var itemKeys = []string{"Up", "Down", "Home", "End", "Page_Up", "Page_Down", "Prior", "Next", "Left", "Right", "plus", "minus", "KP_Add", "KP_Subtract"}

const unfoldingKeys = 8

// unfolds reports whether a key may expand or collapse the item that it is pressed on.
// It may as well move to another.
func unfolds(in backends.Input) bool {
	return slices.Contains(itemKeys[unfoldingKeys:], in.Key)
}

// stays reports whether a key is one of itemKeys that never moves the keyboard out of the
// list, table or tree: those that go aside do in GTK 4, where nothing is to be expanded.
func stays(in backends.Input, container tree.Role) bool {
	aside := (in.Key == "Left" || in.Key == "Right") && !in.Modifiers.Shift && container != tree.RoleTree
	return slices.Contains(itemKeys, in.Key) && !hasChord(in) && !aside
}

// itemKey takes a key in a list, table or tree: keys that move in it go on as one step
// with what is selected in the end; the others go to the item that has the keyboard.
// alone is the step of the key where nothing is seen to come of it.
func (r *reducer) itemKey(f *inspector.Frozen, container, focus tree.NodeID, in backends.Input, alone Step) {
	if !slices.Contains(itemKeys, in.Key) {
		r.chord(f, focus, in)
		return
	}
	list, before := f.Nodes[container].Handle, f
	if w := r.watch; w != nil && w.byKeys && w.list == list {
		if !w.unfolds && !unfolds(in) {
			w.keys = append(w.keys, alone)
			return
		}
		if w.unfolded != nil {
			before = w.unfolded
		}
	}
	r.next(f, in.At)
	w := &watch{index: -1, before: before, at: in.At, handle: f.Nodes[focus].Handle, list: list, plain: tree.None, byKeys: true, unfolds: unfolds(in), keys: []Step{alone}}
	r.goOn(w)
	r.watch = w
}

// unfoldingOwed reports whether a key in a list, table or tree has to wait until it is
// seen whether the key before it expanded or collapsed an item: each is a step.
func (r *reducer) unfoldingOwed(e Entry, ahead []Entry) bool {
	w := r.watch
	if w == nil || !w.byKeys || !w.unfolds || w.index >= 0 || !slices.Contains(itemKeys, e.Input.Key) {
		return false
	}
	for _, a := range ahead {
		if a.Kind == EntryModel && r.lookUnfolded(a.Model, w) {
			w.unfolded = a.Model
			return false
		}
	}
	return !over(e, ahead, focusSettles)
}

// containerOf returns the list, table or tree that a node is, or is an item of.
func containerOf(f *inspector.Frozen, id tree.NodeID) tree.NodeID {
	if _, container := itemAround(f, id); container != tree.None {
		return container
	}
	if holdsSelection(f.Nodes[id].Role) && comboOf(f, id) == tree.None {
		return id
	}
	return tree.None
}

// selected returns the items of a container that are selected; of those that are
// selected as one only the first.
func selected(f *inspector.Frozen, container tree.NodeID) []tree.NodeID {
	var found []tree.NodeID
	for _, item := range itemsOf(f, container) {
		if f.Nodes[item].States.Has(tree.Selected) && !slices.ContainsFunc(found, func(other tree.NodeID) bool { return together(f, item, other) }) {
			found = append(found, item)
		}
	}
	return found
}

// names returns what items are called; ok is false where one has no name or shares it
// with another item of its container.
func names(f *inspector.Frozen, container tree.NodeID, items []tree.NodeID) (texts []string, ok bool) {
	count := map[string]int{}
	for _, item := range itemsOf(f, container) {
		count[rowText(f, item)]++
	}
	for _, item := range items {
		text := rowText(f, item)
		if text == "" || count[text] != 1 {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// lookSelection learns from a newer model what is selected now.
func (r *reducer) lookSelection(f *inspector.Frozen, w *watch) {
	was, now := w.before.ByHandle(w.list), f.ByHandle(w.list)
	if was == tree.None || now == tree.None {
		return
	}
	w.looked = true
	items := selected(f, now)
	moved := !sameSelection(w.before, selected(w.before, was), f, items)
	if w.plain != tree.None {
		item := inspector.Successor(w.before, w.plain, f)
		w.alone = item != tree.None && len(items) == 1 && together(f, item, items[0])
		if w.alone || !moved {
			return
		}
	}
	if !moved && w.index < 0 {
		return
	}
	s, ok := r.selectionStep(f, w, was, now, items)
	if !ok {
		return
	}
	w.raw, w.keys, w.plain = nil, nil, tree.None
	if w.index >= 0 {
		s.Held = r.steps[w.index].Held
		if t := r.steps[w.index]; t.Kind == s.Kind && t.Title == stepTitle(s) {
			return
		}
	}
	w.index = r.put(w.index, s)
	if w.press > 0 {
		r.presses[w.press] = w.index
	}
	r.selection = &selectionMade{list: w.list, index: w.index, before: w.before}
}

// selectionMade is the last step that is a selection.
type selectionMade struct {
	list   tree.Handle
	index  int
	before *inspector.Frozen
}

// sameSelection reports whether the same items are selected in two models.
func sameSelection(f *inspector.Frozen, a []tree.NodeID, g *inspector.Frozen, b []tree.NodeID) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if inspector.Successor(f, a[i], g) != b[i] {
			return false
		}
	}
	return true
}

// selectionStep is the step that leaves some items selected, named in the model from
// before it where they were there. ok is false where it cannot be said.
func (r *reducer) selectionStep(f *inspector.Frozen, w *watch, was, now tree.NodeID, items []tree.NodeID) (s Step, ok bool) {
	switch len(items) {
	case 0:
		return s, false
	case 1:
		g, item := f, items[0]
		if old := inspector.Successor(f, item, w.before); old != tree.None {
			g, item = w.before, old
		}
		return r.step(g, itemName(g, item, item), StepSelectItem, w.at), true
	}
	texts, named := names(f, now, items)
	if !named {
		return s, false
	}
	s = r.step(w.before, was, StepSelectItems, w.at)
	s.Items = texts
	return s, true
}

// unfolded finds the one element near what was pressed that was expanded or collapsed
// since: an item of the same tree, or what was pressed and what it is in.
func unfolded(before, after *inspector.Frozen, handle tree.Handle) (id tree.NodeID, expanded, ok bool) {
	start := before.ByHandle(handle)
	if start == tree.None {
		return tree.None, false, false
	}
	var near []tree.NodeID
	if container := containerOf(before, start); container != tree.None {
		var walk func(tree.NodeID)
		walk = func(id tree.NodeID) {
			near = append(near, before.Nodes[id].Children...)
			for _, c := range before.Nodes[id].Children {
				walk(c)
			}
		}
		walk(container)
	} else {
		near = []tree.NodeID{start}
	}
	var flipped, by []tree.NodeID // by: those that offer it as an action
	for _, c := range near {
		a := &before.Nodes[c]
		now := inspector.Successor(before, c, after)
		if now == tree.None || a.Role == tree.RoleCombobox || isMenu(a.Role) || !a.StatesRead || !after.Nodes[now].StatesRead {
			continue
		}
		if !a.States.Has(tree.Expandable) && !a.States.Has(tree.Expanded) || a.States.Has(tree.Expanded) == after.Nodes[now].States.Has(tree.Expanded) {
			continue
		}
		flipped = append(flipped, c)
		if a.Has(tree.VerbExpand) || a.Has(tree.VerbCollapse) {
			by = append(by, c)
		}
	}
	if len(by) == 1 {
		flipped = by
	}
	if len(flipped) != 1 {
		return tree.None, false, false
	}
	return flipped[0], !before.Nodes[flipped[0]].States.Has(tree.Expanded), true
}

// lookUnfolded makes the step of what was expanded or collapsed, in place of the click
// or key that did it.
func (r *reducer) lookUnfolded(f *inspector.Frozen, w *watch) bool {
	if w.index >= 0 {
		switch r.steps[w.index].Kind {
		case StepActivate, StepSelectItem, StepDoubleClick, StepSetExpanded:
		default:
			return false
		}
	}
	if w.byKeys && !w.unfolds {
		return false // the key before it did, seen late
	}
	id, expanded, ok := unfolded(w.before, f, w.handle)
	if !ok {
		if w.index >= 0 && r.steps[w.index].Kind == StepSetExpanded {
			return true // seen, and seen to go on
		}
		return false
	}
	s := r.step(w.before, id, StepSetExpanded, w.at)
	s.Expanded = expanded
	if w.index >= 0 {
		s.Held = r.steps[w.index].Held
		if t := r.steps[w.index]; t.Kind == s.Kind && t.Expanded == s.Expanded {
			return true
		}
	}
	w.raw, w.keys, w.plain = nil, nil, tree.None
	w.index = r.put(w.index, s)
	if w.press > 0 {
		r.presses[w.press] = w.index
	}
	return true
}
