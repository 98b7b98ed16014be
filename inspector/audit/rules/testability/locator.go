package testability

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Proofs cost a comparison with every element that looks alike: so many are made for
// their words, the rest is told in general.
const (
	mostProofs = 100
	mostTwins  = 8 // that a finding lists
)

var locatorAmbiguous = &audit.Rule{
	ID: "locator-ambiguous", Group: audit.Testability, Severity: audit.Warning, InTestability: audit.Error,
	Title: "Elements that nothing tells apart",
	Explanation: "A test, a macro or a person at the telephone cannot say which one is meant: role, name, id, label, description, row " +
		"and every named container around them are the same. A recorded step on one of them is refused. Looked at: whether any " +
		"locator matches exactly this element of the complete tree.",
	Remedy: audit.Remedy{
		Any:  "Give each a name of its own (\"Delete order 1042\"), an id, or a name to the container around it.",
		GTK3: "Set the label, or atk_object_set_name and atk_object_set_accessible_id on gtk_widget_get_accessible; a GtkFrame with a label names a container.",
		GTK4: "Set the label, or gtk_accessible_update_property with GTK_ACCESSIBLE_PROPERTY_LABEL, on the element or on the container around it.",
		Qt:   "Call QWidget::setAccessibleName or QObject::setObjectName; a QGroupBox with a title names a container.",
		Web:  "Use aria-label or aria-labelledby, an id, or role=group with aria-label around each.",
	},
	Quiet: "Elements that are told apart by the heading of their row or column, by a named container, by description or by id; what " +
		"is not shown. Where a part of the tree could not be read the element is undecided: a twin may be there.",
	Whole: func(p *audit.Pass) {
		badges := p.Survey().Badges
		proofs := 0
		unread, doubted := unreadNames(p), doubts(p)
		for _, twins := range twinsOf(p, badges) {
			for _, id := range twins {
				proofs++
				n := &p.Nodes[id]
				if len(twins) == 1 && unread[n.Role] || unread[tree.RoleUnknown] || doubted[sameOf(p, n)] {
					p.UndecidedAt(n, "what could not be read may be a twin")
					continue
				}
				d := audit.Detail{
					Why:    apart(p, id, twins, proofs <= mostProofs && len(twins) <= mostProofs),
					Values: []audit.Value{audit.V("role", n.Role), audit.V("name", n.Name.Value), audit.V("alike", len(twins))},
					Others: others(twins, id),
				}
				if p.Toolkit == audit.GTK4 && n.Role == tree.RoleTab && n.Name.Value == "Tab" {
					d.Blame = audit.GTK4Tab
				}
				p.Report(n, d)
			}
		}
		for i := range p.Nodes {
			id := p.Nodes[i].ID
			if badges[i] == inspector.BadgeNone || !p.InScope(id) || !p.Shown(id) {
				continue
			}
			p.Checked(1)
			if badges[i] == inspector.BadgeUnproven {
				p.UndecidedAt(&p.Nodes[i], "what could not be read may be a twin")
			}
		}
	},
}

// unreadNames are the roles of elements whose name was not read, unknown for elements whose
// role was not.
func unreadNames(p *audit.Pass) map[tree.Role]bool {
	roles := map[tree.Role]bool{}
	for i := range p.Nodes {
		switch n := &p.Nodes[i]; {
		case n.RoleUnread():
			roles[tree.RoleUnknown] = true
		case n.Name.State == tree.Unreadable:
			roles[n.Role] = true
		}
	}
	return roles
}

// doubtful reports whether something that could tell an element apart was not read: its id
// or description, the name of a container around it, or a text in its row.
func doubtful(p *audit.Pass, n *tree.Node) bool {
	unnamed := func(c *tree.Node) bool { return c.Name.State == tree.Unreadable }
	if n.AccessibleID.State == tree.Unreadable || n.Description.State == tree.Unreadable ||
		p.Above("container, name unread", n, func(u *tree.Node) bool { return unnamed(u) && u.Role.Container() }) != nil {
		return true
	}
	row := p.Above("row", n, func(u *tree.Node) bool { return u.Role == tree.RoleRow })
	return row != nil && (unnamed(row) || p.CutWithin(row.ID) || p.Below("name unread", row, unnamed) > 0)
}

// same is what twins share.
type same struct {
	role tree.Role
	name string
}

func sameOf(p *audit.Pass, n *tree.Node) same {
	name, _ := p.Frozen.Name(n.ID)
	return same{n.Role, name}
}

// doubts are the twins of which one is doubtful: what tells one apart is what the others lack.
func doubts(p *audit.Pass) map[same]bool {
	found, ids := map[same]bool{}, map[tree.Role]bool{} // ids: of the role one was not read
	for i := range p.Nodes {
		n := &p.Nodes[i]
		ids[n.Role] = ids[n.Role] || n.AccessibleID.State == tree.Unreadable
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Interactive() && p.Shown(n.ID) && (doubtful(p, n) || n.AccessibleID.Value != "" && ids[n.Role]) {
			found[sameOf(p, n)] = true
		}
	}
	return found
}

// twinsOf gathers the shown elements in scope that nothing tells apart, by window, role
// and name, in the order of the document.
func twinsOf(p *audit.Pass, badges []inspector.Badge) [][]tree.NodeID {
	type alike struct {
		window, name string
		top, self    tree.Role
	}
	at := map[alike]int{}
	var groups [][]tree.NodeID
	for i := range p.Nodes {
		n := &p.Nodes[i]
		top := p.Top(n.ID)
		if badges[i] != inspector.BadgeAmbiguous || top == tree.None || !p.InScope(n.ID) || !p.Shown(n.ID) {
			continue
		}
		k := alike{top: p.Nodes[top].Role, self: n.Role}
		k.window, _ = p.Frozen.Name(top)
		k.name, _ = p.Frozen.Name(n.ID)
		g, ok := at[k]
		if !ok {
			g = len(groups)
			at[k] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], n.ID)
	}
	return groups
}

// apart says what elements have in common and what would tell them apart.
func apart(p *audit.Pass, id tree.NodeID, twins []tree.NodeID, prove bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "No locator fits %s alone", p.Short(id))
	if prove {
		proof := p.Target(id).Proof
		var list []tree.NodeID
		var differ []string
		for _, t := range proof.Twins {
			if !t.Matches {
				continue
			}
			list = append(list, t.Node)
			for _, d := range t.Differs {
				if !slices.Contains(differ, d) {
					differ = append(differ, d)
				}
			}
		}
		if len(list) > 0 {
			fmt.Fprintf(&b, ": it fits %s, too", p.List(list))
		}
		if len(differ) > 0 {
			fmt.Fprintf(&b, "; they differ in %s, but not each from all others", strings.Join(differ, ", "))
		}
	} else if len(twins) > 1 {
		fmt.Fprintf(&b, ": %d look alike", len(twins))
	}
	b.WriteString(". ")
	if n := &p.Nodes[id]; n.Name.IsKnown() && len(twins) == 1 && n.Role == tree.RoleCombobox {
		b.WriteString("Its name is only what is chosen. ")
	}
	if own := ownContainer(p, id, twins); own != nil {
		fmt.Fprintf(&b, "A name for the %s around it, or an id, would tell it apart.", own.NativeRole)
	} else {
		b.WriteString("A name of its own or an id would tell it apart.")
	}
	return b.String()
}

// ownContainer is the outermost unnamed container that holds an element and none of its
// twins, nil where there is none that a locator could use.
func ownContainer(p *audit.Pass, id tree.NodeID, twins []tree.NodeID) *tree.Node {
	var own *tree.Node
	for up := p.Nodes[id].Parent; up > 0; up = p.Nodes[up].Parent {
		if slices.ContainsFunc(others(twins, id), func(t tree.NodeID) bool { return p.Inside(t, up) }) {
			break
		}
		if _, named := p.Frozen.Name(up); !named && p.Nodes[up].Role.Container() {
			own = &p.Nodes[up]
		}
	}
	return own
}

// others returns the nearest few of the twins of an element.
func others(twins []tree.NodeID, id tree.NodeID) []tree.NodeID {
	at, _ := slices.BinarySearch(twins, id)
	from := max(min(at-mostTwins/2, len(twins)-mostTwins-1), 0)
	near := slices.Clone(twins[from:min(from+mostTwins+1, len(twins))])
	return slices.DeleteFunc(near, func(t tree.NodeID) bool { return t == id })
}

var locatorIndexOnly = &audit.Rule{
	ID: "locator-index-only", Group: audit.Testability, AnyRole: true, Severity: audit.Warning, InTestability: audit.Error,
	Title: "An element that only its place tells apart",
	Explanation: "An element without a name can be named by \"the third button\" alone, which is another button as soon as one is " +
		"added. Looked at: elements without a name of which no label, id, description, row or named container makes one.",
	Remedy: audit.Remedy{
		Any:  "Give the element a name; in a table, a first column with a text that names the row.",
		GTK3: "Call atk_object_set_name on gtk_widget_get_accessible, or set a label with gtk_label_set_mnemonic_widget.",
		GTK4: "Call gtk_accessible_update_property with GTK_ACCESSIBLE_PROPERTY_LABEL, or gtk_label_set_mnemonic_widget.",
		Qt:   "Call QWidget::setAccessibleName, or QLabel::setBuddy.",
		Web:  "Give it text, a <label for>, or aria-label; <th scope=row> for the text of a row.",
	},
	Quiet: "What the toolkit makes for a control; items of a list that cannot be chosen; an unnamed element that is the only one of its role in the window " +
		"(name-missing-interactive tells it). What lies over a picture in GTK 4 may be the controls of a video: a person has to look.",
	Whole: func(p *audit.Pass) {
		var unnamed []tree.NodeID
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if p.Survey().Badges[i] == inspector.BadgeUnnamed && p.InScope(n.ID) && p.Shown(n.ID) && acted(p, n) && !p.Furniture(n) {
				unnamed = append(unnamed, n.ID)
			}
		}
		p.Checked(len(unnamed))
		alike := map[tree.Role]int{}
		for _, id := range unnamed {
			alike[p.Nodes[id].Role]++
		}
		standings, unread, doubted := p.Standings(unnamed), unreadNames(p), doubts(p)
		for _, id := range unnamed {
			n := &p.Nodes[id]
			switch {
			case standings[id] == inspector.StandingUnproven, n.Name.State == tree.Unreadable, unread[tree.RoleUnknown], doubted[sameOf(p, n)]:
				p.UndecidedAt(n, "what could not be read may tell it apart")
			case standings[id] == inspector.StandingAmbiguous:
				why := fmt.Sprintf("Nothing but its place tells this %s from the %d others of its role without a name.", n.Role, alike[n.Role]-1)
				switch alike[n.Role] {
				case 2:
					why = fmt.Sprintf("Nothing but its place tells this %s from the other of its role without a name.", n.Role)
				case 1:
					why = fmt.Sprintf("Nothing but its place tells this %s without a name from others of its role.", n.Role)
				}
				if row := p.Above("row or cell", n, func(u *tree.Node) bool { return u.Role == tree.RoleRow || u.Role == tree.RoleCell }); row != nil {
					why += " It is in a row: a cell with a text of its own would name it."
				}
				if text := p.Name(n); text.From == audit.FromContent {
					why += fmt.Sprintf(" The text inside, %q, is not its name.", text.Text)
				}
				d := audit.Detail{
					Why: why,
					Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("name", n.Name.State), audit.V("id", n.AccessibleID.State),
						audit.V("description", n.Description.Value)},
				}
				if p.OverPicture(n) {
					d.Severity, d.Kind = audit.Review, "over a picture"
				}
				p.Report(n, d)
			}
		}
	},
}

// acted reports whether a person acts on an element: on items only where they can be
// focused, chosen or pressed; Chromium offers to press everything.
func acted(p *audit.Pass, n *tree.Node) bool {
	switch n.Role {
	case tree.RoleListItem, tree.RoleTreeItem, tree.RoleOption:
		return n.States.Has(tree.Focusable) || n.States.Has(tree.Selectable) || p.Toolkit != audit.Web && (n.Has(tree.VerbPress) || n.Has(tree.VerbToggle))
	}
	return true
}

var locatorLocalised = &audit.Rule{
	ID: "locator-localised", Group: audit.Testability, Severity: audit.Info,
	Title: "Named by translated text alone",
	Explanation: "A test that names elements by words of the interface runs in one language only and ends with the next correction of " +
		"a text. Looked at, for each window: how many elements have a proven locator and no id. Said once for each window.",
	Remedy: setID,
	Quiet: "Names without letters (\"7\", \"+\"); items, rows and cells, whose text is data; what the toolkit makes. Where an " +
		"id could not be read the element is undecided.",
	Whole: func(p *audit.Pass) {
		type count struct{ proven, words int }
		windows := map[tree.NodeID]*count{}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			badge, top := p.Survey().Badges[i], p.Top(n.ID)
			if badge != inspector.BadgeUnique && badge != inspector.BadgeContext || top == tree.None || !p.InScope(n.ID) || !p.Shown(n.ID) ||
				listed(p, n) || p.Furniture(n) {
				continue
			}
			p.Checked(1)
			if n.AccessibleID.State == tree.Unreadable {
				p.UndecidedAt(n, "the id could not be read")
				continue
			}
			c := windows[top]
			if c == nil {
				c = &count{}
				windows[top] = c
			}
			c.proven++
			if n.AccessibleID.Value == "" && strings.ContainsFunc(n.Name.Value, unicode.IsLetter) {
				c.words++
			}
		}
		for _, top := range p.Nodes[0].Children {
			if c := windows[top]; c != nil && c.words > 0 {
				p.Report(&p.Nodes[top], audit.Detail{
					Why:    fmt.Sprintf("%d of the %d elements of this window with a proven locator have no id: only translated text names them.", c.words, c.proven),
					Values: []audit.Value{audit.V("proven", c.proven), audit.V("by text alone", c.words)},
				})
			}
		}
	},
}
