package tree

import (
	"maps"
	"slices"
)

// Role is a WAI-ARIA 1.2 role where one fits, otherwise one of the few words
// at the end of the list; [Node.NativeRole] keeps the platform's own.
type Role string

// Roles. The first block are WAI-ARIA roles, the second are desktop roles that
// ARIA has no word for.
const (
	RoleAlert            Role = "alert"
	RoleArticle          Role = "article"
	RoleBanner           Role = "banner"
	RoleButton           Role = "button"
	RoleCell             Role = "cell"
	RoleCheckbox         Role = "checkbox"
	RoleColumnHeader     Role = "columnheader"
	RoleCombobox         Role = "combobox"
	RoleComplementary    Role = "complementary"
	RoleContentInfo      Role = "contentinfo"
	RoleDialog           Role = "dialog"
	RoleDocument         Role = "document"
	RoleForm             Role = "form"
	RoleGeneric          Role = "generic"
	RoleGrid             Role = "grid"
	RoleGroup            Role = "group"
	RoleHeading          Role = "heading"
	RoleImage            Role = "img"
	RoleLink             Role = "link"
	RoleList             Role = "list"
	RoleListbox          Role = "listbox"
	RoleListItem         Role = "listitem"
	RoleLog              Role = "log"
	RoleMain             Role = "main"
	RoleMenu             Role = "menu"
	RoleMenubar          Role = "menubar"
	RoleMenuItem         Role = "menuitem"
	RoleMenuItemCheckbox Role = "menuitemcheckbox"
	RoleMenuItemRadio    Role = "menuitemradio"
	RoleMeter            Role = "meter"
	RoleNavigation       Role = "navigation"
	RoleOption           Role = "option"
	RoleParagraph        Role = "paragraph"
	RoleProgressbar      Role = "progressbar"
	RoleRadio            Role = "radio"
	RoleRadioGroup       Role = "radiogroup"
	RoleRegion           Role = "region"
	RoleRow              Role = "row"
	RoleRowHeader        Role = "rowheader"
	RoleScrollbar        Role = "scrollbar"
	RoleSearch           Role = "search"
	RoleSearchbox        Role = "searchbox"
	RoleSeparator        Role = "separator"
	RoleSlider           Role = "slider"
	RoleSpinbutton       Role = "spinbutton"
	RoleStatus           Role = "status"
	RoleSwitch           Role = "switch"
	RoleTab              Role = "tab"
	RoleTable            Role = "table"
	RoleTablist          Role = "tablist"
	RoleTabpanel         Role = "tabpanel"
	RoleTextbox          Role = "textbox"
	RoleTimer            Role = "timer"
	RoleToolbar          Role = "toolbar"
	RoleTooltip          Role = "tooltip"
	RoleTree             Role = "tree"
	RoleTreegrid         Role = "treegrid"
	RoleTreeItem         Role = "treeitem"

	RoleApplication  Role = "application"  // the root of a program
	RoleWindow       Role = "window"       // a top-level frame
	RoleLabel        Role = "label"        // static text
	RolePassword     Role = "password"     // a secret text box; never read
	RoleToggleButton Role = "togglebutton" // a button with aria-pressed
	RoleTerminal     Role = "terminal"
	RoleCanvas       Role = "canvas"
	RoleUnknown      Role = "unknown"
)

var interactive = roleSet(
	RoleButton, RoleCheckbox, RoleCombobox, RoleLink, RoleMenuItem, RoleMenuItemCheckbox,
	RoleMenuItemRadio, RoleOption, RoleRadio, RoleSlider, RoleSpinbutton, RoleSwitch, RoleTab,
	RoleTextbox, RoleSearchbox, RolePassword, RoleToggleButton, RoleTreeItem, RoleTerminal, RoleListItem,
)

var containers = roleSet(
	RoleWindow, RoleDialog, RoleAlert, RoleGroup, RoleRadioGroup, RoleForm, RoleToolbar, RoleMenubar,
	RoleMenu, RoleTable, RoleGrid, RoleTree, RoleTreegrid, RoleList, RoleListbox, RoleTabpanel,
	RoleTablist, RoleRow, RoleRegion, RoleNavigation, RoleMain, RoleBanner, RoleSearch, RoleDocument,
	RoleCombobox, RoleListItem, RoleTreeItem, RoleMenuItem, RoleComplementary, RoleContentInfo,
)

func roleSet(rs ...Role) map[Role]bool {
	m := make(map[Role]bool, len(rs))
	for _, r := range rs {
		m[r] = true
	}
	return m
}

// Interactive reports whether a person acts on elements of this role. Merely
// focusable or scrollable roles are not interactive (DESIGN 1, "Ref").
func (r Role) Interactive() bool { return interactive[r] }

// Container reports whether a named element of this role may scope a locator.
func (r Role) Container() bool { return containers[r] }

// TopLevel reports whether the role is that of a window of its own.
func (r Role) TopLevel() bool { return r == RoleWindow || r == RoleDialog || r == RoleAlert }

// EditsText reports whether a person types into elements of this role.
func (r Role) EditsText() bool {
	return r == RoleTextbox || r == RoleSearchbox || r == RolePassword || r == RoleTerminal || r == RoleSpinbutton
}

var known = roleSet(
	RoleAlert, RoleArticle, RoleBanner, RoleButton, RoleCell, RoleCheckbox, RoleColumnHeader,
	RoleCombobox, RoleDialog, RoleDocument, RoleForm, RoleGeneric, RoleGrid, RoleGroup, RoleHeading,
	RoleImage, RoleLink, RoleList, RoleListbox, RoleListItem, RoleLog, RoleMain, RoleMenu,
	RoleMenubar, RoleMenuItem, RoleMenuItemCheckbox, RoleMenuItemRadio, RoleMeter, RoleNavigation,
	RoleOption, RoleParagraph, RoleProgressbar, RoleRadio, RoleRadioGroup, RoleRegion, RoleRow,
	RoleRowHeader, RoleScrollbar, RoleSearch, RoleSeparator, RoleSlider, RoleSpinbutton, RoleStatus,
	RoleSwitch, RoleTab, RoleTable, RoleTablist, RoleTabpanel, RoleTextbox, RoleTimer, RoleToolbar,
	RoleTooltip, RoleTree, RoleTreegrid, RoleTreeItem, RoleApplication, RoleWindow, RoleLabel,
	RolePassword, RoleToggleButton, RoleTerminal, RoleCanvas, RoleUnknown, RoleSearchbox,
	RoleComplementary, RoleContentInfo,
)

// Roles returns all roles of this package, sorted.
func Roles() []Role { return slices.Sorted(maps.Keys(known)) }

// Known reports whether r is one of the roles of this package, so that a
// misspelt role in a locator is found before anything is searched.
func (r Role) Known() bool { return known[r] }
