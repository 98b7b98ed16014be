package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var checkable = audit.Roles(tree.RoleCheckbox, tree.RoleRadio, tree.RoleSwitch, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio)

var roleState = &audit.Rule{
	ID: "role-vs-state", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "Role whose state is missing",
	Explanation: "A check box that does not say that it can be checked cannot be told from one whose state is not known; a toggle " +
		"button that says \"checked\" instead of \"pressed\" is read out as a check box.",
	Remedy: audit.Remedy{
		Any:  "Set the states that belong to the role.",
		GTK3: "Nothing in the application: ATK's bridge sets neither state. Own widgets add ATK_STATE_CHECKABLE in ref_state_set.",
		GTK4: "GTK_ACCESSIBLE_STATE_CHECKED for check boxes, GTK_ACCESSIBLE_STATE_PRESSED for toggle buttons.",
		Qt:   "QAccessible::State::checkable in QAccessibleInterface::state.",
		Web:  "aria-checked for checkbox, radio and switch, aria-pressed for buttons.",
	},
	Quiet: "Where no element of the application says that it can be checked, the toolkit is too old to say it: one finding speaks " +
		"for all, as info. The same where all toggle buttons that are down say \"checked\".",
	Whole: func(p *audit.Pass) {
		var silent, wrong []*tree.Node
		said, right := 0, 0
		for i := range p.Nodes {
			n := &p.Nodes[i]
			said += count(n.States.Has(tree.Checkable))
			right += count(n.Role == tree.RoleToggleButton && n.States.Has(tree.Pressed))
			if !p.InScope(n.ID) || !p.Shown(n.ID) || !checkable[n.Role] && n.Role != tree.RoleToggleButton {
				continue
			}
			p.Checked(1)
			if n.Role != tree.RoleToggleButton && !n.States.Has(tree.Checkable) {
				silent = append(silent, n)
			}
			if n.Role == tree.RoleToggleButton && n.States.Has(tree.Checked) && !n.States.Has(tree.Pressed) {
				wrong = append(wrong, n)
			}
		}
		reportStates(p, silent, said == 0, "It does not say that it can be checked.", "no element says that it can be checked")
		reportStates(p, wrong, right == 0, "It is down and says \"checked\" instead of \"pressed\".", "toggle buttons say checked instead of pressed")
	},
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// reportStates reports elements one by one, or where the toolkit knows no better one
// of them for all.
func reportStates(p *audit.Pass, of []*tree.Node, none bool, why, all string) {
	if none && len(of) > 0 && p.Toolkit != audit.OtherToolkit {
		d := audit.Detail{
			Why:    fmt.Sprintf("%s So it is with all %d of them.", why, len(of)),
			Values: []audit.Value{audit.V("states", strings.Join(of[0].States.Words(), " ")), audit.V("elements", len(of))},
			Kind:   all, About: "all of them", Blame: p.Application.Toolkit + ": " + all, Severity: audit.Info,
		}
		for _, n := range of[1:] {
			d.Others = append(d.Others, n.ID)
		}
		p.Report(of[0], d)
		return
	}
	for _, n := range of {
		p.Report(n, audit.Detail{Why: why, Kind: all, Values: []audit.Value{audit.V("states", strings.Join(n.States.Words(), " "))}})
	}
}

// needed are states that only what can be so may have.
var needed = []struct {
	is, able tree.State
}{
	{tree.Focused, tree.Focusable}, {tree.Selected, tree.Selectable}, {tree.Expanded, tree.Expandable},
	{tree.Collapsed, tree.Expandable}, {tree.Checked, tree.Checkable},
}

var stateAble = &audit.Rule{
	ID: "state-without-able", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "State of an element that cannot have it",
	Explanation: "An element is focused, selected, expanded or checked, but says that it cannot be. Programs that ask first whether " +
		"it can be skip it: it is left out of what can be chosen.",
	Remedy: audit.Remedy{
		Any:  "Set both states, or neither.",
		GTK3: "In ref_state_set of the accessible add ATK_STATE_FOCUSABLE with FOCUSED, SELECTABLE with SELECTED, EXPANDABLE with EXPANDED.",
		Qt:   "Set focusable, selectable, expandable and checkable in QAccessible::State beside the state itself.",
		Web:  "Use tabindex on what gets the focus by script; aria-expanded and aria-selected on roles that allow them.",
	},
	Quiet: "Menus, and menu items of GTK 3, which are selected while the pointer is on them. Check boxes and what is like them are " +
		"judged by role-vs-state. Documents of browsers, which have the focus of what is in them. Where an application checks " +
		"elements and none says that it can be checked, it is the toolkit (as role-vs-state).",
	Check: func(p *audit.Pass, n *tree.Node) {
		var pairs []string
		for _, x := range needed {
			if n.States.Has(x.is) && !n.States.Has(x.able) && !usual(p, n, x.is) {
				pairs = append(pairs, x.is.String()+" without "+x.able.String())
			}
		}
		if n.States.Has(tree.Editable) && len(n.Interfaces) > 0 && !slices.Contains(n.Interfaces, "Text") && !slices.Contains(n.Interfaces, "EditableText") {
			pairs = append(pairs, "editable without a text interface")
		}
		if len(pairs) == 0 {
			return
		}
		d := audit.Detail{
			Why:    "It is " + strings.Join(pairs, ", ") + ".",
			Kind:   strings.Join(pairs, ", "),
			Values: []audit.Value{audit.V("states", strings.Join(n.States.Words(), " "))},
		}
		if p.Toolkit == audit.Qt && n.Role == tree.RoleTab && n.States.Has(tree.Focused) && len(pairs) == 1 {
			d.Blame, d.Severity = "Qt tells a tab focused that it does not tell focusable", audit.Info
		}
		if p.Toolkit == audit.Qt && n.Role == tree.RoleGeneric && n.Parent > 0 && p.Nodes[n.Parent].States.Has(tree.Focused) && d.Kind == "focused without focusable" {
			d.Blame, d.Severity = "Qt tells the viewport of what has the focus focused, too", audit.Info
		}
		p.Report(n, d)
	},
}

// usual reports whether an element has a state without the other one rightly, or as
// other rules say.
func usual(p *audit.Pass, n *tree.Node, is tree.State) bool {
	switch is {
	case tree.Checked:
		return checkable[n.Role] || n.Role == tree.RoleToggleButton || p.Toolkit == audit.GTK3 || p.Toolkit == audit.Qt || p.Toolkit == audit.GTK4
	case tree.Selected:
		switch n.Role {
		case tree.RoleMenu, tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio:
			return true
		}
	case tree.Focused:
		return n.Role == tree.RoleDocument || n.Role == tree.RoleWindow || n.Role == tree.RoleDialog
	}
	return false
}

var stateContradiction = &audit.Rule{
	ID: "state-contradiction", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"4.1.2"}, Everywhere: true,
	Title: "States that contradict each other",
	Explanation: "Two states cannot be true together: showing but not visible, showing inside of what does not show, expanded and " +
		"collapsed, focused but not showing, modal and no window, gone but listed. Programs trust one or the other and differ. " +
		"A focus on something that does not show is one that the person has lost.",
	Remedy: audit.Remedy{
		Any:  "Set the states from one source, and send the events of both when it changes.",
		GTK3: "gtk_widget_show and gtk_widget_hide set both; own accessibles chain up in ref_state_set.",
		Qt:   "Return QAccessible::State from the widget's own isVisible, isEnabled and hasFocus.",
		Web:  "Move the focus before the element is hidden (display: none, aria-hidden, inert).",
	},
	Quiet: "GTK 4 tells only one of enabled and sensitive, and GTK 3 some that differ for a moment: either counts as enabled. A " +
		"document that is not shown and has the focus of its own in another tab. Modal popovers of GTK, which are no windows. Ends " +
		"of lines in web pages, which Chromium always calls showing.",
	Check: func(p *audit.Pass, n *tree.Node) {
		if !n.StatesRead {
			p.Undecided("the states could not be read")
			return
		}
		s := n.States
		var wrong []string
		severity := audit.Off
		if s.Has(tree.Showing) && !s.Has(tree.Visible) {
			wrong = append(wrong, "showing but not visible")
		}
		// The end of a line (<br>) is a text without a name in Chromium, and always showing.
		lineEnd := p.Toolkit == audit.Web && n.Role == tree.RoleLabel && n.Name.State != tree.Known
		if up := n.Parent; up > 0 && s.Has(tree.Showing) && !lineEnd && p.Nodes[up].StatesRead && !p.Nodes[up].States.Has(tree.Showing) && !p.Nodes[up].Role.TopLevel() {
			wrong = append(wrong, "showing inside of what does not show")
		}
		if s.Has(tree.Expanded) && s.Has(tree.Collapsed) {
			wrong = append(wrong, "expanded and collapsed")
		}
		if s.Has(tree.Focused) && !s.Has(tree.Showing) && n.Role != tree.RoleDocument && n.Role != tree.RoleWindow {
			wrong, severity = append(wrong, "focused but not showing"), audit.Error
		}
		if s.Has(tree.Modal) && p.Toolkit != audit.GTK3 && p.Toolkit != audit.GTK4 && !n.Role.TopLevel() && n.Parent > 0 && p.Nodes[n.Parent].Role != tree.RoleApplication {
			wrong = append(wrong, "modal, but no window")
		}
		if s.Has(tree.Defunct) {
			wrong = append(wrong, "defunct, but listed")
		}
		if len(wrong) > 0 {
			p.Report(n, audit.Detail{
				Why: "It is " + strings.Join(wrong, ", ") + ".", Kind: strings.Join(wrong, ", "), Severity: severity,
				Values: []audit.Value{audit.V("states", strings.Join(s.Words(), " "))},
			})
		}
	},
}
