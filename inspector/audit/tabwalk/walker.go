package tabwalk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Bounds of a walk. What is in the way of the next step for longer than a limit ends
// the walk, or is a stop of which nobody said where it is.
const (
	mostStops = 200
	wholeWalk = 30 * time.Second
	forwards  = 20 * time.Second // of them
	// oneStep is how long the application has to tell where a key led. Only after it a
	// whole reading may say that the focus stayed where it was.
	oneStep = 3 * time.Second
	// readAgain is the time without an event after which a whole reading is asked.
	readAgain = 300 * time.Millisecond
	// mostSilent is how many keys in a row may lead nowhere that anybody tells, where
	// texts may be typed into; else it is one, for that place may be a text.
	mostSilent = 3
	// giveBack bounds the request for the first element's focus at the end.
	giveBack = 3 * time.Second
)

// Errors of a walk that was not begun: nothing was sent.
var (
	ErrKeyboardElsewhere = errors.New("another window has the keyboard")
	ErrKeyboardUnknown   = errors.New("nobody can tell which window has the keyboard")
)

// Keys is real keyboard input that knows where it would go.
type Keys interface {
	Chord(ctx context.Context, keys ...string) error
	backends.KeyboardTeller
}

// Walker goes through one window of one application.
type Walker struct {
	Backend backends.Backend
	App     tree.Application
	Keys    Keys
	// Read makes a complete reading, as [backends.Backend.Observe].
	Read func(ctx context.Context) (*inspector.Frozen, error)
	// Allow decides whether keys may be sent to the element of a window that has the focus;
	// nil allows. n is nil where nobody said which element that is.
	Allow func(window, n *tree.Node, keys ...string) error
	// AllowFocus decides whether the application may be asked to focus the element that
	// had the focus first; nil allows.
	AllowFocus func(window, n *tree.Node) error
	// ThroughText sends Tab also to texts of several lines and terminals, which may
	// take it as text.
	ThroughText bool

	patience time.Duration // 0 for oneStep
}

// walk is one walk through a window.
type walk struct {
	*Walker
	s      *audit.Subject
	window *tree.Node
	xid    uint32
	events <-chan backends.Event
	now    place     // where the focus is
	start  tree.Node // what had it first, without a handle where nobody said it
	out    *audit.TabWalk
}

// place is an element with the focus: as it was when it got it, without a handle where
// nobody said which one it is.
type place struct{ node tree.Node }

func (p place) handle() tree.Handle { return p.node.Handle }

// Walk presses Tab in the window of the subject that has the keyboard until the focus
// is back at its start or something ends it, then Shift+Tab back to the start. An
// error says that nothing was sent; what goes wrong later is [audit.TabWalk.Ended]. The
// places of stops are those of the subject, so that they can be compared even where the
// window scrolled meanwhile.
func (w *Walker) Walk(ctx context.Context, s *audit.Subject) (*audit.TabWalk, error) {
	whole, cancel := context.WithTimeout(ctx, wholeWalk)
	defer cancel()
	x := &walk{Walker: w, s: s, out: &audit.TabWalk{Window: tree.None}}
	if err := x.begin(whole); err != nil {
		return nil, err
	}
	there, stop := context.WithTimeout(whole, forwards)
	x.forward(there)
	stop()
	x.backward(whole)
	x.restore(ctx)
	return x.out, nil
}

// begin makes sure that the keyboard is with an audited window, and finds what has the focus.
func (x *walk) begin(ctx context.Context) error {
	xid, pid, err := x.Keys.Keyboard(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrKeyboardUnknown, err)
	case xid == 0 || pid == 0:
		return ErrKeyboardUnknown
	case pid != x.App.PID:
		return fmt.Errorf("%w: process %d", ErrKeyboardElsewhere, pid)
	}
	x.xid = xid
	for _, w := range x.s.Frozen.Windows {
		if w.XID == xid && w.Node != tree.None {
			x.out.Window = w.Node
		}
	}
	if x.out.Window == tree.None || !x.s.Scoped(x.out.Window) {
		return fmt.Errorf("%w: it is one of the application, but not one that is audited", ErrKeyboardElsewhere)
	}
	x.window = &x.s.Nodes[x.out.Window]
	if x.events, err = x.Backend.Events(ctx, backends.Scope{Application: x.App}); err != nil {
		return fmt.Errorf("listen to the application: %w", err)
	}
	f, err := x.Read(ctx)
	if err != nil {
		return err
	}
	// Of several nobody can tell which; the walk then begins where the first key leads.
	all := x.focused(f)
	if len(all) == 1 {
		x.start = all[0]
		x.arrive(all[0], &x.out.Stops)
	} else if i := slices.IndexFunc(all, func(n tree.Node) bool { return takesTabs(&n) }); i >= 0 && !x.ThroughText {
		x.now = place{all[i]} // it may be this one: no key is sent
	}
	return nil
}

// forward presses Tab until the walk came round, left the window, or has to end.
func (x *walk) forward(ctx context.Context) {
	x.press(ctx, &x.out.Stops, []string{"Tab"}, func() bool {
		stops := x.out.Stops
		x.out.Closed = len(stops) > 1 && stops[0].Node != tree.None && stops[len(stops)-1].Node == stops[0].Node
		return x.out.Closed
	})
}

// backward presses Shift+Tab until the focus is where the walk began. From a place that
// nobody told no key leads back: it may be a text.
func (x *walk) backward(ctx context.Context) {
	if x.out.Left || len(x.out.Stops) < 2 || x.now.handle() == "" && !x.ThroughText {
		return
	}
	forward := x.out.Ended
	x.press(ctx, &x.out.Back, []string{"shift", "Tab"}, func() bool {
		return len(x.out.Back) >= len(x.out.Stops) || x.atStart()
	})
	if forward != "" || x.out.Closed {
		x.out.Ended = forward // what ended the way back only is seen in it
	}
}

// press presses keys until done, and adds a stop for each.
func (x *walk) press(ctx context.Context, stops *[]audit.TabStop, keys []string, done func() bool) {
	type move struct{ from, to tree.Handle }
	made := map[move]bool{}
	defer func() {
		// Whatever was being done then failed: none of it says anything about the window.
		if x.out.Ended != "" && errors.Is(ctx.Err(), context.Canceled) {
			x.out.Ended, x.out.Left = over(ctx), false
		}
	}()
	for silent := 0; ; {
		if why := x.mayPress(ctx, keys); why != "" {
			x.out.Ended = why
			return
		}
		x.drain()
		before := x.now
		if err := x.Keys.Chord(ctx, keys...); err != nil {
			x.out.Ended = "the key could not be sent: " + err.Error()
			return
		}
		n, told := x.await(ctx)
		switch {
		case x.out.Left:
			x.out.Ended = "the focus left the window"
			return
		case !told:
			x.arrive(tree.Node{}, stops)
			if silent++; silent == mostSilent || !x.ThroughText {
				x.out.Ended = "nobody said any more where the focus went"
				return
			}
			continue
		}
		silent = 0
		x.arrive(n, stops)
		m := move{before.handle(), n.Handle}
		switch {
		case n.Handle == before.handle():
			x.out.Ended = "the focus stayed where it was"
			return
		case done():
			return
		case made[m]:
			x.out.Ended = "the focus went round without its start"
			return
		case len(*stops) >= mostStops:
			x.out.Ended = fmt.Sprintf("there were more than %d stops", mostStops)
			return
		}
		made[m] = true
	}
}

// mayPress says why no key may be sent now, "" where one may.
func (x *walk) mayPress(ctx context.Context, keys []string) string {
	if ctx.Err() != nil {
		return over(ctx)
	}
	if !x.ThroughText && takesTabs(&x.now.node) {
		return fmt.Sprintf("%s may take Tab as text: none was sent to it", x.words(&x.now.node))
	}
	if !x.hasKeyboard(ctx) {
		return "another window has the keyboard"
	}
	if x.Allow != nil {
		n := &x.now.node
		if n.Handle == "" {
			n = nil
		}
		if err := x.Allow(x.window, n, keys...); err != nil {
			return err.Error()
		}
	}
	return ""
}

// over says what ended a walk whose context has ended.
func over(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.Canceled) {
		return "it was called off"
	}
	return "its time was over"
}

// takesTabs reports whether an element may take Tab as text: nothing outside tells it
// from a text that Tab leaves. What did not say what it is may be a terminal.
func takesTabs(n *tree.Node) bool {
	return n.Role == tree.RoleTerminal || n.Handle != "" && n.RoleUnread() || n.States.Has(tree.MultiLine) && !n.States.Has(tree.ReadOnly)
}

// words names an element for a person.
func (x *walk) words(n *tree.Node) string {
	if id := x.known(n); id != tree.None {
		return x.s.Short(id)
	}
	return string(n.Role)
}

// hasKeyboard reports whether the walked window has the keyboard.
func (x *walk) hasKeyboard(ctx context.Context) bool {
	xid, pid, err := x.Keys.Keyboard(ctx)
	return err == nil && xid == x.xid && pid == x.App.PID
}

// arrive notes where the focus is.
func (x *walk) arrive(n tree.Node, stops *[]audit.TabStop) {
	x.now = place{n}
	stop := audit.TabStop{Node: tree.None}
	if stop.Node = x.known(&n); stop.Node != tree.None {
		stop.Bounds = x.s.Nodes[stop.Node].Bounds
	}
	*stops = append(*stops, stop)
}

// atStart reports whether the focus is where the walk began.
func (x *walk) atStart() bool { return x.start.Handle != "" && x.now.handle() == x.start.Handle }

// restore asks for the focus of the element that had it first, where it is elsewhere,
// and notes why it is not there at the end.
func (x *walk) restore(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, giveBack)
	defer cancel()
	if x.out.Restored = x.atStart(); x.out.Restored {
		return
	}
	if x.out.NotRestored = x.askBack(ctx); x.out.NotRestored != "" {
		return
	}
	for ctx.Err() == nil {
		f, err := x.Read(ctx)
		if err != nil {
			break
		}
		for _, n := range x.focused(f) {
			if n.Handle == x.start.Handle {
				x.out.Restored = true
				return
			}
		}
	}
	x.out.NotRestored = "the application was asked, and did not say that it gave the focus back"
}

// askBack sends the request for the first element's focus. It says why none was sent, ""
// where one was, or may have been. Where another window has the keyboard none is: that is
// a person's matter.
func (x *walk) askBack(ctx context.Context) string {
	switch {
	case x.start.Handle == "":
		return "nobody said which element had it first"
	case ctx.Err() != nil:
		return "the walk was called off"
	case !x.hasKeyboard(ctx):
		return "another window has the keyboard"
	}
	if x.AllowFocus != nil {
		if err := x.AllowFocus(x.window, &x.start); err != nil {
			return err.Error()
		}
	}
	err := x.Backend.Act(ctx, x.App, x.start.Handle, backends.Action{Verb: tree.VerbFocus})
	if failed := (*backends.DeliveryError)(nil); errors.As(err, &failed) && failed.Delivery == backends.NotDelivered {
		return "the application could not be asked: " + failed.Error()
	}
	return ""
}
