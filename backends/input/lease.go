package input

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// leaseSelection names the X selection that stands for control over the input.
const leaseSelection = "_SAMEBUTTON_INPUT"

// Lease is the right to send input to a display (guarantee 9). It is the
// ownership of an X selection: the display itself keeps it, so that it holds for
// all users and containers that share the display, and ends with the process.
type Lease struct {
	conn      *xgb.Conn
	selection xproto.Atom
	lost      chan struct{}
}

// AcquireLease takes control over the input of a display, ":1" or the one in
// DISPLAY where the name is empty. It does not wait: where another process has
// control, it fails with [ErrLeaseTaken] and names that process.
func AcquireLease(ctx context.Context, display string) (*Lease, error) {
	conn, err := xconn.Open(ctx, display)
	if err != nil {
		return nil, fmt.Errorf("acquire input lease: %w", err)
	}
	selection, err := xconn.Await(ctx, func() (xproto.Atom, error) { return own(conn) }, nil)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("acquire input lease of display %s: %w", xconn.Name(display), err)
	}
	l := &Lease{conn: conn, selection: selection, lost: make(chan struct{})}
	go l.watch()
	return l, nil
}

// own becomes the owner of the selection, unless there is one.
func own(conn *xgb.Conn) (xproto.Atom, error) {
	selection, err := atom(conn, leaseSelection)
	if err != nil {
		return 0, err
	}
	window, err := xproto.NewWindowId(conn)
	if err != nil {
		return 0, err
	}
	xproto.CreateWindow(conn, 0, window, xconn.Root(conn).Root, -1, -1, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil)
	pid := strconv.Itoa(os.Getpid())
	if err := xproto.ChangePropertyChecked(conn, xproto.PropModeReplace, window, selection, xproto.AtomString, 8, uint32(len(pid)), []byte(pid)).Check(); err != nil {
		return 0, err
	}
	// SetSelectionOwner would take the selection away from an owner. While the
	// server is grabbed no one can come between the look and the taking; the
	// server lets go by itself should this process die here.
	xproto.GrabServer(conn)
	defer conn.Sync()
	defer xproto.UngrabServer(conn)
	owner, err := xproto.GetSelectionOwner(conn, selection).Reply()
	if err != nil {
		return 0, err
	}
	if owner.Owner != xproto.WindowNone {
		return 0, fmt.Errorf("%w by %s; stop it first", ErrLeaseTaken, leaseHolder(conn, owner.Owner, selection))
	}
	return selection, xproto.SetSelectionOwnerChecked(conn, window, selection, xproto.TimeCurrentTime).Check()
}

// leaseHolder describes the process that owns the window of a lease.
func leaseHolder(conn *xgb.Conn, window xproto.Window, property xproto.Atom) string {
	reply, err := xproto.GetProperty(conn, false, window, property, xproto.AtomString, 0, 8).Reply()
	if err != nil || len(reply.Value) == 0 {
		return "an unknown process"
	}
	pid := string(reply.Value)
	if name, err := os.ReadFile("/proc/" + pid + "/comm"); err == nil {
		return fmt.Sprintf("process %s (%s)", pid, strings.TrimSpace(string(name)))
	}
	return "process " + pid
}

// watch notices that the display is gone or that someone took the selection.
func (l *Lease) watch() {
	defer close(l.lost)
	for {
		event, err := l.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		if _, cleared := event.(xproto.SelectionClearEvent); cleared {
			l.conn.Close()
			return
		}
	}
}

// Lost is closed when the lease has ended: by Close, because the display is
// gone, or because a program took it by force. Send nothing afterwards.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// Close gives control back; another process can have it when Close returns.
func (l *Lease) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	// The display tells watch that the selection was cleared.
	xproto.SetSelectionOwner(l.conn, xproto.WindowNone, l.selection, xproto.TimeCurrentTime)
	select {
	case <-l.lost:
	case <-ctx.Done():
		l.conn.Close()
	}
}

// atom returns the number of a name.
func atom(conn *xgb.Conn, name string) (xproto.Atom, error) {
	reply, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, fmt.Errorf("name %s on the display: %w", name, err)
	}
	if reply == nil {
		return 0, errors.New("name atoms on the display: connection closed")
	}
	return reply.Atom, nil
}
