package recorder

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// selection chooses an item of a combo box or list: by its Selection interface in
// one act where it has one, else by opening it and activating the item.
func (p *Player) selection(step Step) []act {
	target := *step.Target
	chosen := func(f *inspector.Frozen, id tree.NodeID) holding { return hasItem(f, id, step.Item) }
	return []act{{
		target: target, words: "open", opens: true,
		choose: p.activation(""),
		holds: func(f *inspector.Frozen, id tree.NodeID) holding {
			return holdingOf(f.Nodes[id].Has(tree.VerbSelect) || takesText(f, id) != tree.None || listOpen(f, id) || chosen(f, id) == holdsTrue)
		},
	}, {
		target: target, words: fmt.Sprintf("select %q", step.Item), holds: chosen,
		choose: func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
			if entry := takesText(f, id); entry != tree.None {
				return dispatch{node: entry, handle: f.Nodes[entry].Handle, action: backends.Action{Verb: tree.VerbSetText, Text: step.Item}}, nil
			}
			item, err := findItem(f, id, step.Item)
			if err != nil {
				return dispatch{}, err
			}
			// The box itself: the menu inside a GTK3 combo box offers selection too,
			// but only moves the highlight.
			if n := &f.Nodes[id]; n.Has(tree.VerbSelect) {
				return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: tree.VerbSelect, Item: f.Nodes[item].Handle}}, nil
			}
			// An item's "toggle" only moves the highlight in Qt.
			if n := &f.Nodes[item]; n.Has(tree.VerbPress) {
				return dispatch{node: item, handle: n.Handle, action: backends.Action{Verb: tree.VerbPress}}, nil
			}
			if p.o.Pointer != nil {
				return dispatch{node: item, handle: f.Nodes[item].Handle, click: true}, nil
			}
			return dispatch{}, fmt.Errorf("%s offers no selection: %w", f.Short(id), errNeedsInput)
		},
	}}
}

// takesText returns the entry of a combo box whose items nobody can name: GTK 4 draws
// them as cells without text. What would be chosen is put into the entry then.
func takesText(f *inspector.Frozen, box tree.NodeID) tree.NodeID {
	entry := entryOf(f, box)
	if entry == tree.None || !f.Nodes[entry].Has(tree.VerbSetText) || slices.ContainsFunc(f.Nodes, func(n tree.Node) bool { return isItem(&n) && f.Inside(n.ID, box) }) {
		return tree.None
	}
	return entry
}

// listOpen reports whether the items of a combo box are on the screen.
func listOpen(f *inspector.Frozen, id tree.NodeID) bool {
	for _, c := range f.Nodes[id].Children {
		n := &f.Nodes[c]
		if isItem(n) && n.States.Has(tree.Showing) && n.Bounds.Usable() || listOpen(f, c) {
			return true
		}
	}
	return false
}

// findItem finds the one item of a container with a text.
func findItem(f *inspector.Frozen, container tree.NodeID, text string) (tree.NodeID, error) {
	var found []tree.NodeID
	unread := 0
	want := inspector.Normalize(text)
	var walk func(tree.NodeID)
	walk = func(id tree.NodeID) {
		for _, c := range f.Nodes[id].Children {
			if isItem(&f.Nodes[c]) {
				switch {
				case itemText(f, c) == want:
					found = append(found, c)
				case f.Nodes[c].Name.State == tree.Unreadable:
					unread++
				}
				continue
			}
			walk(c)
		}
	}
	walk(container)
	if unread > 0 {
		return tree.None, fmt.Errorf("%s has %d items that could not be read", f.Short(container), unread)
	}
	switch len(found) {
	case 0:
		return tree.None, fmt.Errorf("%s has no item %q", f.Short(container), text)
	case 1:
		return found[0], nil
	}
	return tree.None, fmt.Errorf("%s has %d items %q, not one", f.Short(container), len(found), text)
}

func isItem(n *tree.Node) bool {
	return n.Role == tree.RoleOption || n.Role == tree.RoleListItem || n.Role == tree.RoleTreeItem || n.Role == tree.RoleRow ||
		n.Role == tree.RoleMenuItem || n.Role == tree.RoleMenuItemRadio || n.States.Has(tree.Selectable)
}

// itemText is what an item says: its name, else its only label (GTK4 gives the
// items of a drop-down no name).
func itemText(f *inspector.Frozen, id tree.NodeID) string {
	if name, ok := f.Name(id); ok {
		return name
	}
	if texts := labels(f, id, nil); len(texts) == 1 {
		return texts[0]
	}
	return ""
}

// labels collects the texts that show below a node, without those of a list.
func labels(f *inspector.Frozen, id tree.NodeID, texts []string) []string {
	for _, c := range f.Nodes[id].Children {
		n := &f.Nodes[c]
		switch name, ok := f.Name(c); {
		case isItem(n) || isMenu(n.Role) || n.Role == tree.RoleList || n.Role == tree.RoleListbox:
		case n.Role == tree.RoleLabel && ok && n.Bounds.Usable():
			texts = append(texts, name)
		default:
			texts = labels(f, c, texts)
		}
	}
	return texts
}

// comboText returns what a combo box says is chosen: its value, else what is in its
// entry, where others than its items can be typed, else the one text that shows in it
// (GTK4), else its name (GTK3, Qt).
func comboText(f *inspector.Frozen, id tree.NodeID) string {
	if v := f.Nodes[id].Value; v.State == tree.Known && v.Value != "" {
		return inspector.Normalize(v.Value)
	}
	if entry := entryOf(f, id); f.Nodes[id].Role == tree.RoleCombobox && entry != tree.None && f.Nodes[entry].Value.State == tree.Known {
		return inspector.Normalize(f.Nodes[entry].Value.Value)
	}
	if texts := labels(f, id, nil); len(texts) == 1 {
		return texts[0]
	}
	name, _ := f.Name(id)
	return name
}

// entryOf returns the text box inside of a combo box, None where there is none.
func entryOf(f *inspector.Frozen, box tree.NodeID) tree.NodeID {
	for _, c := range f.Nodes[box].Children {
		if f.Nodes[c].Role.EditsText() {
			return c
		}
		if entry := entryOf(f, c); entry != tree.None {
			return entry
		}
	}
	return tree.None
}

// hasItem answers whether the item is the chosen one. What the box says counts
// before what the item says: an item may be highlighted in a list that is not
// even open.
func hasItem(f *inspector.Frozen, id tree.NodeID, text string) holding {
	want := inspector.Normalize(text)
	item, err := findItem(f, id, text)
	if f.Nodes[id].Role == tree.RoleCombobox {
		if said := comboText(f, id); said == want {
			return holdsTrue
		} else if _, other := findItem(f, id, said); other == nil || err != nil && said != "" {
			return doesNotHold
		}
	}
	if err != nil || !f.Nodes[item].StatesRead {
		return cannotTell
	}
	return holdingOf(f.Nodes[item].States.Has(tree.Selected))
}
