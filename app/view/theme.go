package view

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Mode says which of the two palettes is used.
type Mode string

// Modes.
const (
	ModeSystem Mode = "system"
	ModeLight  Mode = "light"
	ModeDark   Mode = "dark"
)

// Colours of our own beside those of Fyne. Green, amber and red are for verdicts
// only, and never without a sign.
const (
	ColorPane      fyne.ThemeColorName = "samebutton.pane"    // behind lists and text
	ColorHeader    fyne.ThemeColorName = "samebutton.header"  // toolbar, tabs, status bar
	ColorStage     fyne.ThemeColorName = "samebutton.stage"   // around the picture
	ColorLine      fyne.ThemeColorName = "samebutton.line"    // between panes
	ColorDim       fyne.ThemeColorName = "samebutton.dim"     // text of second rank
	ColorAccent    fyne.ThemeColorName = "samebutton.accent"  // selection, focus, links
	ColorGood      fyne.ThemeColorName = "samebutton.good"    // proven
	ColorCaution   fyne.ThemeColorName = "samebutton.caution" // not proven, by context
	ColorBad       fyne.ThemeColorName = "samebutton.bad"     // ambiguous, failed
	ColorOutline   fyne.ThemeColorName = "samebutton.outline" // every element on the stage
	ColorBlind     fyne.ThemeColorName = "samebutton.blind"   // what no element stands for
	ColorChosen    fyne.ThemeColorName = "samebutton.chosen"  // row, list without the focus
	ColorChosenKey fyne.ThemeColorName = "samebutton.chosen-focus"
	ColorTip       fyne.ThemeColorName = "samebutton.tip"
	ColorTipText   fyne.ThemeColorName = "samebutton.tip-text"
)

// Sizes used by all panes, in Fyne's units; spacing goes in steps of 4.
const (
	textSize   = 13
	smallText  = 12
	monoText   = 14 // at 13 Fyne cuts the descenders of its monospace font
	rowHeight  = 22
	barHeight  = 36
	tabHeight  = 28
	iconSize   = 16
	gap        = 4
	paneMargin = 8
)

type palette map[fyne.ThemeColorName]color.NRGBA

func hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

func faint(v uint32, alpha uint8) color.NRGBA {
	c := hex(v)
	c.A = alpha
	return c
}

// menuAlpha is the opacity of normal text. Fyne 2.7.1 makes the colour of the
// shortcuts in menus of the low bytes of this colour with 16 bits (an oversight
// in widget/menu_item.go): an opaque colour gives 20 % opacity, which nobody can
// read. With these greys and this opacity it gives a dim text of 89 %.
const menuAlpha = 0xf0

var dark = palette{
	ColorPane: hex(0x1b1d21), ColorHeader: hex(0x23262b), ColorStage: hex(0x141518),
	ColorLine: hex(0x33373e), ColorDim: hex(0x9aa1ad), ColorAccent: hex(0x6cb0ff),
	ColorGood: hex(0x57c98c), ColorCaution: hex(0xe3b341), ColorBad: hex(0xff8079),
	ColorOutline: faint(0x6cb0ff, 0x66), ColorBlind: hex(0xb68aff), ColorChosen: hex(0x2b3038), ColorChosenKey: hex(0x1f3650),
	ColorTip: hex(0x3a3f47), ColorTipText: hex(0xf0f2f5),

	theme.ColorNameBackground: hex(0x23262b), theme.ColorNameForeground: faint(0xe0e0e0, menuAlpha),
	theme.ColorNamePlaceHolder: hex(0x9aa1ad), theme.ColorNameDisabled: hex(0x767d89),
	theme.ColorNameButton: hex(0x30343b), theme.ColorNameDisabledButton: hex(0x292c32),
	theme.ColorNameHover: faint(0xffffff, 0x10), theme.ColorNamePressed: faint(0xffffff, 0x20),
	theme.ColorNamePrimary: hex(0x6cb0ff), theme.ColorNameHyperlink: hex(0x6cb0ff),
	theme.ColorNameForegroundOnPrimary: hex(0x0d1b2a), theme.ColorNameFocus: faint(0x6cb0ff, 0x60),
	theme.ColorNameSelection: faint(0x6cb0ff, 0x50), theme.ColorNameSeparator: hex(0x33373e),
	theme.ColorNameInputBackground: hex(0x17191c), theme.ColorNameInputBorder: hex(0x3d424a),
	theme.ColorNameMenuBackground: hex(0x2a2d33), theme.ColorNameOverlayBackground: hex(0x25282d),
	theme.ColorNameHeaderBackground: hex(0x23262b), theme.ColorNameScrollBar: faint(0xffffff, 0x50),
	theme.ColorNameScrollBarBackground: faint(0, 0), theme.ColorNameShadow: faint(0, 0x60),
	theme.ColorNameSuccess: hex(0x57c98c), theme.ColorNameWarning: hex(0xe3b341), theme.ColorNameError: hex(0xff8079),
}

var light = palette{
	ColorPane: hex(0xffffff), ColorHeader: hex(0xf3f4f6), ColorStage: hex(0xe4e6ea),
	ColorLine: hex(0xd5d8de), ColorDim: hex(0x59616e), ColorAccent: hex(0x0a5ccc),
	ColorGood: hex(0x12703a), ColorCaution: hex(0x835600), ColorBad: hex(0xb3261e),
	ColorOutline: faint(0x0a5ccc, 0x66), ColorBlind: hex(0x7a3fd8), ColorChosen: hex(0xe6e9ee), ColorChosenKey: hex(0xcfe2fb),
	ColorTip: hex(0x2b2f36), ColorTipText: hex(0xf5f6f8),

	theme.ColorNameBackground: hex(0xf3f4f6), theme.ColorNameForeground: faint(0x1e1e1e, menuAlpha),
	theme.ColorNamePlaceHolder: hex(0x59616e), theme.ColorNameDisabled: hex(0x7d8592),
	theme.ColorNameButton: hex(0xe3e6eb), theme.ColorNameDisabledButton: hex(0xeceef1),
	theme.ColorNameHover: faint(0, 0x0c), theme.ColorNamePressed: faint(0, 0x1a),
	theme.ColorNamePrimary: hex(0x0a5ccc), theme.ColorNameHyperlink: hex(0x0a5ccc),
	theme.ColorNameForegroundOnPrimary: hex(0xffffff), theme.ColorNameFocus: faint(0x0a5ccc, 0x50),
	theme.ColorNameSelection: faint(0x0a5ccc, 0x40), theme.ColorNameSeparator: hex(0xd5d8de),
	theme.ColorNameInputBackground: hex(0xffffff), theme.ColorNameInputBorder: hex(0xc3c8d0),
	theme.ColorNameMenuBackground: hex(0xffffff), theme.ColorNameOverlayBackground: hex(0xf8f9fa),
	theme.ColorNameHeaderBackground: hex(0xf3f4f6), theme.ColorNameScrollBar: faint(0, 0x50),
	theme.ColorNameScrollBarBackground: faint(0, 0), theme.ColorNameShadow: faint(0, 0x30),
	theme.ColorNameSuccess: hex(0x12703a), theme.ColorNameWarning: hex(0x835600), theme.ColorNameError: hex(0xb3261e),
}

// Theme is the look of the window: dense, quiet, one accent colour.
type Theme struct {
	Mode Mode
}

// Color returns our colour, or Fyne's own where we have none.
func (t Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	p := dark
	if t.Mode == ModeLight || (t.Mode != ModeDark && variant == theme.VariantLight) {
		p, variant = light, theme.VariantLight
	} else {
		variant = theme.VariantDark
	}
	if c, ok := p[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, variant)
}

// Font returns the font that Fyne carries.
func (Theme) Font(s fyne.TextStyle) fyne.Resource { return theme.DefaultTheme().Font(s) }

// Icon returns Fyne's icon, for its dialogs.
func (Theme) Icon(n fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(n) }

// Size returns the dense sizes.
func (Theme) Size(n fyne.ThemeSizeName) float32 {
	switch n {
	case theme.SizeNameText:
		return textSize
	case theme.SizeNameCaptionText:
		return smallText
	case theme.SizeNameSubHeadingText:
		return 15
	case theme.SizeNameHeadingText:
		return 18
	case theme.SizeNamePadding, theme.SizeNameInnerPadding:
		return gap
	case theme.SizeNameLineSpacing:
		return 3
	case theme.SizeNameInlineIcon:
		return iconSize
	case theme.SizeNameScrollBar:
		return 10
	case theme.SizeNameScrollBarSmall:
		return 4
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return 3
	}
	return theme.DefaultTheme().Size(n)
}

// seamless is the current theme without padding between the rows of a list.
type seamless struct{}

func (seamless) current() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

func (s seamless) Color(n fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	return s.current().Color(n, v)
}
func (s seamless) Font(st fyne.TextStyle) fyne.Resource    { return s.current().Font(st) }
func (s seamless) Icon(n fyne.ThemeIconName) fyne.Resource { return s.current().Icon(n) }
func (s seamless) Size(n fyne.ThemeSizeName) float32 {
	if n == theme.SizeNamePadding {
		return 0
	}
	return s.current().Size(n)
}

// shade returns the colour of the current theme.
func shade(name fyne.ThemeColorName) color.Color { return theme.Color(name) }
