package input

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// letGo is how long a display has to say that it has let go of Esc.
const letGo = time.Second

// OnEscape calls do each time a person presses Esc, whatever window has the keyboard,
// until release; no application gets that key meanwhile. do is called from a goroutine
// of its own. An error says that the display, or another program that has taken Esc
// already, does not allow it.
func OnEscape(ctx context.Context, do func()) (release func(), err error) {
	conn, err := xconn.Open(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("take Esc: %w", err)
	}
	_, err = xconn.Await(ctx, func() (struct{}, error) {
		return struct{}{}, grabEscape(conn, xconn.Root(conn).Root)
	}, nil)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("take Esc: %w", err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			event, err := conn.WaitForEvent()
			if event == nil && err == nil {
				return // the connection is closed
			}
			if _, ok := event.(xproto.KeyPressEvent); ok {
				do()
			}
		}
	}()
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), letGo)
		defer cancel()
		_, _ = xconn.Await(ctx, func() (struct{}, error) {
			return struct{}{}, xproto.UngrabKeyChecked(conn, xproto.GrabAny, xconn.Root(conn).Root, xproto.ModMaskAny).Check()
		}, nil)
		conn.Close()
		<-done
	}, nil
}

// errNoEscape says that the layout has no such key.
var errNoEscape = errors.New("the keyboard has no Esc")

// grabEscape takes Esc for a connection, also while Caps Lock or Num Lock is on. With
// other modifiers it is a key of window managers, and asking for any would be refused.
func grabEscape(conn *xgb.Conn, root xproto.Window) error {
	setup := xproto.Setup(conn)
	keys, err := xproto.GetKeyboardMapping(conn, setup.MinKeycode, byte(setup.MaxKeycode-setup.MinKeycode+1)).Reply()
	if err != nil {
		return err
	}
	if keys.KeysymsPerKeycode == 0 {
		return errNoEscape
	}
	for i, sym := range keys.Keysyms {
		if sym == keysymEscape {
			code := setup.MinKeycode + xproto.Keycode(i/int(keys.KeysymsPerKeycode))
			for _, locks := range []uint16{xproto.ModMaskLock, xproto.ModMask2, xproto.ModMaskLock | xproto.ModMask2} {
				_ = xproto.GrabKeyChecked(conn, false, root, locks, code, xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
			}
			return xproto.GrabKeyChecked(conn, false, root, 0, code, xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
		}
	}
	return errNoEscape
}
