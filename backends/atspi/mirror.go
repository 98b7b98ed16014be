package atspi

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

var _ backends.Mirrorer = (*Backend)(nil)

// mirror is an image of one application that its events keep current: one whole
// reading whose elements are kept, and then of each refresh only what was marked
// since (mirrormarks.go) or what the toolkit is known to keep silent about
// (mirrorsweep.go). The elements belong to whoever has the turn.
type mirror struct {
	b      *Backend
	app    tree.Application
	hear   func(backends.Event)
	ctx    context.Context
	cancel context.CancelFunc
	due    chan struct{}
	turn   chan struct{} // one token
	tried  chan struct{} // closed when it was tried to hear the application

	mu     sync.Mutex
	marks  marks
	stream *stream   // nil while the application cannot be heard
	gone   error     // why there will never be an image again
	seen   []xwindow // the windows by the image, nil before it

	lookout *lookout // set before tried is closed; nil where no display can be heard

	// Of who has the turn:
	r     *reading       // nil where everything has to be read
	image backends.Image // the last one
	order []*element     // by node of image.Snapshot
	sweep sweep
	// strangers said something and are not in the tree.
	strangers map[ref]bool
	sentinels []sentinel
}

// Mirror implements [backends.Mirrorer].
func (b *Backend) Mirror(app tree.Application, hear func(backends.Event)) backends.Mirror {
	m := &mirror{
		b: b, app: app, hear: hear,
		due: make(chan struct{}, 1), turn: make(chan struct{}, 1), tried: make(chan struct{}),
	}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.marks.forget()
	go m.listen()
	go m.guard()
	return m
}

func (m *mirror) Due() <-chan struct{} { return m.due }

func (m *mirror) Close() { m.cancel() }

// Refresh implements [backends.Mirror].
func (m *mirror) Refresh(ctx context.Context) (backends.Image, error) { return m.bring(ctx, false) }

// Reconcile implements [backends.Mirror].
func (m *mirror) Reconcile(ctx context.Context) (backends.Image, error) { return m.bring(ctx, true) }

// wake makes a refresh due.
func (m *mirror) wake() {
	select {
	case m.due <- struct{}{}:
	default:
	}
}

// listen hears the application as long as the mirror lives. What happens between
// two subscriptions is not heard, so that each one begins with a whole reading.
func (m *mirror) listen() {
	ctx, cancel := context.WithTimeout(m.ctx, m.b.options.Observe)
	m.lookout = newLookout(ctx, m.b.display)
	cancel()
	go m.watchScreen()
	tried := sync.OnceFunc(func() { close(m.tried) })
	defer tried()
	for wait := backends.FirstRetry; m.ctx.Err() == nil; wait = min(2*wait, backends.LastRetry) {
		s, err := m.b.listenTo(m.ctx, m.app, m.note)
		m.mu.Lock()
		if errors.Is(err, backends.ErrGone) {
			m.gone = err
		}
		m.stream = s
		m.marks.whole = true
		m.mu.Unlock()
		tried()
		if err == nil {
			wait = backends.FirstRetry
			s.run(m.ctx, m.deliver)
			m.mu.Lock()
			m.stream, m.marks.whole = nil, true
			gone := m.gone != nil
			m.mu.Unlock()
			if gone {
				return
			}
			m.deliver(backends.Event{Kind: backends.EventLost, At: time.Now()})
		}
		m.wake()
		if errors.Is(err, backends.ErrGone) || !rest(m.ctx, wait) {
			return
		}
	}
}

// rest waits, and reports whether ctx goes on.
func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// deliver hands an event on; none comes after the end of the application.
func (m *mirror) deliver(e backends.Event) bool {
	if m.hear != nil && m.ctx.Err() == nil {
		m.hear(e)
	}
	return e.Kind != backends.EventApplication
}

// bring makes the next image.
func (m *mirror) bring(ctx context.Context, whole bool) (backends.Image, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, m.b.options.Observe)
		defer cancel()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(m.ctx, cancel)()
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-ctx.Done():
		return backends.Image{}, fmt.Errorf("refresh %q: %w", m.app.Name, ctx.Err())
	}
	select {
	case <-m.tried:
	case <-ctx.Done():
		return backends.Image{}, fmt.Errorf("refresh %q: %w: %w", m.app.Name, backends.ErrTimeout, ctx.Err())
	}
	todo, s, err := m.take()
	if err == nil {
		var image backends.Image
		if whole || todo.whole || s == nil || m.r == nil || m.tooMany(todo) {
			image, err = m.readWhole(ctx, todo, s)
		} else {
			image, err = m.readMarked(ctx, todo, s)
			if errors.Is(err, errSocketBroke) {
				image, err = m.readWhole(ctx, todo, s)
			}
		}
		if err == nil {
			m.image = image
			if m.r != nil && (image.Whole || todo.sweep) {
				m.chooseSentinels()
			}
			return image, nil
		}
	}
	if errors.Is(err, backends.ErrGone) {
		m.end(err)
	}
	// What was read and what was not is mixed now.
	m.r, m.order = nil, nil
	return backends.Image{}, fmt.Errorf("refresh %q: %w", m.app.Name, err)
}

// tooMany reports whether a whole reading costs less than to read what is marked: of
// GTK, which has a cache, that is so from a third of the elements on (measured: a page
// of gtk3-widget-factory that comes into sight makes 1,400 calls by its marks, where a
// whole reading makes 813).
func (m *mirror) tooMany(todo marks) bool {
	return m.r.isGTK() && len(todo.of) > 50 && len(todo.of) > len(m.order)/3
}

// take returns what to read, and the stream that marks what comes next.
func (m *mirror) take() (marks, *stream, error) {
	select {
	case <-m.due:
	default:
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	todo := m.marks
	m.marks.forget()
	return todo, m.stream, m.gone
}

// end notes that the application is gone for good: its name on the bus is never
// given again, and an image of another process would be of another application.
func (m *mirror) end(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gone == nil {
		m.gone = err
	}
}

// readWhole reads everything and compares it with the image.
func (m *mirror) readWhole(ctx context.Context, todo marks, s *stream) (backends.Image, error) {
	r, a, err := m.b.observe(ctx, backends.Scope{Application: m.app})
	if err != nil {
		return backends.Image{}, err
	}
	image := m.compare(r, a)
	image.Whole, image.Read, image.Deaf = true, time.Now(), s == nil
	m.mu.Lock()
	quiet := todo.empty() && m.marks.empty()
	m.mu.Unlock()
	if quiet && m.r != nil && !m.sweep.owing() {
		image.Missed = image.Count()
	}
	if r.p.stalled != nil {
		m.r, m.order = nil, nil // of an image with holes nothing can be refreshed
		return image, nil
	}
	fresh := m.image.Snapshot == nil || image.Any()
	m.sweep.rest()
	m.strangers = map[ref]bool{}
	m.keep(ctx, r, a, s)
	if fresh {
		m.sweepAll(r)
	}
	return image, nil
}

// keep makes a reading the one that is kept current.
func (m *mirror) keep(ctx context.Context, r *reading, a *assembly, s *stream) {
	m.r, m.order = r, a.order
	m.sighted(a.screen)
	r.prune(a)
	for name := range a.foreign {
		// What it changed before it was heard nobody knows.
		if s != nil && s.include(ctx, name) {
			m.mu.Lock()
			m.marks.whole = true
			m.mu.Unlock()
			m.wake()
		}
	}
}

// compare makes the image of an assembly, with the snapshot of the one before where
// nothing differs.
func (m *mirror) compare(r *reading, a *assembly) backends.Image {
	image := backends.Image{Snapshot: a.builder.Snapshot(), Read: m.image.Read}
	before := m.image.Snapshot
	switch {
	case before == nil:
	case r == m.r:
		image.Changes = backends.CompareAs(before, image.Snapshot, a.was)
	default:
		image.Changes = backends.Compare(before, image.Snapshot)
	}
	if before != nil && !image.Any() {
		image.Snapshot = before
	}
	r.last = image.Snapshot
	return image
}
