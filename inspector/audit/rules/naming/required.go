package naming

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var requiredHidden = &audit.Rule{
	ID: "required-invalid-not-exposed", Group: audit.Naming, Severity: audit.Review, Criteria: []string{"3.3.1", "3.3.2"},
	Title: "Required or wrong, but only for the eye",
	Explanation: "A star behind the label or an error message beside the field tells who sees that the field is required or wrong. " +
		"Without the state a screen reader does not say it when the field gets the focus.",
	Remedy: audit.Remedy{
		Any:  "Set the state beside the sign.",
		GTK3: "ATK_STATE_REQUIRED and ATK_STATE_INVALID_ENTRY with atk_object_notify_state_change.",
		GTK4: "GTK_ACCESSIBLE_PROPERTY_REQUIRED, GTK_ACCESSIBLE_STATE_INVALID.",
		Qt:   "QAccessible::State::invalid; the text \"required\" in setAccessibleDescription, Qt has no state for it.",
		Web:  "required or aria-required, aria-invalid with aria-errormessage.",
	},
	Quiet: "Stars that mean \"changed\" (titles of windows and tabs are not looked at) or a footnote cannot be told apart: a person " +
		"has to look. Colours and icons are not seen.",
	Applies: func(p *audit.Pass, n *tree.Node) bool { return field[n.Role] && p.PartOf(n) == nil },
	Check: func(p *audit.Pass, n *tree.Node) {
		name := p.Name(n)
		text := strings.TrimRight(name.Text, ": ")
		switch {
		case !name.Known:
			p.Undecided("the name could not be read")
		case (strings.HasSuffix(text, "*") || strings.HasPrefix(text, "*")) && letters(text) > 0 && !n.States.Has(tree.Required):
			p.Report(n, audit.Detail{
				Why: "Its label has a star, but it does not say that it is required.", Kind: "required",
				Values: []audit.Value{audit.V("name", name.Text), audit.V("required", false)},
			})
		case n.States.Has(tree.InvalidEntry):
		default:
			for _, id := range audit.Related(n, tree.ErrorMessage) {
				if p.Shown(id) && audit.Speakable(p.Nodes[id].Name.Value) != "" {
					p.Report(n, audit.Detail{
						Why: "It shows an error message, but does not say that its entry is wrong.", Kind: "invalid",
						Values: []audit.Value{audit.V("message", p.Nodes[id].Name.Value), audit.V("invalid", false)}, Others: []tree.NodeID{id},
					})
					return
				}
			}
		}
	},
}
