package input

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// heldButtons are the buttons whose presses wait. Scrolling (4 to 7) does not:
// it identifies no element.
var heldButtons = [...]byte{1, 2, 3}

const (
	// liftGrace is the longest that a press is held after its button went up;
	// the second press of a double click comes at least about 40 ms after that.
	liftGrace = 30 * time.Millisecond
	// blindLimit is the longest hold where nothing tells when the button goes up
	// (no RECORD extension, no cgo): a quick click goes down again after 80 ms.
	blindLimit = 60 * time.Millisecond
)

// hold is a press that the display keeps back until release.
type hold struct {
	at    time.Time
	press xproto.ButtonPressEvent
	// asked numbers the sync after which the raw event of the press must have
	// come, 0 before one was asked for.
	asked    uint64
	once     sync.Once
	timer    *time.Timer
	let      func()
	released atomic.Bool
}

// release lets the press through to its application. The first call does; more
// calls do nothing, so that a press is never doubled.
func (h *hold) release() { h.once.Do(h.let) }

// matches reports whether a raw event is the same press: same button, and same
// server time, because the server stamps a device event and its raw event
// together.
func (h *hold) matches(r *rawEvent) bool {
	return r.kind == rawPress && int(h.press.Detail) == r.detail && uint32(h.press.Time) == r.time
}

// holder keeps presses on one connection with a passive synchronous grab on the
// root window: the server freezes the pointer at a press and tells only us;
// AllowEvents(ReplayPointer) then handles the press as if there were no grab.
//
// The keyboard is not frozen with it. Measured with openbox: a key that was
// frozen too reached its application before the click all the same, since the
// window manager freezes the pointer once more, without the keyboard, to move
// the focus.
//
// A button that goes down again while its press is held is lost. Measured on
// Xvfb 21.1, 10 ms of holding, 150 clicks a second: 180 of 200 clicks did not
// arrive; with no listener at all 9 of 200, by the window manager's own grab. The
// server drops a release that it plays later if the device has the button down
// again by then, and with it the next press (UpdateDeviceState in Xi/exevents.c).
// So a press is let through before a person can press again: see liftGrace.
// Should this process die, the server ends the grab and thaws the pointer; the
// press that was held is then dropped, later ones arrive (measured with SIGKILL).
type holder struct {
	conn  *xgb.Conn
	root  xproto.Window
	limit time.Duration
	mu    sync.Mutex
	holds map[*hold]struct{}
	lifts map[xproto.Button]uint32 // server time of the last release of a button
	ended bool
}

func newHolder(conn *xgb.Conn, root xproto.Window, limit time.Duration) *holder {
	return &holder{conn: conn, root: root, limit: limit, holds: map[*hold]struct{}{}, lifts: map[xproto.Button]uint32{}}
}

// grab installs the grabs; it returns when the server has them.
func (g *holder) grab() error {
	for _, button := range heldButtons {
		err := xproto.GrabButtonChecked(g.conn, false, g.root, xproto.EventMaskButtonPress, xproto.GrabModeSync, xproto.GrabModeAsync,
			xproto.WindowNone, xproto.CursorNone, button, xproto.ModMaskAny).Check()
		var taken xproto.AccessError
		if errors.As(err, &taken) {
			return fmt.Errorf("hold presses of button %d: %w", button, ErrGrabbed)
		}
		if err != nil {
			return fmt.Errorf("hold presses of button %d: %w", button, err)
		}
	}
	return nil
}

// begin starts the clock of a press. It is called as soon as the event is read,
// whatever the rest of the listener is busy with.
func (g *holder) begin(press xproto.ButtonPressEvent) *hold {
	h := &hold{at: time.Now(), press: press}
	h.let = func() {
		// Marked first: who reads it while the request is on its way must not
		// believe that the application still waits.
		h.released.Store(true)
		g.mu.Lock()
		delete(g.holds, h)
		h.timer.Stop()
		g.mu.Unlock()
		// With the time of the press the server ignores the request should a later
		// press be the frozen one by now; CurrentTime would let that one through.
		xproto.AllowEvents(g.conn, xproto.AllowReplayPointer, press.Time)
	}
	g.mu.Lock()
	h.timer = time.AfterFunc(g.limit, h.release)
	g.holds[h] = struct{}{}
	if lift, ok := g.lifts[press.Detail]; ok && int32(lift-uint32(press.Time)) >= 0 {
		h.timer.Reset(min(liftGrace, g.limit))
	}
	ended := g.ended
	g.mu.Unlock()
	if ended {
		h.release()
	}
	return h
}

// lifted says that a button went up, which the server does not deliver while its
// press is held.
func (g *holder) lifted(button xproto.Button, at uint32) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lifts[button] = at
	for h := range g.holds {
		if h.press.Detail != button || int32(at-uint32(h.press.Time)) < 0 {
			continue
		}
		if rest := g.limit - time.Since(h.at); rest > liftGrace {
			h.timer.Reset(liftGrace)
		}
	}
}

// resume holds presses again after end, once grab has been called.
func (g *holder) resume() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = false
}

// end takes the grabs back and lets every held press through, also those that
// are still on their way from the server: begin does that.
func (g *holder) end() {
	for _, button := range heldButtons {
		xproto.UngrabButton(g.conn, button, g.root, xproto.ModMaskAny)
	}
	g.mu.Lock()
	g.ended = true
	var held []*hold
	for h := range g.holds {
		held = append(held, h)
	}
	g.mu.Unlock()
	for _, h := range held {
		h.release()
	}
}
