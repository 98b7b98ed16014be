package fake

import (
	"context"
	"fmt"
	"time"

	"github.com/samebutton/samebutton/backends"
)

// queue is how many events a slow receiver may leave waiting.
const queue = 64

// watcher is one receiver of an application's events.
type watcher struct {
	ch   chan backends.Event
	lost bool
}

// tell never blocks: what finds no room is replaced by one EventLost, which
// comes as soon as there is room again.
func (w *watcher) tell(events []backends.Event) {
	for _, e := range events {
		e.At = time.Now()
		if w.lost {
			select {
			case w.ch <- backends.Event{Kind: backends.EventLost, At: e.At}:
				w.lost = false
			default:
				continue
			}
		}
		select {
		case w.ch <- e:
		default:
			w.lost = true
		}
	}
}

// Events delivers the application's changes until ctx ends or the backend is closed.
func (b *Backend) Events(ctx context.Context, scope backends.Scope) (<-chan backends.Event, error) {
	end := b.call(Call{Method: "Events", App: scope.Application.Name})
	a, err := b.app(scope.Application)
	if err != nil {
		return nil, end(fmt.Errorf("listen to events: %w", err))
	}
	w := &watcher{ch: make(chan backends.Event, queue)}
	a.mu.Lock()
	a.watchers[w] = true
	a.mu.Unlock()
	go func() {
		select {
		case <-ctx.Done():
		case <-b.closed:
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.watchers, w)
		close(w.ch)
	}()
	return w.ch, end(nil)
}
