package atspi

import (
	"context"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// xwindow is a top-level window of the X display.
type xwindow struct {
	id    uint32
	pid   int
	title string
	// area is the X window without the window manager's border, on the screen.
	area tree.Rect
	// frame is the border that the window manager put around it, shadow the part
	// inside of area that the toolkit fills with its own shadow (left, right,
	// top, bottom).
	frame, shadow [4]int
	modal         bool // by its own word to the window manager
	popup         bool // override-redirect: menus, tooltips
	active        bool
}

// client returns the visible part of the window: area without the shadow.
func (w *xwindow) client() tree.Rect {
	return tree.Rect{
		X: w.area.X + w.shadow[0], Y: w.area.Y + w.shadow[2],
		W: w.area.W - w.shadow[0] - w.shadow[1], H: w.area.H - w.shadow[2] - w.shadow[3],
	}
}

// outer returns the window with the window manager's border.
func (w *xwindow) outer() tree.Rect {
	return tree.Rect{
		X: w.area.X - w.frame[0], Y: w.area.Y - w.frame[2],
		W: w.area.W + w.frame[0] + w.frame[1], H: w.area.H + w.frame[2] + w.frame[3],
	}
}

// display is a connection to an X server; a nil display answers nothing.
type display struct {
	conn *xgb.Conn
	root xproto.Window
	mask uint32 // resource ID bits that differ within one client

	mu    sync.Mutex
	atoms map[string]xproto.Atom
}

// openDisplay connects to the display ("" for $DISPLAY), or returns nil where
// there is none.
func openDisplay(ctx context.Context, name string) *display {
	conn, err := xconn.Open(ctx, name)
	if err != nil {
		return nil
	}
	return &display{
		conn: conn, root: xconn.Root(conn).Root, mask: xproto.Setup(conn).ResourceIdMask,
		atoms: map[string]xproto.Atom{},
	}
}

func (d *display) close() {
	if d != nil {
		d.conn.Close()
	}
}

// windows lists the top-level windows of a process from bottom to top, popups
// last. Where the display does not answer before ctx ends the list is empty.
func (d *display) windows(ctx context.Context, pid int) []xwindow {
	var own []xwindow
	for _, w := range d.windowsOfAll(ctx) {
		if w.pid == pid && pid != 0 {
			own = append(own, w)
		}
	}
	return own
}

// windowsOfAll is windows for every process.
func (d *display) windowsOfAll(ctx context.Context) []xwindow {
	if d == nil {
		return nil
	}
	all, _ := xconn.Await(ctx, func() ([]xwindow, error) { return d.list(), nil }, nil)
	return all
}

func (d *display) atom(name string) xproto.Atom {
	d.mu.Lock()
	a, ok := d.atoms[name]
	d.mu.Unlock()
	if ok {
		return a
	}
	reply, err := xproto.InternAtom(d.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.atoms[name] = reply.Atom
	return reply.Atom
}

func (d *display) ask(w xproto.Window, property string) xproto.GetPropertyCookie {
	return xproto.GetProperty(d.conn, false, w, d.atom(property), xproto.GetPropertyTypeAny, 0, 1<<16)
}

// numbers returns a property of 32-bit items.
func numbers(c xproto.GetPropertyCookie) []uint32 {
	reply, err := c.Reply()
	if err != nil || reply.Format != 32 {
		return nil
	}
	list := make([]uint32, 0, reply.ValueLen)
	for b := reply.Value; len(b) >= 4; b = b[4:] {
		list = append(list, xgb.Get32(b))
	}
	return list
}

// four returns a property of four items, zeros where it is missing.
func four(c xproto.GetPropertyCookie) (f [4]int) {
	if n := numbers(c); len(n) == 4 {
		for i, v := range n {
			f[i] = int(v)
		}
	}
	return f
}

// list reads all top-level windows: those the window manager lists, in its
// stacking order, then the override-redirect ones in that of the server. Every
// step asks for all windows at once.
func (d *display) list() []xwindow {
	treeCookie := xproto.QueryTree(d.conn, d.root)
	managed := numbers(d.ask(d.root, "_NET_CLIENT_LIST_STACKING"))
	active := numbers(d.ask(d.root, "_NET_ACTIVE_WINDOW"))
	reply, err := treeCookie.Reply()
	if err != nil {
		return nil
	}
	children := reply.Children
	attributes := make([]xproto.GetWindowAttributesCookie, len(children))
	for i, w := range children {
		attributes[i] = xproto.GetWindowAttributes(d.conn, w)
	}
	var ids []uint32
	ids = append(ids, managed...)
	first := len(ids) // the first popup
	for i, w := range children {
		a, err := attributes[i].Reply()
		if err != nil || a.MapState != xproto.MapStateViewable || a.Class == xproto.WindowClassInputOnly {
			continue
		}
		// Without a window manager every mapped child of the root is a window.
		if a.OverrideRedirect || len(managed) == 0 {
			ids = append(ids, uint32(w))
		}
	}
	type question struct {
		geometry            xproto.GetGeometryCookie
		place               xproto.TranslateCoordinatesCookie
		pid, frame, shadow  xproto.GetPropertyCookie
		title, legacy, mark xproto.GetPropertyCookie
	}
	questions := make([]question, len(ids))
	for i, id := range ids {
		w := xproto.Window(id)
		questions[i] = question{
			geometry: xproto.GetGeometry(d.conn, xproto.Drawable(w)),
			place:    xproto.TranslateCoordinates(d.conn, w, d.root, 0, 0),
			pid:      d.ask(w, "_NET_WM_PID"),
			frame:    d.ask(w, "_NET_FRAME_EXTENTS"),
			shadow:   d.ask(w, "_GTK_FRAME_EXTENTS"),
			title:    d.ask(w, "_NET_WM_NAME"),
			legacy:   d.ask(w, "WM_NAME"),
			mark:     d.ask(w, "_NET_WM_STATE"),
		}
	}
	hidden := uint32(d.atom("_NET_WM_STATE_HIDDEN"))
	modal := uint32(d.atom("_NET_WM_STATE_MODAL"))
	owners := map[uint32]int{} // X client → process
	windows := make([]xwindow, 0, len(ids))
	for i, q := range questions {
		w := xwindow{id: ids[i], popup: i >= first && len(managed) > 0, frame: four(q.frame), shadow: four(q.shadow)}
		geometry, err1 := q.geometry.Reply()
		place, err2 := q.place.Reply()
		if pid := numbers(q.pid); len(pid) == 1 {
			w.pid = int(pid[0])
			owners[ids[i]&^d.mask] = w.pid
		}
		w.title = title(q.title, q.legacy)
		state := numbers(q.mark)
		if err1 != nil || err2 != nil || contains(state, hidden) {
			continue
		}
		w.area = tree.Rect{X: int(place.DstX), Y: int(place.DstY), W: int(geometry.Width), H: int(geometry.Height)}
		w.modal = contains(state, modal)
		w.active = len(active) == 1 && active[0] == w.id
		windows = append(windows, w)
	}
	// A popup without a process belongs to that of its X connection.
	for i := range windows {
		if windows[i].pid == 0 {
			windows[i].pid = owners[windows[i].id&^d.mask]
		}
	}
	return windows
}

func title(modern, legacy xproto.GetPropertyCookie) string {
	m, err1 := modern.Reply()
	l, err2 := legacy.Reply()
	switch {
	case err1 == nil && len(m.Value) > 0:
		return clean(string(m.Value))
	case err2 == nil:
		return clean(string(l.Value))
	}
	return ""
}

func contains(list []uint32, v uint32) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}
