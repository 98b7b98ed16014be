package structure

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// deep is from how many boxes with one child each on a chain is counted.
const deep = 5

var redundantNesting = &audit.Rule{
	ID: "redundant-nesting", Group: audit.Structure, Severity: audit.Info,
	Title: "Boxes in boxes",
	Explanation: "Nobody is harmed: screen readers skip boxes without a name. It is a measure of how much of the tree says nothing, and " +
		"of what reading it costs. Looked at: chains of five and more boxes with one child each. Said once for each window.",
	Remedy: audit.Remedy{
		Any:  "Nothing has to be done. Fewer containers make reading faster.",
		GTK3: "Nothing has to be done; atk_object_set_role with ATK_ROLE_REDUNDANT_OBJECT hides a box.",
		GTK4: "Nothing has to be done; GTK_ACCESSIBLE_ROLE_PRESENTATION hides a box.",
		Web:  "Nothing has to be done; role=presentation hides a box.",
	},
	Quiet: "Boxes with a name, or with several children; shorter chains. It never counts against a score.",
	Whole: func(p *audit.Pass) {
		type chains struct{ count, longest int }
		found := map[tree.NodeID]*chains{}
		length := make([]int, len(p.Nodes))
		for i := 1; i < len(p.Nodes); i++ {
			n := &p.Nodes[i]
			if !box(n) || p.CutAt(n.ID) || !p.InScope(n.ID) || !p.Shown(n.ID) {
				continue
			}
			p.Checked(1)
			length[i] = length[n.Parent] + 1
			if only := &p.Nodes[n.Children[0]]; length[i] < deep || box(only) && p.Shown(only.ID) {
				continue // the chain goes on
			}
			c := found[p.Top(n.ID)]
			if c == nil {
				c = &chains{}
				found[p.Top(n.ID)] = c
			}
			c.count++
			c.longest = max(c.longest, length[i])
		}
		for _, top := range p.Nodes[0].Children {
			if c := found[top]; c != nil {
				p.Report(&p.Nodes[top], audit.Detail{
					Why:    fmt.Sprintf("%d chains of boxes with one child each, the longest of %d.", c.count, c.longest),
					Values: []audit.Value{audit.V("chains", c.count), audit.V("longest", c.longest)},
				})
			}
		}
	},
}

// box reports whether a node is an unnamed container with one child.
func box(n *tree.Node) bool {
	return (n.Role == tree.RoleGeneric || n.Role == tree.RoleGroup) && n.Name.State == tree.Absent && len(n.Children) == 1
}

var interactiveNested = &audit.Rule{
	ID: "interactive-nested", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "A control inside a button",
	Explanation: "Screen readers read a button or a link as one piece: what is inside is not found, or pressing it presses both. Looked " +
		"at: controls that take the focus inside a button or a link that takes it too.",
	Remedy: audit.Remedy{
		Any:  "Put the two beside each other.",
		GTK3: "Put the inner widget beside the button in a GtkBox with the style class \"linked\".",
		GTK4: "Put the inner widget beside the button in a GtkBox with the style class \"linked\".",
		Qt:   "Put the inner widget beside the button in a layout, or use QToolButton with a menu.",
		Web:  "The content model of <button> and <a> allows no interactive content.",
	},
	Quiet: "Rows and items with buttons in them; a wrapper around one control that does not take the focus itself (menu buttons of " +
		"GTK 4); what the toolkit makes for a control.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Interactive() && n.States.Has(tree.Focusable) && n.Parent > 0
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		outer := p.Above("interactive or no box", n, func(u *tree.Node) bool { return u.Interactive() || !plain(u) })
		if outer == nil || !outer.States.Has(tree.Focusable) || !p.Shown(outer.ID) {
			return
		}
		switch outer.Role {
		case tree.RoleButton, tree.RoleLink, tree.RoleToggleButton:
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("It lies in %s, and both take the focus.", p.Short(outer.ID)),
				Values: []audit.Value{audit.V("inner", n.NativeRole), audit.V("outer", outer.NativeRole)}, Others: []tree.NodeID{outer.ID},
			})
		}
	},
}

// plain reports whether a node is a mere box.
func plain(n *tree.Node) bool { return n.Role == tree.RoleGeneric || n.Role == tree.RoleGroup }
