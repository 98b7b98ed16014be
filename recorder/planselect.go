package recorder

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// holdsSelection reports whether elements of a role have items that a person selects.
func holdsSelection(r tree.Role) bool {
	switch r {
	case tree.RoleList, tree.RoleListbox, tree.RoleTable, tree.RoleTree, tree.RoleTreegrid, tree.RoleGrid:
		return true
	}
	return false
}

// itemAround returns the item of a list, table or tree that a node is or is a part
// of, and what it is selected in; None where the node is in none, or where what it is
// in does not say that its items can be selected (the list of a text).
func itemAround(f *inspector.Frozen, id tree.NodeID) (item, container tree.NodeID) {
	for id > 0 {
		up := f.Nodes[id].Parent
		if up <= 0 || f.Nodes[id].Role.TopLevel() {
			break
		}
		if c := &f.Nodes[up]; holdsSelection(c.Role) && comboOf(f, up) == tree.None {
			if n := &f.Nodes[id]; isItem(n) && (c.Has(tree.VerbSelect) || n.States.Has(tree.Selectable) || n.States.Has(tree.Selected)) {
				return id, up
			}
		}
		id = up
	}
	return tree.None, tree.None
}

// itemsOf returns the items of a container that are in the model, in its order.
func itemsOf(f *inspector.Frozen, container tree.NodeID) []tree.NodeID {
	var items []tree.NodeID
	var walk func(tree.NodeID)
	walk = func(id tree.NodeID) {
		for _, c := range f.Nodes[id].Children {
			if isItem(&f.Nodes[c]) {
				items = append(items, c)
				continue
			}
			walk(c)
		}
	}
	walk(container)
	return items
}

// rowText is what an item is called in a list of items: its own text, or that of its
// first cell.
func rowText(f *inspector.Frozen, item tree.NodeID) string {
	if text := itemText(f, item); text != "" {
		return text
	}
	if texts := labels(f, item, nil); f.Nodes[item].Role == tree.RoleRow && len(texts) > 0 {
		return texts[0]
	}
	return cellText(f, item)
}

// cellText is the first label in the cells of a row.
func cellText(f *inspector.Frozen, row tree.NodeID) string {
	if f.Nodes[row].Role != tree.RoleRow {
		return ""
	}
	for _, c := range f.Nodes[row].Children {
		if texts := labels(f, c, nil); len(texts) > 0 {
			return texts[0]
		}
	}
	return ""
}

// together reports whether two items are selected as one: the cells of a row are, in
// the tree view of GTK 3 and where Qt selects rows. Neither tells the row of a cell in
// a reading, but where it is.
func together(f *inspector.Frozen, a, b tree.NodeID) bool {
	x, y := &f.Nodes[a], &f.Nodes[b]
	switch {
	case a == b:
		return true
	case x.Role != tree.RoleCell || y.Role != tree.RoleCell || x.Parent != y.Parent:
		return false
	case x.Cell != nil && y.Cell != nil:
		return x.Cell.Row == y.Cell.Row
	}
	return x.Bounds.Usable() && y.Bounds.Usable() && x.Bounds.Y == y.Bounds.Y && x.Bounds.H == y.Bounds.H
}

// finder finds the items that are to be selected, in the container that it returns.
type finder func(f *inspector.Frozen, id tree.NodeID) (container tree.NodeID, items []tree.NodeID, err error)

// ownItem is the item that the target is, or names: GTK 4's items have no names of
// their own, so that the label in one stands for it.
func ownItem(f *inspector.Frozen, id tree.NodeID) (tree.NodeID, []tree.NodeID, error) {
	item, container := itemAround(f, id)
	if item == tree.None {
		return tree.None, nil, fmt.Errorf("%s is in nothing that lets its items be selected", f.Short(id))
	}
	return container, []tree.NodeID{item}, nil
}

// namedItems finds items of the target by what they say; each must be there once.
func namedItems(names []string) finder {
	return func(f *inspector.Frozen, id tree.NodeID) (tree.NodeID, []tree.NodeID, error) {
		all := itemsOf(f, id)
		var items []tree.NodeID
		for _, name := range names {
			want := inspector.Normalize(name)
			found := tree.None
			for _, item := range all {
				switch {
				case f.Nodes[item].Name.State == tree.Unreadable:
					return tree.None, nil, fmt.Errorf("%s has items that could not be read", f.Short(id))
				case rowText(f, item) != want:
				case found != tree.None:
					return tree.None, nil, fmt.Errorf("%s has several items %q", f.Short(id), name)
				default:
					found = item
				}
			}
			if found == tree.None {
				return tree.None, nil, fmt.Errorf("%s has no item %q", f.Short(id), name)
			}
			items = append(items, found)
		}
		return id, items, nil
	}
}

// choosing selects exactly the items that are found, by the selection of their
// container, else by the items' own toggle (Qt), else one of them with the pointer.
func (p *Player) choosing(find finder) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		container, items, err := find(f, id)
		if err != nil {
			return dispatch{}, err
		}
		d := dispatch{node: id, handle: f.Nodes[container].Handle, action: backends.Action{Verb: tree.VerbSelect}}
		toggles := true
		for _, item := range items {
			d.action.Items = append(d.action.Items, f.Nodes[item].Handle)
			toggles = toggles && f.Nodes[item].Has(tree.VerbToggle) && !togglesAnother(f, item)
		}
		for _, other := range others(f, container, items) {
			d.action.Others = append(d.action.Others, f.Nodes[other].Handle)
		}
		switch {
		case f.Nodes[container].Has(tree.VerbSelect), toggles && len(items) > 0:
			return d, nil
		case p.o.Pointer != nil && len(items) == 1:
			return dispatch{node: items[0], handle: f.Nodes[items[0]].Handle, click: true}, nil
		case p.o.Pointer != nil:
			return dispatch{}, notOffered{fmt.Errorf("%s lets only one item be selected at a time by what it offers", f.Short(container))}
		}
		return dispatch{}, fmt.Errorf("%s offers no selection: %w", f.Short(container), errNeedsInput)
	}
}

// togglesAnother reports whether the toggle of an item must not be believed: Qt selects
// another item of a tree than the one whose toggle is called, once something above it
// is expanded (measured with Qt 5.15 and 6.4: the toggle of "Nuts" selected "Cherry").
func togglesAnother(f *inspector.Frozen, id tree.NodeID) bool {
	_, container := itemAround(f, id)
	if container == tree.None || f.Nodes[container].Has(tree.VerbSelect) {
		return false
	}
	return f.Nodes[container].Role == tree.RoleTree || f.Nodes[container].Role == tree.RoleTreegrid
}

// others returns the items of a container that are selected besides some.
func others(f *inspector.Frozen, container tree.NodeID, items []tree.NodeID) []tree.NodeID {
	var found []tree.NodeID
	for _, c := range itemsOf(f, container) {
		if f.Nodes[c].States.Has(tree.Selected) && !slices.ContainsFunc(items, func(item tree.NodeID) bool { return together(f, item, c) }) {
			found = append(found, c)
		}
	}
	return found
}

// holdsItems answers whether the items that are found are selected, and no others.
func holdsItems(find finder) func(*inspector.Frozen, tree.NodeID) holding {
	return func(f *inspector.Frozen, id tree.NodeID) holding {
		container, items, err := find(f, id)
		if err != nil {
			return cannotTell
		}
		for _, item := range items {
			if !f.Nodes[item].StatesRead {
				return cannotTell
			}
			if !f.Nodes[item].States.Has(tree.Selected) {
				return doesNotHold
			}
		}
		return holdingOf(len(others(f, container, items)) == 0)
	}
}

// choosesItself reports whether pressing the target of a step is there to choose it, and
// does nothing where it is chosen already: a tab, a radio button, an option. Of an option
// or a row that must have been seen when it was recorded, whole: that it was selected by
// the press, and nothing else came of it. Where several can be selected a press may as
// well take the selection away, and is not left out because it is there.
func choosesItself(step Step) bool {
	switch step.Target.Role {
	case tree.RoleTab, tree.RoleRadio, tree.RoleMenuItemRadio:
		if step.Verb == "" || step.Verb == tree.VerbSelect {
			return true
		}
	case tree.RoleOption, tree.RoleListItem, tree.RoleTreeItem, tree.RoleRow, tree.RoleCell:
		if step.Verb == tree.VerbSelect {
			return true
		}
	default:
		return false
	}
	if step.Verb != "" || step.EffectsUnknown {
		return false
	}
	selected := false
	for _, e := range step.Effects {
		own := e.Role == string(step.Target.Role) && e.Name == unnumbered(step.Target.Name)
		switch {
		case e.Kind != EffectState || e.Detail != "+selected" && e.Detail != "-selected" || own && e.Detail == "-selected":
			return false
		case own:
			selected = true
		}
	}
	return selected
}

// isChosen answers whether an element is selected, or checked where it is a radio button.
func isChosen(f *inspector.Frozen, id tree.NodeID) holding {
	n := &f.Nodes[id]
	if !n.StatesRead {
		return cannotTell
	}
	if n.Role == tree.RoleRadio || n.Role == tree.RoleMenuItemRadio {
		return holdingOf(n.States.Has(tree.Checked))
	}
	return holdingOf(n.States.Has(tree.Selected))
}
