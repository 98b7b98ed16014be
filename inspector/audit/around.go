package audit

import "github.com/samebutton/samebutton/backends/tree"

// PartOf returns the control that a toolkit made an element for, or nil: the entry
// and the button of a combo box, the arrows of a spin button, the thumb of a slider
// or a scroll bar, with boxes between. Nobody names those, and nobody has to.
func (p *Pass) PartOf(n *tree.Node) *tree.Node {
	const boxes = 3
	if n.Role == tree.RoleOption || n.Role == tree.RoleListItem {
		return nil
	}
	id := n.Parent
	for range boxes {
		if id == tree.None || p.Nodes[id].Role != tree.RoleGeneric {
			break
		}
		id = p.Nodes[id].Parent
	}
	if id == tree.None {
		return nil
	}
	switch owner := &p.Nodes[id]; owner.Role {
	case tree.RoleCombobox, tree.RoleSpinbutton, tree.RoleSlider, tree.RoleScrollbar:
		return owner
	}
	return nil
}

// Wraps returns the one interactive element that an interactive element only holds,
// or nil: GTK 4 puts the button of a menu button into another one that cannot have
// the focus.
func (p *Pass) Wraps(n *tree.Node) *tree.Node {
	const levels = 3
	if n.States.Has(tree.Focusable) {
		return nil
	}
	var inner *tree.Node
	var down func(n *tree.Node, left int) bool
	down = func(n *tree.Node, left int) bool {
		for _, id := range n.Children {
			c := &p.Nodes[id]
			switch {
			case c.Interactive() && inner != nil:
				return false
			case c.Interactive():
				inner = c
			case left > 1 && !down(c, left-1):
				return false
			}
		}
		return true
	}
	if !down(n, levels) {
		return nil
	}
	return inner
}

// Within returns the nearest ancestor with one of the roles, or nil.
func (p *Pass) Within(n *tree.Node, roles map[tree.Role]bool) *tree.Node {
	return p.Up(n, func(n *tree.Node) bool { return roles[n.Role] })
}

// Roles is a set of roles.
func Roles(all ...tree.Role) map[tree.Role]bool {
	set := make(map[tree.Role]bool, len(all))
	for _, r := range all {
		set[r] = true
	}
	return set
}
