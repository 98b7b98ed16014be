//go:build cgo

package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// screenMarker outlines one element on the real screen with four thin windows
// that no window manager touches and that let every click through. It follows
// the element's window and hides the outline while anything lies over the
// element, ours or another's.
//
// Thread rule: show and close may be called from any goroutine.
type screenMarker struct {
	mu     sync.Mutex
	conn   *xgb.Conn
	shadow xproto.Atom // _GTK_FRAME_EXTENTS
	edges  [4]xproto.Window
	closed bool

	area   tree.Rect // what to outline, and the window it was seen in
	window tree.Window
	drawn  tree.Rect // where the outline is, empty while it is hidden
}

const (
	markerWidth = 3
	markerColor = 0x2f6fde
	markerLimit = 2 * time.Second
)

// show outlines an area of the screen that was seen in a window; an empty area,
// or a window that the display could not be asked about, takes the outline away.
// Where the display does not answer nothing is shown.
func (m *screenMarker) show(area tree.Rect, window tree.Window) {
	ctx, cancel := context.WithTimeout(context.Background(), markerLimit)
	defer cancel()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.area, m.window = area, window
	if m.conn == nil && (m.closed || area.Empty() || m.open(ctx) != nil) {
		return
	}
	m.update(ctx)
}

// close takes the outline away for good.
func (m *screenMarker) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	m.drop()
}

// drop closes the connection, and with it the windows.
func (m *screenMarker) drop() {
	if m.conn != nil {
		m.conn.Close()
		m.conn, m.drawn = nil, tree.Rect{}
	}
}

// open connects and makes the windows, hidden.
func (m *screenMarker) open(ctx context.Context) error {
	conn, err := xconn.Open(ctx, "")
	if err != nil {
		return err
	}
	if m.shadow, err = xconn.Await(ctx, func() (xproto.Atom, error) { return m.make(conn) }, nil); err != nil {
		conn.Close()
		return err
	}
	m.conn = conn
	go m.follow(conn)
	return nil
}

func (m *screenMarker) make(conn *xgb.Conn) (xproto.Atom, error) {
	if err := shape.Init(conn); err != nil {
		return 0, err
	}
	root := xconn.Root(conn).Root
	for i := range m.edges {
		edge, err := xproto.NewWindowId(conn)
		if err != nil {
			return 0, err
		}
		m.edges[i] = edge
		xproto.CreateWindow(conn, 0, edge, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOutput, 0,
			xproto.CwBackPixel|xproto.CwOverrideRedirect, []uint32{markerColor, 1})
		// An empty input region: clicks go to what is below.
		shape.Rectangles(conn, shape.SoSet, shape.SkInput, xproto.ClipOrderingUnsorted, edge, 0, 0, nil)
	}
	// Tells of every window that moves, opens, closes or comes to the top.
	xproto.ChangeWindowAttributes(conn, root, xproto.CwEventMask, []uint32{xproto.EventMaskSubstructureNotify})
	const name = "_GTK_FRAME_EXTENTS"
	atom, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, err
	}
	return atom.Atom, nil
}

// follow looks again whenever the arrangement of windows changes, until the
// connection is closed.
func (m *screenMarker) follow(conn *xgb.Conn) {
	for {
		if event, err := conn.WaitForEvent(); event == nil && err == nil {
			return
		}
		for { // one look for all that was told meanwhile
			if event, err := conn.PollForEvent(); event == nil && err == nil {
				break
			}
		}
		m.mu.Lock()
		if m.conn == conn && !m.area.Empty() {
			ctx, cancel := context.WithTimeout(context.Background(), markerLimit)
			m.update(ctx)
			cancel()
		}
		m.mu.Unlock()
	}
}

// sight is where the element is on the screen now.
type sight struct {
	area tree.Rect // empty: not in sight
	// below says that one of our edges lies below the element's window.
	below bool
}

// update draws, moves or hides the outline. What is right already is not touched:
// each change comes back as an event.
func (m *screenMarker) update(ctx context.Context) {
	var now sight
	if !m.area.Empty() && m.window.XID != 0 {
		conn, area, window, edges := m.conn, m.area, m.window, m.edges
		var err error
		if now, err = xconn.Await(ctx, func() (sight, error) { return look(conn, m.shadow, area, window, edges[:]), nil }, nil); err != nil {
			m.drop()
			return
		}
	}
	if now.area == m.drawn && !now.below {
		return
	}
	m.drawn = now.area
	const w = markerWidth
	a := now.area
	sides := [4]tree.Rect{
		{X: a.X - w, Y: a.Y - w, W: a.W + 2*w, H: w},
		{X: a.X - w, Y: a.Y + a.H, W: a.W + 2*w, H: w},
		{X: a.X - w, Y: a.Y, W: w, H: a.H},
		{X: a.X + a.W, Y: a.Y, W: w, H: a.H},
	}
	for i, edge := range m.edges {
		if a.Empty() {
			xproto.UnmapWindow(m.conn, edge)
			continue
		}
		s := sides[i]
		xproto.ConfigureWindow(m.conn, edge, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight|xproto.ConfigWindowStackMode,
			[]uint32{uint32(s.X), uint32(s.Y), uint32(s.W), uint32(s.H), xproto.StackModeAbove})
		xproto.MapWindow(m.conn, edge)
	}
}

// look finds where an area of a window is now. The window may have moved since
// the area was seen in it, but neither may its size have changed nor anything
// that takes clicks lie over the area: then it is not in sight.
func look(conn *xgb.Conn, shadow xproto.Atom, area tree.Rect, window tree.Window, edges []xproto.Window) sight {
	root := xconn.Root(conn).Root
	id := xproto.Window(window.XID)
	extents := xproto.GetProperty(conn, false, id, shadow, xproto.GetPropertyTypeAny, 0, 4)
	size := xproto.GetGeometry(conn, xproto.Drawable(id))
	at, err := xproto.TranslateCoordinates(conn, id, root, 0, 0).Reply()
	g, failed := size.Reply()
	if err != nil || failed != nil {
		return sight{}
	}
	frame := tree.Rect{X: int(at.DstX), Y: int(at.DstY), W: int(g.Width), H: int(g.Height)}
	// GTK draws its own shadow inside of its windows; it is no part of the frame.
	if p, err := extents.Reply(); err == nil && p.Format == 32 && p.ValueLen == 4 {
		left, right, top, bottom := int(xgb.Get32(p.Value)), int(xgb.Get32(p.Value[4:])), int(xgb.Get32(p.Value[8:])), int(xgb.Get32(p.Value[12:]))
		frame = tree.Rect{X: frame.X + left, Y: frame.Y + top, W: frame.W - left - right, H: frame.H - top - bottom}
	}
	if frame.W != window.Frame.W || frame.H != window.Frame.H {
		return sight{}
	}
	area.X += frame.X - window.Frame.X
	area.Y += frame.Y - window.Frame.Y
	top, ok := outermost(conn, root, id)
	if !ok {
		return sight{}
	}
	children, err := xproto.QueryTree(conn, root).Reply()
	if err != nil {
		return sight{}
	}
	from := slices.Index(children.Children, top)
	if from < 0 || !viewable(conn, top) || covered(conn, children.Children[from+1:], edges, area) {
		return sight{}
	}
	return sight{area, slices.ContainsFunc(children.Children[:from], func(w xproto.Window) bool { return slices.Contains(edges, w) })}
}

// outermost returns the child of the root that holds a window, or is it.
func outermost(conn *xgb.Conn, root, window xproto.Window) (xproto.Window, bool) {
	for range 16 { // no window manager nests that deep
		t, err := xproto.QueryTree(conn, window).Reply()
		switch {
		case err != nil:
			return 0, false
		case t.Parent == root:
			return window, true
		}
		window = t.Parent
	}
	return 0, false
}

func viewable(conn *xgb.Conn, window xproto.Window) bool {
	a, err := xproto.GetWindowAttributes(conn, window).Reply()
	return err == nil && a.MapState == xproto.MapStateViewable
}

// covered reports whether one of the windows shows something over an area that
// also takes the clicks there; the stages of compositors and our own edges do not.
func covered(conn *xgb.Conn, windows, edges []xproto.Window, area tree.Rect) bool {
	attributes := make([]xproto.GetWindowAttributesCookie, len(windows))
	geometries := make([]xproto.GetGeometryCookie, len(windows))
	regions := make([]shape.GetRectanglesCookie, len(windows))
	for i, w := range windows {
		attributes[i] = xproto.GetWindowAttributes(conn, w)
		geometries[i] = xproto.GetGeometry(conn, xproto.Drawable(w))
		regions[i] = shape.GetRectangles(conn, w, shape.SkInput)
	}
	found := false
	for i, w := range windows { // every answer is read, or it would stay with the connection
		a, err := attributes[i].Reply()
		g, failed := geometries[i].Reply()
		region, unknown := regions[i].Reply()
		if err != nil || failed != nil || a.MapState != xproto.MapStateViewable || a.Class != xproto.WindowClassInputOutput || slices.Contains(edges, w) {
			continue
		}
		b := 2 * int(g.BorderWidth)
		place := tree.Rect{X: int(g.X), Y: int(g.Y), W: int(g.Width) + b, H: int(g.Height) + b}
		if unknown == nil && len(region.Rectangles) == 0 {
			continue
		}
		found = found || place.Intersects(area)
	}
	return found
}
