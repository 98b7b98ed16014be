package keyboard

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// opened are the roles of what a control with a popup opens.
var opened = audit.Roles(tree.RoleMenu, tree.RoleListbox, tree.RoleList, tree.RoleTree, tree.RoleGrid, tree.RoleTable, tree.RoleTreegrid,
	tree.RoleDialog, tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio, tree.RoleOption, tree.RoleTooltip, tree.RoleAlert)

var menuHidden = &audit.Rule{
	ID: "menu-not-exposed", Group: audit.Keyboard, Severity: audit.Review, Criteria: []string{"4.1.2"},
	Title: "Open menu that is not in the tree",
	Explanation: "A control says that its menu or list is open, but nothing of the kind is shown in the application: screen readers " +
		"read nothing, and a test cannot choose an entry. A person has to look whether it is on the screen.",
	Remedy: audit.Remedy{
		Any:  "Open menus as menus of the toolkit, inside of the application.",
		GTK3: "GtkMenu or GtkPopover, not a window of type popup with drawn entries.",
		GTK4: "GtkPopoverMenu.",
		Qt:   "QMenu; a widget with Qt::Popup needs roles for its entries.",
		Web:  "role=\"menu\" or \"listbox\" on what opens, with aria-controls.",
	},
	Quiet: "Controls that open anything that is shown as a menu, list, tree, table or dialog, wherever it is, or a popover of GTK, which " +
		"says no role. A menu that another process draws (a global menu) cannot be seen.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return n.States.Has(tree.Expanded) && (n.States.Has(tree.HasPopup) || n.Role == tree.RoleCombobox)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		if !p.Complete() {
			p.Undecided("the menu may be in what was not read")
			return
		}
		for i := range p.Nodes {
			c := &p.Nodes[i]
			if p.Shown(c.ID) && c.ID != n.ID && opened[c.Role] && c.Parent > 0 {
				return
			}
			if p.Shown(c.ID) && (c.Role == tree.RoleWindow && c.NativeRole == "window" || c.States.Has(tree.Modal)) {
				return // a pop-up; popovers of GTK 3 are modal
			}
			if p.Shown(c.ID) && p.Inside(c.ID, n.ID) && c.Bounds.Usable() && n.Bounds.Usable() && !n.Bounds.Contains(c.Bounds.Center()) {
				return // a popover of GTK 4 is a box below its button
			}
		}
		// The windows of the display prove nothing: what a window manager lists has no
		// menus, and one that no element was matched with may be one that was read.
		p.Report(n, audit.Detail{
			Why:    "It says that its " + n.NativeRole + " is open, but no menu and no list is shown.",
			Values: []audit.Value{audit.V("states", n.States.Words()), audit.V("role", n.NativeRole)},
		})
	},
}

var tooltipOnly = &audit.Rule{
	ID: "tooltip-only-on-hover", Group: audit.Keyboard, AnyRole: true, Severity: audit.Review, Criteria: []string{"1.4.13"},
	Title: "Button that only a tooltip explains",
	Explanation: "The only words about the control are in its tooltip, which shows under a resting pointer: who uses touch or the " +
		"keyboard sees a picture alone. Screen readers mostly say the tooltip; a test finds no name.",
	Remedy: audit.Remedy{
		Any:  "Name the control, and show a label where there is room.",
		GTK3: "atk_object_set_name beside gtk_widget_set_tooltip_text.",
		GTK4: "GTK_ACCESSIBLE_PROPERTY_LABEL beside gtk_widget_set_tooltip_text.",
		Qt:   "setAccessibleName or setText beside setToolTip; a QToolButton shows its text below the icon by setToolButtonStyle.",
		Web:  "Text or aria-label beside title.",
	},
	Quiet: "Text fields (name-placeholder-only), an outer button around one that is judged itself, parts of fields, and pictures that " +
		"everybody knows cannot be told: a person has to look.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Interactive() && !n.Role.EditsText() && p.PartOf(n) == nil
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		name := p.Name(n)
		from, _ := audit.AttributeOf(n, "name-from")
		tip := name.From == audit.FromDescription || name.From == audit.FromOwn && (from == "tooltip" || from == "title")
		if !tip || p.Wraps(n) != nil {
			return
		}
		if !name.Known {
			p.Undecided("the name could not be read")
			return
		}
		p.Report(n, audit.Detail{
			Why:    "Its only words are its tooltip, \"" + name.Text + "\".",
			Values: []audit.Value{audit.V("name", n.Name.Value), audit.V("tooltip", name.Text)},
		})
	},
}
