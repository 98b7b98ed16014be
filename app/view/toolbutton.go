package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// ToolButton is a flat button of a symbol, a text, or both.
type ToolButton struct {
	widget.BaseWidget

	OnTapped func()

	label, hint string
	icon        Symbol
	iconColor   fyne.ThemeColorName
	arrow       bool // a chevron at the right: opens a list
	maxWidth    float32
	small       bool // in the status bar: no higher than its text, and dim
	down        bool
	disabled    bool

	hovered, focused bool
	tips             *Tips

	back           *canvas.Rectangle
	symbol, expand *canvas.Image
	text           *label
}

// leastText is the room below which a button with a sign shows no cut text, IconOnly
// the width at which it is so.
const (
	leastText = 34
	IconOnly  = iconSize + 2*(gap+2)
)

// NewToolButton makes a button; hint is told beside the pointer.
func NewToolButton(tips *Tips, icon Symbol, text, hint string, tapped func()) *ToolButton {
	b := &ToolButton{
		OnTapped: tapped, label: text, hint: hint, icon: icon, tips: tips,
		back: blank(), symbol: newSymbol(), expand: newSymbol(), text: newLabel(textSize),
	}
	b.back.CornerRadius = 3
	b.ExtendBaseWidget(b)
	return b
}

// NewChooserButton makes a button that opens a list; its text is cut at maxWidth.
func NewChooserButton(tips *Tips, text, hint string, maxWidth float32, tapped func()) *ToolButton {
	b := NewToolButton(tips, "", text, hint, tapped)
	b.arrow, b.maxWidth = true, maxWidth
	return b
}

// NewCountButton makes a small button for a count with its sign.
func NewCountButton(tips *Tips, icon Symbol, color fyne.ThemeColorName, tapped func()) *ToolButton {
	b := NewToolButton(tips, icon, "", "", tapped)
	b.iconColor, b.small, b.text = color, true, newLabel(smallText)
	return b
}

// SetText changes the text.
func (b *ToolButton) SetText(text string) {
	if b.label != text {
		b.label = text
		b.Refresh()
	}
}

// SetHint changes what is told beside the pointer.
func (b *ToolButton) SetHint(hint string) { b.hint = hint }

// SetIcon changes the symbol and its colour ("" for the normal one).
func (b *ToolButton) SetIcon(s Symbol, color fyne.ThemeColorName) {
	if b.icon != s || b.iconColor != color {
		b.icon, b.iconColor = s, color
		b.Refresh()
	}
}

// SetDown shows the button as switched on.
func (b *ToolButton) SetDown(on bool) {
	if b.down != on {
		b.down = on
		b.Refresh()
	}
}

// SetEnabled shows whether the button can be used; a disabled button still tells
// its hint, which says why.
func (b *ToolButton) SetEnabled(on bool) {
	if b.disabled == on {
		b.disabled = !on
		b.Refresh()
	}
}

// Text returns the text.
func (b *ToolButton) Text() string { return b.label }

// MinSize depends on the text.
func (b *ToolButton) MinSize() fyne.Size {
	w := float32(2 * (gap + 2))
	if b.icon != "" {
		w += iconSize
	}
	if b.label != "" {
		t := fyne.MeasureText(OneLine(b.label), b.text.size, fyne.TextStyle{}).Width
		if b.maxWidth > 0 {
			t = min(t, b.maxWidth)
		}
		w += t
		if b.icon != "" {
			w += gap + 1
		}
	}
	if b.arrow {
		w += iconSize
	}
	if b.small {
		return fyne.NewSize(w-2, 22)
	}
	return fyne.NewSize(w, 26)
}

// CreateRenderer is called by Fyne.
func (b *ToolButton) CreateRenderer() fyne.WidgetRenderer {
	return &toolRenderer{b, []fyne.CanvasObject{b.back, b.symbol, b.text.Text, b.expand}}
}

type toolRenderer struct {
	b       *ToolButton
	objects []fyne.CanvasObject
}

func (r *toolRenderer) Layout(s fyne.Size) {
	b := r.b
	b.back.Resize(s)
	x := float32(gap + 2)
	if b.small {
		x = gap
	}
	mid := (s.Height - iconSize) / 2
	b.symbol.Move(fyne.NewPos(x, mid))
	b.symbol.Resize(fyne.NewSquareSize(iconSize))
	if b.icon != "" {
		x += iconSize + gap + 1
	}
	right := s.Width - gap - 2
	if b.arrow {
		right -= iconSize
		b.expand.Move(fyne.NewPos(right+4, mid))
		b.expand.Resize(fyne.NewSquareSize(iconSize))
	}
	r.paint(max(4, right-x+1))
	b.text.place(x, 0, s.Height)
	if b.icon != "" && b.text.cut() && right-x < leastText {
		b.text.Hide() // the sign alone says more than a letter of it
	}
}

func (r *toolRenderer) paint(width float32) {
	b := r.b
	name := fyne.ThemeColorName(theme.ColorNameForeground)
	if b.small {
		name = ColorDim
	}
	if b.disabled {
		name = theme.ColorNameDisabled
	}
	b.text.set(b.label, width, name, fyne.TextStyle{})
	iconColor := or(b.iconColor, name)
	if b.disabled {
		iconColor = theme.ColorNameDisabled
	}
	setSymbol(b.symbol, b.icon, iconColor)
	if b.arrow {
		setSymbol(b.expand, "down", ColorDim)
	} else {
		b.expand.Hide()
	}
	b.back.StrokeWidth = 0
	switch {
	case b.down:
		b.back.FillColor = shade(ColorChosenKey)
	case b.hovered && !b.disabled:
		b.back.FillColor = shade(theme.ColorNameHover)
	default:
		b.back.FillColor = shade(ColorHeader)
	}
	if b.focused {
		b.back.StrokeWidth, b.back.StrokeColor = 1, shade(ColorAccent)
	}
	b.back.Refresh()
}

func (r *toolRenderer) MinSize() fyne.Size           { return r.b.MinSize() }
func (r *toolRenderer) Refresh()                     { r.Layout(r.b.Size()) }
func (r *toolRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *toolRenderer) Destroy()                     {}

// Tapped presses the button.
func (b *ToolButton) Tapped(*fyne.PointEvent) {
	b.tips.Hide()
	if b.OnTapped != nil {
		b.OnTapped()
	}
}

// MouseIn shows the hint.
func (b *ToolButton) MouseIn(*desktop.MouseEvent) {
	b.hovered = true
	b.Refresh()
	lines := make([]string, 0, 2)
	if b.text.cut() {
		lines = append(lines, b.label)
	}
	if b.hint != "" {
		lines = append(lines, b.hint)
	}
	if len(lines) > 0 {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(-8, b.Size().Height-12)
		b.tips.ShowLater(at, lines...)
	}
}

// MouseMoved does nothing more.
func (b *ToolButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut hides the hint.
func (b *ToolButton) MouseOut() {
	b.hovered = false
	b.Refresh()
	b.tips.Hide()
}

// FocusGained shows that keys reach the button.
func (b *ToolButton) FocusGained() {
	b.focused = true
	b.Refresh()
}

// FocusLost ends that.
func (b *ToolButton) FocusLost() {
	b.focused = false
	b.Refresh()
}

// TypedRune presses with the space bar.
func (b *ToolButton) TypedRune(r rune) {
	if r == ' ' {
		b.Tapped(nil)
	}
}

// TypedKey presses with Enter.
func (b *ToolButton) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
		return
	}
	passOn(b, e)
}

// Describe says what the button does and whether it can be used.
func (b *ToolButton) Describe() Description {
	d := Description{Role: "button", Label: b.label, Value: b.hint, Actions: []string{"press"}}
	if b.label == "" {
		d.Label = b.hint
	}
	if b.disabled {
		d.States = append(d.States, "disabled")
	}
	if b.down {
		d.States = append(d.States, "pressed")
	}
	if b.focused {
		d.States = append(d.States, "focused")
	}
	return describeAt(d, b)
}
