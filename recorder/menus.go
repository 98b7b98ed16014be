package recorder

import (
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func isMenu(r tree.Role) bool {
	switch r {
	case tree.RoleMenu, tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio:
		return true
	}
	return false
}

// opensMenu reports whether a press on a menu element opens what is below it.
func opensMenu(f *inspector.Frozen, id tree.NodeID) bool {
	n := &f.Nodes[id]
	return n.Role == tree.RoleMenu || n.States.Has(tree.HasPopup) || hasMenuBelow(f, id)
}

func hasMenuBelow(f *inspector.Frozen, id tree.NodeID) bool {
	for _, c := range f.Nodes[id].Children {
		if isMenu(f.Nodes[c].Role) || hasMenuBelow(f, c) {
			return true
		}
	}
	return false
}

// menuOpened reports whether a menu shows items that did not show before.
func menuOpened(before, after *inspector.Frozen) bool {
	for i := range after.Nodes {
		n := &after.Nodes[i]
		if !isMenu(n.Role) || !n.States.Has(tree.Showing) {
			continue
		}
		if was := before.ByHandle(n.Handle); was == tree.None || !before.Nodes[was].States.Has(tree.Showing) {
			return true
		}
	}
	return false
}

// menuPath makes the step of a chosen menu item: everything that had to be
// opened on the way, then the item.
func (r *reducer) menuPath(f *inspector.Frozen, item tree.NodeID, at time.Time) Step {
	s := r.step(f, item, StepMenuPath, at)
	var path []inspector.Target
	for up := f.Nodes[item].Parent; up > 0; up = f.Nodes[up].Parent {
		if n := &f.Nodes[up]; isMenu(n.Role) && n.Interactive() {
			path = append(path, f.Target(up))
		}
	}
	slices.Reverse(path)
	s.Path = path
	return s
}

// comboAround returns the combo box that holds an item, None where there is none.
func comboAround(f *inspector.Frozen, item tree.NodeID) tree.NodeID {
	if n := &f.Nodes[item]; !isItem(n) && !isMenu(n.Role) {
		return tree.None
	}
	if up := f.Nodes[item].Parent; up > 0 {
		return comboOf(f, up)
	}
	return tree.None
}

// comboOf returns the combo box that a node is or is a part of: GTK4 puts a
// button of its own inside.
func comboOf(f *inspector.Frozen, id tree.NodeID) tree.NodeID {
	for ; id > 0; id = f.Nodes[id].Parent {
		if f.Nodes[id].Role == tree.RoleCombobox {
			return id
		}
	}
	return tree.None
}
