package geometry

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// holds reports whether a lies in b.
func holds(b, a tree.Rect) bool { return audit.Meet(a, b) == a }

// bars is of how many children scroll bars come first, or last of a few.
const bars = 8

// scrolls reports whether an element shows a part of what is in it: it says so, or has a
// scroll bar among its children, or in a box among them (Qt).
func scrolls(p *audit.Pass, n *tree.Node) bool {
	if n.NativeRole == "viewport" || n.NativeRole == "scroll pane" {
		return true
	}
	for k, c := range n.Children {
		if k == bars {
			break
		}
		if p.Nodes[c].Role == tree.RoleScrollbar {
			return true
		}
		if g := p.Nodes[c].Children; len(g) == 1 && p.Nodes[g[0]].Role == tree.RoleScrollbar {
			return true
		}
	}
	return false
}

// acted reports whether a person acts on an element: on items only where they can be
// focused or chosen.
func acted(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleListItem, tree.RoleTreeItem, tree.RoleOption, tree.RoleCell:
		return n.States.Has(tree.Focusable) || n.States.Has(tree.Selectable)
	}
	return n.Interactive()
}
