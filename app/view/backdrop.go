package view

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// backdrop is an area in a colour of the theme, which follows when the theme
// changes; a bare rectangle would keep its colour.
type backdrop struct {
	widget.BaseWidget
	name fyne.ThemeColorName
	rect *canvas.Rectangle
}

func newBackdrop(name fyne.ThemeColorName) *backdrop {
	b := &backdrop{name: name, rect: canvas.NewRectangle(shade(name))}
	b.ExtendBaseWidget(b)
	return b
}

// blank is a rectangle whose colour is set when it is drawn.
func blank() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }

// On returns the content on an area in a colour of the theme.
func On(name fyne.ThemeColorName, content fyne.CanvasObject) *fyne.Container {
	return container.NewStack(newBackdrop(name), content)
}

func (b *backdrop) CreateRenderer() fyne.WidgetRenderer {
	return &backdropRenderer{b}
}

type backdropRenderer struct{ b *backdrop }

func (r *backdropRenderer) Layout(s fyne.Size)           { r.b.rect.Resize(s) }
func (r *backdropRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *backdropRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.b.rect} }
func (r *backdropRenderer) Destroy()                     {}
func (r *backdropRenderer) Refresh() {
	r.b.rect.FillColor = shade(r.b.name)
	r.b.rect.Refresh()
}

// arranged is a layout given by a function, for panes that place a few parts.
type arranged struct {
	place func(fyne.Size)
	min   fyne.Size
}

func (a arranged) Layout(_ []fyne.CanvasObject, s fyne.Size) { a.place(s) }
func (a arranged) MinSize([]fyne.CanvasObject) fyne.Size     { return a.min }

// Notice is a quiet text in the middle of an empty pane: what is missing and
// what to do next, with at most two buttons.
type Notice struct {
	widget.BaseWidget
	icon    Symbol
	title   string
	lines   []string
	symbol  *canvas.Image
	head    *label
	body    [4]*label
	buttons []*ToolButton
}

// NewNotice makes a notice.
func NewNotice(icon Symbol, title string, lines []string, buttons ...*ToolButton) *Notice {
	n := &Notice{icon: icon, title: title, lines: lines, symbol: newSymbol(), head: newLabel(textSize), buttons: buttons}
	for i := range n.body {
		n.body[i] = newLabel(textSize)
	}
	n.ExtendBaseWidget(n)
	return n
}

// Set changes what the notice says.
func (n *Notice) Set(icon Symbol, title string, lines ...string) {
	n.icon, n.title, n.lines = icon, title, lines
	n.Refresh()
}

// Describe says the notice.
func (n *Notice) Describe() Description {
	d := describeAt(Description{Role: "status", Label: n.title}, n)
	for _, l := range n.lines {
		d.Children = append(d.Children, Description{Role: "label", Label: l})
	}
	for _, b := range n.buttons {
		d.Children = append(d.Children, b.Describe())
	}
	return d
}

// CreateRenderer is called by Fyne.
func (n *Notice) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{n.symbol, n.head.Text}
	for _, l := range n.body {
		objects = append(objects, l.Text)
	}
	for _, b := range n.buttons {
		objects = append(objects, b)
	}
	return &noticeRenderer{n, objects}
}

type noticeRenderer struct {
	n       *Notice
	objects []fyne.CanvasObject
}

func (r *noticeRenderer) Layout(s fyne.Size) {
	n := r.n
	height := float32(32 + 24 + 20*len(n.lines))
	if len(n.buttons) > 0 {
		height += 38
	}
	y := max(8, (s.Height-height)/2-12)
	setSymbol(n.symbol, n.icon, ColorDim)
	if s.Height < height {
		n.symbol.Hide()
	} else {
		n.symbol.Move(fyne.NewPos((s.Width-24)/2, y))
		n.symbol.Resize(fyne.NewSquareSize(24))
		y += 32
	}
	room := max(10, s.Width-16)
	w := n.head.set(n.title, room, "foreground", fyne.TextStyle{Bold: true})
	n.head.place((s.Width-w)/2, y, 24)
	y += 24
	for i, l := range n.body {
		text := ""
		if i < len(n.lines) {
			text = n.lines[i]
		}
		w := l.set(text, room, ColorDim, fyne.TextStyle{})
		l.place((s.Width-w)/2, y, 20)
		if text != "" {
			y += 20
		}
	}
	total := float32(-8)
	for _, b := range n.buttons {
		total += b.MinSize().Width + 8
	}
	x := (s.Width - total) / 2
	for _, b := range n.buttons {
		min := b.MinSize()
		b.Move(fyne.NewPos(x, y+10))
		b.Resize(min)
		x += min.Width + 8
	}
}
func (r *noticeRenderer) MinSize() fyne.Size { return fyne.NewSize(40, 40) }
func (r *noticeRenderer) Refresh() {
	r.Layout(r.n.Size())
	for _, b := range r.n.buttons {
		b.Refresh()
	}
	canvas.Refresh(r.n)
}
func (r *noticeRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *noticeRenderer) Destroy()                     {}
