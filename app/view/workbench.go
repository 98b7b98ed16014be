package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Workbench lays the panes out: tree, stage and element side by side, the drawer
// below, with dividers that can be dragged. The sides keep their size in units
// when the window grows, so that the stage gets what is new.
type Workbench struct {
	widget.BaseWidget

	// OnResized is called after a person moved a divider.
	OnResized func()

	left, centre, right, bottom fyne.CanvasObject
	cover                       fyne.CanvasObject // lies over all but the drawer while it is shown
	dividers                    [3]*divider
	sizes                       Sizes
}

// Sizes are the sizes of the side panes and whether they are shown.
type Sizes struct {
	Left, Right, Bottom             float32
	HideLeft, HideRight, HideBottom bool
}

const (
	minSide   = 160
	minCentre = 240
	minDrawer = 80
	grip      = 5 // what the pointer can take hold of; 1 unit of it is drawn
)

// NewWorkbench makes a workbench of four panes. The cover, hidden at first, lies
// over the upper three while it is shown.
func NewWorkbench(left, centre, right, bottom, cover fyne.CanvasObject, sizes Sizes) *Workbench {
	w := &Workbench{left: left, centre: centre, right: right, bottom: bottom, cover: cover, sizes: sizes}
	cover.Hide()
	for i := range w.dividers {
		d := &divider{bench: w, at: i, line: blank()}
		d.ExtendBaseWidget(d)
		w.dividers[i] = d
	}
	w.ExtendBaseWidget(w)
	return w
}

// Sizes returns the sizes as a person set them.
func (w *Workbench) Sizes() Sizes { return w.sizes }

// SetSizes changes the sizes and which panes are shown.
func (w *Workbench) SetSizes(s Sizes) {
	w.sizes = s
	w.Refresh()
}

// Cover shows or hides the cover.
func (w *Workbench) Cover(on bool) {
	if on == w.cover.Visible() {
		return
	}
	if on {
		w.cover.Show()
	} else {
		w.cover.Hide()
	}
	w.Refresh()
}

// Covered reports whether the cover is shown.
func (w *Workbench) Covered() bool { return w.cover.Visible() }

// CreateRenderer is called by Fyne.
func (w *Workbench) CreateRenderer() fyne.WidgetRenderer {
	return &benchRenderer{w, []fyne.CanvasObject{
		w.left, w.centre, w.right, w.bottom, w.dividers[0], w.dividers[1], w.cover, w.dividers[2],
	}}
}

type benchRenderer struct {
	w       *Workbench
	objects []fyne.CanvasObject
}

func (r *benchRenderer) Layout(s fyne.Size) {
	w := r.w
	left, right, bottom := w.sizes.Left, w.sizes.Right, w.sizes.Bottom
	show(w.left, w.dividers[0], &left, w.sizes.HideLeft)
	show(w.right, w.dividers[1], &right, w.sizes.HideRight)
	show(w.bottom, w.dividers[2], &bottom, w.sizes.HideBottom)
	bottom = min(bottom, max(0, s.Height-minDrawer-60))
	if over := left + right + minCentre - s.Width; over > 0 {
		cut := min(over, max(0, right-minSide))
		right -= cut
		left -= min(over-cut, max(0, left-minSide))
	}
	h := s.Height - bottom
	place(w.left, 0, 0, left, h)
	place(w.centre, left, 0, s.Width-left-right, h)
	place(w.right, s.Width-right, 0, right, h)
	place(w.bottom, 0, h, s.Width, bottom)
	place(w.cover, 0, 0, s.Width, h)
	place(w.dividers[0], left-grip/2-1, 0, grip, h)
	place(w.dividers[1], s.Width-right-grip/2-1, 0, grip, h)
	place(w.dividers[2], 0, h-grip/2-1, s.Width, grip)
}

func show(o, d fyne.CanvasObject, size *float32, hide bool) {
	if hide {
		*size = 0
		o.Hide()
		d.Hide()
		return
	}
	o.Show()
	d.Show()
}

func place(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(0, w), max(0, h)))
}

func (r *benchRenderer) MinSize() fyne.Size { return fyne.NewSize(640, 360) }
func (r *benchRenderer) Refresh() {
	r.Layout(r.w.Size())
	for _, d := range r.w.dividers {
		d.Refresh()
	}
	canvas.Refresh(r.w)
}
func (r *benchRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *benchRenderer) Destroy()                     {}

// drag moves a divider by what the pointer moved.
func (w *Workbench) drag(at int, d fyne.Delta) {
	size := w.Size()
	switch at {
	case 0:
		w.sizes.Left = limit(w.sizes.Left+d.DX, minSide, size.Width-w.sizes.Right-minCentre)
	case 1:
		w.sizes.Right = limit(w.sizes.Right-d.DX, minSide, size.Width-w.sizes.Left-minCentre)
	case 2:
		w.sizes.Bottom = limit(w.sizes.Bottom-d.DY, minDrawer, size.Height-minDrawer-60)
	}
	w.Refresh()
}

func limit(v, lo, hi float32) float32 { return max(lo, min(v, hi)) }

type divider struct {
	widget.BaseWidget
	bench   *Workbench
	at      int
	line    *canvas.Rectangle
	hovered bool
}

func (d *divider) CreateRenderer() fyne.WidgetRenderer {
	return &dividerRenderer{d, []fyne.CanvasObject{d.line}}
}

type dividerRenderer struct {
	d       *divider
	objects []fyne.CanvasObject
}

func (r *dividerRenderer) Layout(s fyne.Size) {
	d := r.d
	thick := float32(1)
	d.line.FillColor = shade(ColorLine)
	if d.hovered {
		thick, d.line.FillColor = 3, shade(ColorAccent)
	}
	if d.at == 2 {
		d.line.Move(fyne.NewPos(0, (s.Height-thick)/2))
		d.line.Resize(fyne.NewSize(s.Width, thick))
	} else {
		d.line.Move(fyne.NewPos((s.Width-thick)/2, 0))
		d.line.Resize(fyne.NewSize(thick, s.Height))
	}
	d.line.Refresh()
}
func (r *dividerRenderer) MinSize() fyne.Size           { return fyne.NewSize(grip, grip) }
func (r *dividerRenderer) Refresh()                     { r.Layout(r.d.Size()) }
func (r *dividerRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *dividerRenderer) Destroy()                     {}

func (d *divider) Dragged(e *fyne.DragEvent) { d.bench.drag(d.at, e.Dragged) }
func (d *divider) DragEnd() {
	if d.bench.OnResized != nil {
		d.bench.OnResized()
	}
}
func (d *divider) MouseIn(*desktop.MouseEvent)    { d.hovered = true; d.Refresh() }
func (d *divider) MouseMoved(*desktop.MouseEvent) {}
func (d *divider) MouseOut()                      { d.hovered = false; d.Refresh() }
func (d *divider) Cursor() desktop.Cursor {
	if d.at == 2 {
		return desktop.VResizeCursor
	}
	return desktop.HResizeCursor
}
