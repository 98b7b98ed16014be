//go:build cgo

package main

import (
	"context"
	"os"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// Buttons of the pointer. The wheel is two of them.
const (
	leftButton = 1
	wheelUp    = 4
	wheelDown  = 5
)

// hands use the pointer of a private display. backends/input is for people's
// displays and has no wheel.
type hands struct{ x *xgb.Conn }

func newHands(ctx context.Context) (*hands, error) {
	x, err := xconn.Open(ctx, "")
	if err != nil {
		return nil, err
	}
	if err := xtest.Init(x); err != nil {
		x.Close()
		return nil, err
	}
	return &hands{x}, nil
}

func (h *hands) close() { h.x.Close() }

// move places the pointer.
func (h *hands) move(to tree.Point) error {
	return xtest.FakeInputChecked(h.x, xproto.MotionNotify, 0, 0, xconn.Root(h.x).Root, int16(to.X), int16(to.Y), 0).Check()
}

// click presses and releases a button.
func (h *hands) click(button byte) error {
	xtest.FakeInput(h.x, xproto.ButtonPress, button, 0, xproto.WindowNone, 0, 0, 0)
	return xtest.FakeInputChecked(h.x, xproto.ButtonRelease, button, 0, xproto.WindowNone, 0, 0, 0).Check()
}

// clickSlowly keeps the button down for a time, at most 65 s.
func (h *hands) clickSlowly(button byte, down time.Duration) error {
	xtest.FakeInput(h.x, xproto.ButtonPress, button, 0, xproto.WindowNone, 0, 0, 0)
	return xtest.FakeInputChecked(h.x, xproto.ButtonRelease, button, uint32(down.Milliseconds()), xproto.WindowNone, 0, 0, 0).Check()
}

// ownOrigin returns the top left corner of this process's window on the screen.
func ownOrigin(ctx context.Context) (tree.Point, error) {
	var xid uint32
	err := poll(ctx, "wait for the window", func() (bool, error) {
		var err error
		xid, err = findWindow(ctx, os.Getpid())
		return xid != 0, err
	})
	if err != nil {
		return tree.Point{}, err
	}
	return windowOrigin(ctx, xid)
}
