package atspi

import (
	"fmt"
	"math"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Toolkits answer in coordinates of their own, which docs/bounds.md lists with what
// was measured: of the screen or of the window, in pixels or in units of several.
// What they mean on the screen is decided by the X window: only its place and size,
// which the display tells, say what the extents of its top-level element are worth.

// Coordinate types of AT-SPI.
const (
	coordScreen uint32 = 0
	coordWindow uint32 = 1
)

// coordinates returns the type to ask extents in. GTK4 answers window
// coordinates whatever is asked; asking for them says so.
func (r *reading) coordinates() uint32 {
	if r.gtk4 {
		return coordWindow
	}
	return coordScreen
}

// sane reports whether extents are a rectangle and not one of the toolkits'
// words for "nowhere" (INT_MIN, -1, no size).
func sane(r tree.Rect) bool {
	const far = 1 << 20
	return r.W > 0 && r.H > 0 && r.W < far && r.H < far && r.X > -far && r.X < far && r.Y > -far && r.Y < far &&
		r.X != math.MinInt32
}

// origin ties the coordinates of an application to the screen: its point from is
// the pixel at, and one of its units is scale pixels long. The zero value is not
// proven.
type origin struct {
	from, at tree.Point
	scale    float64
	window   uint32 // the X window that proved it, if one did
	// borrowed says that another window of the application proved the scale.
	borrowed bool
}

// proven reports whether it is known where something is.
func (o origin) proven() bool { return o.scale > 0 }

// identity reports whether the coordinates are those of the screen.
func (o origin) identity() bool { return o.scale == 1 && o.from == o.at }

// geometry is the word for the evidence.
func (o origin) geometry() string {
	if o.scale == 1 {
		return "geometry"
	}
	return fmt.Sprintf("geometry at scale %g", math.Round(o.scale*100)/100)
}

// onScreen converts a rectangle of the application's.
func (o origin) onScreen(r tree.Rect) tree.Rect {
	x := func(v int) int { return o.at.X + int(math.Round(float64(v-o.from.X)*o.scale)) }
	y := func(v int) int { return o.at.Y + int(math.Round(float64(v-o.from.Y)*o.scale)) }
	left, top := x(r.X), y(r.Y)
	return tree.Rect{X: left, Y: top, W: x(r.X+r.W) - left, H: y(r.Y+r.H) - top}
}

// inside converts a pixel of the screen to the application's coordinates.
func (o origin) inside(p tree.Point) tree.Point {
	return tree.Point{
		X: o.from.X + int(math.Floor(float64(p.X-o.at.X)/o.scale)),
		Y: o.from.Y + int(math.Floor(float64(p.Y-o.at.Y)/o.scale)),
	}
}

// boundsOf converts the extents of an element to the screen.
func (r *reading) boundsOf(e *element, o origin) tree.Bounds {
	switch {
	case r.notPlacedYet(e):
		return tree.Bounds{}
	case e.extentsRead == tree.Known && !sane(e.extents):
		return tree.Bounds{State: tree.Absent}
	case e.extentsRead == tree.Known && !o.proven():
		return tree.Bounds{Rect: e.extents, State: tree.Known, Confidence: tree.Unproven, Space: tree.Elsewhere}
	case e.extentsRead == tree.Known:
		b := tree.Bounds{Rect: o.onScreen(e.extents), State: tree.Known, Confidence: tree.Derived}
		if o.identity() && !o.borrowed {
			b.Confidence = tree.Exact
		}
		return b
	case e.got&gotInterfaces != 0 && (!e.has(ifaceComponent) || !r.wantsExtents(e)):
		return tree.Bounds{State: tree.Absent}
	}
	return tree.Bounds{}
}

// fit says where the coordinates of a top-level element are on the screen if it is
// that X window, and is not proven where it cannot be.
func (r *reading) fit(e *element, w *xwindow) origin {
	if e.extentsRead != tree.Known || !sane(e.extents) {
		return origin{}
	}
	if r.gtk4 {
		return fitInside(e.extents, w)
	}
	// The extents are those of the window itself, with the window manager's border
	// (GTK3 with server-side decoration), or without the shadow.
	parts := []tree.Rect{w.area, w.outer(), w.client()}
	for _, part := range parts {
		if near(e.extents, part) {
			return origin{scale: 1, window: w.id}
		}
	}
	best := origin{}
	off := math.Inf(1)
	for _, part := range parts {
		scale, miss := scaleOf(e.extents, part, r.wholeScales())
		if scale == 0 || miss >= off {
			continue
		}
		off = miss
		best = origin{from: e.extents.Corner(), at: part.Corner(), scale: scale, window: w.id}
		if r.wholeScales() {
			// GDK divides the place of the window and drops what is left.
			s := int(scale)
			best.at = w.area.Corner()
			best.from = tree.Point{X: best.at.X / s, Y: best.at.Y / s}
		}
	}
	return best
}

// wholeScales reports whether the toolkit knows whole scales only.
func (r *reading) wholeScales() bool { return strings.EqualFold(r.app.Toolkit, "gtk") }

// near allows the pixel or two that borders and rounding make.
func near(a, b tree.Rect) bool {
	const slack = 2
	return abs(a.X-b.X) <= slack && abs(a.Y-b.Y) <= slack && abs(a.W-b.W) <= slack && abs(a.H-b.H) <= slack
}

func abs(n int) int { return max(n, -n) }

// The scales that are believed, beside 1: smaller and larger ones fit windows
// by chance. All that is set on a desktop is a multiple of a quarter; others come
// from the size, which says them to the pixel.
const (
	leastScale, mostScale = 0.5, 4
	scaleStep             = 0.25
)

// scaleOf returns by how many pixels a unit of extents is drawn where the extents
// are those of an area of the screen in place and size, and by how many units that
// is missed; 0 where they are not.
func scaleOf(e, area tree.Rect, whole bool) (scale, miss float64) {
	const slack = 2 // units
	if area.Empty() {
		return 0, 0
	}
	misses := func(s float64) float64 {
		m := 0.0
		for _, pair := range [...][2]int{{e.X, area.X}, {e.Y, area.Y}, {e.W, area.W}, {e.H, area.H}} {
			m = max(m, math.Abs(float64(pair[0])-float64(pair[1])/s))
		}
		return m
	}
	ratio := float64(area.W) / float64(e.W)
	if area.H > area.W {
		ratio = float64(area.H) / float64(e.H)
	}
	candidates := []float64{math.Round(ratio)}
	if !whole {
		candidates = []float64{math.Round(ratio/scaleStep) * scaleStep, ratio}
	}
	for _, s := range candidates {
		if s >= leastScale && s <= mostScale && s != 1 {
			if m := misses(s); m <= slack {
				return s, m
			}
		}
	}
	return 0, 0
}

// fitInside is fit for GTK4, whose extents lie in the window and give its size
// only. A GTK4 window draws a border inside its X window beside the shadow (5
// units without a compositor, 0 with one), the same on all sides.
func fitInside(e tree.Rect, w *xwindow) origin {
	const widest = 32
	c := w.client()
	found := origin{}
	for scale := 1; scale <= mostScale; scale++ {
		dx, dy := c.W-scale*e.W, c.H-scale*e.H
		// Where the window manager gave a size that is no multiple, the rest is empty.
		border := max(dx, 0) / (2 * scale)
		if dx < 0 || dy < 0 || border > widest || dx-2*scale*border >= scale || dy < 2*scale*border || dy-2*scale*border >= scale {
			continue
		}
		if found.proven() {
			return origin{} // a tiny window fits twice
		}
		found = origin{
			from: e.Corner(), at: tree.Point{X: c.X + scale*border, Y: c.Y + scale*border},
			scale: float64(scale), window: w.id,
		}
	}
	return found
}

// unscaled is an area of the screen in the units of an application.
func unscaled(r tree.Rect, scale float64) tree.Rect {
	part := func(v int) int { return int(math.Round(float64(v) / scale)) }
	return tree.Rect{X: part(r.X), Y: part(r.Y), W: part(r.W), H: part(r.H)}
}
