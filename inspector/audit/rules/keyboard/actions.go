package keyboard

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// acted are the roles that a person presses.
var acted = audit.Roles(tree.RoleButton, tree.RoleToggleButton, tree.RoleCheckbox, tree.RoleRadio, tree.RoleSwitch, tree.RoleLink,
	tree.RoleTab, tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio)

var noAction = &audit.Rule{
	ID: "interactive-no-action", Group: audit.Keyboard, Severity: audit.Error, Criteria: []string{"4.1.2", "2.1.1"},
	Title: "Control that offers nothing to do",
	Explanation: "The role says that it can be pressed, but the application offers no action for it. Voice control, switches and " +
		"screen readers can then only send a click of the mouse to its place, and a test can only do the same.",
	Remedy: audit.Remedy{
		Any:  "Offer the action that pressing it does.",
		GTK3: "Use the widget of the toolkit, or implement AtkAction in its accessible.",
		GTK4: "GtkButton offers it; for check boxes and radio buttons nothing can be done in GTK 4.8, use the newest version.",
		Qt:   "QAccessibleActionInterface with pressAction; QAbstractButton has it.",
		Web:  "Listen for click on the element with the role, not on one around it.",
	},
	Quiet: "Controls that are not enabled; an outer button around exactly one control that has the action (menu buttons of GTK 4); tabs " +
		"that are chosen through their list; the arrow in a row that can be expanded itself; elements whose actions were not read. Check boxes and radio buttons of GTK 4 are " +
		"reported as the toolkit's fault.",
	Applies: func(p *audit.Pass, n *tree.Node) bool { return acted[n.Role] && audit.Enabled(n) },
	Check: func(p *audit.Pass, n *tree.Node) {
		if acts(n) {
			return
		}
		if inner := p.Wraps(n); inner != nil && (acts(inner) || !inner.ActionsRead) {
			return
		}
		if owner := p.Above("tabs or menu", n, func(a *tree.Node) bool { return a.Role == tree.RoleTablist || a.Role == tree.RoleMenu }); owner != nil &&
			owner.Has(tree.VerbSelect) && (n.Role == tree.RoleTab || p.Toolkit == audit.GTK3) {
			return
		}
		if up := &p.Nodes[max(n.Parent, 0)]; up.Has(tree.VerbExpand) || up.Has(tree.VerbCollapse) {
			return // the arrow of a row
		}
		if !n.ActionsRead {
			p.Undecided("the actions could not be read")
			return
		}
		if !n.States.Has(tree.Focusable) && p.CutWithin(n.ID) {
			p.Undecided("the control that it only holds may be in what was not read")
			return
		}
		d := audit.Detail{
			Why:    "Its role is \"" + n.NativeRole + "\", but it offers no action.",
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("actions", natives(n)), audit.V("interfaces", strings.Join(n.Interfaces, ", "))},
		}
		if p.Toolkit == audit.GTK4 && (n.Role == tree.RoleCheckbox || n.Role == tree.RoleRadio || n.Role == tree.RoleMenuItem || n.Role == tree.RoleSwitch || n.Role == tree.RoleTab) {
			d.Severity, d.Blame = audit.Warning, "GTK 4 offers no action for a "+n.NativeRole
		}
		p.Report(n, d)
	},
}

// acts reports whether an element offers any action of its own, whatever it is
// called: not only to get the focus.
func acts(n *tree.Node) bool {
	for _, a := range n.Actions {
		if offered(a) && a.Verb != tree.VerbFocus {
			return true
		}
	}
	return false
}

// offered reports whether the application itself names the action: abilities of
// interfaces are listed as Interface.Method.
func offered(a tree.Action) bool {
	for _, iface := range []string{"EditableText.", "Value.", "Selection.", "Component."} {
		if strings.HasPrefix(a.Native, iface) {
			return false
		}
	}
	return true
}

// natives lists what the application calls its actions.
func natives(n *tree.Node) string {
	var words []string
	for _, a := range n.Actions {
		words = append(words, fmt.Sprintf("%q", a.Native))
	}
	return strings.Join(words, ", ")
}

var (
	numbered    = regexp.MustCompile(`(?i)^action[ _-]?\d*$|^\d+$`)
	destructive = regexp.MustCompile(`(?i)(^|[.\s_-])(delete|remove|clear|cut|erase|discard)([.\s_-]|$)`)
)

var actionName = &audit.Rule{
	ID: "action-name-unclear", Group: audit.Keyboard, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "Actions that cannot be told apart",
	Explanation: "Programs choose an action by its name, and careless ones take the first. Names that are empty, numbered or twice " +
		"the same cannot be chosen; a first action that deletes something is done by mistake.",
	Remedy: audit.Remedy{
		Any:  "Give each action a name of its own, and put what activates the element first.",
		GTK3: "atk_action_get_name of the accessible; GTK's own are click, toggle, activate.",
		GTK4: "Nothing for text boxes: GTK 4 lists the commands of their menu in no order. Choose actions by name.",
		Qt:   "QAccessibleActionInterface::actionNames with pressAction first.",
	},
	Quiet: "Elements without actions, and those whose actions were not read. Words for destroying are known in English only; a " +
		"button that deletes is none: its action is called click.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return len(n.Actions) > 0 },
	Check: func(p *audit.Pass, n *tree.Node) {
		if !n.ActionsRead {
			p.Undecided("the actions could not be read")
			return
		}
		seen := map[string]bool{}
		first := true
		for _, a := range n.Actions {
			if !offered(a) {
				continue
			}
			name := strings.TrimSpace(a.Native)
			d := audit.Detail{Values: []audit.Value{audit.V("actions", natives(n)), audit.V("role", n.NativeRole)}}
			switch {
			case name == "":
				d.Why, d.Kind = "One of its actions has no name.", "empty"
			case numbered.MatchString(name):
				d.Why, d.Kind = fmt.Sprintf("One of its actions is called %q.", name), "numbered"
			case seen[name]:
				d.Why, d.Kind = fmt.Sprintf("Two of its actions are called %q.", name), "twice"
			case first && destructive.MatchString(name):
				d.Why, d.Kind = fmt.Sprintf("Its first action is %q, which takes something away.", name), "destructive"
				if p.Toolkit == audit.GTK4 && n.Role.EditsText() {
					d.Blame, d.Severity = "GTK 4 lists the commands of a text box as actions, in no order", audit.Info
				}
			default:
				seen[name], first = true, false
				continue
			}
			p.Report(n, d)
			return
		}
	},
}
