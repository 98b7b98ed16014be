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
	Whole: func(p *audit.Pass) {
		var open []*tree.Node
		menus, all := 0, p.Complete()
		for i := range p.Nodes {
			n := &p.Nodes[i]
			all = all && n.StatesRead && !n.RoleUnread()
			if !p.Shown(n.ID) {
				continue
			}
			if p.InScope(n.ID) && n.States.Has(tree.Expanded) && (n.States.Has(tree.HasPopup) || n.Role == tree.RoleCombobox) {
				open = append(open, n)
			}
			menus += count(popsUp(n) || opened[n.Role] && n.Parent > 0)
		}
		p.Checked(len(open))
		if len(open) == 0 {
			return
		}
		seen := middles(p)
		for _, n := range open {
			switch {
			case !all:
				p.UndecidedAt(n, "the menu may be in what was not read")
			case menus > count(!popsUp(n) && opened[n.Role] && n.Parent > 0): // another than itself
			case popsUp(n):
			case n.Bounds.Usable() && seen[n.ID].leave(n.Bounds.Rect): // a popover of GTK 4 is a box below its button
			case placesUnread(p, n):
				p.UndecidedAt(n, "where what it holds is could not be read")
			default:
				// The windows of the display prove nothing: what a window manager lists has no
				// menus, and one that no element was matched with may be one that was read.
				p.Report(n, audit.Detail{
					Why:    "It says that its " + n.NativeRole + " is open, but no menu and no list is shown.",
					Values: []audit.Value{audit.V("states", n.States.Words()), audit.V("role", n.NativeRole)},
				})
			}
		}
	},
}

func placesUnread(p *audit.Pass, n *tree.Node) bool {
	unread := func(c *tree.Node) bool { return p.Shown(c.ID) && c.Bounds.State == tree.Unreadable }
	below := p.Below("shown, place unread", n, unread)
	return below > 0 || unread(n) && p.Below("shown", n, func(c *tree.Node) bool { return p.Shown(c.ID) }) > 0
}

// popsUp reports whether an element is a pop-up of its own; popovers of GTK 3 are modal.
func popsUp(n *tree.Node) bool {
	return n.Role == tree.RoleWindow && n.NativeRole == "window" || n.States.Has(tree.Modal)
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// spread is the area that the middles of elements span.
type spread struct {
	least, most tree.Point
	any         bool
}

func (s *spread) add(o spread) {
	if !s.any {
		*s = o
	} else if o.any {
		s.least = tree.Point{X: min(s.least.X, o.least.X), Y: min(s.least.Y, o.least.Y)}
		s.most = tree.Point{X: max(s.most.X, o.most.X), Y: max(s.most.Y, o.most.Y)}
	}
}

// leave reports whether one of the middles lies outside of an area.
func (s spread) leave(r tree.Rect) bool { return s.any && !(r.Contains(s.least) && r.Contains(s.most)) }

// middles tells by NodeID where the middles of the shown elements at and below one lie.
func middles(p *audit.Pass) []spread {
	all := make([]spread, len(p.Nodes))
	for i := len(p.Nodes) - 1; i >= 0; i-- {
		n := &p.Nodes[i]
		if p.Shown(n.ID) && n.Bounds.Usable() {
			c := n.Bounds.Center()
			all[i].add(spread{c, c, true})
		}
		if n.Parent >= 0 {
			all[n.Parent].add(all[i])
		}
	}
	return all
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
		if !name.Known || !n.States.Has(tree.Focusable) && p.CutWithin(n.ID) {
			p.Undecided("the name, or what is in it, could not be read")
			return
		}
		p.Report(n, audit.Detail{
			Why:    "Its only words are its tooltip, \"" + name.Text + "\".",
			Values: []audit.Value{audit.V("name", n.Name.Value), audit.V("tooltip", name.Text)},
		})
	},
}
