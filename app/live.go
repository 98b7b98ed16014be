package app

import (
	"context"
	"errors"
	"fmt"
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
	// nothing: toolkits forget events, so that then everything is read and compared.
	quiet = 10 * time.Second
	// glance is when an application that says nothing is asked for what is known to be
	// changed, so that one that hangs is soon said to.
	glance = 5 * time.Second
	// settled is when to look again after a change: a state is told before it is
	// painted, so that the picture taken with it may show the one before.
	settled = 300 * time.Millisecond
	// polling is the same where the application's events cannot be heard, or were
	// found not to tell everything.
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
	// heard says that the application tells what it changes, missed how many changes
	// it did not tell all the same.
	heard  bool
	missed int
	// problem is why there is no frozen, or no capture, for a person.
	problem, pictureProblem string
	at                      time.Time
}

// watch observes one application until it is closed, through a mirror of it: after
// events what they say is changed, at rest now and then everything. Its results are
// posted in the order of their sequence.
type watch struct {
	a      *App
	app    tree.Application
	ctx    context.Context
	cancel context.CancelFunc
	mirror backends.Mirror
	kick   chan struct{} // somebody wants everything to be read
	paused atomic.Bool

	mu      sync.Mutex
	closed  bool
	events  []backends.Event
	posting bool

	// Used by run only: the observation before, the image that it is of, and the
	// picture before with what it was made of, pixels and secrets painted over.
	before  *observation
	image   backends.Image
	last    *tree.Capture
	lastKey string
}

func (a *App) newWatch(target tree.Application) *watch {
	w := &watch{a: a, app: target, kick: make(chan struct{}, 1)}
	w.ctx, w.cancel = context.WithCancel(a.ctx)
	w.mirror = backends.MirrorOf(a.s.Backend, target, w.hear)
	context.AfterFunc(w.ctx, w.mirror.Close)
	w.want()
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

// want asks for everything to be read; requests that wait already are one.
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
	again := quiet         // when to look although nothing was heard
	whole := true          // and whether at everything
	var cost time.Duration // of the last reading of everything
	var all time.Time      // when that was
	failures := 0
	for seq := uint64(1); ; seq++ {
		o, took, ok := w.next(seq, again, whole)
		if !ok {
			return
		}
		if w.image.Whole {
			cost, all = took, time.Now()
		}
		again, whole = w.rest(max(cost, took))-time.Since(all), true
		if soon := max(glance, restFactor/2*took); soon < again {
			again, whole = soon, false
		}
		switch {
		case o == nil:
			continue
		case o.frozen == nil:
			failures = min(failures+1, 5)
			again, whole = time.Duration(failures)*time.Second, false
		case !o.same:
			failures = 0
			again, whole = settled, false
		default:
			failures = 0
		}
		// As long as the reading took, the application gets time for itself.
		if !w.sleep(max(minGap, min(took, time.Second))) {
			return
		}
	}
}

// next waits until there is something to read, at most for a time after which all or
// only what is known to be changed is read, and presents what came of it: nil while
// paused. It reports whether the watch goes on.
func (w *watch) next(seq uint64, again time.Duration, whole bool) (*observation, time.Duration, bool) {
	due := w.mirror.Due()
	if w.paused.Load() {
		due = nil
	}
	timer := time.NewTimer(again)
	defer timer.Stop()
	select {
	case <-w.ctx.Done():
		return nil, 0, false
	case <-w.kick:
		whole = true
	case <-due:
		if w.paused.Load() {
			return nil, 0, true // going on reads everything
		}
		whole = false
		w.a.busy.Add(1)
	case <-timer.C:
		if w.paused.Load() {
			return nil, 0, true
		}
		w.a.busy.Add(1)
	}
	began := time.Now()
	o := w.observe(seq, whole)
	w.a.finish(func() { w.a.present(o) })
	return &o, time.Since(began), true
}

// rest is the time until everything is read again though nothing was heard, where
// that took so long the last time.
func (w *watch) rest(took time.Duration) time.Duration {
	if w.image.Deaf || w.image.Missed > 0 {
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

// observe brings the image up to date, or reads everything, and takes the picture.
func (w *watch) observe(seq uint64, whole bool) observation {
	ctx, cancel := context.WithTimeout(w.ctx, w.a.observeLimit())
	defer cancel()
	o := observation{watch: w, seq: seq}
	read := w.mirror.Refresh
	if whole {
		read = w.mirror.Reconcile
	}
	image, err := read(ctx)
	o.at = time.Now()
	switch {
	case err != nil:
		o.problem = explainRead(err)
		return o
	case silent(image.Snapshot):
		o.problem = doesNotAnswer
		return o
	}
	o.heard, o.missed = !image.Deaf, image.Missed
	b := w.before
	if b != nil && image.Snapshot == w.image.Snapshot {
		o.frozen = b.frozen
	} else {
		s := *image.Snapshot
		s.ID = w.a.snapshots.Next()
		o.frozen = inspector.Freeze(&s)
		o.frozen.Survey() // computed here, so that the window does not wait for it
		o.frozen.Hits()
	}
	o.capture, o.pictureProblem = w.picture(ctx, o.frozen)
	o.same = b != nil && o.frozen == b.frozen && o.capture == b.capture
	w.before, w.image = &o, image
	return o
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
	area := f.Area()
	if area.Empty() {
		return nil, "no picture: no window has a proven place on the screen"
	}
	c, err := w.a.s.Screen.CaptureWindows(ctx, area, f.Windows)
	if err != nil {
		return nil, "no picture: " + err.Error()
	}
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

// hear keeps an event for the list of events.
func (w *watch) hear(e backends.Event) {
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
