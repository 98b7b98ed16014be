package structure

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var ownTree = audit.Remedy{
	Any:  "Mend the accessible object of the custom widget: parent, children and index must agree.",
	GTK3: "Implement get_parent, get_n_children, ref_child and get_index_in_parent of the AtkObject together; call atk_object_set_parent.",
	GTK4: "Use gtk_widget_set_parent and gtk_accessible_set_accessible_parent; the rest follows.",
	Qt:   "Implement parent, childCount, child and indexOfChild of the QAccessibleInterface together.",
	Web:  "Report it to the browser; for ARIA look at aria-owns, which must not name an element twice.",
}

var indexParent = &audit.Rule{
	ID: "index-parent-mismatch", Group: audit.Structure, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Parent and child disagree",
	Explanation: "A screen reader walks from a child to its parent and to the next child; where the two disagree it loses its place or " +
		"walks in a circle. Looked at: what each child answered about its parent and its place, against the list of the parent.",
	Remedy: ownTree,
	Quiet: "Children that are made on demand (manages-descendants, transient), whose index is that of a cell; children of a list that " +
		"was cut while it was read; popups that name what they belong to. A parent that is not in the tree is undecided, and another " +
		"place is for review: GTK 3 counts popups among the children of a window, and lists them elsewhere.",
	Needs: audit.NeedLinks, Everywhere: true,
	Whole: func(p *audit.Pass) {
		place := places(p)
		for i := 1; i < len(p.Nodes); i++ {
			n := &p.Nodes[i]
			if !p.InScope(n.ID) || p.Nodes[n.Parent].States.Has(tree.ManagesDescendants) || n.States.Has(tree.Transient) || p.CutAt(n.Parent) {
				continue
			}
			up, asked := p.Links.Parents[n.ID]
			index, placed := p.Links.Index[n.ID]
			if !asked && !placed {
				continue
			}
			p.Checked(1)
			strange := asked && up != n.Parent
			switch {
			case asked && up == tree.None:
				// Measured with GTK 4.8, and with popovers of GTK 3: none, or one that is
				// not in the tree.
				p.Undecided("the parent that it names is not in the tree")
			case asked && slices.Contains(audit.Related(n, tree.PopupFor), up):
			case (strange || placed && index != place[n.ID] && n.Parent != 0) && !(n.StatesRead && p.Nodes[n.Parent].StatesRead && (n.RelationsRead || !strange)):
				p.UndecidedAt(n, "the states or the relations could not be read")
			case asked && up != n.Parent:
				says := p.Placed(up)
				d := audit.Detail{
					Why:    fmt.Sprintf("It is listed as a child of %s and says that its parent is %s.", p.Placed(n.Parent), says),
					Values: []audit.Value{audit.V("listed by", p.Short(n.Parent)), audit.V("parent", says)}, Kind: "parent",
				}
				if p.Toolkit == audit.GTK3 && p.Nodes[n.Parent].Parent == 0 && n.NativeRole == "panel" {
					d.Severity, d.Blame = audit.Info, "GTK 3 lists a popover below its window, and the popover names what it points at"
				}
				p.Report(n, d)
			case placed && index != place[n.ID] && n.Parent != 0:
				d := audit.Detail{
					Why:    fmt.Sprintf("It is child %d of its parent and says that it is child %d.", place[n.ID], index),
					Values: []audit.Value{audit.V("listed at", place[n.ID]), audit.V("index", index)}, Kind: "index", Severity: audit.Review,
				}
				if p.Toolkit == audit.GTK3 && index < len(p.Nodes[n.Parent].Children) && ownOrder(&p.Nodes[n.Parent]) {
					d.Severity, d.Blame = audit.Info, "GTK 3 numbers the children of a window and of a header bar in another order than it lists them"
				}
				p.Report(n, d)
			}
		}
	},
}

// ownOrder reports whether GTK 3.24 counts the children of an element in two ways:
// windows with a title bar of their own, and header bars with a title of their own.
func ownOrder(n *tree.Node) bool {
	return n.NativeRole == "frame" || n.NativeRole == "dialog" || n.NativeRole == "panel"
}

// places counts each element among its siblings, from 0.
func places(p *audit.Pass) []int {
	at := make([]int, len(p.Nodes))
	for i := range p.Nodes {
		for k, c := range p.Nodes[i].Children {
			at[c] = k
		}
	}
	return at
}

var childDead = &audit.Rule{
	ID: "child-null-or-dead", Group: audit.Structure, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "A child that is not there",
	Explanation: "A screen reader that steps onto such a child stops, or says nothing. A test cannot know whether its element is among " +
		"them. Looked at: children that answered that they do not exist, and lists that name fewer children than they claim.",
	Remedy: audit.Remedy{
		Any:  "Take destroyed children off the list before their accessible objects go, and count only what can be given out.",
		GTK3: "Emit children-changed::remove before the child is destroyed; get_n_children and ref_child must agree.",
		Qt:   "Call QAccessible::deleteAccessibleInterface when a child goes; childCount must be what child() can answer.",
		Web:  "Report it to the browser.",
	},
	Quiet: "Lists whose children are made on demand; readings that ran out of time or were disturbed (undecided). A list that claims " +
		"more than it names is reported once, at the list.",
	Everywhere: true,
	Whole: func(p *audit.Pass) {
		p.Checked(len(p.Nodes))
		if p.Links != nil {
			for _, id := range p.Links.Dead {
				n := p.Node(id)
				if n != nil && (!n.StatesRead || n.Parent != tree.None && !p.Nodes[n.Parent].StatesRead) {
					p.UndecidedAt(n, "whether children are made on demand could not be read")
					continue
				}
				if n == nil || !p.InScope(id) || n.States.Has(tree.Transient) || n.Parent != tree.None && p.Nodes[n.Parent].States.Has(tree.ManagesDescendants) {
					continue
				}
				p.Report(n, audit.Detail{
					Why:    fmt.Sprintf("%s lists it, and it answers that it does not exist.", p.Placed(max(n.Parent, 0))),
					Values: []audit.Value{audit.V("handle", n.Handle)}, Kind: "dead",
				})
			}
		}
		for _, c := range p.Cuts {
			n := &p.Nodes[c.Node]
			if !p.InScope(c.Node) && c.Node != 0 {
				continue
			}
			switch c.Reason {
			case tree.CutCountMismatch:
				if n.States.Has(tree.ManagesDescendants) {
					continue
				}
				if !n.StatesRead {
					p.UndecidedAt(n, "whether children are made on demand could not be read")
					continue
				}
				p.Report(n, audit.Detail{
					Why:    fmt.Sprintf("It claims other children than it names: %s.", missing(c)),
					Values: []audit.Value{audit.V("children", len(n.Children)), audit.V("missing", c.Missing), audit.V("detail", c.Detail)}, Kind: "count",
				})
			case tree.CutUnreadable, tree.CutTime, tree.CutChanged, tree.CutEnded:
				p.Undecided("the children could not be read: " + string(c.Reason))
			}
		}
	},
}

func missing(c tree.Cut) string {
	switch {
	case c.Detail != "":
		return c.Detail
	case c.Missing > 0:
		return fmt.Sprintf("%d are missing", c.Missing)
	}
	return "it is not known how many"
}

var cycle = &audit.Rule{
	ID: "cycle", Group: audit.Structure, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "An element inside itself",
	Explanation: "Whoever walks the tree never comes to an end: screen readers hang, searches run until their limit. Looked at: elements " +
		"that came up as their own ancestor while the tree was read.",
	Remedy:     ownTree,
	Quiet:      "An element that two parents list (GTK 3 lists the menu of a combo box twice) is no cycle.",
	Everywhere: true,
	Whole: func(p *audit.Pass) {
		p.Checked(len(p.Nodes))
		for _, c := range p.Cuts {
			if c.Reason == tree.CutCycle && (p.InScope(c.Node) || c.Node == 0) {
				p.Report(&p.Nodes[c.Node], audit.Detail{
					Why:    "One of its children is the element itself or one of its ancestors.",
					Values: []audit.Value{audit.V("handle", p.Nodes[c.Node].Handle), audit.V("detail", c.Detail)},
				})
			}
		}
	},
}

var appParent = &audit.Rule{
	ID: "app-parent-not-desktop", Group: audit.Structure, Severity: audit.Error,
	Title: "The application's parent is not the desktop",
	Explanation: "Screen readers find the application of an element by going up until the desktop; where the way ends elsewhere they " +
		"ignore the application (Orca did, with AccessKit). Looked at: the parent that the application itself names.",
	Remedy: audit.Remedy{
		Any:  "Return the parent that the registry gave when the application registered (the answer of Embed).",
		GTK3: "Update at-spi2-core: the bridge answers for GTK 3.",
		Qt:   "Update Qt: the bridge answers for its applications.",
	},
	Quiet: "Applications that were not asked.",
	Needs: audit.NeedLinks,
	Whole: func(p *audit.Pass) {
		if p.Links.RootParent == "" && !p.Links.RootIsDesktop {
			p.Undecided("the application did not name its parent")
			return
		}
		p.Checked(1)
		if !p.Links.RootIsDesktop {
			p.Report(&p.Nodes[0], audit.Detail{
				Why:    fmt.Sprintf("It says that its parent is %q, which is not the desktop.", p.Links.RootParent),
				Values: []audit.Value{audit.V("parent", p.Links.RootParent)},
			})
		}
	},
}
