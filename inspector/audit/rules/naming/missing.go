package naming

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var nameMissing = &audit.Rule{
	ID: "name-missing-interactive", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Interactive element without a name",
	Explanation: "A person who does not see the screen hears only the role (\"button\"), and a test can name the element " +
		"by its place alone. Looked at: the name, what labels it, its content, its tooltip and its placeholder.",
	Remedy: audit.Remedy{
		Any:  "Give the element an accessible name or a label.",
		GTK3: "Set a label, or atk_object_set_name on gtk_widget_get_accessible; for a field, gtk_label_set_mnemonic_widget.",
		GTK4: "Set a label, or gtk_accessible_update_property with GTK_ACCESSIBLE_PROPERTY_LABEL; for a field, gtk_label_set_mnemonic_widget.",
		Qt:   "Set a text, or QWidget::setAccessibleName; for a field, QLabel::setBuddy.",
		Web:  "Give it text, a <label for>, or aria-label.",
	},
	Quiet: "Parts that toolkits make for themselves: what a combo box, a spin button, a slider or a scroll bar is made of, " +
		"and an outer menu button around exactly one named button.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return n.Interactive() },
	Check: func(p *audit.Pass, n *tree.Node) {
		switch name := p.Name(n); {
		case name.Text != "" || part(p, n) || wraps(p, n):
		case !name.Known:
			p.Undecided("the name could not be read")
		default:
			p.Report(n, audit.Detail{
				Why:    "Nothing names it: no accessible name, no label, no text inside, no tooltip.",
				Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("name", n.Name.Value), audit.V("focusable", n.States.Has(tree.Focusable))},
			})
		}
	},
}

// part reports whether an element is a piece that a toolkit makes for a control.
func part(p *audit.Pass, n *tree.Node) bool {
	owner := &p.Nodes[max(n.Parent, 0)]
	switch owner.Role {
	case tree.RoleCombobox, tree.RoleSpinbutton, tree.RoleSlider, tree.RoleScrollbar:
		return true
	}
	return false
}

// wraps reports whether an element only holds one other interactive element, which
// has a name (GTK 4 menu buttons).
func wraps(p *audit.Pass, n *tree.Node) bool {
	if len(n.Children) != 1 {
		return false
	}
	inner := &p.Nodes[n.Children[0]]
	return inner.Interactive() && p.Name(inner).Text != ""
}
