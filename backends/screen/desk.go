package screen

import (
	"fmt"
	"slices"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// desk is a connection that looks at the windows of a display. It is kept
// because redirected windows are undone with it. Only who has the Screen's turn
// uses it.
//
// All its requests are checked: the error of an unchecked one would go to the
// queue of events.
type desk struct {
	conn   *xgb.Conn
	root   xproto.Window
	depth  byte   // of the root
	client uint32 // the bits of an XID that name its client
	// composite says that windows can be read that others cover.
	composite  bool
	compositor xproto.Atom   // the selection that a compositing manager owns
	pixmap     xproto.Pixmap // an id that is free between two reads
	pixmaps    pixmaps
	gc         xproto.Gcontext // an id that is free between two copies
	region     xfixes.Region
	backings   map[xproto.Window]*backing
	fresh      []xproto.Window // redirected for the picture that is being taken
	broken     bool            // the connection is of no use any more
}

func newDesk(conn *xgb.Conn) (*desk, error) {
	if err := readable(conn); err != nil {
		return nil, err
	}
	xconn.Drain(conn)
	root := xconn.Root(conn)
	d := &desk{
		conn: conn, root: root.Root, depth: root.RootDepth,
		client:   ^xproto.Setup(conn).ResourceIdMask,
		backings: map[xproto.Window]*backing{},
	}
	name := fmt.Sprintf("_NET_WM_CM_S%d", conn.DefaultScreen)
	atom, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return nil, fmt.Errorf("ask display for windows: %w", err)
	}
	d.compositor = atom.Atom
	if d.gc, err = xproto.NewGcontextId(conn); err != nil {
		return nil, fmt.Errorf("ask display for windows: %w", err)
	}
	d.composite, err = d.extensions()
	return d, err
}

// extensions reports whether the display can tell what covered windows look like
// and makes what that needs.
func (d *desk) extensions() (bool, error) {
	if composite.Init(d.conn) != nil || xfixes.Init(d.conn) != nil || damage.Init(d.conn) != nil {
		return false, nil
	}
	// A server refuses requests of an extension before it was asked its version.
	version, err := composite.QueryVersion(d.conn, 0, 4).Reply()
	if err != nil || version.MajorVersion == 0 && version.MinorVersion < 2 {
		return false, nil // NameWindowPixmap came with 0.2
	}
	if _, err := xfixes.QueryVersion(d.conn, 5, 0).Reply(); err != nil {
		return false, nil
	}
	if _, err := damage.QueryVersion(d.conn, 1, 1).Reply(); err != nil {
		return false, nil
	}
	if d.pixmap, err = xproto.NewPixmapId(d.conn); err != nil {
		return false, fmt.Errorf("ask display for windows: %w", err)
	}
	if d.region, err = xfixes.NewRegionId(d.conn); err != nil {
		return false, fmt.Errorf("ask display for windows: %w", err)
	}
	if err := xfixes.CreateRegionChecked(d.conn, d.region, nil).Check(); err != nil {
		return false, fmt.Errorf("ask display for windows: %w", err)
	}
	return true, nil
}

// layer is a visible child of the root: a window, or the frame that a window
// manager has put around one.
type layer struct {
	id     xproto.Window
	rect   tree.Rect // with its border, on the screen
	border int
	depth  byte
	own    bool // of the application
	// inner is the area of the application's window inside a frame; the window
	// manager paints the rest.
	inner tree.Rect
}

// scene is an arrangement of windows.
type scene struct {
	whole  tree.Rect // the display
	area   tree.Rect // of the picture
	layers []layer   // all that are visible, the lowest first
	// blended says that a compositing manager draws windows over each other by
	// their alpha; without one the screen ignores it.
	blended bool
}

// same reports whether two arrangements look the same within the area.
func (s scene) same(o scene) bool {
	return s.area == o.area && s.whole == o.whole && s.blended == o.blended && slices.Equal(s.touching(), o.touching())
}

// touching returns the layers that touch the area.
func (s scene) touching() []layer {
	return slices.DeleteFunc(slices.Clone(s.layers), func(l layer) bool { return !l.rect.Intersects(s.area) })
}

// covered reports whether a foreign window lies over a layer within the area.
func (s scene) covered(i int) bool {
	part := clip(s.layers[i].rect, s.area)
	return slices.ContainsFunc(s.layers[i+1:], func(l layer) bool { return !l.own && l.rect.Intersects(part) })
}

// look reads the arrangement of the windows.
func (d *desk) look(area tree.Rect, windows []tree.Window) (scene, error) {
	geometry := xproto.GetGeometry(d.conn, xproto.Drawable(d.root))
	manager := xproto.GetSelectionOwner(d.conn, d.compositor)
	children, err := xproto.QueryTree(d.conn, d.root).Reply()
	if err != nil {
		d.broken = true
		return scene{}, fmt.Errorf("ask display for windows: %w", err)
	}
	root, err := geometry.Reply()
	if err != nil {
		return scene{}, fmt.Errorf("ask display for windows: %w", err)
	}
	owner, err := manager.Reply()
	if err != nil {
		return scene{}, fmt.Errorf("ask display for windows: %w", err)
	}
	sc := scene{whole: tree.Rect{W: int(root.Width), H: int(root.Height)}, blended: owner.Owner != xproto.WindowNone}
	if sc.area = clip(area, sc.whole); sc.area.Empty() {
		return scene{}, fmt.Errorf("%w: %dx%d at %d,%d on a display of %dx%d",
			ErrOutside, area.W, area.H, area.X, area.Y, sc.whole.W, sc.whole.H)
	}
	sc.layers = d.visible(children.Children)
	if err := d.claim(sc.layers, windows); err != nil {
		return scene{}, err
	}
	if !slices.ContainsFunc(sc.layers, func(l layer) bool { return l.own && l.rect.Intersects(sc.area) }) {
		return scene{}, ErrHidden
	}
	return sc, nil
}

// visible returns those children of the root that show pixels. One that ends meanwhile is none; what is kept of windows that are no longer
// shown is let go.
func (d *desk) visible(children []xproto.Window) []layer {
	attributes := make([]xproto.GetWindowAttributesCookie, len(children))
	geometries := make([]xproto.GetGeometryCookie, len(children))
	for i, c := range children {
		attributes[i] = xproto.GetWindowAttributes(d.conn, c)
		geometries[i] = xproto.GetGeometry(d.conn, xproto.Drawable(c))
	}
	var layers []layer
	mapped := map[xproto.Window]bool{}
	for i, c := range children {
		a, failed := attributes[i].Reply()
		g, err := geometries[i].Reply()
		if failed != nil || err != nil || a.MapState != xproto.MapStateViewable || a.Class != xproto.WindowClassInputOutput {
			continue
		}
		mapped[c] = true
		b := int(g.BorderWidth)
		l := layer{id: c, border: b, depth: g.Depth,
			rect: tree.Rect{X: int(g.X), Y: int(g.Y), W: int(g.Width) + 2*b, H: int(g.Height) + 2*b}}
		l.inner = l.rect
		layers = append(layers, l)
	}
	for id := range d.backings {
		if !mapped[id] {
			d.letGo(id)
		}
	}
	return layers
}

// claim marks the layers of the application: those that hold one of the windows,
// and those of the same clients. A client is told from others by its part of the
// XID, which the server gives; a process number could be another machine's or
// another container's.
func (d *desk) claim(layers []layer, windows []tree.Window) error {
	clients := map[uint32]bool{}
	tops := map[xproto.Window]xproto.Window{} // of the application's windows
	for _, w := range windows {
		if w.XID == 0 {
			continue
		}
		clients[w.XID&d.client] = true
		if top, ok := d.top(xproto.Window(w.XID)); ok {
			tops[top] = xproto.Window(w.XID)
		}
	}
	if len(clients) == 0 {
		return ErrUnidentified
	}
	framed := make([]xproto.QueryTreeCookie, len(layers))
	for i, l := range layers {
		framed[i] = xproto.QueryTree(d.conn, l.id)
	}
	for i := range layers {
		l := &layers[i]
		inside, err := framed[i].Reply()
		window, given := tops[l.id]
		if l.own = given || clients[uint32(l.id)&d.client]; !l.own && err == nil {
			for _, c := range inside.Children {
				if clients[uint32(c)&d.client] {
					window, l.own = c, true
					break
				}
			}
		}
		if l.own && window != 0 && window != l.id {
			l.inner = d.place(window, l.inner)
		}
	}
	return nil
}

// top returns the child of the root that holds a window, or is it.
func (d *desk) top(window xproto.Window) (xproto.Window, bool) {
	for range 16 { // no window manager nests that deep
		t, err := xproto.QueryTree(d.conn, window).Reply()
		if err != nil {
			return 0, false
		}
		if t.Parent == d.root {
			return window, true
		}
		window = t.Parent
	}
	return 0, false
}

// place returns the area of a window on the screen, within its frame.
func (d *desk) place(window xproto.Window, frame tree.Rect) tree.Rect {
	geometry := xproto.GetGeometry(d.conn, xproto.Drawable(window))
	at, err := xproto.TranslateCoordinates(d.conn, window, d.root, 0, 0).Reply()
	g, failed := geometry.Reply()
	if err != nil || failed != nil {
		return frame
	}
	return clip(tree.Rect{X: int(at.DstX), Y: int(at.DstY), W: int(g.Width), H: int(g.Height)}, frame)
}
