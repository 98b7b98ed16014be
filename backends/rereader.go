package backends

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// Waits between attempts to hear an application, for backends that keep mirrors.
const (
	FirstRetry = time.Second
	LastRetry  = 30 * time.Second
)

// rereader is the mirror of a backend that has none of its own: every event makes
// a whole reading due.
type rereader struct {
	b      Backend
	scope  Scope
	due    chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	tried  chan struct{} // closed when it was tried to hear the application
	deaf   atomic.Bool
	last   *tree.Snapshot
}

func newRereader(b Backend, app tree.Application, hear func(Event)) *rereader {
	m := &rereader{b: b, scope: Scope{Application: app}, due: make(chan struct{}, 1), tried: make(chan struct{})}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	go m.listen(hear)
	return m
}

// listen hears the application as long as the mirror lives.
func (m *rereader) listen(hear func(Event)) {
	tried := sync.OnceFunc(func() { close(m.tried) })
	defer tried()
	for wait := FirstRetry; m.ctx.Err() == nil; wait = min(2*wait, LastRetry) {
		events, err := m.b.Events(m.ctx, m.scope)
		m.deaf.Store(err != nil)
		tried()
		if err == nil {
			for e := range events {
				select {
				case m.due <- struct{}{}:
				default:
				}
				if hear != nil {
					hear(e)
				}
			}
		}
		select {
		case <-m.ctx.Done():
		case <-time.After(wait):
		}
	}
}

func (m *rereader) Due() <-chan struct{} { return m.due }

func (m *rereader) Refresh(ctx context.Context) (Image, error) { return m.Reconcile(ctx) }

func (m *rereader) Reconcile(ctx context.Context) (Image, error) {
	select {
	case <-m.tried:
	case <-ctx.Done():
		return Image{}, fmt.Errorf("refresh %q: %w: %w", m.scope.Application.Name, ErrTimeout, ctx.Err())
	}
	select {
	case <-m.due:
	default:
	}
	s, err := m.b.Observe(ctx, m.scope)
	if err != nil {
		return Image{}, err
	}
	i := Image{Snapshot: s, Whole: true, Read: time.Now(), Deaf: m.deaf.Load()}
	if m.last == nil {
		m.last = s
		return i, nil
	}
	i.Changes = Compare(m.last, s)
	if !i.Any() {
		i.Snapshot = m.last
	}
	m.last = i.Snapshot
	return i, nil
}

func (m *rereader) Close() { m.cancel() }
