package audit

import "github.com/samebutton/samebutton/backends/tree"

// composed are the controls that toolkits make of several elements.
var composed = Roles(tree.RoleCombobox, tree.RoleSpinbutton, tree.RoleSlider, tree.RoleScrollbar)

// PartOf returns the control that a toolkit made an element for, or nil: the entry
// and the button of a combo box, the arrows of a spin button, the thumb of a slider
// or a scroll bar, with boxes between. Nobody names those, and nobody has to. What can
// be chosen is no part.
func (p *Pass) PartOf(n *tree.Node) *tree.Node {
	if owner := p.owner(n); owner != nil && composed[owner.Role] && n.Role != tree.RoleOption && n.Role != tree.RoleListItem {
		return owner
	}
	return nil
}

// owner returns the nearest ancestor that is no box, nil where there is none near. GTK 4
// puts up to three boxes between a combo box and its button.
func (p *Pass) owner(n *tree.Node) *tree.Node {
	const boxes = 3
	id := n.Parent
	for left := boxes; left > 0 && id > 0 && p.Nodes[id].Role == tree.RoleGeneric; left-- {
		id = p.Nodes[id].Parent
	}
	if id <= 0 || p.Nodes[id].Role == tree.RoleGeneric {
		return nil
	}
	return &p.Nodes[id]
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
