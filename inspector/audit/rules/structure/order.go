package structure

import (
	"fmt"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

const (
	// mostDisorder is the share of pairs that may be out of order.
	mostDisorder = 0.2
	// leastOrdered and mostOrdered bound the children that are compared, each with each.
	leastOrdered = 3
	mostOrdered  = 60
)

var readingOrder = &audit.Rule{
	ID: "reading-order", Group: audit.Structure, Severity: audit.Review, Criteria: []string{"1.3.2"},
	Title: "Read in another order than seen",
	Explanation: "A screen reader reads in the order of the tree. Where that is not the order on the screen, a person hears the answer " +
		"before the question. Looked at: the shown children of a container, pair by pair: what comes later in the tree and lies " +
		"above (and not in a column of its own), or in the same line before.",
	Remedy: audit.Remedy{
		Any:  "Add the children in the order in which they are seen.",
		GTK3: "Pack in the order of the screen (gtk_box_reorder_child); gtk_header_bar_pack_end turns it around.",
		GTK4: "Use gtk_widget_insert_after; GTK_ACCESSIBLE_RELATION_FLOW_TO names another order.",
		Qt:   "Make the widgets in the order of the screen, or raise() them; QWidget::setTabOrder for the keyboard.",
		Web:  "Order the DOM as it is seen; do not turn it around with flex order or grid.",
	},
	Quiet: "Menus, menu bars, lists, tables, what the toolkit makes and the browser's own window; columns beside each other, panes that lie over each other; containers of less than three parts; scripts " +
		"that run from right to left, read from the letters of the names. Of more than 60 children the first 60 are compared.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		switch n.Role {
		case tree.RoleGeneric, tree.RoleGroup, tree.RoleWindow, tree.RoleDialog, tree.RoleForm, tree.RoleDocument, tree.RoleRegion, tree.RoleMain,
			tree.RoleTabpanel, tree.RoleToolbar:
			return len(n.Children) >= leastOrdered && n.NativeRole != "split pane" && n.NativeRole != "layered pane" && n.NativeRole != "scroll pane" &&
				!p.OfBrowser(n)
		}
		return false
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		var parts []*tree.Node
		rightToLeft, unread := 0, p.CutAt(n.ID)
		for _, c := range n.Children {
			x := &p.Nodes[c]
			unread = unread || x.RoleUnread() || !x.StatesRead || p.Shown(c) && (x.Bounds.State == tree.Unreadable || x.Name.State == tree.Unreadable)
			if !p.Shown(c) || !x.Bounds.Usable() || aside(p, x) || len(parts) == mostOrdered {
				continue
			}
			parts = append(parts, x)
			for _, r := range p.Name(x).Text {
				if unicode.In(r, unicode.Hebrew, unicode.Arabic) {
					rightToLeft++
				}
			}
		}
		if len(parts) < leastOrdered {
			return
		}
		pairs, wrong, backwards := 0, 0, 0
		var worst [2]*tree.Node
		for i, a := range parts {
			for _, b := range parts[i+1:] {
				if a.Bounds.Intersects(b.Bounds.Rect) {
					continue // one over the other: no order
				}
				pairs++
				if !before(b.Bounds.Rect, a.Bounds.Rect, rightToLeft > 0) {
					backwards++
				}
				if !before(a.Bounds.Rect, b.Bounds.Rect, rightToLeft > 0) {
					wrong++
					if worst[0] == nil {
						worst = [2]*tree.Node{a, b}
					}
				}
			}
		}
		if pairs < leastOrdered || float64(wrong) <= mostDisorder*float64(pairs) {
			return
		}
		if unread {
			p.Undecided("what its children are could not all be read")
			return
		}
		d := audit.Detail{
			Why: fmt.Sprintf("Of %d pairs of its children %d are read in another order than they are seen: %s comes before %s.",
				pairs, wrong, at(p, worst[0]), at(p, worst[1])),
			Values: []audit.Value{audit.V("pairs", pairs), audit.V("out of order", wrong)},
			Others: []tree.NodeID{worst[0].ID, worst[1].ID},
		}
		if p.Toolkit == audit.GTK3 && backwards == 0 {
			d.Blame = "GTK 3 lists the children of a grid, and what is packed at the end, from the last to the first"
		}
		if p.TreeHeadings(n) && backwards == 0 {
			d.Blame = "GTK 4 lists the headings of a tree view from the last to the first"
		}
		if p.Toolkit == audit.Qt && n.Role.TopLevel() {
			d.Severity, d.Blame = audit.Info, "Qt lists the parts of a main window in the order in which they were made"
		}
		p.Report(n, d)
	},
}

// aside reports whether a part has no place in the order of reading: it is reached in
// ways of its own (Alt for a menu bar), or says nothing.
func aside(p *audit.Pass, n *tree.Node) bool {
	switch n.Role {
	case tree.RoleScrollbar, tree.RoleSeparator, tree.RoleMenubar:
		return true
	}
	return p.Furniture(n)
}

// at names a part of a container by its place where it has no name.
func at(p *audit.Pass, n *tree.Node) string {
	return fmt.Sprintf("%s at %d,%d", p.Short(n.ID), n.Bounds.X, n.Bounds.Y)
}

// before reports whether a may be read before b: it lies above b, or on the side where
// reading begins, so that both lines and columns are an order. Two that share less than
// half of the lower one's height are in different lines.
func before(a, b tree.Rect, rightToLeft bool) bool {
	if rightToLeft {
		a.X, b.X = -a.X-a.W, -b.X-b.W
	}
	shared := min(a.Y+a.H, b.Y+b.H) - max(a.Y, b.Y)
	if 2*shared < min(a.H, b.H) {
		return a.Y < b.Y || a.X+a.W <= b.X
	}
	return a.X < b.X
}
