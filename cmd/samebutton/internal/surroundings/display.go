// Package surroundings looks at what is around applications: the X display with
// its windows, and the processes behind them.
//
// Promise: it only looks. What could not be read is said to be unread, and a cause
// is named only with the evidence for it: a variable, a library, a switch.
//
// Thread rule: functions may be called from any goroutine. Nothing is kept open.
package surroundings

import (
	"context"
	"fmt"
	"slices"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// Display is what an X display can do and what is on it.
type Display struct {
	Vendor     string
	Extensions []string
	// WindowManager is its name, "" where none runs.
	WindowManager string
	// Compositor says that something draws the windows together.
	Compositor bool
	Windows    []Window
}

// Has reports whether the display has an extension.
func (d *Display) Has(extension string) bool { return slices.Contains(d.Extensions, extension) }

// XWayland reports whether the display is that of a Wayland session, on which
// only the windows of X11 programs are.
func (d *Display) XWayland() bool { return d.Has("XWAYLAND") }

// Window is a top-level window of a program.
type Window struct {
	XID     uint32
	Title   string
	PID     int    // as the program says; 0 where it does not
	Machine string // the host that the program runs on, as it says
	// Rect is the window on the screen in physical pixels, without the border of the
	// window manager and the shadow of the toolkit; empty where it could not be read.
	Rect tree.Rect
	// Hidden says that it is not on the screen: minimised, or on another desktop.
	Hidden bool
}

// Look asks a display such as ":1" for what it can do and for its windows.
func Look(ctx context.Context, display string) (*Display, error) {
	conn, err := xconn.Open(ctx, display)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	xconn.Drain(conn)
	d, err := xconn.Await(ctx, func() (*Display, error) { return look(conn) }, nil)
	if err != nil {
		return nil, fmt.Errorf("look at display %s: %w", display, err)
	}
	return d, nil
}

func look(conn *xgb.Conn) (*Display, error) {
	v := viewer{conn, xconn.Root(conn).Root}
	d := &Display{Vendor: xproto.Setup(conn).Vendor}
	list, err := xproto.ListExtensions(conn).Reply()
	if err != nil {
		return nil, err
	}
	for _, name := range list.Names {
		d.Extensions = append(d.Extensions, name.Name)
	}
	// The window manager proves by a window of its own that it still runs.
	if check := first(v.numbers(v.root, "_NET_SUPPORTING_WM_CHECK")); check != 0 {
		w := xproto.Window(check)
		if first(v.numbers(w, "_NET_SUPPORTING_WM_CHECK")) == check {
			if d.WindowManager = v.text(w, "_NET_WM_NAME"); d.WindowManager == "" {
				d.WindowManager = "without a name"
			}
		}
	}
	owner, err := xproto.GetSelectionOwner(conn, v.atom(fmt.Sprintf("_NET_WM_CM_S%d", conn.DefaultScreen))).Reply()
	if err != nil {
		return nil, err
	}
	d.Compositor = owner.Owner != xproto.WindowNone
	d.Windows, err = v.windows()
	return d, err
}

// viewer asks one display.
type viewer struct {
	conn *xgb.Conn
	root xproto.Window
}

// windows lists those that the window manager manages; without one, all that are
// mapped and not made to be overlooked by one.
func (v viewer) windows() ([]Window, error) {
	ids := v.numbers(v.root, "_NET_CLIENT_LIST")
	if len(ids) == 0 {
		reply, err := xproto.QueryTree(v.conn, v.root).Reply()
		if err != nil {
			return nil, err
		}
		for _, w := range reply.Children {
			a, err := xproto.GetWindowAttributes(v.conn, w).Reply()
			if err == nil && a.MapState == xproto.MapStateViewable && a.Class == xproto.WindowClassInputOutput && !a.OverrideRedirect {
				ids = append(ids, uint32(w))
			}
		}
	}
	all := make([]Window, 0, len(ids))
	for _, id := range ids {
		w := xproto.Window(id)
		title := v.text(w, "_NET_WM_NAME")
		if title == "" {
			title = v.text(w, "WM_NAME")
		}
		shown := Window{
			XID: id, Title: title, PID: int(first(v.numbers(w, "_NET_WM_PID"))), Machine: v.text(w, "WM_CLIENT_MACHINE"), Rect: v.place(w),
		}
		a, err := xproto.GetWindowAttributes(v.conn, w).Reply()
		shown.Hidden = err != nil || a.MapState != xproto.MapStateViewable || v.minimised(w)
		all = append(all, shown)
	}
	return all, nil
}

// place is where a window is on the screen, empty where that could not be read.
func (v viewer) place(w xproto.Window) tree.Rect {
	size, err := xproto.GetGeometry(v.conn, xproto.Drawable(w)).Reply()
	if err != nil {
		return tree.Rect{}
	}
	corner, err := xproto.TranslateCoordinates(v.conn, w, v.root, 0, 0).Reply()
	if err != nil {
		return tree.Rect{}
	}
	r := tree.Rect{X: int(corner.DstX), Y: int(corner.DstY), W: int(size.Width), H: int(size.Height)}
	if s := v.numbers(w, "_GTK_FRAME_EXTENTS"); len(s) == 4 { // left, right, top, bottom
		r = tree.Rect{X: r.X + int(s[0]), Y: r.Y + int(s[2]), W: r.W - int(s[0]+s[1]), H: r.H - int(s[2]+s[3])}
	}
	return r
}

// minimised reports whether the window manager says that a window is not shown.
func (v viewer) minimised(w xproto.Window) bool {
	return slices.Contains(v.numbers(w, "_NET_WM_STATE"), uint32(v.atom("_NET_WM_STATE_HIDDEN")))
}

func (v viewer) atom(name string) xproto.Atom {
	reply, err := xproto.InternAtom(v.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return xproto.AtomNone
	}
	return reply.Atom
}

// property returns the bytes of a property in items of so many bits, nil where
// there is none of that kind.
func (v viewer) property(w xproto.Window, name string, bits byte) []byte {
	const most = 1 << 12 // in units of four bytes: no title is longer
	reply, err := xproto.GetProperty(v.conn, false, w, v.atom(name), xproto.GetPropertyTypeAny, 0, most).Reply()
	if err != nil || reply.Format != bits {
		return nil
	}
	return reply.Value
}

func (v viewer) text(w xproto.Window, name string) string { return string(v.property(w, name, 8)) }

func (v viewer) numbers(w xproto.Window, name string) []uint32 {
	var list []uint32
	for b := v.property(w, name, 32); len(b) >= 4; b = b[4:] {
		list = append(list, xgb.Get32(b))
	}
	return list
}

func first(list []uint32) uint32 {
	if len(list) == 0 {
		return 0
	}
	return list[0]
}
