package app

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

const (
	// minGap is the least time between two observations: events come in bursts.
	minGap = 50 * time.Millisecond
	// quiet is how long nothing may have been read while the application says
	// nothing; toolkits forget events, above all of bounds.
	quiet = 10 * time.Second
	// settled is when to look again after a change: a state is told before it is
	// painted, so that the picture taken with it may show the one before.
	settled = 300 * time.Millisecond
	// polling is the same where the application's events cannot be heard.
	polling = 2 * time.Second
	// restFactor keeps reading an unchanged application below 1 % of a core.
	restFactor = 100
)

// observation is what one reading of the application gave.
type observation struct {
	watch   *watch
	seq     uint64
	frozen  *inspector.Frozen
	capture *tree.Capture
	// same says that the application is as it was read before, so that nothing
	// has to be drawn again.
	same bool
	// problem is why there is no frozen, or no capture, for a person.
	problem, pictureProblem string
	at                      time.Time
}

// watch observes one application until it is closed: anew after events, at rest
// now and then. Its results are posted in the order of their sequence.
type watch struct {
	a      *App
	app    tree.Application
	ctx    context.Context
	cancel context.CancelFunc
	kick   chan struct{}
	paused atomic.Bool
	deaf   atomic.Bool // events cannot be heard

	mu      sync.Mutex
	closed  bool
	events  []backends.Event
	posting bool
	last    *tree.Capture
	lastKey string // what last was made of: pixels, and secrets painted over

	before *observation // the one before; used by run only
}

func (a *App) newWatch(target tree.Application) *watch {
	w := &watch{a: a, app: target, kick: make(chan struct{}, 1)}
	w.ctx, w.cancel = context.WithCancel(a.ctx)
	w.want()
	go w.listen()
	go w.run()
	return w
}

// close ends the watch; it may be called more than once and does not wait.
func (w *watch) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.closed = true
		w.cancel()
		select {
		case <-w.kick:
			w.a.busy.Add(-1)
		default:
		}
	}
}

// want asks for an observation; requests that wait already are one.
func (w *watch) want() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.a.busy.Add(1)
	select {
	case w.kick <- struct{}{}:
	default:
		w.a.busy.Add(-1)
	}
}

func (w *watch) run() {
	rest := quiet
	failures := 0
	for seq := uint64(1); ; seq++ {
		timer := time.NewTimer(rest)
		select {
		case <-w.ctx.Done():
			timer.Stop()
			return
		case <-w.kick:
		case <-timer.C:
			if w.paused.Load() {
				continue
			}
			w.a.busy.Add(1)
		}
		timer.Stop()
		began := time.Now()
		o := w.observe(seq)
		took := time.Since(began)
		w.a.finish(func() { w.a.present(o) })
		rest = w.rest(took)
		switch {
		case o.frozen == nil:
			failures = min(failures+1, 5)
			rest = time.Duration(failures) * time.Second
		case !o.same:
			failures, rest = 0, settled
		default:
			failures = 0
		}
		// As long as the reading took, the application gets time for itself.
		if !w.sleep(max(minGap, min(took, time.Second))) {
			return
		}
	}
}

func (w *watch) rest(took time.Duration) time.Duration {
	if w.deaf.Load() {
		return max(polling, restFactor/4*took)
	}
	return max(quiet, restFactor*took)
}

func (w *watch) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// observe reads the application and takes the picture.
func (w *watch) observe(seq uint64) observation {
	ctx, cancel := context.WithTimeout(w.ctx, w.a.observeLimit())
	defer cancel()
	o := observation{watch: w, seq: seq}
	s, err := w.a.s.Backend.Observe(ctx, backends.Scope{Application: w.app})
	o.at = time.Now()
	switch {
	case err != nil:
		o.problem = explainRead(err)
		return o
	case silent(s):
		o.problem = doesNotAnswer
		return o
	}
	if b := w.before; b != nil && sameTree(b.frozen.Snapshot, s) {
		o.frozen = b.frozen
		o.capture, o.pictureProblem = w.picture(ctx, o.frozen)
		o.same = o.capture == b.capture
		w.before = &o
		return o
	}
	s.ID = fmt.Sprintf("s%d", w.a.snapshots.Add(1))
	o.frozen = inspector.Freeze(s)
	o.frozen.Survey() // computed here, so that the window does not wait for it
	o.frozen.Hits()
	o.capture, o.pictureProblem = w.picture(ctx, o.frozen)
	w.before = &o
	return o
}

// sameTree reports whether two readings say the same of every node.
func sameTree(a, b *tree.Snapshot) bool {
	return len(a.Nodes) == len(b.Nodes) && len(a.Cuts) == len(b.Cuts) &&
		reflect.DeepEqual(a.Nodes, b.Nodes) && reflect.DeepEqual(a.Windows, b.Windows) && reflect.DeepEqual(a.Cuts, b.Cuts)
}

const doesNotAnswer = "does not answer"

// silent reports whether a snapshot holds nothing but the sign of a deadline.
func silent(s *tree.Snapshot) bool {
	if len(s.Nodes) == 0 {
		return true
	}
	if len(s.Nodes) > 1 {
		return false
	}
	for _, c := range s.Cuts {
		if c.Reason == tree.CutTime || c.Reason == tree.CutUnreadable {
			return true
		}
	}
	return false
}

func explainRead(err error) string {
	switch {
	case errors.Is(err, backends.ErrGone):
		return hasEnded
	case errors.Is(err, backends.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return doesNotAnswer
	case errors.Is(err, backends.ErrNoBus):
		return "the accessibility bus cannot be reached; run samebutton doctor"
	}
	return err.Error()
}

// picture captures the area of the application's windows, without what covers
// them (Samebutton's own window often does), secrets painted over.
func (w *watch) picture(ctx context.Context, f *inspector.Frozen) (*tree.Capture, string) {
	if w.a.s.Screen == nil {
		return nil, "no pictures: the screen cannot be captured"
	}
	var area tree.Rect
	for _, fr := range frames(f, "") {
		area = around(area, fr)
	}
	if area.Empty() {
		return nil, "no picture: no window has a proven place on the screen"
	}
	c, err := w.a.s.Screen.CaptureWindows(ctx, area, f.Windows)
	if err != nil {
		return nil, "no picture: " + err.Error()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	key := c.Hash + secretPlaces(f)
	if w.last != nil && c.Hash != "" && w.lastKey == key && w.last.Rect == c.Rect {
		return w.last, "" // the same pixels: what was made of them stays valid
	}
	if key != c.Hash {
		masked := *c
		masked.Image = recorder.Mask(c, f)
		masked.Hash = tree.PixelHash(masked.Image)
		c = &masked
	}
	w.last, w.lastKey = c, key
	return c, ""
}

// secretPlaces says where the password fields are, "" where there are none.
func secretPlaces(f *inspector.Frozen) string {
	places := ""
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Secret {
			places += fmt.Sprint(n.Bounds, n.States.Has(tree.Showing))
		}
	}
	return places
}

// listen hears the application's events as long as the watch lives.
func (w *watch) listen() {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		ch, err := w.a.s.Backend.Events(w.ctx, backends.Scope{Application: w.app})
		w.deaf.Store(err != nil)
		if err == nil {
			for e := range ch {
				w.hear(e)
			}
		}
		if !w.sleep(wait) {
			return
		}
	}
}

// hear asks for an observation and keeps the event for the list of events.
func (w *watch) hear(e backends.Event) {
	if !w.paused.Load() {
		w.want()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.events = append(w.events, e)
	if len(w.events) > view.KeptEvents {
		w.events = w.events[len(w.events)-view.KeptEvents:]
	}
	if w.posting {
		return
	}
	w.posting = true
	w.a.busy.Add(1)
	time.AfterFunc(minGap, func() {
		w.a.finish(func() {
			w.mu.Lock()
			heard := w.events
			w.events, w.posting = nil, false
			w.mu.Unlock()
			w.a.heard(w, heard)
		})
	})
}

// observeLimit is the deadline of one observation.
func (a *App) observeLimit() time.Duration {
	if a.s.Observe > 0 {
		return a.s.Observe
	}
	return defaultObserve
}
