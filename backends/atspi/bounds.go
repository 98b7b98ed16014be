package atspi

import (
	"math"

	"github.com/samebutton/samebutton/backends/tree"
)

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

// origin is where the coordinates of a surface of GTK4 start on the screen.
type origin struct {
	at     tree.Point
	proven bool
	window uint32 // the X window that proved it
}

// boundsOf converts the extents of an element to the screen.
func (r *reading) boundsOf(e *element, o origin) tree.Bounds {
	switch {
	case e.extentsRead == tree.Known && !sane(e.extents):
		return tree.Bounds{State: tree.Absent}
	case e.extentsRead == tree.Known && !r.gtk4:
		return tree.Bounds{Rect: e.extents, State: tree.Known, Confidence: tree.Exact}
	case e.extentsRead == tree.Known && o.proven:
		rect := e.extents
		rect.X += o.at.X
		rect.Y += o.at.Y
		return tree.Bounds{Rect: rect, State: tree.Known, Confidence: tree.Derived}
	case e.extentsRead == tree.Known:
		return tree.Bounds{State: tree.Unreadable, Confidence: tree.Unproven}
	case e.got&gotInterfaces != 0 && (!e.has(ifaceComponent) || !r.wantsExtents(e)):
		return tree.Bounds{State: tree.Absent}
	}
	return tree.Bounds{}
}
