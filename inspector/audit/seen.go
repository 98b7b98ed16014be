package audit

import "github.com/samebutton/samebutton/backends/tree"

// Seen says by NodeID what of an element its ancestors leave to be seen, in pixels of
// the screen: windows, viewports and boxes cut off what reaches beyond them. It is empty
// for what has no rectangle that can be trusted. What is drawn over its surroundings
// (menus, tool tips) may leave them, and controls do not cut off what is listed below
// them: GTK 3 lists the page of a tab below the tab. It takes time in proportion to the nodes.
func (s *Subject) Seen() []tree.Rect {
	seen := make([]tree.Rect, len(s.Nodes))
	open := make([]tree.Rect, len(s.Nodes)) // what is left for what lies inside
	bound := make([]bool, len(s.Nodes))     // open says something
	for i := range s.Nodes {
		n := &s.Nodes[i]
		free := n.Parent <= 0 || Floats(n) || !bound[n.Parent]
		if n.Bounds.Usable() {
			if seen[i] = n.Bounds.Rect; !free {
				seen[i] = Meet(open[n.Parent], n.Bounds.Rect)
			}
		}
		switch {
		case n.Bounds.Usable() && (!n.Role.Interactive() || n.Role == tree.RoleListItem || n.Role == tree.RoleTreeItem):
			open[i], bound[i] = seen[i], true
		case n.Parent > 0 && bound[n.Parent]:
			open[i], bound[i] = open[n.Parent], true
		}
	}
	return seen
}

// Floats reports whether an element is drawn over what is around it.
func Floats(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleWindow, tree.RoleDialog, tree.RoleAlert, tree.RoleMenu, tree.RoleTooltip, tree.RoleListbox:
		return true
	}
	return false
}

// Meet returns what two areas share, empty where that is nothing.
func Meet(a, b tree.Rect) tree.Rect {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return tree.Rect{X: x, Y: y, W: max(min(a.X+a.W, b.X+b.W)-x, 0), H: max(min(a.Y+a.H, b.Y+b.H)-y, 0)}
}
