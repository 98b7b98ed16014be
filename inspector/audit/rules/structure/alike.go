package structure

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

type called struct {
	parent tree.NodeID
	role   tree.Role
	name   string
	// What is read out or asked for beside the name.
	description, id string
}

var siblingDuplicate = &audit.Rule{
	ID: "sibling-duplicate", Group: audit.Structure, Severity: audit.Warning, InTestability: audit.Warning, Criteria: []string{"2.4.6", "4.1.2"},
	Title: "Neighbours of the same name",
	Explanation: "A person who hears \"Delete, Delete\" cannot tell what each of them deletes. Looked at: shown neighbours with the same " +
		"role and name that both take the focus and lie in different places. Reported once, at the first.",
	Remedy: audit.Remedy{
		Any:  "Say in the name what it is about: \"Delete order 1042\".",
		GTK3: "Call atk_object_set_name, which may say more than the label that is shown.",
		GTK4: "Call gtk_accessible_update_property with GTK_ACCESSIBLE_PROPERTY_LABEL.",
		Qt:   "Call QWidget::setAccessibleName.",
		Web:  "Use aria-label, or aria-labelledby with the heading beside it.",
	},
	Quiet: "What is in rows, cells and items, which have the text of the row; fields that one label names together (parts of an " +
		"address); neighbours with different descriptions or ids; pages that are not shown; elements without a place.",
	Whole: func(p *audit.Pass) {
		first, some := map[called]tree.NodeID{}, map[called]int{}
		var unread []*tree.Node
		alike := map[tree.NodeID][]tree.NodeID{}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			name, named := p.Frozen.Name(n.ID)
			if !named || n.Parent <= 0 || !n.Interactive() || !n.States.Has(tree.Focusable) || !p.InScope(n.ID) || !p.Shown(n.ID) || !n.Bounds.Usable() ||
				rowed(p, n) || n.NameFrom == tree.NameLabelledBy || p.Furniture(n) {
				continue
			}
			p.Checked(1)
			if n.AccessibleID.State == tree.Unreadable || n.Description.State == tree.Unreadable {
				unread = append(unread, n)
				continue
			}
			some[called{parent: n.Parent, role: n.Role, name: name}]++
			k := called{n.Parent, n.Role, name, n.Description.Value, n.AccessibleID.Value}
			if of, ok := first[k]; !ok {
				first[k] = n.ID
			} else if distinct(&p.Nodes[of], n) {
				alike[of] = append(alike[of], n.ID)
			}
		}
		for _, n := range unread {
			name, _ := p.Frozen.Name(n.ID)
			some[called{parent: n.Parent, role: n.Role, name: name}]++
		}
		for _, n := range unread {
			if name, _ := p.Frozen.Name(n.ID); some[called{parent: n.Parent, role: n.Role, name: name}] > 1 {
				p.UndecidedAt(n, "the id or the description, which may tell it apart, could not be read")
			}
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if same := alike[n.ID]; len(same) > 0 {
				p.Report(n, audit.Detail{
					Why:    fmt.Sprintf("%d neighbours are all called %s.", len(same)+1, p.Short(n.ID)),
					Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("name", n.Name.Value), audit.V("alike", len(same)+1)},
					Others: same[:min(len(same), 8)],
				})
			}
		}
	},
}

// distinct reports whether two elements lie in different places.
func distinct(a, b *tree.Node) bool {
	w := min(a.Bounds.X+a.Bounds.W, b.Bounds.X+b.Bounds.W) - max(a.Bounds.X, b.Bounds.X)
	h := min(a.Bounds.Y+a.Bounds.H, b.Bounds.Y+b.Bounds.H) - max(a.Bounds.Y, b.Bounds.Y)
	over := tree.Rect{W: w, H: h}.Area() // neighbours of a page share a pixel
	return 2*over < min(a.Bounds.Area(), b.Bounds.Area())
}

// rowed reports whether an element is in a row, a cell or an item: their text is its
// context.
func rowed(p *audit.Pass, n *tree.Node) bool {
	return p.Above("row or item", n, func(u *tree.Node) bool {
		switch u.Role {
		case tree.RoleRow, tree.RoleCell, tree.RoleListItem, tree.RoleTreeItem, tree.RoleOption:
			return true
		}
		return false
	}) != nil
}

var linkSameName = &audit.Rule{
	ID: "link-same-name", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"2.4.4"},
	Title: "Links of one name to different places",
	Explanation: "Screen readers list the links of a page by their names; three times \"More\" that lead to three places cannot be told " +
		"apart there. Looked at: the names of links and their targets. Reported once, at the first.",
	Remedy: audit.Remedy{
		Any: "Say in the name where the link leads.",
		Web: "Write the target into the text, or use aria-label (\"More about shipping\").",
	},
	Quiet: "Links to the same place; links in rows, items and cells, whose text is their context, and in paragraphs (WCAG 2.4.4 allows " +
		"the context). Links whose target was not told are undecided.",
	Needs: audit.NeedURIs,
	Whole: func(p *audit.Pass) {
		first, uri := map[called]tree.NodeID{}, map[tree.NodeID]string{}
		others := map[tree.NodeID][]tree.NodeID{}
		unsure := map[called]bool{}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Role != tree.RoleLink || !p.InScope(n.ID) || !p.Shown(n.ID) {
				continue
			}
			name := inspector.Normalize(p.Name(n).Text)
			context := rowed(p, n) || p.Above("paragraph", n, func(u *tree.Node) bool { return u.Role == tree.RoleParagraph }) != nil
			if name == "" || context {
				continue
			}
			p.Checked(1)
			if !p.RolesKnown(n.ID) {
				p.UndecidedAt(n, "whether it lies in a row or a paragraph could not be read")
				continue
			}
			k := called{parent: p.Top(n.ID), role: n.Role, name: name}
			to, told := p.URIs[n.ID]
			if !told || to == "" {
				p.UndecidedAt(n, "the target of a link is not known")
				unsure[k] = true
				continue
			}
			if of, ok := first[k]; !ok {
				first[k], uri[n.ID] = n.ID, to
			} else if uri[of] != to {
				others[of] = append(others[of], n.ID)
			}
		}
		for k := range unsure {
			if of, ok := first[k]; ok && len(others[of]) == 0 {
				p.UndecidedAt(&p.Nodes[of], "the target of a link of the same name is not known")
			}
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if list := others[n.ID]; len(list) > 0 {
				here, there := audit.Target(uri[n.ID]), audit.Target(p.URIs[list[0]])
				why := fmt.Sprintf("%d links are called %q; this one leads to %s, the next to %s.", len(list)+1, p.Name(n).Text, here, there)
				if here == there {
					why = fmt.Sprintf("%d links are called %q; they lead to %s, and differ in what is not shown of their addresses.", len(list)+1, p.Name(n).Text, here)
				}
				p.Report(n, audit.Detail{
					Why:    why,
					Values: []audit.Value{audit.V("target", here), audit.V("other target", there)},
					Others: list[:min(len(list), 8)],
				})
			}
		}
	},
}

var parentChildSame = &audit.Rule{
	ID: "parent-child-same", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "The same element twice, one in the other",
	Explanation: "Tab stops twice at what looks like one control, and a screen reader says it twice. Looked at: a child with the role and " +
		"name of its parent, both of which take the focus.",
	Remedy: audit.Remedy{
		Any:  "Let one of the two take the focus, and give the other the role of a box.",
		GTK3: "Call gtk_widget_set_can_focus with FALSE on one of them.",
		GTK4: "Call gtk_widget_set_focusable with FALSE on one of them, or give it GTK_ACCESSIBLE_ROLE_PRESENTATION.",
		Qt:   "Call setFocusPolicy(Qt::NoFocus) on one of them, or setFocusProxy.",
		Web:  "Take tabindex from one of them.",
	},
	Quiet: "Elements without a name; tree items in tree items; one of the two that does not take the focus.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return n.Parent > 0 && n.States.Has(tree.Focusable) && n.Role != tree.RoleTreeItem
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		up := &p.Nodes[n.Parent]
		name, named := p.Frozen.Name(n.ID)
		other, otherNamed := p.Frozen.Name(up.ID)
		if named && otherNamed && name == other && up.Role == n.Role && up.States.Has(tree.Focusable) && p.Shown(up.ID) {
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("It lies in another %s, and both take the focus.", p.Short(up.ID)),
				Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("name", n.Name.Value)}, Others: []tree.NodeID{up.ID},
			})
		}
	},
}
