package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/desktop"
)

// ourProgram is the window of Samebutton in a process of its own, used the way a
// person does: by pressing what is on the screen.
type ourProgram struct {
	command *exec.Cmd
	socket  string // on which it says what it shows
	xid     uint32
	pointer backends.Pointer
	ended   chan struct{} // closed when the process has ended
	failure error         // how it ended, once it has
}

// startProgram opens the window on a desktop, at a place of the screen, with
// further flags.
func startProgram(ctx context.Context, d *desktop.Desktop, pointer backends.Pointer, at tree.Rect, flags ...string) (*ourProgram, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	p := &ourProgram{socket: filepath.Join(d.Dir(), "window"), pointer: pointer, ended: make(chan struct{})}
	p.command = d.Command(ctx, program, append(flags, "--describe-to", p.socket)...)
	p.command.Stderr = os.Stderr
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("open the window: %w", err)
	}
	go func() {
		p.failure = p.command.Wait()
		close(p.ended)
	}()
	return p, poll(ctx, "wait for the window", func() (bool, error) {
		if err := p.alive(); err != nil {
			return false, err
		}
		if p.xid, err = findWindow(ctx, p.command.Process.Pid); err != nil || p.xid == 0 {
			return false, err
		}
		if _, err := p.look(ctx); err != nil {
			return false, nil // it does not answer yet
		}
		return true, moveWindow(ctx, p.xid, at)
	})
}

// alive says how the window was closed, nil while it is open.
func (p *ourProgram) alive() error {
	select {
	case <-p.ended:
		return fmt.Errorf("the window was closed: %w", errors.Join(p.failure, errors.New("see its messages above")))
	default:
		return nil
	}
}

// look asks the window what it shows.
func (p *ourProgram) look(ctx context.Context) (windowData, error) {
	var d windowData
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unix", p.socket)
	if err != nil {
		return d, fmt.Errorf("ask the window: %w", err)
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return d, fmt.Errorf("ask the window: %w", err)
		}
	}
	if err := json.NewDecoder(conn).Decode(&d); err != nil {
		return d, fmt.Errorf("ask the window: %w", err)
	}
	return d, nil
}

// await looks until the window shows a part and is not at work, and returns it.
func (p *ourProgram) await(ctx context.Context, what, role string, fits func(paneData) bool) (part paneData, scale float32, err error) {
	var silent error // what the window had to say last; a busy machine keeps it from answering in time
	err = poll(ctx, "wait until the window shows "+what, func() (bool, error) {
		if err := p.alive(); err != nil {
			return false, err
		}
		var d windowData
		if d, silent = p.look(ctx); silent != nil || !d.Idle {
			return false, nil
		}
		found, ok := d.Window.find(role, fits)
		part, scale = found, d.Scale
		return ok, nil
	})
	if err != nil {
		err = errors.Join(err, silent)
	}
	return part, scale, err
}

// press clicks a part of the window with the pointer.
func (p *ourProgram) press(ctx context.Context, what, role string, fits func(paneData) bool) error {
	part, scale, err := p.await(ctx, what, role, func(d paneData) bool { return d.usable() && fits(d) })
	if err != nil {
		return err
	}
	var origin tree.Point
	err = poll(ctx, "wait until the window rests", func() (bool, error) {
		was := origin
		origin, err = windowOrigin(ctx, p.xid)
		return origin == was, err
	})
	if err != nil {
		return err
	}
	at := tree.Point{X: origin.X + int((part.X+part.W/2)*scale), Y: origin.Y + int((part.Y+part.H/2)*scale)}
	return clickOn(ctx, p.pointer, p.command.Process.Pid, at)
}

// observe chooses an application in the window.
func (p *ourProgram) observe(ctx context.Context, name string) error {
	err := p.press(ctx, "the button that chooses an application", "button", func(d paneData) bool {
		return strings.HasPrefix(d.Value, "Choose the application")
	})
	if err != nil {
		return err
	}
	err = p.press(ctx, "the application "+name, "option", func(d paneData) bool { return strings.Contains(d.Label, name) })
	if err != nil {
		return err
	}
	return p.shows(ctx, name)
}

// shows waits until the window has read an application that is alive.
func (p *ourProgram) shows(ctx context.Context, name string) error {
	_, _, err := p.await(ctx, "the elements of "+name, "button", func(d paneData) bool {
		return d.Label == "Record" && d.usable()
	})
	return err
}

// rests waits until the window is done with a replay, and could begin another one,
// whether the application answers or not.
func (p *ourProgram) rests(ctx context.Context) error {
	_, _, err := p.await(ctx, "that the replay is over", "button", func(d paneData) bool {
		return d.Label == "Replay" && d.usable()
	})
	return err
}

// pressButton presses the button of the toolbar with a label.
func (p *ourProgram) pressButton(ctx context.Context, label string) error {
	return p.press(ctx, "the button "+label, "button", func(d paneData) bool { return d.Label == label })
}

// says waits until the status line says something.
func (p *ourProgram) says(ctx context.Context, words string) error {
	_, _, err := p.await(ctx, "the words "+quote(words), "status", func(d paneData) bool { return strings.Contains(d.Label, words) })
	return err
}

// findWindow returns the managed top-level window of a process, 0 where it has
// none yet (EWMH: _NET_CLIENT_LIST, _NET_WM_PID).
func findWindow(ctx context.Context, pid int) (uint32, error) {
	return withDisplay(ctx, func(conn *xgb.Conn) (uint32, error) {
		clients, err := cardinals(conn, xconn.Root(conn).Root, "_NET_CLIENT_LIST")
		if err != nil {
			return 0, err
		}
		for _, window := range clients {
			owner, err := cardinals(conn, xproto.Window(window), "_NET_WM_PID")
			if err == nil && len(owner) == 1 && int(owner[0]) == pid {
				return window, nil
			}
		}
		return 0, nil
	})
}

// windowOrigin returns the top left corner of a window on the screen.
func windowOrigin(ctx context.Context, xid uint32) (tree.Point, error) {
	return withDisplay(ctx, func(conn *xgb.Conn) (tree.Point, error) {
		at, err := xproto.TranslateCoordinates(conn, xproto.Window(xid), xconn.Root(conn).Root, 0, 0).Reply()
		if err != nil {
			return tree.Point{}, err
		}
		return tree.Point{X: int(at.DstX), Y: int(at.DstY)}, nil
	})
}

// moveWindow asks the window manager to place a window; a size of zero is left
// as it is.
func moveWindow(ctx context.Context, xid uint32, to tree.Rect) error {
	_, err := withDisplay(ctx, func(conn *xgb.Conn) (struct{}, error) {
		mask := uint16(xproto.ConfigWindowX | xproto.ConfigWindowY)
		values := []uint32{uint32(to.X), uint32(to.Y)}
		if !to.Empty() {
			mask |= xproto.ConfigWindowWidth | xproto.ConfigWindowHeight
			values = append(values, uint32(to.W), uint32(to.H))
		}
		return struct{}{}, xproto.ConfigureWindowChecked(conn, xproto.Window(xid), mask, values).Check()
	})
	if err != nil {
		return fmt.Errorf("move window: %w", err)
	}
	return nil
}

// withDisplay asks the display of this process.
func withDisplay[T any](ctx context.Context, ask func(*xgb.Conn) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	conn, err := xconn.Open(ctx, "")
	if err != nil {
		var none T
		return none, err
	}
	defer conn.Close()
	return xconn.Await(ctx, func() (T, error) { return ask(conn) }, nil)
}

// cardinals reads a property that is a list of 32-bit numbers.
func cardinals(conn *xgb.Conn, window xproto.Window, name string) ([]uint32, error) {
	atom, err := xproto.InternAtom(conn, true, uint16(len(name)), name).Reply()
	if err != nil {
		return nil, err
	}
	reply, err := xproto.GetProperty(conn, false, window, atom.Atom, xproto.GetPropertyTypeAny, 0, 1024).Reply()
	if err != nil {
		return nil, err
	}
	var list []uint32
	for v := reply.Value; reply.Format == 32 && len(v) >= 4; v = v[4:] {
		list = append(list, binary.LittleEndian.Uint32(v))
	}
	return list, nil
}

// pollEvery is the pause between two looks, pollLimit bounds one wait.
const (
	pollEvery = 50 * time.Millisecond
	pollLimit = time.Minute
)

// poll looks until something is so.
func poll(ctx context.Context, what string, look func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	for {
		ok, err := look()
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		case <-time.After(pollEvery):
		}
	}
}
