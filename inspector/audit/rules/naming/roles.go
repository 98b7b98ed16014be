package naming

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var roleUnknown = &audit.Rule{
	ID: "role-unknown", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Element with the focus, but without a role",
	Explanation: "An element that can have the focus does not say what it is. A person hears at most its name and does not learn " +
		"what can be done with it; a locator has no role to name.",
	Remedy: audit.Remedy{
		Any:  "Give the element the role of what it behaves like.",
		GTK3: "atk_object_set_role on the accessible of the widget.",
		GTK4: "The property accessible-role of the widget, or gtk_widget_class_set_accessible_role.",
		Qt:   "A QAccessibleWidget with its role, made by QAccessible::installFactory.",
		Web:  "An element of HTML that has the role, or role=\"…\".",
	},
	Quiet: "What cannot have the focus, and elements whose role could not be read.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return (n.Role == tree.RoleUnknown || nowhere[n.NativeRole]) && n.States.Has(tree.Focusable)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		if n.RoleUnread() {
			p.Undecided("the role could not be read")
			return
		}
		p.Report(n, audit.Detail{
			Why:    "It can have the focus, and says that its role is \"" + n.NativeRole + "\".",
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("name", p.Name(n).Text)},
		})
	},
}

// nowhere are native roles that say nothing.
var nowhere = map[string]bool{"invalid": true, "unknown": true, "extended": true, "redundant object": true}

var roleGeneric = &audit.Rule{
	ID: "role-abstract-or-generic-interactive", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Something to press that says it is a box or a text",
	Explanation: "The element can be pressed and have the focus, but its role is that of a panel, a label or a drawing. A person who " +
		"hears it does not learn that it can be pressed, and a search for buttons does not find it.",
	Remedy: audit.Remedy{
		Any:  "Give the element the role of what it behaves like.",
		GTK3: "Use a GtkButton around the content, or atk_object_set_role.",
		GTK4: "Use a GtkButton, or accessible-role \"button\" for the widget with the GtkGestureClick.",
		Qt:   "Use QAbstractButton, or return the role from QAccessibleWidget.",
		Web:  "<button> or role=\"button\", not <div onclick>.",
	},
	Quiet: "Scroll panes and split panes; boxes around one control that does the same; what cannot have the focus (it is reported " +
		"by actionable-not-focusable); labels with links or text to select.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return abstract[n.Role] && !paneLike(n) && n.States.Has(tree.Focusable) && (n.Has(tree.VerbPress) || n.Has(tree.VerbToggle))
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		if p.Below("interactive roles", n, func(c *tree.Node) bool { return c.Role.Interactive() }) > 0 {
			return
		}
		if p.CutWithin(n.ID) || p.Below("roles unread", n, (*tree.Node).RoleUnread) > 0 {
			p.Undecided("what is in it could not all be read")
			return
		}
		p.Report(n, audit.Detail{
			Why:    "It can be pressed and have the focus, but says that it is a \"" + n.NativeRole + "\".",
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("actions", nativeActions(n)), audit.V("name", p.Name(n).Text)},
		})
	},
}

// abstract are roles of what only holds or shows.
var abstract = audit.Roles(tree.RoleGeneric, tree.RoleGroup, tree.RoleLabel, tree.RoleParagraph, tree.RoleCanvas, tree.RoleImage, tree.RoleHeading)

// paneLike reports whether an element is a box that toolkits let scroll or move by
// the keyboard.
func paneLike(n *tree.Node) bool {
	switch n.NativeRole {
	case "scroll pane", "viewport", "split pane", "layered pane", "root pane":
		return true
	}
	return false
}

// nativeActions lists what the application calls its actions.
func nativeActions(n *tree.Node) string {
	var words []string
	for _, a := range n.Actions {
		words = append(words, a.Native)
	}
	return strings.Join(words, ", ")
}
