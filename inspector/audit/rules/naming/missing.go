package naming

import (
	"slices"
	"strings"

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
		"and an outer menu button around exactly one button, which is judged itself. Cells and rows " +
		"of tables, which may be empty and have headers; rows of lists that cannot be selected, which may be lines between others. A name of blanks only is reported by name-whitespace. What lies over a picture in GTK 4 may be the controls of a video: a person has to look.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return n.Interactive() },
	Check: func(p *audit.Pass, n *tree.Node) {
		switch name := p.Name(n); {
		case name.Text != "" || p.PartOf(n) != nil || p.Wraps(n) != nil || blank(p, n):
		case n.Role == tree.RoleCell || n.Role == tree.RoleRow:
		case rowLike[n.Role] && !n.States.Has(tree.Focusable) && !n.States.Has(tree.Selectable):
		case !name.Known:
			p.Undecided("the name could not be read")
		default:
			d := audit.Detail{
				Why:    "Nothing names it: no accessible name, no label, no text inside, no tooltip.",
				Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("name", n.Name.Value), audit.V("focusable", n.States.Has(tree.Focusable))},
			}
			if !n.States.Has(tree.Focusable) && n.Role.EditsText() && n.States.Has(tree.ReadOnly) {
				d.Severity = audit.Review
				d.Why += " It only shows text and cannot have the focus."
			}
			if p.Toolkit == audit.Qt && n.Role == tree.RoleCheckbox && n.Parent > 0 && p.Nodes[n.Parent].Role == tree.RoleToolbar && !n.States.Has(tree.Focusable) {
				d.Severity, d.Blame = audit.Info, "Qt gives the button that unfolds a tool bar no name"
			}
			if p.OverPicture(n) {
				d.Severity, d.Kind = audit.Review, "over a picture"
				d.Why += " It lies over a picture, as the controls that GTK 4 makes for a video and does not name."
			}
			p.Report(n, d)
		}
	},
}

// rowLike are the roles of what lists and trees consist of.
var rowLike = audit.Roles(tree.RoleListItem, tree.RoleOption, tree.RoleTreeItem, tree.RoleRow, tree.RoleCell)

var imageNameMissing = &audit.Rule{
	ID: "name-missing-image", Group: audit.Naming, Severity: audit.Review, Criteria: []string{"1.1.1"},
	Title: "Image without a text alternative",
	Explanation: "A picture that says something says nothing to who does not see it. Whether it says something nobody can " +
		"tell from outside, so that a person has to look; one that can have the focus has to say what it is.",
	Remedy: audit.Remedy{
		Any:  "Describe what the picture says, or mark it as decoration.",
		GTK3: "atk_image_set_image_description or atk_object_set_name on its accessible; nothing for decoration.",
		GTK4: "gtk_accessible_update_property with GTK_ACCESSIBLE_PROPERTY_LABEL; for decoration create it with accessible-role \"presentation\".",
		Qt:   "QWidget::setAccessibleName or setAccessibleDescription.",
		Web:  "alt=\"what it says\"; alt=\"\" for decoration.",
	},
	Quiet: "Pictures inside of a control, a row, a heading, a tab or a status that has a name of its own, and pictures beside " +
		"text in the same box: they are taken for decoration. Pictures that can be pressed are reported as controls without a name.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return n.Role == tree.RoleImage && !n.Interactive() },
	Check: func(p *audit.Pass, n *tree.Node) {
		name := p.Name(n)
		switch {
		case name.Text != "" && !(p.Toolkit == audit.Web && strings.HasPrefix(name.Text, chromiumsOffer)), decorates(p, n):
			return
		case !name.Known || n.Description.State == tree.Unreadable || p.CutAt(n.Parent) || besideUnread(p, n):
			p.Undecided("the name, the description, or what is beside it could not be read")
			return
		}
		d := audit.Detail{
			Why:    "It has neither a name nor a description, and nothing around it that it would decorate.",
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("focusable", n.States.Has(tree.Focusable))},
		}
		if n.States.Has(tree.Focusable) {
			d.Severity = audit.Error
			d.Why = "It can have the focus, but has neither a name nor a description."
		}
		p.Report(n, d)
	},
}

// chromiumsOffer begins the name that Chromium gives a picture without one, to offer
// its own descriptions.
const chromiumsOffer = "To get missing image descriptions"

// decorated are the roles whose pictures only illustrate their text.
var decorated = audit.Roles(tree.RoleListItem, tree.RoleOption, tree.RoleTreeItem, tree.RoleRow, tree.RoleCell, tree.RoleRowHeader,
	tree.RoleColumnHeader, tree.RoleHeading, tree.RoleStatus, tree.RoleAlert, tree.RoleTooltip, tree.RoleProgressbar, tree.RoleMeter)

// besideUnread reports whether an element beside a picture may be a text that was not read.
func besideUnread(p *audit.Pass, n *tree.Node) bool {
	siblings := p.Nodes[n.Parent].Children
	return len(siblings) <= captioned && slices.ContainsFunc(siblings, func(id tree.NodeID) bool {
		c := &p.Nodes[id]
		return c.RoleUnread() || c.Role == tree.RoleLabel && c.Name.State == tree.Unreadable
	})
}

// captioned is how many children a box has that is a picture and its caption.
const captioned = 4

// decorates reports whether a picture lies in what has words of its own, or beside
// text in the same box.
func decorates(p *audit.Pass, n *tree.Node) bool {
	if n.States.Has(tree.Focusable) {
		return false
	}
	if p.Above("has words of its own", n, func(a *tree.Node) bool { return (a.Interactive() || decorated[a.Role]) && !a.Role.TopLevel() }) != nil {
		return true // what holds it has to have the name
	}
	box := &p.Nodes[n.Parent]
	if len(box.Children) > captioned {
		return false
	}
	for _, c := range box.Children {
		if p.Nodes[c].Role == tree.RoleLabel && p.Nodes[c].Name.Value != "" {
			return true
		}
	}
	return false
}

var containerNameMissing = &audit.Rule{
	ID: "name-missing-container", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"2.4.2", "1.3.1"},
	Title: "Window or group without a name",
	Explanation: "A window without a title cannot be told from another, by a person who changes between windows and by a test. " +
		"Of several lists, tables or tool bars in one window each needs a name, which a person has to judge.",
	Remedy: audit.Remedy{
		Any:  "Give the window a title, the list or the table a name.",
		GTK3: "gtk_window_set_title; atk_object_set_name, or a GtkLabel with mnemonic-widget for a list.",
		GTK4: "gtk_window_set_title; gtk_accessible_update_property with GTK_ACCESSIBLE_PROPERTY_LABEL, or a labelled-by relation.",
		Qt:   "QWidget::setWindowTitle; setAccessibleName for views and tool bars.",
		Web:  "<title>; aria-label or aria-labelledby on the element.",
	},
	Quiet: "Windows without a frame (pop-ups, tooltips, menus), and widgets inside of a window that say they are one (Qt). Lists, tables, trees, tool bars, tab panels and groups of radio " +
		"buttons of which the window shows only one. Menus, which what opens them names.",
	Whole: func(p *audit.Pass) {
		shown := shownGroups(p)
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !(framed(n) || groupsAlike[n.Role]) || !p.InScope(n.ID) || !p.Shown(n.ID) {
				continue
			}
			p.Checked(1)
			name := p.Name(n)
			if name.Text != "" {
				continue
			}
			twin := tree.None
			if !framed(n) {
				if twin = alike(p, n, shown[kindIn{p.Top(n.ID), n.Role}]); twin == tree.None {
					continue
				}
			}
			switch {
			case !name.Known || twin != tree.None && !p.RolesKnown(twin):
				p.UndecidedAt(n, "the name, or what the other one lies in, could not be read")
			case twin != tree.None:
				p.Report(n, audit.Detail{
					Why:      "It has no name, and its window shows another " + n.NativeRole + ".",
					Values:   []audit.Value{audit.V("role", n.NativeRole)},
					Others:   []tree.NodeID{twin},
					Severity: audit.Review,
				})
			default:
				p.Report(n, audit.Detail{
					Why:    "The " + n.NativeRole + " has no name, so that nothing tells it from another.",
					Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("name", n.Name.Value)},
				})
			}
		}
	},
}

// framed reports whether an element is a window that a person knows by its title.
// AT-SPI's "window" is one without a frame: a pop-up, a tooltip.
func framed(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleDialog:
		return true
	case tree.RoleWindow:
		return n.Parent == 0 && n.NativeRole != "window" && !n.States.Has(tree.Transient)
	case tree.RoleAlert:
		return n.States.Has(tree.Modal)
	}
	return false
}

// groupsAlike are roles of which a window may show several.
var groupsAlike = audit.Roles(tree.RoleTable, tree.RoleTree, tree.RoleTreegrid, tree.RoleListbox, tree.RoleList,
	tree.RoleRadioGroup, tree.RoleToolbar, tree.RoleTabpanel, tree.RoleGrid)

// kindIn is the groups of one role in one window.
type kindIn struct {
	window tree.NodeID
	role   tree.Role
}

// shownGroups lists them, without the lists that are parts of something.
func shownGroups(p *audit.Pass) map[kindIn][]tree.NodeID {
	groups := map[kindIn][]tree.NodeID{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if groupsAlike[n.Role] && p.Shown(n.ID) && p.Above("holds lists", n, func(a *tree.Node) bool { return listHolders[a.Role] }) == nil {
			k := kindIn{p.Top(n.ID), n.Role}
			groups[k] = append(groups[k], n.ID)
		}
	}
	return groups
}

// alike returns one of the groups that is neither n nor in it nor around it, or None:
// also where n is a part of something.
func alike(p *audit.Pass, n *tree.Node, groups []tree.NodeID) tree.NodeID {
	if _, there := slices.BinarySearch(groups, n.ID); !there {
		return tree.None
	}
	for _, id := range groups {
		if id != n.ID && !p.Inside(id, n.ID) && !p.Inside(n.ID, id) {
			return id
		}
	}
	return tree.None
}

// listHolders are roles that lists are a part of.
var listHolders = audit.Roles(tree.RoleCombobox, tree.RoleMenu, tree.RoleTable, tree.RoleTreegrid, tree.RoleGrid, tree.RoleTree)
