package view

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Tabs is a strip of tabs over the pane that is chosen.
type Tabs struct {
	widget.BaseWidget

	OnSelect func(i int)

	names   []string
	panes   []fyne.CanvasObject
	at      int
	heads   []*tabHead
	back    *canvas.Rectangle
	line    *canvas.Rectangle
	trailer fyne.CanvasObject // at the right end of the strip, or nil
}

// NewTabs makes tabs; trailer, which may be nil, stands at the right of the strip.
func NewTabs(trailer fyne.CanvasObject, names []string, panes []fyne.CanvasObject) *Tabs {
	t := &Tabs{
		names: names, panes: panes, trailer: trailer,
		back: blank(), line: blank(),
	}
	for i, name := range names {
		h := &tabHead{tabs: t, at: i, text: newLabel(textSize), under: blank(), name: name}
		h.ExtendBaseWidget(h)
		t.heads = append(t.heads, h)
		if i > 0 {
			panes[i].Hide()
		}
	}
	t.ExtendBaseWidget(t)
	return t
}

// Select shows a pane.
func (t *Tabs) Select(i int) {
	if i < 0 || i >= len(t.panes) || i == t.at {
		return
	}
	t.panes[t.at].Hide()
	t.at = i
	t.panes[i].Show()
	for _, h := range t.heads {
		h.Refresh()
	}
	t.Refresh()
	if t.OnSelect != nil {
		t.OnSelect(i)
	}
}

// Selected returns the pane that is shown.
func (t *Tabs) Selected() int { return t.at }

// Focused reports whether one of the tabs has the keyboard.
func (t *Tabs) Focused() bool {
	return slices.ContainsFunc(t.heads, func(h *tabHead) bool { return h.focused })
}

// Focus gives the tab that is shown the keyboard.
func (t *Tabs) Focus(c fyne.Canvas) { c.Focus(t.heads[t.at]) }

// Rename changes the text of a tab, for counts.
func (t *Tabs) Rename(i int, name string) {
	if t.names[i] != name {
		t.names[i], t.heads[i].name = name, name
		t.Refresh()
	}
}

// Describe lists the tabs.
func (t *Tabs) Describe() Description {
	d := describeAt(Description{Role: "tablist"}, t)
	for i, h := range t.heads {
		c := describeAt(Description{Role: "tab", Label: t.names[i], Actions: []string{"select"}}, h)
		if i == t.at {
			c.States = []string{"selected"}
		}
		if h.focused {
			c.States = append(c.States, "focused")
		}
		d.Children = append(d.Children, c)
	}
	return d
}

// CreateRenderer is called by Fyne.
func (t *Tabs) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{t.back, t.line}
	for _, h := range t.heads {
		objects = append(objects, h)
	}
	if t.trailer != nil {
		objects = append(objects, t.trailer)
	}
	r := &tabsRenderer{t, append(objects, t.panes...)}
	r.tint()
	return r
}

type tabsRenderer struct {
	t       *Tabs
	objects []fyne.CanvasObject
}

func (r *tabsRenderer) Layout(s fyne.Size) {
	t := r.t
	t.back.Resize(fyne.NewSize(s.Width, tabHeight))
	t.line.Move(fyne.NewPos(0, tabHeight-1))
	t.line.Resize(fyne.NewSize(s.Width, 1))
	x := float32(gap)
	for _, h := range t.heads {
		min := h.MinSize()
		h.Move(fyne.NewPos(x, 0))
		h.Resize(fyne.NewSize(min.Width, tabHeight))
		x += min.Width
	}
	if t.trailer != nil {
		min := t.trailer.MinSize()
		min.Width = max(0, fyne.Min(min.Width, s.Width-gap-x-gap)) // not over the tabs
		t.trailer.Move(fyne.NewPos(s.Width-min.Width-gap, (tabHeight-min.Height)/2))
		t.trailer.Resize(min)
	}
	for _, p := range t.panes {
		p.Move(fyne.NewPos(0, tabHeight))
		p.Resize(fyne.NewSize(s.Width, max(0, s.Height-tabHeight)))
	}
}

func (r *tabsRenderer) MinSize() fyne.Size { return fyne.NewSize(120, tabHeight+40) }
func (r *tabsRenderer) tint() {
	r.t.back.FillColor, r.t.line.FillColor = shade(ColorHeader), shade(ColorLine)
	r.t.back.Refresh()
	r.t.line.Refresh()
}

func (r *tabsRenderer) Refresh() {
	r.tint()
	r.Layout(r.t.Size())
	for _, h := range r.t.heads {
		h.Refresh()
	}
}
func (r *tabsRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *tabsRenderer) Destroy()                     {}

type tabHead struct {
	widget.BaseWidget
	tabs             *Tabs
	at               int
	name             string
	text             *label
	under            *canvas.Rectangle
	hovered, focused bool
}

func (h *tabHead) MinSize() fyne.Size {
	return fyne.NewSize(fyne.MeasureText(h.name, textSize, fyne.TextStyle{}).Width+20, tabHeight)
}

func (h *tabHead) CreateRenderer() fyne.WidgetRenderer {
	return &tabHeadRenderer{h, []fyne.CanvasObject{h.text.Text, h.under}}
}

type tabHeadRenderer struct {
	h       *tabHead
	objects []fyne.CanvasObject
}

func (r *tabHeadRenderer) Layout(s fyne.Size) {
	h := r.h
	name := fyne.ThemeColorName(ColorDim)
	if h.at == h.tabs.at || h.hovered {
		name = theme.ColorNameForeground
	}
	h.text.set(h.name, 0, name, fyne.TextStyle{})
	h.text.place(10, 0, s.Height)
	h.under.Hide()
	if h.at == h.tabs.at || h.focused {
		h.under.FillColor = shade(ColorAccent)
		h.under.Move(fyne.NewPos(8, s.Height-2))
		h.under.Resize(fyne.NewSize(s.Width-16, 2))
		h.under.Show()
		h.under.Refresh()
	}
}
func (r *tabHeadRenderer) MinSize() fyne.Size           { return r.h.MinSize() }
func (r *tabHeadRenderer) Refresh()                     { r.Layout(r.h.Size()) }
func (r *tabHeadRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *tabHeadRenderer) Destroy()                     {}

func (h *tabHead) Tapped(*fyne.PointEvent)        { h.tabs.Select(h.at) }
func (h *tabHead) MouseIn(*desktop.MouseEvent)    { h.hovered = true; h.Refresh() }
func (h *tabHead) MouseMoved(*desktop.MouseEvent) {}
func (h *tabHead) MouseOut()                      { h.hovered = false; h.Refresh() }
func (h *tabHead) FocusGained()                   { h.focused = true; h.Refresh() }
func (h *tabHead) FocusLost()                     { h.focused = false; h.Refresh() }
func (h *tabHead) TypedRune(r rune) {
	if r == ' ' {
		h.tabs.Select(h.at)
	}
}

func (h *tabHead) TypedKey(e *fyne.KeyEvent) {
	next := h.at
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
	case fyne.KeyRight:
		next++
	case fyne.KeyLeft:
		next--
	default:
		passOn(h, e)
		return
	}
	h.tabs.Select(next)
	if c := fyne.CurrentApp().Driver().CanvasForObject(h); c != nil && next >= 0 && next < len(h.tabs.heads) {
		c.Focus(h.tabs.heads[next])
	}
}
