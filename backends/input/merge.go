package input

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// rawKind says what a raw event is; the numbers are those of raw.h.
type rawKind int

const (
	rawPress rawKind = iota + 1
	rawRelease
	rawKeyDown
	rawKeyUp
	rawActive // the window with the keyboard focus changed
	rawSynced // everything before a sync has been read
	rawLifted // a button went up, before applications are told
)

// rawEvent is one event of the raw source.
type rawEvent struct {
	kind   rawKind
	at     time.Time
	time   uint32
	detail int
	x, y   int
	window xproto.Window
	mods   uint16
	key    string
	text   string
	syncs  uint64
	// marked numbers the marker that was sent for this press, 0 before.
	marked uint32
}

// merger makes one stream out of two connections: raw events, which tell
// everything in the server's order, and held presses, which tell what waits.
//
// The rule for "the same press". The server queues the raw event of a press just
// before the press itself and handles both before it reads the next request of
// any client. So when the raw event has been read, a request sent after that is
// answered behind the held press, if there is one. The merger sends itself a
// message through the connection of the grab (the marker): a hold with the same
// button and server time that came before the marker is this press; if none did,
// an application has the pointer and the press was not held. No clock decides.
//
// Measured (Xvfb 21.1): the raw event of a held press comes first, with the same
// server time; while a press is held, raw events of the pointer wait like the
// events themselves and come after AllowEvents, each again in front of its own;
// in an open GTK menu there are raw events and no hold; across two connections
// either may be read first.
//
// A hold without a raw event (touch screens emulate presses without one) is
// found the other way round: a sync of the raw source after the hold was read
// would have brought the raw event.
type merger struct {
	options Options
	conn    *xgb.Conn
	raw     *rawSource
	find    *finder
	hold    *holder
	out     *outbox
	events  chan xgb.Event

	marker     xproto.Window
	markers    uint32 // sent
	markerSeen uint32 // come back
	syncs      uint64 // asked of the raw source

	queue []rawEvent // not reported yet, in order
	holds []*hold    // not reported yet, in order

	focus   owner
	buttons map[int]owned // pressed buttons
	keys    map[int]bool  // pressed keys; false: not reported
}

// owned is where a button went down.
type owned struct {
	owner
	ignored bool
}

// run merges until ctx ends or the display is gone.
func (m *merger) run(ctx context.Context) error {
	var raw chan rawEvent
	if m.raw != nil {
		raw = m.raw.events
	}
	asked, stop := suspensions()
	defer stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-asked:
			if err := m.pause(ctx); err != nil {
				return err
			}
		case e, open := <-raw:
			if !open {
				return errDisplayGone
			}
			if e.kind == rawLifted {
				m.hold.lifted(xproto.Button(e.detail), e.time)
				continue
			}
			m.queue = append(m.queue, e)
		case e, open := <-m.events:
			if !open {
				return errDisplayGone
			}
			switch e := e.(type) {
			case heldEvent:
				m.holds = append(m.holds, e.hold)
			case xproto.ClientMessageEvent:
				m.markerSeen = max(m.markerSeen, e.Data.Data32[0])
			}
		}
		m.advance(ctx)
	}
}

// pause stops the process without any grab. Input that comes meanwhile is
// reported afterwards, not held.
func (m *merger) pause(ctx context.Context) error {
	_, err := xconn.Await(ctx, func() (struct{}, error) {
		m.hold.end()
		m.conn.Sync()
		if err := suspend(); err != nil {
			return struct{}{}, fmt.Errorf("stop process: %w", err)
		}
		m.hold.resume()
		return struct{}{}, m.hold.grab()
	}, nil)
	return err
}

// advance reports everything that is decided.
func (m *merger) advance(ctx context.Context) {
	if m.raw == nil {
		for _, h := range m.holds {
			m.press(ctx, nil, h)
		}
		m.holds = nil
		return
	}
	for len(m.queue) > 0 {
		e := &m.queue[0]
		switch {
		case e.kind == rawSynced:
			m.holds = slices.DeleteFunc(m.holds, func(h *hold) bool {
				alone := h.asked != 0 && h.asked <= e.syncs
				if alone {
					m.press(ctx, nil, h)
				}
				return alone
			})
		case e.kind == rawPress && slices.Contains(heldButtons[:], byte(e.detail)):
			if i := slices.IndexFunc(m.holds, func(h *hold) bool { return h.matches(e) }); i >= 0 {
				h := m.holds[i]
				m.holds = slices.Delete(m.holds, i, i+1)
				m.press(ctx, e, h)
				break
			}
			if e.marked == 0 {
				e.marked = m.mark()
			}
			if m.markerSeen < e.marked {
				return
			}
			m.press(ctx, e, nil)
		default:
			m.report(ctx, e)
		}
		m.queue = slices.Delete(m.queue, 0, 1)
	}
	for _, h := range m.holds {
		if h.asked == 0 {
			m.syncs++
			h.asked = m.syncs
			m.raw.sync()
		}
	}
}

// mark sends a message to ourselves through the connection of the grab.
func (m *merger) mark() uint32 {
	m.markers++
	message := xproto.ClientMessageEvent{Format: 32, Window: m.marker, Type: xproto.AtomInteger,
		Data: xproto.ClientMessageDataUnionData32New([]uint32{m.markers, 0, 0, 0, 0})}
	// With an empty mask it goes to the client that made the window.
	xproto.SendEvent(m.conn, false, m.marker, 0, string(message.Bytes()))
	return m.markers
}

// press reports a press: raw may be nil for a hold alone, h for a press that is
// not held.
func (m *merger) press(ctx context.Context, raw *rawEvent, h *hold) {
	var in backends.Input
	var child xproto.Window
	if h != nil {
		in = backends.Input{At: h.at, ServerTime: uint32(h.press.Time), Button: int(h.press.Detail),
			Point: tree.Point{X: int(h.press.RootX), Y: int(h.press.RootY)}, Modifiers: modifiers(h.press.State)}
		child = h.press.Child
	} else {
		in = backends.Input{At: raw.at, ServerTime: raw.time, Button: raw.detail,
			Point: tree.Point{X: raw.x, Y: raw.y}, Modifiers: modifiers(raw.mods)}
		child = raw.window
	}
	o := m.ask(ctx, func() owner { return m.find.under(child) })
	ignored := m.ignore(o)
	m.buttons[in.Button] = owned{o, ignored}
	if ignored {
		if h != nil {
			h.release()
		}
		return
	}
	in.Kind, in.Window, in.PID = backends.InputPress, uint32(o.window), o.pid
	m.send(in, h)
}

// report reports what is not a press of a held button.
func (m *merger) report(ctx context.Context, e *rawEvent) {
	in := backends.Input{At: e.at, ServerTime: e.time, Modifiers: modifiers(e.mods)}
	switch e.kind {
	case rawActive:
		m.focus = m.ask(ctx, func() owner {
			if e.window == xproto.WindowNone {
				return owner{}
			}
			return owner{e.window, m.find.pid(e.window)}
		})
	case rawPress:
		m.press(ctx, e, nil)
	case rawRelease:
		o, known := m.buttons[e.detail]
		delete(m.buttons, e.detail)
		if !known {
			// Pressed before we listened.
			o.owner = m.ask(ctx, func() owner { return m.find.under(e.window) })
			o.ignored = m.ignore(o.owner)
		}
		if o.ignored {
			return
		}
		in.Kind, in.Button, in.Point = backends.InputRelease, e.detail, tree.Point{X: e.x, Y: e.y}
		in.Window, in.PID = uint32(o.window), o.pid
		m.send(in, nil)
	case rawKeyDown, rawKeyUp:
		m.key(ctx, e, in)
	}
}

// key reports a key. Whether its release is reported goes by its press: focus
// may have moved between the two.
func (m *merger) key(ctx context.Context, e *rawEvent, in backends.Input) {
	focus := m.focus
	if focus.window == xproto.WindowNone {
		focus = m.ask(ctx, m.find.focused)
	}
	in.Kind, in.Key, in.Text = backends.InputKeyDown, e.key, e.text
	in.Window, in.PID = uint32(focus.window), focus.pid
	said, pressed := m.keys[e.detail]
	if e.kind == rawKeyUp {
		in.Kind, in.Text = backends.InputKeyUp, ""
		delete(m.keys, e.detail)
	}
	if !pressed {
		said = !m.ignore(focus)
	}
	if e.kind == rawKeyDown {
		m.keys[e.detail] = said
	}
	if said {
		m.send(in, nil)
	}
}

func (m *merger) ignore(o owner) bool {
	return m.options.Ignore != nil && m.options.Ignore(uint32(o.window), o.pid)
}

func (m *merger) send(in backends.Input, h *hold) {
	if in.Release == nil {
		in.Release = func() {}
	}
	m.out.put(report{in, h})
}

// ask asks the display about windows; a display that hangs must not keep Listen
// from ending.
func (m *merger) ask(ctx context.Context, question func() owner) owner {
	o, _ := xconn.Await(ctx, func() (owner, error) { return question(), nil }, nil)
	return o
}

// modifiers reads an X modifier state with the usual meaning of Mod1 and Mod4.
func modifiers(state uint16) backends.Modifiers {
	return backends.Modifiers{
		Shift:   state&xproto.ModMaskShift != 0,
		Control: state&xproto.ModMaskControl != 0,
		Alt:     state&xproto.ModMask1 != 0,
		Super:   state&xproto.ModMask4 != 0,
	}
}
