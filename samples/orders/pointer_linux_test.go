package orders

import (
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// pointer asks the X server what is below the pointer.
type pointer struct {
	x    *xgb.Conn
	root xproto.Window
	// What windows say of themselves.
	pid, title, utf8 xproto.Atom
}

// newPointer connects to the display of this process.
func newPointer() (*pointer, error) {
	x, err := xgb.NewConn()
	if err != nil {
		return nil, err
	}
	p := &pointer{x: x, root: xproto.Setup(x).DefaultScreen(x).Root}
	for name, atom := range map[string]*xproto.Atom{"_NET_WM_PID": &p.pid, "_NET_WM_NAME": &p.title, "UTF8_STRING": &p.utf8} {
		reply, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		if err != nil {
			x.Close()
			return nil, err
		}
		*atom = reply.Atom
	}
	return p, nil
}

// over returns the process and the title of the window that a click would go to.
// Frames of the window manager have neither; the window is inside.
func (p *pointer) over() (pid int, title string, err error) {
	for window := p.root; window != 0; {
		at, err := xproto.QueryPointer(p.x, window).Reply()
		if err != nil {
			return 0, "", fmt.Errorf("ask for the pointer: %w", err) // the window is gone
		}
		window = at.Child
		if window == 0 {
			break
		}
		of, err := xproto.GetProperty(p.x, false, window, p.pid, xproto.AtomCardinal, 0, 1).Reply()
		if err != nil {
			return 0, "", fmt.Errorf("ask a window for its process: %w", err)
		}
		if len(of.Value) < 4 {
			continue
		}
		name, err := xproto.GetProperty(p.x, false, window, p.title, p.utf8, 0, 256).Reply()
		if err != nil {
			return 0, "", fmt.Errorf("ask a window for its title: %w", err)
		}
		return int(xgb.Get32(of.Value)), string(name.Value), nil
	}
	return 0, "", nil
}
