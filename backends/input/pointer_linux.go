//go:build cgo

package input

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/go-vgo/robotgo"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

var _ backends.Pointer = (*Pointer)(nil)

// connectLimit bounds the opening of a display where the caller gave no context.
const connectLimit = 5 * time.Second

// stopGrace is how long a call that was cancelled waits for the display.
const stopGrace = 100 * time.Millisecond

// arriveLimit is how long a movement or a click may take to be handled: much longer
// than a held press, since who holds it may starve (more than 0.5 s were seen on a machine with
// ten times its work), shorter than a person's patience.
const arriveLimit = 5 * time.Second

// robot guards robotgo, which has one display for the whole process, and names
// the display that it has open.
var robot struct {
	sync.Mutex
	display string
}

// Pointer sends real input through XTEST: movements with robotgo, buttons and keys
// through its own connection. It does not ask for the [Lease]; whoever replays holds
// one. Errors are a *[backends.DeliveryError] that says whether anything was
// sent.
type Pointer struct {
	display string
	conn    *xgb.Conn
	keys    keyboard
	// turn holds one token: who has it may send. It is not given back before the
	// display has answered, so that input never interleaves.
	turn chan struct{}
	// finder is made when it is first asked for.
	finder func() (*finder, error)
}

// NewPointer connects to the display in DISPLAY. Close it when nothing has to be
// typed any more.
func NewPointer() (*Pointer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), connectLimit)
	defer cancel()
	display := os.Getenv("DISPLAY")
	conn, err := xconn.Open(ctx, display)
	if err != nil {
		return nil, fmt.Errorf("open pointer: %w", err)
	}
	xconn.Drain(conn)
	if _, err := xconn.Await(ctx, func() (struct{}, error) { return struct{}{}, xtest.Init(conn) }, nil); err != nil {
		conn.Close()
		return nil, fmt.Errorf("open pointer: display %s does not take input from programs (XTEST): %w", display, err)
	}
	return &Pointer{
		display: display, conn: conn, turn: make(chan struct{}, 1),
		keys:   keyboard{conn: conn, bound: map[xproto.Keycode]time.Time{}},
		finder: sync.OnceValues(func() (*finder, error) { return newFinder(conn) }),
	}, nil
}

// Close takes back key bindings and disconnects. Applications that have not yet
// handled the last typed characters may then not understand those that the
// layout does not have.
func (p *Pointer) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), connectLimit)
	defer cancel()
	_ = p.send(ctx, "close pointer", func(*bool) error {
		p.keys.restore()
		closeRobot(p.display)
		return nil
	})
	p.conn.Close()
}

// Move places the pointer at a pixel of the screen and checks that it is there:
// a program that holds the pointer may confine it.
func (p *Pointer) Move(ctx context.Context, to tree.Point) error {
	root := xconn.Root(p.conn)
	screen := tree.Rect{W: int(root.WidthInPixels), H: int(root.HeightInPixels)}
	return p.send(ctx, fmt.Sprintf("move pointer to %d,%d", to.X, to.Y), func(sent *bool) error {
		if !screen.Contains(to) {
			return fmt.Errorf("it lies outside of the screen of %dx%d", screen.W, screen.H)
		}
		*sent = true
		withRobot(p.display, func() { robotgo.Move(to.X, to.Y) })
		// While a listener holds a press the pointer is frozen and moves later.
		return p.await(ctx, func(q *xproto.QueryPointerReply) error {
			if (tree.Point{X: int(q.RootX), Y: int(q.RootY)}) == to {
				return nil
			}
			return fmt.Errorf("it stays at %d,%d; another program or person moves or confines it", q.RootX, q.RootY)
		})
	})
}

// Click presses and releases a button (1 left, 2 middle, 3 right) where the
// pointer is, with no time between, and returns when the display has handled the
// release: what moves the pointer earlier moves the release, and what presses
// earlier is lost. Keys that are held meanwhile are up again when it returns.
func (p *Pointer) Click(ctx context.Context, button int, held ...string) error {
	return p.send(ctx, fmt.Sprintf("click button %d", button), func(sent *bool) (failed error) {
		if button < 1 || button > 3 {
			return errors.New("there are buttons 1, 2 and 3")
		}
		keys, err := p.keys.strokes(ctx, held)
		if err != nil {
			return err
		}
		lift, err := p.keys.hold(keys, sent)
		defer func() { failed = errors.Join(failed, lift()) }()
		if err != nil {
			return err
		}
		if err := p.tapButton(button, sent); err != nil {
			return err
		}
		return p.lifted(ctx, button)
	})
}

// lifted waits until the display has handled the release of a button: while a
// listener or a window manager holds the press, the button counts as down.
func (p *Pointer) lifted(ctx context.Context, button int) error {
	down := uint16(xproto.ButtonMask1) << (button - 1)
	return p.await(ctx, func(q *xproto.QueryPointerReply) error {
		if q.Mask&down == 0 {
			return nil
		}
		return errors.New("a program holds it back")
	})
}

// await asks for the pointer until check is content, and returns what check had
// against it where that takes too long.
func (p *Pointer) await(ctx context.Context, check func(*xproto.QueryPointerReply) error) error {
	for end := time.Now().Add(arriveLimit); ; {
		reply, err := xproto.QueryPointer(p.conn, xconn.Root(p.conn).Root).Reply()
		if err != nil {
			return fmt.Errorf("ask for the pointer: %w", err)
		}
		problem := check(reply)
		if problem == nil || time.Now().After(end) {
			return problem
		}
		if err := pause(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
}

// Type enters any Unicode text as key presses in whatever layout is active;
// newline and tab are their keys. Text with a character that cannot be typed is
// refused before anything is sent. The deadline counts between characters.
func (p *Pointer) Type(ctx context.Context, text string) error {
	return p.send(ctx, "type text", func(sent *bool) error { return p.keys.typeText(ctx, text, sent) })
}

// Chord presses keys together: down in the given order, up in reverse. A key is
// a character, an X keysym name as the Listener reports it, or a common name
// ("ctrl", "enter"). A character that needs Shift in the layout includes it, so
// that "S" is Shift and "s".
func (p *Pointer) Chord(ctx context.Context, keys ...string) error {
	return p.send(ctx, fmt.Sprintf("press keys %q", keys), func(sent *bool) error { return p.keys.chord(ctx, keys, sent) })
}

// position asks where the pointer is.
func (p *Pointer) position() (tree.Point, error) {
	reply, err := xproto.QueryPointer(p.conn, xconn.Root(p.conn).Root).Reply()
	if err != nil {
		return tree.Point{}, fmt.Errorf("ask for the pointer: %w", err)
	}
	return tree.Point{X: int(reply.RootX), Y: int(reply.RootY)}, nil
}

// send runs act when it is its turn, and gives up waiting at the end of ctx: a
// display that hangs costs the deadline. What is under way then goes on and is
// uncertain.
func (p *Pointer) send(ctx context.Context, what string, act func(sent *bool) error) error {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: fmt.Errorf("%s: display does not answer: %w", what, ctx.Err())}
	}
	if err := ctx.Err(); err != nil {
		<-p.turn
		return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: fmt.Errorf("%s: %w", what, err)}
	}
	// What stops by itself at the end of ctx gets the time to say what it sent.
	patient, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopGrace, giveUp) })()
	delivery, err := xconn.Await(patient, func() (backends.Delivery, error) {
		defer func() { <-p.turn }()
		// Asking first keeps robotgo from a display that is gone: Xlib would end
		// the process.
		if _, err := p.position(); err != nil {
			return backends.NotDelivered, err
		}
		sent := false
		err := act(&sent)
		if sent {
			return backends.Uncertain, err
		}
		return backends.NotDelivered, err
	}, nil)
	if err == nil {
		return nil
	}
	if delivery == "" {
		delivery = backends.Uncertain
	}
	return &backends.DeliveryError{Delivery: delivery, Err: fmt.Errorf("%s: %w", what, err)}
}

// withRobot runs f with robotgo connected to a display.
func withRobot(display string, f func()) {
	robot.Lock()
	defer robot.Unlock()
	if robot.display != display {
		// Fails on other systems only.
		_ = robotgo.SetXDisplayName(display)
		robot.display = display
	}
	f()
}

// closeRobot disconnects robotgo while the display is still there: it would end
// the process on its next use of a display that is gone.
func closeRobot(display string) {
	robot.Lock()
	defer robot.Unlock()
	if robot.display == display {
		robotgo.CloseMainDisplay()
		robot.display = ""
	}
}
