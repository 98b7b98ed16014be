package naming

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var nameValue = &audit.Rule{
	ID: "name-is-value", Group: audit.Naming, Severity: audit.Warning, InTestability: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Name that is only the value",
	Explanation: "A field that is called by what it holds has no name of its own: a person hears \"Germany\" and not \"Country\", " +
		"and a locator with it is stale as soon as the value changes.",
	Remedy: audit.Remedy{
		Any:  "Give the field a label of its own.",
		GTK3: "gtk_label_set_mnemonic_widget, or atk_object_set_name on the accessible of the combo box.",
		GTK4: "gtk_label_set_mnemonic_widget, or GTK_ACCESSIBLE_PROPERTY_LABEL.",
		Qt:   "QLabel::setBuddy or setAccessibleName; QComboBox and QLineEdit have no name without.",
		Web:  "<label for> or aria-label.",
	},
	Quiet: "Buttons that show a value, and fields that a label names. In a single reading the two may be equal by chance: then a " +
		"person has to look (combo boxes of GTK 3 and Qt are always called so); with an earlier reading it is a fault when the name went along with the value.",
	Applies: func(p *audit.Pass, n *tree.Node) bool { return holdsValue[n.Role] && p.PartOf(n) == nil },
	Check: func(p *audit.Pass, n *tree.Node) {
		name := audit.Speakable(n.Name.Value)
		if name == "" || n.NameFrom != tree.NameOwn || n.Secret || n.Role == tree.RolePassword || passwordLike(p, n) {
			return
		}
		value, known := valueOf(p, n)
		if !known {
			p.Undecided("the value could not be read")
			return
		}
		if name != value {
			return
		}
		d := audit.Detail{
			Why:      "Its name and its value are the same text.",
			Values:   []audit.Value{audit.V("name", p.Said(n, n.Name.Value)), audit.V("value", p.Said(n, value))},
			Severity: audit.Review,
		}
		if before := earlier(p, n); before != nil {
			old := audit.Speakable(before.Name.Value)
			switch was := audit.Speakable(before.Value.Value); {
			case was != "" && was != value && old == name:
				return // the value went on, the name stayed
			case old != "" && old != name:
				d.Severity = audit.Off
				d.Why = "Its name is its value, and changed with it."
				d.Values = append(d.Values, audit.V("earlier name", p.Said(n, before.Name.Value)))
			}
		}
		if (p.Toolkit == audit.GTK3 || p.Toolkit == audit.Qt) && n.Role == tree.RoleCombobox {
			d.Severity, d.Kind = audit.Off, "combo box"
			d.Why = string(p.Toolkit) + " calls a combo box without a name of its own by what is chosen in it."
			if len(audit.Related(n, tree.LabelledBy)) > 0 {
				d.Blame = string(p.Toolkit) + " calls a combo box by its value even where a label is tied to it"
				d.Why = string(p.Toolkit) + " calls it by what is chosen in it, although a label is tied to it."
			}
		}
		p.Report(n, d)
	},
}

var holdsValue = audit.Roles(tree.RoleTextbox, tree.RoleSearchbox, tree.RoleCombobox, tree.RoleSpinbutton, tree.RoleSlider)

// valueOf returns what a field holds: its value, or of a combo box the item that is
// chosen. False says that it could not be read.
func valueOf(p *audit.Pass, n *tree.Node) (string, bool) {
	if n.Value.State != tree.Absent || n.Role != tree.RoleCombobox {
		return strings.TrimSpace(n.Value.Value), n.Value.State != tree.Unreadable
	}
	chosen, name := "", audit.Speakable(n.Name.Value)
	read := !p.CutWithin(n.ID)
	p.Down(n, func(c *tree.Node) bool {
		read = read && c.StatesRead && !c.RoleUnread() && c.Name.State != tree.Unreadable
		// GTK 3 does not say of the items of a closed combo box which is chosen.
		switch {
		case c.Role != tree.RoleOption && c.Role != tree.RoleListItem && c.Role != tree.RoleMenuItem && c.Role != tree.RoleLabel:
		case c.States.Has(tree.Selected) || audit.Speakable(c.Name.Value) == name:
			chosen = audit.Speakable(c.Name.Value)
		}
		return chosen == ""
	})
	return chosen, read
}

// earlier returns the same element in the reading before, or nil. Handles may be used
// again, so that the role has to be the same, too.
func earlier(p *audit.Pass, n *tree.Node) *tree.Node {
	if p.Earlier == nil || !p.Earlier.Application.SameProcess(p.Application) {
		return nil
	}
	if id := p.Earlier.ByHandle(n.Handle); id != tree.None && p.Earlier.Nodes[id].Role == n.Role {
		return &p.Earlier.Nodes[id]
	}
	return nil
}

var nameUnstable = &audit.Rule{
	ID: "name-unstable", Group: audit.Naming, Severity: audit.Info, InTestability: audit.Warning, Needs: audit.NeedEarlier,
	Title: "Name that changes by itself",
	Explanation: "The name of a control changed between two readings while nobody acted: a clock, a counter, \"3 unread\". A " +
		"locator with this name is stale soon; a person who remembers the name does not find it again.",
	Remedy: audit.Remedy{
		Any: "Keep the name, and show what changes as description or value. A test may use the accessible id.",
		Web: "aria-label for the name, aria-describedby for what changes.",
	},
	Quiet: "Labels, status bars, timers, rows and windows, whose purpose it is to change; elements that moved, changed their " +
		"role, or got another state or value meanwhile; names that follow the value (name-is-value).",
	Applies: func(p *audit.Pass, n *tree.Node) bool { return n.Interactive() && !rowLike[n.Role] },
	Check: func(p *audit.Pass, n *tree.Node) {
		before := earlier(p, n)
		switch {
		case before == nil || !n.Name.IsKnown() || !before.Name.IsKnown():
			return
		case folded(before.Name.Value) == folded(n.Name.Value), n.Secret, before.Secret,
			before.Bounds.Rect != n.Bounds.Rect, before.AccessibleID != n.AccessibleID, before.States != n.States, before.Value != n.Value:
			return
		}
		p.Report(n, audit.Detail{
			Why:    "Between two readings its name changed, and nothing else of it.",
			Values: []audit.Value{audit.V("earlier name", p.Said(n, before.Name.Value)), audit.V("name", p.Said(n, n.Name.Value))},
		})
	},
}
