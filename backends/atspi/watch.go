package atspi

import (
	"context"
	"sync"

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

// watchTree makes applications say when children come and go, from the first
// observation on. Who comes meanwhile waits for it; what fails is tried again by
// the next one. Where the registry does not answer, a reading still has the
// counts of children to tell that something moved.
func (b *Backend) watchTree(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, b.options.Call)
	defer cancel()
	c, err := b.onBus(ctx)
	if err != nil {
		return
	}
	select {
	case c.subscribing <- struct{}{}:
		defer func() { <-c.subscribing }()
	case <-ctx.Done():
		return
	}
	if c.watched {
		return
	}
	ctx = context.WithValue(ctx, pinned{}, c)
	if _, err := b.call(ctx, ref{busName, busPath}, callAddMatch, "type='signal',interface='org.a11y.atspi.Event.Object',member='ChildrenChanged'"); err != nil {
		return
	}
	_, err = b.call(ctx, ref{registryName, registryPath}, callRegister, "object:children-changed")
	c.watched = err == nil
}
