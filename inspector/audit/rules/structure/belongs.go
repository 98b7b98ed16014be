package structure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var (
	grids = []tree.Role{tree.RoleTable, tree.RoleGrid, tree.RoleTreegrid, tree.RoleTree}
	menus = []tree.Role{tree.RoleMenu, tree.RoleMenubar, tree.RoleCombobox, tree.RoleMenuItem, tree.RoleToolbar}
	lists = []tree.Role{tree.RoleList, tree.RoleListbox, tree.RoleCombobox, tree.RoleMenu, tree.RoleTree}
)

// within are the roles in one of which an element of a role must lie (WAI-ARIA 1.2,
// "required context role"), and those in which toolkits put it with the same meaning.
var within = map[tree.Role][]tree.Role{
	tree.RoleMenuItem: menus, tree.RoleMenuItemCheckbox: menus, tree.RoleMenuItemRadio: menus,
	tree.RoleTab:      {tree.RoleTablist},
	tree.RoleRow:      grids,
	tree.RoleCell:     append([]tree.Role{tree.RoleRow, tree.RoleList, tree.RoleListbox}, grids...),
	tree.RoleListItem: append([]tree.Role{tree.RoleNavigation}, lists...),
	tree.RoleOption:   lists,
	tree.RoleTreeItem: {tree.RoleTree, tree.RoleTreegrid, tree.RoleList},
}

// through are roles that stand between an element and its container without a meaning.
func through(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleGeneric, tree.RoleGroup, tree.RoleLabel, tree.RoleRow, tree.RoleListItem, tree.RoleTreeItem, tree.RoleWindow, tree.RoleOption:
		return true
	}
	return false
}

var requiredParent = &audit.Rule{
	ID: "required-parent", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"1.3.1"},
	Title: "A part without its whole",
	Explanation: "A screen reader says \"3 of 7\" and offers the keys of a list, a menu or a table only where the item lies in one. Looked " +
		"at: menu items, tabs, rows, cells, list items, options and tree items, and what is around them.",
	Remedy: audit.Remedy{
		Any:  "Put the element into a container of the role that belongs to it, or give it the role of what it is.",
		GTK3: "Use GtkMenu, GtkNotebook, GtkTreeView or GtkListBox, or set the role with atk_object_set_role.",
		GTK4: "Set the container's accessible-role (GTK_ACCESSIBLE_ROLE_LIST, _TAB_LIST, _MENU …).",
		Qt:   "Return the role of the container from QAccessibleInterface::role.",
		Web:  "Use <ul>, <table>, <menu>, or role=list, tablist, menu, table around it.",
	},
	Quiet: "Boxes, panels and groups in between; cells that lie straight in a table (GTK 3); menus in a window of their own, in a combo " +
		"box or in another menu. Where a role in between could not be read the element is undecided.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return within[n.Role] != nil && n.Parent > 0 },
	Check: func(p *audit.Pass, n *tree.Node) {
		for id := n.Parent; id > 0; id = p.Nodes[id].Parent {
			up := &p.Nodes[id]
			switch {
			case slices.Contains(within[n.Role], up.Role):
				return
			case up.RoleUnread() || up.Role == tree.RoleUnknown:
				p.Undecided("the role of an element around it is not known")
				return
			case through(up), n.Role == tree.RoleRow && up.Role == tree.RoleList: // GTK 4's column view

				continue
			}
			break
		}
		around := p.Above("of a meaning", n, func(u *tree.Node) bool { return !through(u) })
		if around == nil {
			around = &p.Nodes[0]
		}
		p.Report(n, audit.Detail{
			Why:    fmt.Sprintf("The %s lies in %s, and in no %s.", n.Role, p.Short(around.ID), names(within[n.Role])),
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("around", around.NativeRole)},
		})
	},
}

func names(roles []tree.Role) string {
	var words []string
	for _, r := range roles {
		words = append(words, string(r))
	}
	return strings.Join(words, ", ")
}

// inside are the roles of which a container must hold some.
var inside = map[tree.Role][]tree.Role{
	tree.RoleList:       {tree.RoleListItem, tree.RoleOption, tree.RoleTreeItem, tree.RoleCell, tree.RoleRow},
	tree.RoleListbox:    {tree.RoleOption, tree.RoleListItem, tree.RoleCell, tree.RoleRow},
	tree.RoleMenu:       {tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio, tree.RoleMenu, tree.RoleOption, tree.RoleListItem},
	tree.RoleTablist:    {tree.RoleTab},
	tree.RoleRadioGroup: {tree.RoleRadio, tree.RoleMenuItemRadio},
	tree.RoleTable:      {tree.RoleRow, tree.RoleCell},
	tree.RoleTree:       {tree.RoleTreeItem, tree.RoleRow, tree.RoleCell, tree.RoleListItem},
}

var requiredChildren = &audit.Rule{
	ID: "required-children", Group: audit.Structure, Severity: audit.Review, Criteria: []string{"1.3.1"},
	Title: "A whole without its parts",
	Explanation: "A list without items or a table without rows says nothing to a person who does not see it, though there may be much " +
		"on the screen. Looked at: lists, menus, lists of tabs, radio groups, tables and trees that have content, none of which is an item.",
	Remedy: audit.Remedy{
		Any:  "Give the parts their roles, or give the container the role of what it is.",
		GTK3: "Use GtkListBoxRow in a GtkListBox; set roles with atk_object_set_role.",
		GTK4: "Set accessible-role GTK_ACCESSIBLE_ROLE_LIST_ITEM, _OPTION, _TAB, _ROW on the parts.",
		Qt:   "Return QAccessible::ListItem, Cell, PageTab from QAccessibleInterface::role of the children.",
		Web:  "Use <li>, <option>, <tr>, or role=listitem, option, tab, row.",
	},
	Quiet: "Empty lists, which may show a text instead; closed menus, which fill when they open; containers whose children are made on " +
		"demand. A container that was cut is undecided. One radio button alone is reported, since there is nothing to choose.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return inside[n.Role] != nil && len(n.Children) > 0 },
	Check: func(p *audit.Pass, n *tree.Node) {
		found, unread, seen := 0, p.CutAt(n.ID), false
		p.Down(n, func(c *tree.Node) bool {
			if slices.Contains(inside[n.Role], c.Role) {
				found++
			}
			unread = unread || c.RoleUnread() || c.Role == tree.RoleUnknown || p.CutAt(c.ID)
			seen = seen || p.Shown(c.ID) && (c.Name.Value != "" || c.Interactive())
			return found < 2
		})
		least := 1
		if n.Role == tree.RoleRadioGroup {
			least = 2
		}
		switch {
		case found >= least, n.States.Has(tree.ManagesDescendants), !seen:
		case unread:
			p.Undecided("what is in it could not all be read")
		default:
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("The %s has content, and %d of %s in it.", n.Role, found, names(inside[n.Role])),
				Values: []audit.Value{audit.V("children", len(n.Children)), audit.V("parts", found)},
			})
		}
	},
}
