package atspi

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
)

// eventQueue is how many events wait for a slow receiver before some are lost.
const eventQueue = 512

// eventNames are what is asked of the registry; subscriptions are the rules for
// the bus. GTK3 sends only what a client registered for.
var eventNames = []string{
	"object:children-changed", "object:property-change", "object:state-changed", "object:text-changed",
	"object:bounds-changed", "object:selection-changed", "window:", "focus:",
}

var eventRules = []string{
	"type='signal',interface='org.a11y.atspi.Event.Object'",
	"type='signal',interface='org.a11y.atspi.Event.Window'",
	"type='signal',interface='org.a11y.atspi.Event.Focus'",
}

// ownerChanged is what the bus signals when a connection ends.
const ownerChanged = ifaceBus + ".NameOwnerChanged"

// Events implements [backends.Backend]. When the application ends the last event
// is one of kind EventApplication with the detail "gone". It has a connection of its own, so that
// a flood of events does not delay the readings. The subscription is in force
// when it returns.
func (b *Backend) Events(ctx context.Context, scope backends.Scope) (<-chan backends.Event, error) {
	top, ok := parseHandle(scope.Application.Handle)
	if !ok {
		return nil, fmt.Errorf("listen to %q: %q is no handle of this backend: %w", scope.Application.Name, scope.Application.Handle, backends.ErrGone)
	}
	greeting, cancel := context.WithTimeout(ctx, b.options.Observe)
	defer cancel()
	address, err := busAddress(greeting)
	if err != nil {
		return nil, err
	}
	s := &stream{
		b: b, owner: top.name, gtk4: isGTK4(scope.Application),
		wake: make(chan struct{}, 1), secret: map[dbus.ObjectPath]bool{}, mayHide: map[dbus.ObjectPath]bool{},
	}
	c, err := connectBus(greeting, address, dbus.WithSignalHandler(s))
	if err != nil {
		return nil, fmt.Errorf("connect to the accessibility bus: %w: %w", err, backends.ErrNoBus)
	}
	if err := s.subscribe(greeting, c); err != nil {
		c.Close()
		return nil, fmt.Errorf("listen to %q: %w", scope.Application.Name, err)
	}
	out := make(chan backends.Event)
	go s.run(ctx, c, out)
	return out, nil
}

// stream is one subscription. The connection's reading goroutine appends to
// queue; run takes from it.
type stream struct {
	b     *Backend
	owner string
	gtk4  bool
	wake  chan struct{}

	mu    sync.Mutex
	queue []signal
	lost  bool

	// secret caches which elements hide what they hold, mayHide which ones have to
	// be asked again as long as they do not; run's own.
	secret, mayHide map[dbus.ObjectPath]bool
}

type signal struct {
	at time.Time
	*dbus.Signal
}

// subscribe registers for all events, on the connection's own calls.
func (s *stream) subscribe(ctx context.Context, c *dbus.Conn) error {
	done := make(chan *dbus.Call, len(eventNames)+len(eventRules)+1)
	for _, rule := range eventRules {
		s.b.send(ctx, c, ref{busName, busPath}, callAddMatch, done, rule+",sender='"+s.owner+"'")
	}
	for _, name := range eventNames {
		s.b.send(ctx, c, ref{registryName, registryPath}, callRegister, done, name)
	}
	s.b.send(ctx, c, ref{busName, busPath}, callAddMatch, done,
		"type='signal',sender='"+busName+"',interface='"+ifaceBus+"',member='NameOwnerChanged',arg0='"+s.owner+"'")
	for range cap(done) {
		if call := <-done; call.Err != nil {
			return fmt.Errorf("subscribe: %w", sortError(call.Err))
		}
	}
	return nil
}

// DeliverSignal implements [dbus.SignalHandler]: it queues and never blocks.
func (s *stream) DeliverSignal(_, _ string, sig *dbus.Signal) {
	fromOwner := sig.Sender == s.owner && strings.HasPrefix(sig.Name, "org.a11y.atspi.Event.")
	aboutOwner := sig.Sender == busName && sig.Name == ownerChanged && first(sig.Body) == s.owner
	if !fromOwner && !aboutOwner {
		return
	}
	s.mu.Lock()
	if len(s.queue) >= eventQueue {
		s.queue, s.lost = s.queue[:0], true
	}
	s.queue = append(s.queue, signal{time.Now(), sig})
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// run delivers the queue until ctx ends or the connection breaks.
func (s *stream) run(ctx context.Context, c *dbus.Conn, out chan<- backends.Event) {
	defer close(out)
	defer c.Close()
	defer s.unsubscribe(c)
	deliver := func(e backends.Event) bool {
		select {
		case out <- e:
			return true
		case <-ctx.Done():
			return false
		case <-c.Context().Done():
			return false
		}
	}
	for {
		s.mu.Lock()
		batch, lost := s.queue, s.lost
		s.queue, s.lost = nil, false
		s.mu.Unlock()
		if lost && !deliver(backends.Event{Kind: backends.EventLost, At: time.Now()}) {
			return
		}
		for _, sig := range batch {
			if e, ok := s.event(ctx, sig); ok && !deliver(e) {
				return
			}
		}
		if len(batch) > 0 {
			continue
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return
		case <-c.Context().Done():
			return
		}
	}
}

// unsubscribe takes the registrations back, without waiting longer than a call.
func (s *stream) unsubscribe(c *dbus.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), s.b.options.Call)
	defer cancel()
	done := make(chan *dbus.Call, len(eventNames))
	for _, name := range eventNames {
		s.b.send(ctx, c, ref{registryName, registryPath}, callDeregister, done, name)
	}
	for range eventNames {
		<-done
	}
}

// event translates a signal (siiv…): minor word, two numbers, a value.
func (s *stream) event(ctx context.Context, sig signal) (backends.Event, bool) {
	if sig.Name == ownerChanged {
		gone := backends.Event{Kind: backends.EventApplication, At: sig.at, Detail: "gone"}
		return gone, at(sig.Body, 2) == ""
	}
	minor, _ := stringOf(at(sig.Body, 0))
	detail1, _ := intOf(at(sig.Body, 1))
	detail2, _ := intOf(at(sig.Body, 2))
	value := variantAt(sig.Body, 3)
	from := ref{sig.Sender, sig.Path}
	e := backends.Event{At: sig.at, Source: from.handle(), Detail: minor}
	class, member, _ := strings.Cut(strings.TrimPrefix(sig.Name, "org.a11y.atspi.Event."), ".")
	switch class {
	case "Window":
		e.Kind, e.Detail = backends.EventWindow, strings.ToLower(member)
		e.Text, _ = stringOf(value)
		return e, true
	case "Focus":
		e.Kind = backends.EventFocus
		return e, true
	}
	switch member {
	case "ChildrenChanged":
		e.Kind, e.Position = backends.EventChildren, detail1
		if child, ok := refOf(value); ok {
			s.forget(child)
		}
	case "PropertyChange":
		e.Kind = backends.EventProperty
		s.forget(from) // it may be the role
		if text, ok := stringOf(value); ok && s.readable(ctx, from) {
			e.Text = text
		}
	case "StateChanged":
		e.Kind, e.On = backends.EventState, detail1 != 0
		if minor == "focused" && e.On {
			e.Kind = backends.EventFocus
		}
	case "TextChanged":
		e.Kind, e.Position, e.Length = backends.EventText, detail1, detail2
		e.Detail, _, _ = strings.Cut(minor, "/")
		if text, ok := stringOf(value); ok && s.readable(ctx, from) {
			e.Text = text
		}
	case "BoundsChanged":
		e.Kind = backends.EventBounds
	case "SelectionChanged":
		e.Kind = backends.EventSelection
	default:
		return e, false
	}
	return e, true
}
