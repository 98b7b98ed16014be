package atspi

import (
	"context"
	"errors"
	"fmt"
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

// display is an X server that was reached once; a nil display has no windows.
type display struct {
	name string
	// turn holds one token: who has it asks. A server that does not answer holds
	// one goroutine, however many ask meanwhile.
	turn chan struct{}

	mu     sync.Mutex
	server *server // nil where the connection ended
	closed bool
}

// server is a connection to an X server; only who has the turn uses it.
type server struct {
	conn  *xgb.Conn
	root  xproto.Window
	mask  uint32 // resource ID bits that differ within one client
	atoms map[string]xproto.Atom
}

// errNoAnswer says that a display that was there answers no more.
var errNoAnswer = errors.New("the display did not answer: window states are not known")

// openDisplay connects to the display ("" for $DISPLAY), or returns nil where
// there is none.
func openDisplay(ctx context.Context, name string) *display {
	s, err := openServer(ctx, name)
	if err != nil {
		return nil
	}
	return &display{name: name, turn: make(chan struct{}, 1), server: s}
}

func openServer(ctx context.Context, name string) (*server, error) {
	conn, err := xconn.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	xconn.Drain(conn)
	return newServer(conn), nil
}

func newServer(conn *xgb.Conn) *server {
	return &server{
		conn: conn, root: xconn.Root(conn).Root, mask: xproto.Setup(conn).ResourceIdMask,
		atoms: map[string]xproto.Atom{},
	}
}

func (d *display) close() {
	if d == nil {
		return
	}
	d.mu.Lock()
	s := d.server
	d.server, d.closed = nil, true
	d.mu.Unlock()
	if s != nil {
		s.conn.Close()
	}
}

// look lists the top-level windows of a process from bottom to top, popups last.
// A connection that ended is made again; where the display does not answer before
// ctx ends, or is gone, the error is [errNoAnswer].
func (d *display) look(ctx context.Context, pid int) ([]xwindow, error) {
	all, err := d.all(ctx)
	var own []xwindow
	for _, w := range all {
		if w.pid == pid && pid != 0 {
			own = append(own, w)
		}
	}
	return own, err
}

// sighting is what the display said of the windows of an application.
type sighting struct {
	windows []xwindow
	err     error
}

// lookAt looks while the application is read.
func (b *Backend) lookAt(ctx context.Context, pid int) <-chan sighting {
	seen := make(chan sighting, 1)
	go func() {
		windows, err := b.look(ctx, pid)
		seen <- sighting{windows, err}
	}()
	return seen
}

// all is look for every process.
func (d *display) all(ctx context.Context) ([]xwindow, error) {
	if d == nil {
		return nil, nil
	}
	select {
	case d.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", errNoAnswer, ctx.Err())
	}
	all, err := xconn.Await(ctx, func() ([]xwindow, error) {
		defer func() { <-d.turn }()
		all, err := d.list(ctx)
		if err != nil { // the connection ended, perhaps long ago
			all, err = d.list(ctx)
		}
		return all, err
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	return all, nil
}

// list reads all windows, and forgets a connection that ended.
func (d *display) list(ctx context.Context) ([]xwindow, error) {
	s, err := d.live(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.list()
	if err != nil {
		d.drop(s)
	}
	return all, err
}

// live returns the connection, a new one where the old one ended.
func (d *display) live(ctx context.Context) (*server, error) {
	d.mu.Lock()
	s, closed := d.server, d.closed
	d.mu.Unlock()
	if closed {
		return nil, errClosed
	}
	if s != nil {
		return s, nil
	}
	s, err := openServer(ctx, d.name)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		s.conn.Close()
		return nil, errClosed
	}
	d.server = s
	return s, nil
}

// drop forgets a connection that ended.
func (d *display) drop(s *server) {
	d.mu.Lock()
	if d.server == s {
		d.server = nil
	}
	d.mu.Unlock()
	s.conn.Close()
}

func (s *server) atom(name string) xproto.Atom {
	if a, ok := s.atoms[name]; ok {
		return a
	}
	reply, err := xproto.InternAtom(s.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	s.atoms[name] = reply.Atom
	return reply.Atom
}

func (s *server) ask(w xproto.Window, property string) xproto.GetPropertyCookie {
	return xproto.GetProperty(s.conn, false, w, s.atom(property), xproto.GetPropertyTypeAny, 0, 1<<16)
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
// step asks for all windows at once. A window that goes away meanwhile is left
// out; an error is one of the connection.
func (s *server) list() ([]xwindow, error) {
	treeCookie := xproto.QueryTree(s.conn, s.root)
	managed := numbers(s.ask(s.root, "_NET_CLIENT_LIST_STACKING"))
	active := numbers(s.ask(s.root, "_NET_ACTIVE_WINDOW"))
	reply, err := treeCookie.Reply()
	if err != nil {
		return nil, fmt.Errorf("list windows: %w", err)
	}
	children := reply.Children
	attributes := make([]xproto.GetWindowAttributesCookie, len(children))
	for i, w := range children {
		attributes[i] = xproto.GetWindowAttributes(s.conn, w)
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
			geometry: xproto.GetGeometry(s.conn, xproto.Drawable(w)),
			place:    xproto.TranslateCoordinates(s.conn, w, s.root, 0, 0),
			pid:      s.ask(w, "_NET_WM_PID"),
			frame:    s.ask(w, "_NET_FRAME_EXTENTS"),
			shadow:   s.ask(w, "_GTK_FRAME_EXTENTS"),
			title:    s.ask(w, "_NET_WM_NAME"),
			legacy:   s.ask(w, "WM_NAME"),
			mark:     s.ask(w, "_NET_WM_STATE"),
		}
	}
	hidden := uint32(s.atom("_NET_WM_STATE_HIDDEN"))
	modal := uint32(s.atom("_NET_WM_STATE_MODAL"))
	owners := map[uint32]int{} // X client → process
	windows := make([]xwindow, 0, len(ids))
	for i, q := range questions {
		w := xwindow{id: ids[i], popup: i >= first && len(managed) > 0, frame: four(q.frame), shadow: four(q.shadow)}
		geometry, err1 := q.geometry.Reply()
		place, err2 := q.place.Reply()
		if pid := numbers(q.pid); len(pid) == 1 {
			w.pid = int(pid[0])
			owners[ids[i]&^s.mask] = w.pid
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
			windows[i].pid = owners[windows[i].id&^s.mask]
		}
	}
	// An answer to the last question says that those before were answered too.
	if _, err := xproto.GetInputFocus(s.conn).Reply(); err != nil {
		return nil, fmt.Errorf("list windows: %w", err)
	}
	return windows, nil
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
