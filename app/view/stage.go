package view

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/backends/tree"
)

// Stage shows the picture of the application with outlines drawn into it. One
// raster of the size of the viewport: 2,000 rectangle objects would cost 30 to
// 75 ms a frame.
type Stage struct {
	widget.BaseWidget

	// OnSelect is called with the element that was clicked, OnHover with the one
	// under the pointer (tree.None for none).
	OnSelect func(tree.NodeID)
	OnHover  func(tree.NodeID)
	OnZoom   func()
	OnEscape func()
	// Background runs work on another goroutine and then done on this one; nil
	// does both at once.
	Background func(work, done func())

	raster  *canvas.Raster
	hover   *canvas.Rectangle
	ring    *canvas.Rectangle // shows that the stage has the keyboard
	numbers []*number
	tips    *Tips
	note    *label

	pic      *Picture
	marks    []Mark
	pointed  tree.NodeID
	painter  painter
	cam      camera
	fitted   bool
	near     tree.Bounds // what to be near to where the whole picture would be too small
	pw, ph   int         // device pixels of the viewport, as last drawn
	scale    float32
	focused  bool
	over     bool // the pointer is over the stage, at mouse
	mouse    desktop.MouseEvent
	movedAt  time.Time
	pressed  bool
	dragged  bool
	shrinkOf shrunk
}

// NewStage makes an empty stage that fits what it is given.
func NewStage(tips *Tips) *Stage {
	s := &Stage{tips: tips, fitted: true, pointed: tree.None, scale: 1, note: newLabel(smallText)}
	s.raster = canvas.NewRaster(s.draw)
	s.raster.ScaleMode = canvas.ImageScalePixels
	s.hover = canvas.NewRectangle(color.Transparent)
	s.hover.StrokeWidth = 1
	s.hover.Hide()
	s.ring = canvas.NewRectangle(color.Transparent)
	s.ring.StrokeWidth = 1
	s.ring.Hide()
	s.note.Hide()
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer is called by Fyne, again when a stage that was hidden for a minute is
// shown: numbers of a renderer that is gone are drawn nowhere.
func (s *Stage) CreateRenderer() fyne.WidgetRenderer {
	s.numbers = nil
	objects := []fyne.CanvasObject{s.raster, s.hover, s.ring}
	return &stageRenderer{s: s, objects: append(objects, s.note.Text)}
}

type stageRenderer struct {
	s       *Stage
	objects []fyne.CanvasObject
	plates  int // how many numbers are among the objects
}

func (r *stageRenderer) Layout(size fyne.Size) {
	r.s.raster.Resize(size)
	r.s.ring.Resize(size)
	r.s.pw = 0
	r.s.measure()
	if r.s.fitted {
		r.s.fit()
	}
	r.s.overlay()
}
func (r *stageRenderer) MinSize() fyne.Size { return fyne.NewSize(120, 80) }
func (r *stageRenderer) Refresh()           { r.s.redraw() }
func (r *stageRenderer) Destroy()           {}

// Objects are also the numbers that were needed so far.
func (r *stageRenderer) Objects() []fyne.CanvasObject {
	for ; r.plates < len(r.s.numbers); r.plates++ {
		n := r.s.numbers[r.plates]
		r.objects = append(r.objects, n.plate, n.text)
	}
	return r.objects
}

// SetPicture shows another observation; zoom and place stay.
func (s *Stage) SetPicture(p *Picture) {
	before := s.area()
	s.pic = p
	s.pointed = tree.None
	s.measure()
	switch now := s.area(); {
	case s.fitted || s.cam.zoom <= 0:
		s.fit()
	case before.Empty():
		s.centre()
	case now.X != before.X || now.Y != before.Y: // the windows have moved
		s.cam.x += float64(now.X - before.X)
		s.cam.y += float64(now.Y - before.Y)
	}
	s.redraw()
	switch {
	case !s.over || s.pressed:
	case time.Since(s.movedAt) > lasting:
		s.MouseOut() // it may have left the window
	default:
		s.underPointer() // something else may lie there now
	}
}

// Clear shows nothing.
func (s *Stage) Clear() {
	s.pic, s.marks = nil, nil
	s.point(tree.None)
	s.redraw()
}

// SetMarks draws the marks in place of those before.
func (s *Stage) SetMarks(marks []Mark) {
	s.marks = marks
	s.redraw()
}

// Marks returns what is marked.
func (s *Stage) Marks() []Mark { return s.marks }

// Reveal moves the view so that a rectangle of the screen is in it.
func (s *Stage) Reveal(b tree.Bounds) {
	if s.fitted || !b.Usable() || s.pw == 0 {
		return
	}
	r := s.cam.toDevice(b.Rect)
	if r.In(image.Rect(0, 0, s.pw, s.ph)) {
		return
	}
	c := b.Center()
	s.cam.x = float64(c.X) - float64(s.pw)/2/s.cam.zoom
	s.cam.y = float64(c.Y) - float64(s.ph)/2/s.cam.zoom
	s.redraw()
}

// redraw paints the raster and places what lies above it.
func (s *Stage) redraw() {
	s.raster.Refresh()
	s.overlay()
}

func (s *Stage) draw(w, h int) image.Image {
	if s.Size().Width > 0 {
		s.scale = float32(w) / s.Size().Width
	}
	if s.pw != w || s.ph != h {
		s.pw, s.ph = w, h
		if s.fitted {
			s.fit()
			s.overlay()
		}
	}
	s.smooth()
	return s.painter.paint(w, h, s.pic, s.cam, s.marks, stageInks())
}

// smooth has a smaller copy of the capture made when the zoom is below 1. Until
// it is there the full picture is sampled.
func (s *Stage) smooth() {
	if s.pic == nil || s.pic.Capture == nil || s.pic.Capture.Image == nil {
		return
	}
	c, zoom := s.pic.Capture, s.cam.zoom
	perPixel := zoom * float64(c.Rect.W) / float64(c.Image.Rect.Dx())
	if perPixel >= 1 || perPixel <= 0 || (s.shrinkOf.of == c && s.shrinkOf.zoom == zoom) {
		return
	}
	s.shrinkOf = shrunk{of: c, zoom: zoom}
	w, h := max(1, int(float64(c.Rect.W)*zoom+0.5)), max(1, int(float64(c.Rect.H)*zoom+0.5))
	var small *image.RGBA
	work := func() { small = shrink(c.Image, w, h) }
	if s.Background == nil {
		work()
		s.painter.small = shrunk{c, zoom, small}
		return
	}
	s.Background(work, func() {
		if s.pic != nil && s.pic.Capture == c && s.cam.zoom == zoom {
			s.painter.small = shrunk{c, zoom, small}
			s.raster.Refresh()
		}
	})
}

func stageInks() inks {
	return inks{
		back: rgba(ColorStage), outline: rgba(ColorOutline), derived: rgba(ColorOutline),
		accent: rgba(ColorAccent), twin: rgba(ColorBad), near: rgba(ColorCaution),
		frame: rgba(ColorPane), blind: rgba(ColorBlind),
	}
}

// rgba returns a theme colour with straight alpha in an RGBA, as blend wants it.
func rgba(name fyne.ThemeColorName) color.RGBA {
	c := color.NRGBAModel.Convert(shade(name)).(color.NRGBA)
	return color.RGBA(c)
}

// overlay places the hover outline, the numbers of twins and the note.
func (s *Stage) overlay() {
	s.placeNumbers()
	s.placeHover()
	s.placeNote()
}

// placeNote says why a selected element has no outline.
func (s *Stage) placeNote() {
	text := ""
	for _, m := range s.marks {
		if m.Kind == MarkSelected && !m.Bounds.Usable() {
			text = "no outline: " + boundsProblem(m.Bounds)
		}
	}
	s.note.set(text, max(10, s.Size().Width-4*gap), ColorCaution, fyne.TextStyle{})
	s.note.place(2*gap, s.Size().Height-rowHeight, rowHeight)
}

func boundsProblem(b tree.Bounds) string {
	switch {
	case b.State == tree.Unreadable:
		return "its bounds could not be read"
	case b.State == tree.Absent:
		return "it has no bounds"
	case b.Empty():
		return "its bounds are empty"
	}
	return "its bounds are not proven"
}

// tree32 is a rectangle of the screen in the stage's own units.
type tree32 struct{ x, y, w, h float32 }

func (s *Stage) toUnits(r tree.Rect) tree32 {
	d := s.cam.toDevice(r)
	return tree32{float32(d.Min.X) / s.scale, float32(d.Min.Y) / s.scale, float32(d.Dx()) / s.scale, float32(d.Dy()) / s.scale}
}

func (s *Stage) placeHover() {
	if s.pic == nil || s.pointed == tree.None || !s.pic.Frozen.Nodes[s.pointed].Bounds.Usable() {
		s.hover.Hide()
		return
	}
	u := s.toUnits(s.pic.Frozen.Nodes[s.pointed].Bounds.Rect)
	x, y := max(0, u.x), max(0, u.y)
	w, h := min(u.x+u.w, s.Size().Width)-x, min(u.y+u.h, s.Size().Height)-y
	if w <= 0 || h <= 0 {
		s.hover.Hide()
		return
	}
	s.hover.StrokeColor = shade(ColorAccent)
	s.hover.Move(fyne.NewPos(x, y))
	s.hover.Resize(fyne.NewSize(w, h))
	s.hover.Show()
	s.hover.Refresh()
}

func (s *Stage) placeFocus() {
	if !s.focused {
		s.ring.Hide()
		return
	}
	s.ring.StrokeColor = shade(ColorAccent)
	s.ring.Show()
	s.ring.Refresh()
}

// Hover outlines an element as if the pointer were over it; tree.None for none.
func (s *Stage) Hover(id tree.NodeID) { s.point(id) }

func (s *Stage) point(id tree.NodeID) {
	if s.pic != nil && id != tree.None && int(id) >= len(s.pic.Frozen.Nodes) {
		id = tree.None
	}
	s.pointed = id
	s.placeHover()
}

// at returns the element below a position of the stage.
func (s *Stage) at(pos fyne.Position) tree.NodeID {
	if s.pic == nil || s.cam.zoom <= 0 {
		return tree.None
	}
	p := s.cam.toScreen(float64(pos.X*s.scale), float64(pos.Y*s.scale))
	for _, f := range s.pic.Frames {
		if f.Contains(p) {
			return s.pic.Frozen.Hits().At(p)
		}
	}
	return tree.None
}

// PlaceOf returns where a point of the screen is on the stage, for tests.
func (s *Stage) PlaceOf(p tree.Point) fyne.Position {
	return fyne.NewPos(float32((float64(p.X)+0.5-s.cam.x)*s.cam.zoom)/s.scale, float32((float64(p.Y)+0.5-s.cam.y)*s.cam.zoom)/s.scale)
}

// Describe names the picture and every marked element.
func (s *Stage) Describe() Description {
	d := describeAt(Description{Role: "img", Label: "Screenshot", Value: fmt.Sprintf("%d %%", int(math.Round(s.Zoom()*100))), Actions: []string{"select", "zoom"}}, s)
	if s.focused {
		d.States = append(d.States, "focused")
	}
	words := []string{"selected", "twin", "near", "target", "blind spot", "stop"}
	for _, m := range s.marks {
		u := s.toUnits(m.Bounds.Rect)
		d.Children = append(d.Children, Description{
			Role: "mark", Label: m.plate(), Value: words[m.Kind],
			Position: d.Position.AddXY(u.x, u.y), Size: fyne.NewSize(u.w, u.h),
		})
	}
	if s.note.Visible() {
		d.Children = append(d.Children, Description{Role: "note", Label: s.note.full})
	}
	return d
}

var _ interface {
	desktop.Hoverable
	desktop.Mouseable
	fyne.Draggable
	fyne.Scrollable
	fyne.Focusable
} = (*Stage)(nil)
