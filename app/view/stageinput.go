package view

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"github.com/samebutton/samebutton/backends/tree"
)

const (
	minZoom, maxZoom = 0.1, 8.0
	zoomStep         = 1.25
)

// Zoom returns device pixels for each screen pixel.
func (s *Stage) Zoom() float64 { return s.cam.zoom }

// Fitted reports whether the zoom follows the size of the stage.
func (s *Stage) Fitted() bool { return s.fitted }

// ZoomIn, ZoomOut and ZoomTo keep the middle of the view in place.
func (s *Stage) ZoomIn() { s.ZoomTo(s.cam.zoom * zoomStep) }

// ZoomOut makes the picture smaller.
func (s *Stage) ZoomOut() { s.ZoomTo(s.cam.zoom / zoomStep) }

// ZoomTo sets the zoom; 1 shows screen pixels as they are.
func (s *Stage) ZoomTo(zoom float64) { s.zoomAt(zoom, float64(s.pw)/2, float64(s.ph)/2) }

// zoomAt keeps the screen point under a device pixel in place.
func (s *Stage) zoomAt(zoom, x, y float64) {
	zoom = math.Max(minZoom, math.Min(maxZoom, zoom))
	if s.cam.zoom <= 0 { // there is no picture yet
		s.cam.zoom, s.fitted = zoom, false
		return
	}
	px, py := x/s.cam.zoom+s.cam.x, y/s.cam.zoom+s.cam.y
	s.cam = camera{px - x/zoom, py - y/zoom, zoom}
	s.fitted = false
	s.redraw()
	s.zoomed()
}

func (s *Stage) zoomed() {
	if s.OnZoom != nil {
		s.OnZoom()
	}
}

// Fit shows all of the picture, never larger than it is, and goes on doing so
// when the stage changes its size.
func (s *Stage) Fit() {
	s.fitted, s.near = true, tree.Bounds{}
	s.fit()
	s.redraw()
	s.zoomed() // also where the zoom is as before: it follows the size from now on
}

// measure learns the size of the viewport before it was painted once.
func (s *Stage) measure() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil && s.pw == 0 {
		s.scale = c.Scale()
		s.pw, s.ph = int(s.Size().Width*s.scale), int(s.Size().Height*s.scale)
	}
}

// area returns the area of the screen that the picture shows.
func (s *Stage) area() tree.Rect {
	if s.pic == nil {
		return tree.Rect{}
	}
	return s.pic.area()
}

// centre puts the middle of the picture into the middle of the view.
func (s *Stage) centre() {
	a := s.area()
	s.cam.x = math.Round(float64(a.X) - (float64(s.pw)/s.cam.zoom-float64(a.W))/2)
	s.cam.y = math.Round(float64(a.Y) - (float64(s.ph)/s.cam.zoom-float64(a.H))/2)
}

func (s *Stage) fit() {
	a := s.area()
	if a.Empty() || s.pw == 0 {
		return
	}
	const margin = 12
	w, h := math.Max(1, float64(s.pw-2*margin)), math.Max(1, float64(s.ph-2*margin))
	before := s.cam.zoom
	s.cam.zoom = math.Min(1, math.Min(w/float64(a.W), h/float64(a.H)))
	if s.cam.zoom < readable && s.near.Usable() {
		c := s.near.Center()
		s.cam = camera{
			around(c.X, a.X, a.W, float64(s.pw)/readable, margin), around(c.Y, a.Y, a.H, float64(s.ph)/readable, margin), readable,
		}
	} else {
		s.centre()
	}
	if s.cam.zoom != before {
		s.zoomed()
	}
}

// readable is the least zoom at which the text in a picture can be read.
const readable = 0.6

// around returns where a view of a length begins that has a place in its middle, as
// far as that shows nothing beside the picture of from to from+length but a margin.
func around(place, from, length int, view, margin float64) float64 {
	first, last := float64(from)-margin, float64(from+length)+margin-view
	if last < first { // all of it is in view
		return math.Round((first + last) / 2)
	}
	return math.Round(max(first, min(last, float64(place)-view/2)))
}

// Approach shows all of the picture where that can be read, else what is around an
// element, also when the stage changes its size.
func (s *Stage) Approach(b tree.Bounds) {
	s.near, s.fitted = b, true
	s.measure()
	s.fit()
	s.redraw()
}

func (s *Stage) pan(dx, dy float32) {
	if s.cam.zoom <= 0 || s.pic == nil {
		return
	}
	s.fitted = false
	s.cam.x -= float64(dx*s.scale) / s.cam.zoom
	s.cam.y -= float64(dy*s.scale) / s.cam.zoom
	s.keep()
	s.redraw()
}

// keep leaves at least a corner of the picture in view, so that it cannot be lost.
func (s *Stage) keep() {
	a := s.pic.area()
	vw, vh := float64(s.pw)/s.cam.zoom, float64(s.ph)/s.cam.zoom
	const least = 40
	s.cam.x = math.Max(float64(a.X)-vw+least, math.Min(float64(a.X+a.W)-least, s.cam.x))
	s.cam.y = math.Max(float64(a.Y)-vh+least, math.Min(float64(a.Y+a.H)-least, s.cam.y))
}

// Scrolled pans; with Ctrl held it zooms at the pointer.
func (s *Stage) Scrolled(e *fyne.ScrollEvent) {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok && d.CurrentKeyModifiers()&fyne.KeyModifierControl != 0 {
		f := zoomStep
		if e.Scrolled.DY < 0 {
			f = 1 / zoomStep
		}
		s.zoomAt(s.cam.zoom*f, float64(e.Position.X*s.scale), float64(e.Position.Y*s.scale))
		return
	}
	s.pan(e.Scrolled.DX, e.Scrolled.DY)
}

// Dragged pans.
func (s *Stage) Dragged(e *fyne.DragEvent) {
	s.dragged = true
	s.tips.Hide()
	s.point(tree.None)
	s.pan(e.Dragged.DX, e.Dragged.DY)
}

// DragEnd ends a drag.
func (s *Stage) DragEnd() {}

// MouseDown begins a click or a drag.
func (s *Stage) MouseDown(e *desktop.MouseEvent) {
	s.pressed, s.dragged = e.Button == desktop.MouseButtonPrimary, false
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		c.Focus(s)
	}
}

// MouseUp selects what was clicked, unless the view was dragged.
func (s *Stage) MouseUp(e *desktop.MouseEvent) {
	if s.pressed && !s.dragged {
		if id := s.at(e.Position); id != tree.None && s.OnSelect != nil {
			s.OnSelect(id)
		}
	}
	s.pressed = false
}

// MouseIn begins hovering.
func (s *Stage) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }

// MouseMoved names the element under the pointer.
func (s *Stage) MouseMoved(e *desktop.MouseEvent) {
	s.over, s.mouse, s.movedAt = true, *e, time.Now()
	s.underPointer()
}

// underPointer names the element at the place of the pointer.
func (s *Stage) underPointer() {
	e := &s.mouse
	id := s.at(e.Position)
	if id != tree.None {
		id = s.pic.Frozen.Owner(id) // what a click selects
	}
	if id != s.pointed {
		s.point(id)
		if s.OnHover != nil {
			s.OnHover(id)
		}
	}
	if id == tree.None {
		s.tips.Hide()
		return
	}
	lines := []string{s.pic.Frozen.Short(id)}
	if w := doubted(NodeSign(s.pic.Frozen, id), s.pic.Doubt).Words; w != "" {
		lines = append(lines, w)
	}
	s.tips.Show(e.AbsolutePosition, lines...)
	s.tips.expire(s.MouseOut)
}

// MouseOut ends hovering.
func (s *Stage) MouseOut() {
	s.over = false
	s.tips.Hide()
	s.point(tree.None)
	if s.OnHover != nil {
		s.OnHover(tree.None)
	}
}

// Cursor is a crosshair: a click here picks.
func (s *Stage) Cursor() desktop.Cursor { return desktop.CrosshairCursor }

// FocusGained lets the keys below reach the stage and shows it.
func (s *Stage) FocusGained() { s.focus(true) }

// FocusLost ends that.
func (s *Stage) FocusLost() { s.focus(false) }

func (s *Stage) focus(on bool) {
	s.focused = on
	s.placeFocus()
}

// Focused reports whether the stage has the keyboard.
func (s *Stage) Focused() bool { return s.focused }

// TypedRune zooms with plus, minus and zero.
func (s *Stage) TypedRune(r rune) {
	switch r {
	case '+', '=':
		s.ZoomIn()
	case '-':
		s.ZoomOut()
	case '0':
		s.Fit()
	case '1':
		s.ZoomTo(1)
	}
}

// TypedKey pans with the arrows.
func (s *Stage) TypedKey(e *fyne.KeyEvent) {
	const step = 40
	switch e.Name {
	case fyne.KeyLeft:
		s.pan(step, 0)
	case fyne.KeyRight:
		s.pan(-step, 0)
	case fyne.KeyUp:
		s.pan(0, step)
	case fyne.KeyDown:
		s.pan(0, -step)
	case fyne.KeyEscape:
		if s.OnEscape != nil {
			s.OnEscape()
		}
	default:
		passOn(s, e)
	}
}
