package input

import (
	"context"
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// At tells what a person would point at with the pointer at a place of the screen,
// in its pixels: the topmost window there that shows something and takes clicks, as
// [Pick] tells it, without the pointer. Window and PID are 0 where nothing is there.
func At(ctx context.Context, at tree.Point) (Pointed, error) {
	conn, err := xconn.Open(ctx, "")
	if err != nil {
		return Pointed{}, fmt.Errorf("look at the screen: %w", err)
	}
	defer conn.Close()
	found, err := xconn.Await(ctx, func() (Pointed, error) {
		f, err := newFinder(conn)
		if err != nil {
			return Pointed{}, err
		}
		if err := shape.Init(conn); err != nil {
			return Pointed{}, err
		}
		all, err := xproto.QueryTree(conn, f.root).Reply()
		if err != nil {
			return Pointed{}, err
		}
		o := f.under(topmost(conn, all.Children, at))
		return Pointed{At: at, Window: uint32(o.window), PID: o.pid}, nil
	}, nil)
	if err != nil {
		return Pointed{}, fmt.Errorf("look at the screen: %w", err)
	}
	return found, nil
}

// topmost returns the last of the children of the root, which lies above the others,
// that holds a point with what it shows and with what takes clicks. The stages of
// compositors and outlines take none.
func topmost(conn *xgb.Conn, children []xproto.Window, at tree.Point) xproto.Window {
	attributes := make([]xproto.GetWindowAttributesCookie, len(children))
	geometries := make([]xproto.GetGeometryCookie, len(children))
	for i, w := range children {
		attributes[i] = xproto.GetWindowAttributes(conn, w)
		geometries[i] = xproto.GetGeometry(conn, xproto.Drawable(w))
	}
	var there []xproto.Window
	var inside []tree.Point // the point, as each of them counts
	for i, w := range children {
		a, failed := attributes[i].Reply()
		g, err := geometries[i].Reply()
		if failed != nil || err != nil || a.MapState != xproto.MapStateViewable || a.Class != xproto.WindowClassInputOutput {
			continue
		}
		b := int(g.BorderWidth)
		r := tree.Rect{X: int(g.X), Y: int(g.Y), W: int(g.Width) + 2*b, H: int(g.Height) + 2*b}
		if r.Contains(at) {
			there = append(there, w)
			inside = append(inside, tree.Point{X: at.X - r.X - b, Y: at.Y - r.Y - b})
		}
	}
	for i := len(there) - 1; i >= 0; i-- {
		if holds(conn, there[i], shape.SkBounding, inside[i]) && holds(conn, there[i], shape.SkInput, inside[i]) {
			return there[i]
		}
	}
	return xproto.WindowNone
}

// holds reports whether a region of a window holds a point, which is counted from the
// inner corner of the window.
func holds(conn *xgb.Conn, w xproto.Window, kind shape.Kind, at tree.Point) bool {
	region, err := shape.GetRectangles(conn, w, kind).Reply()
	if err != nil {
		return false // it has gone
	}
	for _, r := range region.Rectangles {
		if (tree.Rect{X: int(r.X), Y: int(r.Y), W: int(r.Width), H: int(r.Height)}).Contains(at) {
			return true
		}
	}
	return false
}
