package testability

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var setID = audit.Remedy{
	Any:  "Give the element an accessible id that a person chose and that stays the same.",
	GTK3: "Call atk_object_set_accessible_id on gtk_widget_get_accessible (ATK 2.34); GTK 3.24 does not take it from the .ui file by itself (measured).",
	GTK4: "Before GTK 4.22 nothing can be set: give it a name of its own, and its container one. From 4.22 on implement GtkAccessible.get_accessible_id.",
	Qt:   "Call QObject::setObjectName; Qt 6.9 also has QAccessible::Identifier.",
	Web:  "Give the element an id attribute.",
}

var idMissing = &audit.Rule{
	ID: "id-missing", Group: audit.Testability, AnyRole: true, Severity: audit.Info, InTestability: audit.Error,
	Title: "Interactive element without an id",
	Explanation: "Without an id a test names the element by its text, which changes with the language and with every " +
		"correction of a word. Looked at: the accessible id of every element that a person acts on.",
	Remedy: setID,
	Quiet: "What the toolkit makes: parts of combo boxes and spin buttons, buttons of title bars. Items, rows and cells, " +
		"whose text is what names them. GTK tells ids only of what is acted on; where it was not asked the element is undecided. " +
		"GTK 4 before 4.22 has no ids at all: information in every profile.",
	Applies: func(p *audit.Pass, n *tree.Node) bool { return n.Interactive() && !listed(p, n) && !p.Furniture(n) },
	Check: func(p *audit.Pass, n *tree.Node) {
		switch {
		case n.AccessibleID.State == tree.Unreadable:
			p.Undecided("the id could not be read")
		case n.AccessibleID.IsKnown() && n.AccessibleID.Value != "":
		case p.InTitleBarUnread(n):
			p.Undecided("where it is could not be read: it may be a button of the title bar")
		default:
			d := audit.Detail{
				Why:    fmt.Sprintf("The %s says that it has no id.", n.Role),
				Values: []audit.Value{audit.V("id", n.AccessibleID.State), audit.V("name", n.Name.Value)},
			}
			if p.Toolkit == audit.GTK4 {
				d.Blame, d.Severity = "GTK 4 before 4.22 has no accessible ids", audit.Info
			}
			p.Report(n, d)
		}
	},
}

// listed reports whether an element is one of many that a program makes from data:
// items, rows, cells, and what is in them. The text of the row names those.
func listed(p *audit.Pass, n *tree.Node) bool {
	return item(n) || p.Above("item", n, item) != nil
}

func item(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleListItem, tree.RoleOption, tree.RoleRow, tree.RoleCell, tree.RoleTreeItem, tree.RoleColumnHeader, tree.RoleRowHeader:
		return true
	}
	return false
}

var idDuplicate = &audit.Rule{
	ID: "id-duplicate", Group: audit.Testability, AnyRole: true, Severity: audit.Warning, InTestability: audit.Error,
	Title: "The same id twice in one window",
	Explanation: "An id names one element. Where two have it, a test that uses it acts on the first that comes, today's or " +
		"tomorrow's. Looked at: the ids of all elements of each window.",
	Remedy: audit.Remedy{
		Any:  "Give each element an id of its own, or take the copied one away.",
		GTK3: "Change the id of one widget in the .ui file, or call atk_object_set_accessible_id for each copy of a template.",
		Qt:   "Call QObject::setObjectName with a name of its own for each copy of a form.",
		Web:  "An id must be unique in its document (HTML, the id attribute).",
	},
	Quiet:      "Items, rows, cells and what is in them: templates of a list repeat their ids, and the row tells them apart.",
	Everywhere: true,
	Whole: func(p *audit.Pass) {
		type place struct {
			top tree.NodeID
			id  string
		}
		at := map[place][]tree.NodeID{}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !p.RolesKnown(n.ID) {
				if n.AccessibleID.Value != "" && p.InScope(n.ID) {
					p.UndecidedAt(n, "whether it lies in a row or an item could not be read")
				}
				continue
			}
			if top := p.Top(n.ID); n.AccessibleID.Value != "" && top != tree.None && p.InScope(n.ID) {
				p.Checked(1)
				if k := (place{top, n.AccessibleID.Value}); !listed(p, n) {
					at[k] = append(at[k], n.ID)
				}
			}
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			k := place{p.Top(n.ID), n.AccessibleID.Value}
			same := at[k]
			if len(same) < 2 || same[0] != n.ID {
				continue
			}
			d := audit.Detail{
				Why:    fmt.Sprintf("%d elements of this window have the id %q: %s.", len(same), k.id, p.List(same)),
				Values: []audit.Value{audit.V("id", k.id), audit.V("elements", len(same))},
				Others: same[1:], About: fmt.Sprintf("id %q in a %s", k.id, p.Nodes[k.top].Role),
			}
			browsers(p, n, &d)
			p.Report(n, d)
		}
	},
}

// pattern is one way to number elements.
type pattern struct {
	is   *regexp.Regexp
	word string
}

// madeUp are the ways in which programs number what nobody named.
var madeUp = []pattern{
	{regexp.MustCompile(`(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}`), "holds a UUID"},
	{regexp.MustCompile(`(?i)^(?:[a-z]+[-_:])?(?:[a-f]*[0-9]+[a-f]+[0-9a-f]*[0-9][0-9a-f]*|0x[0-9a-f]+)$`), "is a number in hex"},
	{regexp.MustCompile(`^[0-9]+$|^:r[0-9a-z]+:$|^«r[0-9a-z]+»$`), "is a number"},
	{regexp.MustCompile(`[0-9]{5,}`), "holds a long number"},
	{regexp.MustCompile(`^(?:Q|Gtk|gtk_|ember|yui_|ext-gen|react-|mui-|radix-)[A-Za-z_-]*[-_:]?r?[0-9]+:?$`), "is the class of the toolkit with a counter"},
	{regexp.MustCompile(`^(?i:widget|button|label|entry|textbox|panel|control|item|element|lineEdit|pushButton|comboBox|checkBox|view|node|id|el|auto)[-_]?[0-9]+$`), "is a kind of element with a counter"},
}

var idGenerated = &audit.Rule{
	ID: "id-generated", Group: audit.Testability, AnyRole: true, Severity: audit.Warning, InTestability: audit.Warning,
	Title: "An id that a program made up",
	Explanation: "An id with a counter or a random number is another one after a restart or after an element was added, and a " +
		"test that uses it fails or acts on another element. Looked at: what ids look like (UUID, hex, class with a counter), and, " +
		"with an earlier reading, whether the id of the same element changed.",
	Remedy: setID,
	Quiet:  "Words with a number that a person writes (\"line2\", \"step-3\", \"sha256\"); items, rows and cells; what the toolkit makes.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Interactive() && !listed(p, n) && !p.Furniture(n)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		id := n.AccessibleID
		if id.State == tree.Unreadable {
			p.Undecided("the id could not be read")
			return
		}
		if id.Value == "" {
			return
		}
		if p.Earlier != nil {
			if was := p.Earlier.ByHandle(n.Handle); was != tree.None && p.Earlier.Nodes[was].Role == n.Role {
				if before := p.Earlier.Nodes[was].AccessibleID; before.IsKnown() && before.Value != id.Value {
					p.Report(n, audit.Detail{
						Why:    fmt.Sprintf("The same element had the id %q before, and has %q now.", before.Value, id.Value),
						Values: []audit.Value{audit.V("id", id.Value), audit.V("id before", before.Value)}, Kind: "changed",
					})
					return
				}
			}
		}
		if i := slices.IndexFunc(madeUp, func(m pattern) bool { return m.is.MatchString(id.Value) }); i >= 0 {
			d := audit.Detail{
				Why:    fmt.Sprintf("The id %q %s.", id.Value, madeUp[i].word),
				Values: []audit.Value{audit.V("id", id.Value)}, Kind: madeUp[i].word,
			}
			browsers(p, n, &d)
			p.Report(n, d)
		}
	},
}

// browsers marks what is in the window of a browser and not in a page: nobody who makes
// pages can mend it.
func browsers(p *audit.Pass, n *tree.Node, d *audit.Detail) {
	if p.OfBrowser(n) {
		d.Blame, d.Severity = "the browser's own window numbers its parts", audit.Info
	}
}
