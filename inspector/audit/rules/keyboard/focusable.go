package keyboard

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// managers are roles that move the focus among what is inside with the arrow keys.
var managers = audit.Roles(tree.RoleMenu, tree.RoleMenubar, tree.RoleList, tree.RoleListbox, tree.RoleToolbar, tree.RoleTablist,
	tree.RoleTree, tree.RoleTreegrid, tree.RoleTable, tree.RoleGrid, tree.RoleCombobox, tree.RoleRadioGroup, tree.RoleSpinbutton,
	tree.RoleScrollbar, tree.RoleSlider, tree.RoleTextbox, tree.RoleSearchbox, tree.RolePassword, tree.RoleTerminal)

var notFocusable = &audit.Rule{
	ID: "actionable-not-focusable", Group: audit.Keyboard, Severity: audit.Error, Criteria: []string{"2.1.1"},
	Title: "Control that the keyboard cannot reach",
	Explanation: "It can be clicked, but it cannot get the focus and lies in nothing that moves the focus: who uses the keyboard, a " +
		"switch or a screen reader cannot get to it.",
	Remedy: audit.Remedy{
		Any:  "Let the element take the focus.",
		GTK3: "gtk_widget_set_can_focus(widget, TRUE); gtk_widget_set_focus_on_click is something else.",
		GTK4: "gtk_widget_set_focusable(widget, TRUE).",
		Qt:   "QWidget::setFocusPolicy(Qt::StrongFocus).",
		Web:  "Use <button>, or tabindex=\"0\" with a listener for keys.",
	},
	Quiet: "What is not enabled; what lies in menus, lists, tool bars, lists of tabs, trees, tables, fields (their icons), or in a " +
		"control that can have the focus; boxes around such a control; buttons of the title bar, column headers and days of a " +
		"calendar. Controls with a key of their own (a mnemonic or a shortcut) are left to a person, and so are all in Qt, whose tool buttons are made so on purpose.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return (n.Has(tree.VerbPress) || n.Has(tree.VerbToggle)) && audit.Enabled(n) && !n.States.Has(tree.Focusable) &&
			!n.States.Has(tree.Selectable) && n.Role != tree.RoleColumnHeader && n.Role != tree.RoleRowHeader
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		managed := p.Above("moves the focus", n, func(a *tree.Node) bool {
			return managers[a.Role] || a.NativeRole == "title bar" || a.Interactive() && a.States.Has(tree.Focusable)
		})
		if managed != nil || window(n) || holdsFocusable(p, n) || p.InTitleBar(n) {
			return
		}
		unread := p.Above("interactive, states unread", n, func(a *tree.Node) bool { return a.Interactive() && !a.StatesRead })
		switch {
		case unread != nil, statesUnreadBelow(p, n), p.CutWithin(n.ID):
			p.Undecided("what can have the focus around it or in it could not all be read")
			return
		case p.InTitleBarUnread(n):
			p.Undecided("where it is could not be read: it may be a button of the title bar")
			return
		}
		d := audit.Detail{
			Why: "It can be pressed, but it cannot get the focus, and nothing around it moves the focus.",
			Values: []audit.Value{
				audit.V("role", n.NativeRole), audit.V("actions", natives(n)), audit.V("focusable", false), audit.V("keys", keysOf(n)),
			},
		}
		switch {
		case n.Parent > 0 && p.TreeHeadings(&p.Nodes[n.Parent]):
			d.Severity, d.Blame = audit.Info, "GTK 4 publishes the heading of a column that cannot be clicked as a button"
		case p.Toolkit == audit.GTK3 && n.Role == tree.RoleCombobox:
			d.Severity, d.Blame = audit.Info, "GTK 3 does not say that a combo box can have the focus"
		case keysOf(n) != "":
			d.Severity, d.Kind = audit.Review, "has a key"
		case p.Toolkit == audit.Qt:
			d.Severity, d.Kind = audit.Review, "Qt"
		case p.Toolkit == audit.Web && p.Above("document", n, func(a *tree.Node) bool { return a.Role == tree.RoleDocument }) == nil:
			d.Severity, d.Kind = audit.Review, "window of the browser"
			d.Blame = "The browser's own buttons"
		}
		p.Report(n, d)
	},
}

// window reports whether an element is one that a whole window consists of.
func window(n *tree.Node) bool {
	return n.Role.TopLevel() || n.Role == tree.RoleDocument || n.Role == tree.RoleApplication
}

func holdsFocusable(p *audit.Pass, n *tree.Node) bool {
	return p.Below("focusable", n, func(c *tree.Node) bool { return c.States.Has(tree.Focusable) }) > 0
}

func statesUnreadBelow(p *audit.Pass, n *tree.Node) bool {
	return p.Below("states unread", n, func(c *tree.Node) bool { return !c.StatesRead }) > 0
}

// keysOf returns the first key binding of an element, "" for none.
func keysOf(n *tree.Node) string {
	for _, a := range n.Actions {
		if a.Keys != "" && a.Keys != "<Space>" && a.Keys != "<VoidSymbol>" {
			return a.Keys
		}
	}
	return ""
}

var notInteractive = &audit.Rule{
	ID: "focusable-not-interactive", Group: audit.Keyboard, Severity: audit.Review, Criteria: []string{"2.4.3"},
	Title: "Stop of the Tab key where nothing can be done",
	Explanation: "A panel, a text or a picture takes the focus, but offers nothing to do: each such stop costs who uses the keyboard " +
		"a key press, and says nothing.",
	Remedy: audit.Remedy{
		Any:  "Take it out of the order of the Tab key, or give it the role of what it does.",
		GTK3: "gtk_widget_set_can_focus(widget, FALSE).",
		GTK4: "gtk_widget_set_focusable(widget, FALSE).",
		Qt:   "setFocusPolicy(Qt::NoFocus).",
		Web:  "Leave out tabindex=\"0\"; tabindex=\"-1\" is for focus by script.",
	},
	Quiet: "Areas that scroll, labels whose text can be selected (all that Qt lets have the focus), areas that hold what can be focused or make their children on " +
		"demand, and what can be expanded. Areas that scroll without saying so cannot be told apart: a person has to look.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return inert[n.Role] && n.States.Has(tree.Focusable) },
	Check: func(p *audit.Pass, n *tree.Node) {
		switch n.NativeRole {
		case "scroll pane", "viewport", "split pane", "layered pane":
			return
		}
		if acts(n) || n.Has(tree.VerbSelect) || n.Has(tree.VerbSetText) || n.States.Has(tree.Expandable) || n.States.Has(tree.ManagesDescendants) ||
			n.Role == tree.RoleLabel && (hasText(n) || p.Toolkit == audit.Qt) || holdsFocusable(p, n) {
			return
		}
		if !n.ActionsRead && p.Toolkit != audit.Web { // browsers name the actions of all that has any
			p.Undecided("the actions could not be read")
			return
		}
		if statesUnreadBelow(p, n) || p.CutWithin(n.ID) || n.Role == tree.RoleLabel && len(n.Interfaces) == 0 {
			p.Undecided("its interfaces, or what is in it, could not all be read")
			return
		}
		p.Report(n, audit.Detail{
			Why:    "It can have the focus, but says that it is a \"" + n.NativeRole + "\" and offers nothing to do.",
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("actions", natives(n))},
		})
	},
}

var inert = audit.Roles(tree.RoleGeneric, tree.RoleGroup, tree.RoleLabel, tree.RoleParagraph, tree.RoleHeading, tree.RoleImage, tree.RoleSeparator)

func hasText(n *tree.Node) bool {
	for _, i := range n.Interfaces {
		if i == "Text" {
			return true
		}
	}
	return false
}
