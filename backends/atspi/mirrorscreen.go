package atspi

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// Toolkits do not tell that a window moved (Qt, GTK4) or has another title (Qt); the
// display does, to whoever asks. lookout is a connection of its own that hears it:
// that windows come, go and move from the root, and titles, borders and states from
// the windows of the application.
type lookout struct {
	conn *xgb.Conn
	root xproto.Window
	// telling are the properties whose change is told on.
	telling map[xproto.Atom]bool

	mu      sync.Mutex
	watched map[uint32]bool
}

var tellingProperties = []string{
	"_NET_WM_NAME", "WM_NAME", "_NET_WM_STATE", "_NET_FRAME_EXTENTS", "_GTK_FRAME_EXTENTS",
	"_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST_STACKING",
}

// newLookout returns nil where there is no display that can be heard.
func newLookout(ctx context.Context, d *display) *lookout {
	if d == nil {
		return nil
	}
	conn, err := xconn.Open(ctx, d.name)
	if err != nil {
		return nil
	}
	s := newServer(conn)
	l := &lookout{conn: s.conn, root: s.root, telling: map[xproto.Atom]bool{}, watched: map[uint32]bool{}}
	for _, name := range tellingProperties {
		l.telling[s.atom(name)] = true
	}
	delete(l.telling, 0)
	l.listen(l.root, xproto.EventMaskSubstructureNotify|xproto.EventMaskPropertyChange)
	return l
}

func (l *lookout) listen(w xproto.Window, mask uint32) {
	// A window that is gone gives an error that run throws away.
	xproto.ChangeWindowAttributes(l.conn, w, xproto.CwEventMask, []uint32{mask})
}

// watch hears the windows of the application, too.
func (l *lookout) watch(windows []xwindow) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := make(map[uint32]bool, len(windows))
	for _, w := range windows {
		if now[w.id] = true; !l.watched[w.id] {
			l.listen(xproto.Window(w.id), xproto.EventMaskPropertyChange)
		}
	}
	l.watched = now
}

// run calls changed after events, at most once in a gap, until the connection ends.
func (l *lookout) run(gap time.Duration, changed func()) {
	var mu sync.Mutex
	waiting := false
	for {
		event, err := l.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		if !l.tells(event) {
			continue
		}
		mu.Lock()
		if !waiting {
			waiting = true
			time.AfterFunc(gap, func() {
				mu.Lock()
				waiting = false
				mu.Unlock()
				changed()
			})
		}
		mu.Unlock()
	}
}

func (l *lookout) tells(event xgb.Event) bool {
	switch e := event.(type) {
	case xproto.PropertyNotifyEvent:
		return l.telling[e.Atom]
	case xproto.ConfigureNotifyEvent, xproto.MapNotifyEvent, xproto.UnmapNotifyEvent, xproto.DestroyNotifyEvent,
		xproto.ReparentNotifyEvent:
		return true
	}
	return false
}

func (l *lookout) close() {
	if l != nil {
		l.conn.Close()
	}
}

// screenGap is how long events of the display are gathered: moving a window makes
// one for every step.
const screenGap = 20 * time.Millisecond

// look makes a refresh due where the windows are not as they were for the image.
func (m *mirror) look() {
	ctx, cancel := context.WithTimeout(m.ctx, m.b.options.Call)
	defer cancel()
	windows, err := m.b.display.look(ctx, m.app.PID)
	if !m.windowsDiffer(sighting{windows, err}) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.marks.windows = true
	m.wake()
}

// windowsDiffer reports whether the windows are not as they were for the image.
func (m *mirror) windowsDiffer(now sighting) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seen != nil && now.err == nil && !slices.Equal(m.seen, now.windows)
}

// sighted notes how the windows were for an image.
func (m *mirror) sighted(windows []xwindow) {
	m.lookout.watch(windows)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = append(make([]xwindow, 0, len(windows)), windows...)
}

// watchScreen listens to the display as long as the mirror lives.
func (m *mirror) watchScreen() {
	if m.lookout == nil {
		return
	}
	defer context.AfterFunc(m.ctx, m.lookout.close)()
	m.lookout.run(screenGap, m.look)
}
