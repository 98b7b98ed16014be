package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// ourWindow reports whether input belongs to this process itself.
func ourWindow(_ uint32, pid int) bool { return pid == os.Getpid() }

// crosshair is the glyph of the cursor font (X11/cursorfont.h, XC_crosshair).
const crosshair = 34

// pickOnScreen waits for a press of the left button anywhere and returns its
// place. The pointer is grabbed meanwhile, so that the press reaches no
// application; another button cancels.
func pickOnScreen(ctx context.Context, delay time.Duration) (tree.Point, error) {
	select {
	case <-ctx.Done():
		return tree.Point{}, ctx.Err()
	case <-time.After(delay):
	}
	conn, err := xconn.Open(ctx, "")
	if err != nil {
		return tree.Point{}, fmt.Errorf("pick on the screen: %w", err)
	}
	defer conn.Close() // lets go of the pointer too
	if _, err := xconn.Await(ctx, func() (struct{}, error) { return struct{}{}, grabPointer(conn) }, nil); err != nil {
		return tree.Point{}, fmt.Errorf("pick on the screen: %w", err)
	}
	return xconn.Await(ctx, func() (tree.Point, error) {
		for {
			event, err := conn.WaitForEvent()
			press, ok := event.(xproto.ButtonPressEvent)
			switch {
			case event == nil && err == nil:
				return tree.Point{}, errors.New("pick on the screen: the display has gone")
			case ok && press.Detail == xproto.ButtonIndex1:
				return tree.Point{X: int(press.RootX), Y: int(press.RootY)}, nil
			case ok:
				return tree.Point{}, context.Canceled
			}
		}
	}, nil)
}

func grabPointer(conn *xgb.Conn) error {
	cursor, err := crosshairCursor(conn)
	if err != nil {
		return err
	}
	reply, err := xproto.GrabPointer(conn, false, xconn.Root(conn).Root, xproto.EventMaskButtonPress,
		xproto.GrabModeAsync, xproto.GrabModeAsync, xproto.WindowNone, cursor, xproto.TimeCurrentTime).Reply()
	if err != nil {
		return err
	}
	if reply.Status != xproto.GrabStatusSuccess {
		return errors.New("an application holds the pointer, as an open menu does; close it, or pick after a delay")
	}
	return nil
}

func crosshairCursor(conn *xgb.Conn) (xproto.Cursor, error) {
	font, err := xproto.NewFontId(conn)
	if err != nil {
		return 0, err
	}
	cursor, err := xproto.NewCursorId(conn)
	if err != nil {
		return 0, err
	}
	const name = "cursor"
	xproto.OpenFont(conn, font, uint16(len(name)), name)
	return cursor, xproto.CreateGlyphCursorChecked(conn, cursor, font, font, crosshair, crosshair+1, 0, 0, 0, 0xffff, 0xffff, 0xffff).Check()
}

// screenMarker outlines one element on the real screen with four thin windows
// that no window manager touches and that let every click through.
type screenMarker struct {
	mu    sync.Mutex
	conn  *xgb.Conn
	edges [4]xproto.Window
}

const (
	markerWidth = 3
	markerColor = 0x2f6fde
	markerLimit = 2 * time.Second
)

// show outlines an area of the screen; an empty one takes the outline away.
// Where the display does not answer nothing is shown.
func (m *screenMarker) show(area tree.Rect) {
	ctx, cancel := context.WithTimeout(context.Background(), markerLimit)
	defer cancel()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn == nil {
		if area.Empty() || m.open(ctx) != nil {
			return
		}
	}
	const w = markerWidth
	sides := [4]tree.Rect{
		{X: area.X - w, Y: area.Y - w, W: area.W + 2*w, H: w},
		{X: area.X - w, Y: area.Y + area.H, W: area.W + 2*w, H: w},
		{X: area.X - w, Y: area.Y, W: w, H: area.H},
		{X: area.X + area.W, Y: area.Y, W: w, H: area.H},
	}
	for i, edge := range m.edges {
		if area.Empty() {
			xproto.UnmapWindow(m.conn, edge)
			continue
		}
		s := sides[i]
		xproto.ConfigureWindow(m.conn, edge, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight|xproto.ConfigWindowStackMode,
			[]uint32{uint32(s.X), uint32(s.Y), uint32(s.W), uint32(s.H), xproto.StackModeAbove})
		xproto.MapWindow(m.conn, edge)
	}
}

// open connects and makes the windows, hidden.
func (m *screenMarker) open(ctx context.Context) error {
	conn, err := xconn.Open(ctx, "")
	if err != nil {
		return err
	}
	if err := shape.Init(conn); err != nil {
		conn.Close()
		return err
	}
	for i := range m.edges {
		if m.edges[i], err = xproto.NewWindowId(conn); err != nil {
			conn.Close()
			return err
		}
		xproto.CreateWindow(conn, 0, m.edges[i], xconn.Root(conn).Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOutput, 0,
			xproto.CwBackPixel|xproto.CwOverrideRedirect, []uint32{markerColor, 1})
		// An empty input region: clicks go to what is below.
		shape.Rectangles(conn, shape.SoSet, shape.SkInput, xproto.ClipOrderingUnsorted, m.edges[i], 0, 0, nil)
	}
	m.conn = conn
	return nil
}

// close takes the outline away for good.
func (m *screenMarker) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn != nil {
		m.conn.Close()
		m.conn = nil
	}
}
