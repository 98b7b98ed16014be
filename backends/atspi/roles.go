package atspi

import (
	"strconv"

	"github.com/samebutton/samebutton/backends/tree"
)

// Numbers of AtspiRole that the reading itself decides on.
const (
	roleAlert          = 2
	roleCheckBox       = 7
	roleComboBox       = 11
	roleDialog         = 16
	roleFileChooser    = 19
	roleFiller         = 20
	roleFrame          = 23
	roleImage          = 27
	roleLabel          = 29
	roleListItem       = 32
	roleMenu           = 33
	roleMenuBar        = 34
	roleMenuItem       = 35
	rolePageTab        = 37
	rolePageTabList    = 38
	rolePanel          = 39
	rolePasswordText   = 40
	rolePopupMenu      = 41
	rolePushButton     = 43
	roleRadioMenuItem  = 45
	roleScrollBar      = 48
	roleScrollPane     = 49
	roleSeparator      = 50
	roleSplitPane      = 53
	roleStatusBar      = 54
	roleDataTable      = 55
	roleRootPane       = 46
	roleTableCell      = 56
	roleTerminal       = 60
	roleSpinButton     = 52
	roleText           = 61
	roleToggleButton   = 62
	roleToolBar        = 63
	roleToolTip        = 64
	roleTreeTable      = 66
	roleUnknown        = 67
	roleViewport       = 68
	roleWindow         = 69
	roleExtended       = 70
	roleHeader         = 71
	roleFooter         = 72
	roleParagraph      = 73
	roleApplication    = 75
	roleEntry          = 79
	roleDocumentFrame  = 82
	roleHeading        = 83
	roleSection        = 85
	roleRedundant      = 86
	roleDocumentWeb    = 95
	roleListBox        = 98
	roleGrouping       = 99
	roleLandmark       = 110
	roleStatic         = 116
	rolePushButtonMenu = 129
)

// roleTable lists AtspiRole by number: AT-SPI's own English word, which never
// depends on the locale of the application (GetRoleName does), and the role of
// the model. Where the role depends on more than the number see [roleOf].
var roleTable = [...]struct {
	native string
	role   tree.Role
}{
	0:                  {"invalid", tree.RoleUnknown},
	1:                  {"accelerator label", tree.RoleLabel},
	roleAlert:          {"alert", tree.RoleAlert},
	3:                  {"animation", tree.RoleImage},
	4:                  {"arrow", tree.RoleGeneric},
	5:                  {"calendar", tree.RoleGrid},
	6:                  {"canvas", tree.RoleCanvas},
	roleCheckBox:       {"check box", tree.RoleCheckbox},
	8:                  {"check menu item", tree.RoleMenuItemCheckbox},
	9:                  {"color chooser", tree.RoleGroup},
	10:                 {"column header", tree.RoleColumnHeader},
	roleComboBox:       {"combo box", tree.RoleCombobox},
	12:                 {"date editor", tree.RoleGroup},
	13:                 {"desktop icon", tree.RoleImage},
	14:                 {"desktop frame", tree.RoleGeneric},
	15:                 {"dial", tree.RoleSlider},
	roleDialog:         {"dialog", tree.RoleDialog},
	17:                 {"directory pane", tree.RoleGeneric},
	18:                 {"drawing area", tree.RoleCanvas},
	roleFileChooser:    {"file chooser", tree.RoleDialog},
	roleFiller:         {"filler", tree.RoleGeneric},
	21:                 {"focus traversable", tree.RoleGeneric},
	22:                 {"font chooser", tree.RoleGroup},
	roleFrame:          {"frame", tree.RoleWindow},
	24:                 {"glass pane", tree.RoleGeneric},
	25:                 {"html container", tree.RoleDocument},
	26:                 {"icon", tree.RoleImage},
	roleImage:          {"image", tree.RoleImage},
	28:                 {"internal frame", tree.RoleGroup},
	roleLabel:          {"label", tree.RoleLabel},
	30:                 {"layered pane", tree.RoleGeneric},
	31:                 {"list", tree.RoleList},
	roleListItem:       {"list item", tree.RoleListItem},
	roleMenu:           {"menu", tree.RoleMenu},
	34:                 {"menu bar", tree.RoleMenubar},
	roleMenuItem:       {"menu item", tree.RoleMenuItem},
	36:                 {"option pane", tree.RoleGeneric},
	rolePageTab:        {"page tab", tree.RoleTab},
	rolePageTabList:    {"page tab list", tree.RoleTablist},
	rolePanel:          {"panel", tree.RoleGroup},
	rolePasswordText:   {"password text", tree.RolePassword},
	rolePopupMenu:      {"popup menu", tree.RoleMenu},
	42:                 {"progress bar", tree.RoleProgressbar},
	rolePushButton:     {"push button", tree.RoleButton},
	44:                 {"radio button", tree.RoleRadio},
	roleRadioMenuItem:  {"radio menu item", tree.RoleMenuItemRadio},
	roleRootPane:       {"root pane", tree.RoleGeneric},
	47:                 {"row header", tree.RoleRowHeader},
	roleScrollBar:      {"scroll bar", tree.RoleScrollbar},
	roleScrollPane:     {"scroll pane", tree.RoleGeneric},
	roleSeparator:      {"separator", tree.RoleSeparator},
	51:                 {"slider", tree.RoleSlider},
	roleSpinButton:     {"spin button", tree.RoleSpinbutton},
	roleSplitPane:      {"split pane", tree.RoleGeneric},
	roleStatusBar:      {"status bar", tree.RoleStatus},
	roleDataTable:      {"table", tree.RoleTable},
	roleTableCell:      {"table cell", tree.RoleCell},
	57:                 {"table column header", tree.RoleColumnHeader},
	58:                 {"table row header", tree.RoleRowHeader},
	59:                 {"tear off menu item", tree.RoleMenuItem},
	roleTerminal:       {"terminal", tree.RoleTerminal},
	roleText:           {"text", tree.RoleTextbox},
	roleToggleButton:   {"toggle button", tree.RoleToggleButton},
	roleToolBar:        {"tool bar", tree.RoleToolbar},
	roleToolTip:        {"tool tip", tree.RoleTooltip},
	65:                 {"tree", tree.RoleTree},
	roleTreeTable:      {"tree table", tree.RoleTreegrid},
	roleUnknown:        {"unknown", tree.RoleUnknown},
	roleViewport:       {"viewport", tree.RoleGeneric},
	roleWindow:         {"window", tree.RoleWindow},
	roleExtended:       {"extended", tree.RoleUnknown},
	roleHeader:         {"header", tree.RoleBanner},
	roleFooter:         {"footer", tree.RoleGroup},
	roleParagraph:      {"paragraph", tree.RoleParagraph},
	74:                 {"ruler", tree.RoleGeneric},
	roleApplication:    {"application", tree.RoleApplication},
	76:                 {"autocomplete", tree.RoleCombobox},
	77:                 {"edit bar", tree.RoleTextbox},
	78:                 {"embedded component", tree.RoleGeneric},
	roleEntry:          {"entry", tree.RoleTextbox},
	80:                 {"chart", tree.RoleImage},
	81:                 {"caption", tree.RoleLabel},
	roleDocumentFrame:  {"document frame", tree.RoleDocument},
	roleHeading:        {"heading", tree.RoleHeading},
	84:                 {"page", tree.RoleGroup},
	roleSection:        {"section", tree.RoleGeneric},
	roleRedundant:      {"redundant object", tree.RoleGeneric},
	87:                 {"form", tree.RoleForm},
	88:                 {"link", tree.RoleLink},
	89:                 {"input method window", tree.RoleWindow},
	90:                 {"table row", tree.RoleRow},
	91:                 {"tree item", tree.RoleTreeItem},
	92:                 {"document spreadsheet", tree.RoleDocument},
	93:                 {"document presentation", tree.RoleDocument},
	94:                 {"document text", tree.RoleDocument},
	roleDocumentWeb:    {"document web", tree.RoleDocument},
	96:                 {"document email", tree.RoleDocument},
	97:                 {"comment", tree.RoleGroup},
	roleListBox:        {"list box", tree.RoleListbox},
	roleGrouping:       {"grouping", tree.RoleGroup},
	100:                {"image map", tree.RoleImage},
	101:                {"notification", tree.RoleStatus},
	102:                {"info bar", tree.RoleStatus},
	103:                {"level bar", tree.RoleMeter},
	104:                {"title bar", tree.RoleGeneric},
	105:                {"block quote", tree.RoleGroup},
	106:                {"audio", tree.RoleGroup},
	107:                {"video", tree.RoleGroup},
	108:                {"definition", tree.RoleGroup},
	109:                {"article", tree.RoleArticle},
	roleLandmark:       {"landmark", tree.RoleRegion},
	111:                {"log", tree.RoleLog},
	112:                {"marquee", tree.RoleStatus},
	113:                {"math", tree.RoleGroup},
	114:                {"rating", tree.RoleSlider},
	115:                {"timer", tree.RoleTimer},
	roleStatic:         {"static", tree.RoleLabel},
	117:                {"math fraction", tree.RoleGroup},
	118:                {"math root", tree.RoleGroup},
	119:                {"subscript", tree.RoleGeneric},
	120:                {"superscript", tree.RoleGeneric},
	121:                {"description list", tree.RoleList},
	122:                {"description term", tree.RoleLabel},
	123:                {"description value", tree.RoleListItem},
	124:                {"footnote", tree.RoleGroup},
	125:                {"content deletion", tree.RoleGeneric},
	126:                {"content insertion", tree.RoleGeneric},
	127:                {"mark", tree.RoleGeneric},
	128:                {"suggestion", tree.RoleGeneric},
	rolePushButtonMenu: {"push button menu", tree.RoleButton},
	130:                {"switch", tree.RoleSwitch},
}

// nativeRole returns AT-SPI's word for a role number.
func nativeRole(number uint32) string {
	if int(number) < len(roleTable) {
		return roleTable[number].native
	}
	return "role " + strconv.Itoa(int(number))
}

// roleOf returns the role of the model for an element whose parent has the role
// parent. Named says whether it has a name: a panel without one only lays out.
func roleOf(number uint32, states uint64, named bool, parent tree.Role) tree.Role {
	if int(number) >= len(roleTable) {
		return tree.RoleUnknown
	}
	switch number {
	case rolePanel, roleGrouping:
		if !named {
			return tree.RoleGeneric
		}
	case roleParagraph, roleSection, roleDocumentFrame:
		if hasState(states, stateEditable) {
			return tree.RoleTextbox
		}
	case roleListItem:
		if parent == tree.RoleListbox || parent == tree.RoleCombobox || parent == tree.RoleMenu {
			return tree.RoleOption
		}
	}
	return roleTable[number].role
}

// topLevel reports whether a role number is that of a window of its own.
func topLevel(number uint32) bool {
	return int(number) < len(roleTable) && roleTable[number].role.TopLevel()
}

// structural roles lay out other elements; no label points at them and they do
// nothing themselves, so that neither relations nor actions are asked for.
func structural(number uint32) bool {
	switch number {
	case roleFiller, roleScrollPane, roleSeparator, roleSplitPane, roleViewport, roleRedundant, roleApplication:
		return true
	}
	return false
}
