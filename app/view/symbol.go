package view

import (
	"bytes"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/samebutton/samebutton/assets"
	"github.com/samebutton/samebutton/backends/tree"
)

// Symbol is the name of one of the drawings in package assets.
type Symbol string

type tinted struct {
	symbol Symbol
	color  string
}

// drawn keeps the coloured symbols: Fyne caches the pixels of an SVG by the name
// of its resource, and colours only fills by itself, where ours are strokes.
var drawn = map[tinted]fyne.Resource{}

// SymbolResource returns the symbol in a colour of the current theme. A symbol
// that does not exist is a fault of the caller and panics.
func SymbolResource(s Symbol, name fyne.ThemeColorName) fyne.Resource {
	r, g, b, _ := shade(name).RGBA()
	key := tinted{s, fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)}
	if res, ok := drawn[key]; ok {
		return res
	}
	svg, ok := assets.Symbol(string(s))
	if !ok {
		panic(fmt.Sprintf("view: no symbol %q", s))
	}
	res := fyne.NewStaticResource(string(s)+key.color+".svg", bytes.ReplaceAll(svg, []byte("currentColor"), []byte(key.color)))
	drawn[key] = res
	return res
}

func newSymbol() *canvas.Image {
	img := &canvas.Image{FillMode: canvas.ImageFillContain}
	img.SetMinSize(fyne.NewSquareSize(iconSize))
	return img
}

// setSymbol shows a symbol, or nothing for "".
func setSymbol(img *canvas.Image, s Symbol, name fyne.ThemeColorName) {
	if s == "" {
		img.Hide()
		return
	}
	res := SymbolResource(s, name)
	if img.Resource != res {
		img.Resource = res
		img.Refresh()
	}
	img.Show()
}

var roleSymbols = map[tree.Role]Symbol{
	tree.RoleApplication: "application", tree.RoleWindow: "window", tree.RoleDialog: "dialog",
	tree.RoleAlert: "dialog", tree.RoleButton: "button", tree.RoleToggleButton: "togglebutton",
	tree.RoleSwitch: "switch", tree.RoleCheckbox: "checkbox", tree.RoleRadio: "radio",
	tree.RoleTextbox: "textbox", tree.RoleSearchbox: "textbox", tree.RoleSearch: "textbox", tree.RolePassword: "password",
	tree.RoleCombobox: "combobox", tree.RoleSpinbutton: "spinbutton", tree.RoleMenu: "menu",
	tree.RoleMenubar: "menu", tree.RoleMenuItem: "menuitem", tree.RoleMenuItemCheckbox: "checkbox",
	tree.RoleMenuItemRadio: "radio", tree.RoleList: "list", tree.RoleListbox: "list",
	tree.RoleListItem: "listitem", tree.RoleOption: "listitem", tree.RoleTable: "table",
	tree.RoleGrid: "table", tree.RoleTreegrid: "table", tree.RoleRow: "row", tree.RoleCell: "cell",
	tree.RoleColumnHeader: "cell", tree.RoleRowHeader: "cell", tree.RoleTab: "tab",
	tree.RoleTablist: "tab", tree.RoleTabpanel: "tabpanel", tree.RoleTree: "tree",
	tree.RoleTreeItem: "tree", tree.RoleSlider: "slider", tree.RoleProgressbar: "progressbar",
	tree.RoleMeter: "progressbar", tree.RoleLabel: "label", tree.RoleParagraph: "label",
	tree.RoleTooltip: "label", tree.RoleHeading: "heading", tree.RoleImage: "img",
	tree.RoleLink: "link", tree.RoleGroup: "group", tree.RoleRadioGroup: "group",
	tree.RoleForm: "group", tree.RoleRegion: "group", tree.RoleMain: "group",
	tree.RoleNavigation: "group", tree.RoleBanner: "group", tree.RoleArticle: "document",
	tree.RoleToolbar: "toolbar", tree.RoleSeparator: "separator", tree.RoleScrollbar: "scrollbar",
	tree.RoleDocument: "document", tree.RoleStatus: "status", tree.RoleTimer: "status",
	tree.RoleLog: "document", tree.RoleTerminal: "document", tree.RoleCanvas: "canvas",
	tree.RoleComplementary: "group", tree.RoleContentInfo: "group", tree.RoleGeneric: "generic",
}

// RoleSymbol returns the drawing for a role.
func RoleSymbol(r tree.Role) Symbol {
	if s, ok := roleSymbols[r]; ok {
		return s
	}
	return "unknown"
}
