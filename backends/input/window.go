package input

import (
	"os"
	"strings"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/res"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// finder tells which application a place of the screen belongs to. Its methods
// ask the display and wait for the answer.
type finder struct {
	conn        *xgb.Conn
	root        xproto.Window
	host        string
	wmState     xproto.Atom
	wmPID       xproto.Atom
	wmMachine   xproto.Atom
	hasResource bool
}

// owner is a top-level window and its process; fields are 0 where unknown.
type owner struct {
	window xproto.Window
	pid    int
}

func newFinder(conn *xgb.Conn) (*finder, error) {
	f := &finder{conn: conn, root: xconn.Root(conn).Root}
	for name, to := range map[string]*xproto.Atom{"WM_STATE": &f.wmState, "_NET_WM_PID": &f.wmPID, "WM_CLIENT_MACHINE": &f.wmMachine} {
		var err error
		if *to, err = atom(conn, name); err != nil {
			return nil, err
		}
	}
	f.host, _ = os.Hostname()
	if res.Init(conn) == nil {
		// Processes of clients came with version 1.2.
		v, err := res.QueryVersion(conn, 1, 2).Reply()
		f.hasResource = err == nil && (v.ServerMajor > 1 || v.ServerMinor >= 2)
	}
	return f, nil
}

// under returns the client window inside a child of the root: window managers
// put clients into frames and mark them with WM_STATE (ICCCM 4.1.3.1). Windows
// that no manager handles (menus, popups) are their own client.
func (f *finder) under(child xproto.Window) owner {
	if child == xproto.WindowNone {
		return owner{}
	}
	// A frame holds its client near the top; the limits only bound the work for
	// popups, which hold none.
	const depth, most = 3, 64
	level := []xproto.Window{child}
	for range depth {
		states := make([]xproto.GetPropertyCookie, len(level))
		trees := make([]xproto.QueryTreeCookie, len(level))
		for i, w := range level {
			states[i] = xproto.GetProperty(f.conn, false, w, f.wmState, xproto.GetPropertyTypeAny, 0, 0)
			trees[i] = xproto.QueryTree(f.conn, w)
		}
		var next []xproto.Window
		client := xproto.Window(xproto.WindowNone)
		for i, w := range level {
			if p, err := states[i].Reply(); err == nil && p.Type != xproto.AtomNone && client == xproto.WindowNone {
				client = w
			}
			if t, err := trees[i].Reply(); err == nil {
				next = append(next, t.Children...)
			}
		}
		if client != xproto.WindowNone {
			return owner{client, f.pid(client)}
		}
		level = next[:min(most, len(next))]
	}
	return owner{child, f.pid(child)}
}

// focused returns the top-level window with the keyboard focus, for displays
// whose window manager does not tell.
func (f *finder) focused() owner {
	reply, err := xproto.GetInputFocus(f.conn).Reply()
	if err != nil || reply.Focus <= xproto.InputFocusPointerRoot {
		return owner{}
	}
	// Up to the child of the root, then down to the client in it.
	for w := reply.Focus; w != f.root; {
		t, err := xproto.QueryTree(f.conn, w).Reply()
		if err != nil {
			return owner{}
		}
		if t.Parent == f.root {
			return f.under(w)
		}
		w = t.Parent
	}
	return owner{}
}

// pid returns the process of a window. The server's own word comes first: it
// knows the peer of the connection, while _NET_WM_PID is what the application
// believes, which is another number inside a container. A window of another
// host has no process here.
func (f *finder) pid(w xproto.Window) int {
	machine := xproto.GetProperty(f.conn, false, w, f.wmMachine, xproto.GetPropertyTypeAny, 0, 64)
	claimed := xproto.GetProperty(f.conn, false, w, f.wmPID, xproto.AtomCardinal, 0, 1)
	known := 0
	if f.hasResource {
		spec := res.ClientIdSpec{Client: uint32(w), Mask: res.ClientIdMaskLocalClientPID}
		if reply, err := res.QueryClientIds(f.conn, 1, []res.ClientIdSpec{spec}).Reply(); err == nil {
			for _, id := range reply.Ids {
				if id.Spec.Mask == res.ClientIdMaskLocalClientPID && len(id.Value) > 0 {
					known = int(id.Value[0])
				}
			}
		}
	}
	claim, claimErr := claimed.Reply()
	if m, err := machine.Reply(); err == nil && len(m.Value) > 0 && f.host != "" && !sameHost(string(m.Value), f.host) {
		return 0
	}
	if known == 0 && claimErr == nil && claim.Format == 32 && len(claim.Value) >= 4 {
		known = int(xgb.Get32(claim.Value))
	}
	return known
}

// sameHost compares names of hosts, one of which may lack the domain.
func sameHost(a, b string) bool {
	a, _, _ = strings.Cut(strings.TrimRight(a, "\x00"), ".")
	b, _, _ = strings.Cut(b, ".")
	return strings.EqualFold(a, b)
}
