package provider

import "fmt"

// roles are the native role names by their number in AT-SPI 2.46.
var roles = []string{
	"invalid", "accelerator label", "alert", "animation", "arrow", "calendar", "canvas", "check box",
	"check menu item", "color chooser", "column header", "combo box", "date editor", "desktop icon",
	"desktop frame", "dial", "dialog", "directory pane", "drawing area", "file chooser", "filler",
	"focus traversable", "font chooser", "frame", "glass pane", "html container", "icon", "image",
	"internal frame", "label", "layered pane", "list", "list item", "menu", "menu bar", "menu item",
	"option pane", "page tab", "page tab list", "panel", "password text", "popup menu", "progress bar",
	"push button", "radio button", "radio menu item", "root pane", "row header", "scroll bar",
	"scroll pane", "separator", "slider", "spin button", "split pane", "status bar", "table",
	"table cell", "table column header", "table row header", "tearoff menu item", "terminal", "text",
	"toggle button", "tool bar", "tool tip", "tree", "tree table", "unknown", "viewport", "window",
	"extended", "header", "footer", "paragraph", "ruler", "application", "autocomplete", "editbar",
	"embedded", "entry", "chart", "caption", "document frame", "heading", "page", "section",
	"redundant object", "form", "link", "input method window", "table row", "tree item",
	"document spreadsheet", "document presentation", "document text", "document web", "document email",
	"comment", "list box", "grouping", "image map", "notification", "info bar", "level bar", "title bar",
	"block quote", "audio", "video", "definition", "article", "landmark", "log", "marquee", "math",
	"rating", "timer", "static", "math fraction", "math root", "subscript", "superscript",
	"description list", "description term", "description value", "footnote", "content deletion",
	"content insertion", "mark", "suggestion", "push button menu",
}

// states are the state names by their number.
var states = []string{
	"invalid", "active", "armed", "busy", "checked", "collapsed", "defunct", "editable", "enabled",
	"expandable", "expanded", "focusable", "focused", "has-tooltip", "horizontal", "iconified", "modal",
	"multi-line", "multiselectable", "opaque", "pressed", "resizable", "selectable", "selected",
	"sensitive", "showing", "single-line", "stale", "transient", "vertical", "visible",
	"manages-descendants", "indeterminate", "required", "truncated", "animated", "invalid-entry",
	"supports-autocompletion", "selectable-text", "is-default", "visited", "checkable", "has-popup",
	"read-only",
}

// relations are the relation names by their number.
var relations = []string{
	"null", "label-for", "labelled-by", "controller-for", "controlled-by", "member-of", "tooltip-for",
	"node-child-of", "node-parent-of", "extended", "flows-to", "flows-from", "subwindow-of", "embeds",
	"embedded-by", "popup-for", "parent-window-of", "description-for", "described-by", "details",
	"details-for", "error-message", "error-for",
}

// interfaces are the interfaces that an object can have, by their bit.
var interfaces = []string{
	"Accessible", "Application", "Component", "Action", "Text", "EditableText", "Value", "Selection",
	"Table", "TableCell",
}

// The bits of interfaces.
const (
	hasAccessible = 1 << iota
	hasApplication
	hasComponent
	hasAction
	hasText
	hasEditableText
	hasValue
	hasSelection
	hasTable
	hasTableCell
)

// prefix begins the name of every AT-SPI interface.
const prefix = "org.a11y.atspi."

// number returns the place of a word in its list.
func number(list []string, what, word string) (int, error) {
	for i, w := range list {
		if w == word {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no %s is called %q", what, word)
}

// numberOf are the places of the words that this package itself uses.
var numberOf = func() map[string]uint16 {
	m := make(map[string]uint16, len(roles))
	for i, w := range roles {
		m[w] = uint16(i)
	}
	return m
}()

// bitOf are the bits of the interfaces.
var bitOf = func() map[string]uint16 {
	m := make(map[string]uint16, len(interfaces))
	for i, w := range interfaces {
		m[w] = 1 << i
	}
	return m
}()

// bits returns the set of the words.
func bits(list []string, what string, words []string) (uint64, error) {
	var set uint64
	for _, w := range words {
		n, err := number(list, what, w)
		if err != nil {
			return 0, err
		}
		set |= 1 << n
	}
	return set, nil
}

// shown are the states of an object of which a script says none.
const shown = 1<<8 | 1<<24 | 1<<25 | 1<<30 // enabled, sensitive, showing, visible
