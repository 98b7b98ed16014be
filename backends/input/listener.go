package input

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
)

var _ backends.Listener = (*Listener)(nil)

// holdLimit is the longest that a press waits (DESIGN 7).
const holdLimit = 150 * time.Millisecond

// Options of a [Listener]. The zero value is a good one.
type Options struct {
	// Display is a name such as ":1"; the display in DISPLAY where it is empty.
	Display string
	// HoldLimit is how long a press waits for Release at most; 150 ms where zero.
	// A press waits no longer than 30 ms after its button went up, and 60 ms where
	// the display cannot tell that, because the server loses a button that goes
	// down again.
	HoldLimit time.Duration
	// Ignore says that a top-level window (0 where unknown) of a process is our
	// own: presses on it are let through at once, and neither they nor keys typed
	// into it are reported. It is called from one goroutine and must be quick.
	Ignore func(window uint32, pid int) bool
	// PressesOnly reports nothing but presses of buttons 1 to 3 that no
	// application intercepts: no open menus, no releases, no keys. It is what
	// works without cgo.
	PressesOnly bool
}

// Listener hears pointer and keyboard; see [backends.Listener].
//
// A press of button 1, 2 or 3 is held. One that happens while an application has
// the pointer (an open menu) cannot be held and comes with Held false, as do the
// scroll "buttons" 4 to 7. Keys come with their X keysym name; a key that
// repeats comes as more key-downs. A release is attributed to the window of its
// press, as X does. The order is that in which the display handles input, which
// is the order of ServerTime except that a held press does not hold keys: a key
// pressed meanwhile comes before the release of the button, and may reach its
// application before the press.
//
// A process that its terminal stops (Ctrl-Z) gives up its grabs before and takes
// them again when it goes on. One that is stopped without a word (SIGSTOP, a
// debugger) holds the next press, and with it the pointer of the whole display,
// until it goes on or dies.
type Listener struct {
	options Options
}

// NewListener makes a listener; it touches the display only in Listen.
func NewListener(options Options) (*Listener, error) {
	if xconn.Name(options.Display) == "" {
		return nil, fmt.Errorf("listen to input: %w (DISPLAY is not set)", ErrNoDisplay)
	}
	if !options.PressesOnly && !rawAvailable {
		return nil, fmt.Errorf("listen to input: %w, or ask for presses only", ErrNoCgo)
	}
	if options.HoldLimit <= 0 {
		options.HoldLimit = holdLimit
	}
	return &Listener{options: options}, nil
}

// Listen reports input until ctx ends, and returns nil then; it returns an error
// where it cannot start ([ErrGrabbed], [ErrNoDisplay]) or the display goes away.
// When it returns, every held press has been let through and sink will not be
// called again. A sink that is slow delays later reports, never the input itself.
func (l *Listener) Listen(ctx context.Context, ready func(), sink func(backends.Input)) error {
	// Own work ends with Listen, not only with the caller's context.
	work, stop := context.WithCancel(ctx)
	defer stop()
	m, err := l.start(work)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("listen to input: %w", err)
	}
	out := newOutbox()
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		out.deliver(sink)
	}()
	m.out = out
	ready()
	err = m.run(work)
	m.close()
	out.close()
	<-delivered
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("listen to input: %w", err)
}

// start installs everything; afterwards no input can be missed.
func (l *Listener) start(ctx context.Context) (*merger, error) {
	conn, err := xconn.Open(ctx, l.options.Display)
	if err != nil {
		return nil, err
	}
	m := &merger{options: l.options, conn: conn, buttons: map[int]owned{}, keys: map[int]bool{}}
	// Raw events first: each press that is held then has one.
	if !l.options.PressesOnly {
		if m.raw, err = openRaw(ctx, l.options.Display); err != nil {
			conn.Close()
			return nil, err
		}
	}
	_, err = xconn.Await(ctx, func() (struct{}, error) { return struct{}{}, m.install() }, nil)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return m, nil
}

// install makes what belongs to the connection and grabs the buttons.
func (m *merger) install() error {
	var err error
	if m.find, err = newFinder(m.conn); err != nil {
		return err
	}
	if m.marker, err = xproto.NewWindowId(m.conn); err != nil {
		return err
	}
	root := xconn.Root(m.conn).Root
	if err := xproto.CreateWindowChecked(m.conn, 0, m.marker, root, -1, -1, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil).Check(); err != nil {
		return fmt.Errorf("create window for markers: %w", err)
	}
	limit := m.options.HoldLimit
	if m.raw == nil || !m.raw.tellsLifts() {
		limit = min(limit, blindLimit)
	}
	m.hold = newHolder(m.conn, root, limit)
	m.events = make(chan xgb.Event, 64)
	go m.pump()
	return m.hold.grab()
}

// pump reads the connection for as long as it lives and starts the clock of each
// press before anything else can wait.
func (m *merger) pump() {
	defer close(m.events)
	for {
		event, err := m.conn.WaitForEvent()
		switch e := event.(type) {
		case nil:
			if err == nil {
				return
			}
		case xproto.ButtonPressEvent:
			m.events <- heldEvent{e, m.hold.begin(e)}
		case xproto.ClientMessageEvent:
			m.events <- e
		}
	}
}

// heldEvent is a press with its hold.
type heldEvent struct {
	xproto.ButtonPressEvent
	hold *hold
}

// close ends the grabs and the connection, within a second where the display
// hangs.
func (m *merger) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	last, _ := xconn.Await(ctx, func() (uint32, error) {
		m.hold.end()
		return m.mark(), nil
	}, nil)
	// A press that was on its way to us is in front of the marker; pump lets it
	// through. Closing before that would lose it.
	for seen := false; !seen; {
		select {
		case e, open := <-m.events:
			marker, ok := e.(xproto.ClientMessageEvent)
			seen = !open || ok && last != 0 && marker.Data.Data32[0] >= last
		case <-ctx.Done():
			seen = true
		}
	}
	m.conn.Close()
	closed(ctx, m.events)
	if m.raw != nil {
		closed(ctx, m.raw.events)
	}
}

// closed drops what a channel still brings until it is closed.
func closed[T any](ctx context.Context, c <-chan T) {
	for {
		select {
		case _, open := <-c:
			if !open {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// errDisplayGone says that the connection ended under a listener.
var errDisplayGone = errors.New("the display closed the connection")

// outbox takes reports without ever waiting and delivers them in order.
type outbox struct {
	mu     sync.Mutex
	inputs []report
	more   chan struct{}
	closed bool
}

// report is an input and what keeps it back.
type report struct {
	input backends.Input
	hold  *hold
}

func newOutbox() *outbox { return &outbox{more: make(chan struct{}, 1)} }

func (o *outbox) put(r report) {
	o.mu.Lock()
	o.inputs = append(o.inputs, r)
	o.mu.Unlock()
	o.wake()
}

func (o *outbox) wake() {
	select {
	case o.more <- struct{}{}:
	default:
	}
}

// close lets deliver return when everything is delivered.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.wake()
}

// deliver calls sink until the outbox is closed.
func (o *outbox) deliver(sink func(backends.Input)) {
	for range o.more {
		o.mu.Lock()
		batch, closed := o.inputs, o.closed
		o.inputs = nil
		o.mu.Unlock()
		for _, r := range batch {
			if r.hold != nil {
				// The limit may have passed while sink was busy.
				r.input.Held = !r.hold.released.Load()
				r.input.Release = r.hold.release
				r.input.Waiting = func() bool { return !r.hold.released.Load() }
			}
			sink(r.input)
		}
		if closed {
			return
		}
	}
}
