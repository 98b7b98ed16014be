package input

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// Pointed is a place of the screen, in its pixels, at which a person points.
type Pointed struct {
	At tree.Point
	// Window is the top-level window there and PID its process; 0 where unknown.
	Window uint32
	PID    int
}

const (
	// crosshair is the glyph of the cursor font (X11/cursorfont.h, XC_crosshair).
	crosshair = 34
	// keysymEscape is XK_Escape (X11/keysymdef.h).
	keysymEscape = 0xff1b
	// lookEvery is how often the place of the pointer is asked for or told.
	lookEvery = 80 * time.Millisecond
)

// Pick waits until a person has pointed at something. Without a delay that is
// where the left button is pressed next: the pointer is grabbed meanwhile, so that
// the press reaches no application. With a delay it is where the pointer is when
// the time is over, and nothing is grabbed: an open menu holds the pointer itself
// and would close if anything were pressed. Esc (wherever the keyboard is, unless
// an open menu holds it) and the other buttons cancel: context.Canceled. over is
// called from one goroutine with what the pointer is over meanwhile; nil for none.
func Pick(ctx context.Context, delay time.Duration, over func(Pointed)) (Pointed, error) {
	conn, err := xconn.Open(ctx, "")
	if err != nil {
		return Pointed{}, fmt.Errorf("pick on the screen: %w", err)
	}
	defer conn.Close() // lets go of pointer and key too
	at, err := xconn.Await(ctx, func() (Pointed, error) {
		p, err := newPicker(conn, over)
		switch {
		case err != nil:
			return Pointed{}, err
		case delay > 0:
			return p.after(ctx, delay)
		}
		return p.press(ctx)
	}, nil)
	if err != nil {
		return Pointed{}, fmt.Errorf("pick on the screen: %w", err)
	}
	return at, nil
}

// picker waits on a connection of its own.
type picker struct {
	conn *xgb.Conn
	find *finder
	over func(Pointed)
	last Pointed
}

func newPicker(conn *xgb.Conn, over func(Pointed)) (*picker, error) {
	find, err := newFinder(conn)
	if err != nil {
		return nil, err
	}
	p := &picker{conn: conn, find: find, over: over}
	// Where another program has Esc already, it cannot cancel from everywhere; the
	// window still takes it.
	_ = grabEscape(conn, find.root)
	return p, nil
}

// after tells what the pointer is over until the time is up.
func (p *picker) after(ctx context.Context, delay time.Duration) (Pointed, error) {
	for end := time.Now().Add(delay); ; {
		if err := p.cancelled(); err != nil {
			return Pointed{}, err
		}
		at, err := xproto.QueryPointer(p.conn, p.find.root).Reply()
		if err != nil {
			return Pointed{}, err
		}
		now := p.pointed(tree.Point{X: int(at.RootX), Y: int(at.RootY)}, at.Child)
		left := time.Until(end)
		if left <= 0 {
			return now, nil
		}
		p.tell(now)
		select {
		case <-ctx.Done():
			return Pointed{}, ctx.Err()
		case <-time.After(min(left, lookEvery)):
		}
	}
}

// cancelled reads what came meanwhile: the only key that comes is Esc.
func (p *picker) cancelled() error {
	for {
		event, err := p.conn.PollForEvent()
		if event == nil && err == nil {
			return nil
		}
		if _, ok := event.(xproto.KeyPressEvent); ok {
			return context.Canceled
		}
	}
}

// press waits for the left button.
func (p *picker) press(ctx context.Context) (Pointed, error) {
	if err := p.grabPointer(); err != nil {
		return Pointed{}, err
	}
	told := time.Time{}
	for ctx.Err() == nil {
		event, err := p.conn.WaitForEvent()
		switch e := event.(type) {
		case nil:
			if err == nil {
				return Pointed{}, errors.New("the display has gone")
			}
		case xproto.KeyPressEvent:
			return Pointed{}, context.Canceled
		case xproto.ButtonPressEvent:
			if e.Detail != xproto.ButtonIndex1 {
				return Pointed{}, context.Canceled
			}
			return p.pointed(tree.Point{X: int(e.RootX), Y: int(e.RootY)}, e.Child), nil
		case xproto.MotionNotifyEvent:
			if time.Since(told) >= lookEvery {
				told = time.Now()
				p.tell(p.pointed(tree.Point{X: int(e.RootX), Y: int(e.RootY)}, e.Child))
			}
		}
	}
	return Pointed{}, ctx.Err()
}

func (p *picker) pointed(at tree.Point, child xproto.Window) Pointed {
	o := p.find.under(child)
	return Pointed{At: at, Window: uint32(o.window), PID: o.pid}
}

func (p *picker) tell(at Pointed) {
	if p.over != nil && at != p.last {
		p.last = at
		p.over(at)
	}
}

func (p *picker) grabPointer() error {
	cursor, err := crosshairCursor(p.conn)
	if err != nil {
		return err
	}
	reply, err := xproto.GrabPointer(p.conn, false, p.find.root, xproto.EventMaskButtonPress|xproto.EventMaskPointerMotion,
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
