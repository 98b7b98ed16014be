package atspi

import (
	"context"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"
)

// watch hands the signals of the accessibility bus to whoever listens. It is the
// signal handler of the connection: DeliverSignal runs on the goroutine that
// reads the connection, so that signals and replies keep their order; listeners
// must not block.
type watch struct {
	mu        sync.Mutex
	listeners map[*listener]bool
}

// listener gets every signal.
type listener struct{ hear func(*dbus.Signal) }

func newWatch() *watch { return &watch{listeners: map[*listener]bool{}} }

// DeliverSignal implements [dbus.SignalHandler].
func (w *watch) DeliverSignal(_, _ string, s *dbus.Signal) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.listeners {
		l.hear(s)
	}
}

func (w *watch) listen(hear func(*dbus.Signal)) *listener {
	l := &listener{hear}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listeners[l] = true
	return l
}

func (w *watch) forget(l *listener) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.listeners, l)
}

// changes collects the elements of one application whose children changed.
type changes struct {
	w *watch
	l *listener

	mu      sync.Mutex
	touched map[dbus.ObjectPath]bool
}

const signalChildren = "org.a11y.atspi.Event.Object.ChildrenChanged"

func (w *watch) changes(owner string) *changes {
	c := &changes{w: w, touched: map[dbus.ObjectPath]bool{}}
	c.l = w.listen(func(s *dbus.Signal) {
		if s.Sender == owner && s.Name == signalChildren {
			c.mu.Lock()
			c.touched[s.Path] = true
			c.mu.Unlock()
		}
	})
	return c
}

// take returns what was touched since the last time.
func (c *changes) take() map[dbus.ObjectPath]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.touched
	c.touched = map[dbus.ObjectPath]bool{}
	return t
}

func (c *changes) end() { c.w.forget(c.l) }

// subscription is what makes the applications on a bus say when children come and
// go. The mutex of the bus guards it.
type subscription struct {
	first  time.Time     // when it was asked for first
	asking chan struct{} // closed when the question under way ended, nil for none
	made   bool
}

// watchTree makes applications say when children come and go, from the first
// observation on. It waits for that as long as a call may take, once: where the
// registry hangs, readings after that one do not wait, but ask again beside. They
// still have the counts of children to tell that something moved.
func (b *Backend) watchTree(ctx context.Context) {
	c, err := b.onBus(ctx)
	if err != nil {
		return
	}
	asked, until := b.subscribe(c)
	if asked == nil {
		return
	}
	late := time.NewTimer(time.Until(until))
	defer late.Stop()
	select {
	case <-asked:
	case <-late.C:
	case <-ctx.Done():
	}
}

// subscribe asks the registry unless it has agreed or somebody asks already. It
// returns what is closed when the answer has come or failed to come, nil where there
// is nothing to wait for, and until when that is worth waiting for.
func (b *Backend) subscribe(c *bus) (asked <-chan struct{}, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.subscription
	if s.made {
		return nil, time.Time{}
	}
	if s.first.IsZero() {
		s.first = time.Now()
	}
	if s.asking == nil {
		done := make(chan struct{})
		s.asking = done
		go func() {
			err := b.askForChildren(context.WithValue(context.Background(), pinned{}, c))
			c.mu.Lock()
			s.made, s.asking = err == nil, nil
			c.mu.Unlock()
			close(done)
		}()
	}
	return s.asking, s.first.Add(b.options.Call)
}

// askForChildren registers for the changes of children.
func (b *Backend) askForChildren(ctx context.Context) error {
	if _, err := b.call(ctx, ref{busName, busPath}, callAddMatch, "type='signal',interface='org.a11y.atspi.Event.Object',member='ChildrenChanged'"); err != nil {
		return err
	}
	_, err := b.call(ctx, ref{registryName, registryPath}, callRegister, "object:children-changed")
	return err
}
