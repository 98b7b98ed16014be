package atspi

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// eventQueue is how many events wait for a slow receiver before some are lost.
const eventQueue = 512

// eventNames are what is asked of the registry; subscriptions are the rules for
// the bus. GTK3 sends only what a client registered for.
var eventNames = []string{
	"object:children-changed", "object:property-change", "object:state-changed", "object:text-changed",
	"object:bounds-changed", "object:selection-changed", "object:visible-data-changed", "window:", "focus:",
}

var eventRules = []string{
	"type='signal',interface='org.a11y.atspi.Event.Object'",
	"type='signal',interface='org.a11y.atspi.Event.Window'",
	"type='signal',interface='org.a11y.atspi.Event.Focus'",
}

// ownerChanged is what the bus signals when a connection ends, or another one
// takes a name.
const ownerChanged = ifaceBus + ".NameOwnerChanged"

// Events implements [backends.Backend]. When the application ends the last event
// is one of kind EventApplication with the detail "gone"; one that has ended, or
// whose process is not the one that was listed, gives [backends.ErrGone]. It has a
// connection of its own, so that a flood of events does not delay the readings. The
// subscription is in force when it returns.
func (b *Backend) Events(ctx context.Context, scope backends.Scope) (<-chan backends.Event, error) {
	s, err := b.listenTo(ctx, scope.Application, nil)
	if err != nil {
		return nil, err
	}
	out := make(chan backends.Event)
	go func() {
		defer close(out)
		s.run(ctx, func(e backends.Event) bool {
			select {
			case out <- e:
				return true
			case <-ctx.Done():
				return false
			case <-s.conn.Context().Done():
				return false
			}
		})
	}()
	return out, nil
}

// stream is one subscription. The connection's reading goroutine appends to
// queue; run takes from it.
type stream struct {
	b     *Backend
	conn  *dbus.Conn
	owner string
	gtk4  bool
	wake  chan struct{}
	// note, if set, is called with every signal before anything else is done with
	// it, on the goroutine that reads the connection: it must not block.
	note func(*dbus.Signal)

	mu      sync.Mutex
	queue   []signal
	lost    bool
	senders map[string]bool // whose events are heard: the application's, of other processes too

	// secret caches which elements hide what they hold or, not proven, may do so;
	// mayHide which ones have to be asked again, hadRegistry that the registry ended;
	// run's own.
	secret      map[ref]disguise
	mayHide     map[ref]bool
	hadRegistry bool
}

type signal struct {
	at time.Time
	*dbus.Signal
}

// listenTo listens to an application on a connection of its own, which the stream
// closes at the end of run.
func (b *Backend) listenTo(ctx context.Context, app tree.Application, note func(*dbus.Signal)) (*stream, error) {
	top, ok := parseHandle(app.Handle)
	if !ok {
		return nil, fmt.Errorf("listen to %q: %q is no handle of this backend: %w", app.Name, app.Handle, backends.ErrGone)
	}
	ctx, cancel := context.WithTimeout(ctx, b.options.Observe)
	defer cancel()
	address, err := busAddress(ctx)
	if err != nil {
		return nil, err
	}
	s := &stream{
		b: b, owner: top.name, gtk4: isGTK4(app), note: note, senders: map[string]bool{top.name: true},
		wake: make(chan struct{}, 1), secret: map[ref]disguise{}, mayHide: map[ref]bool{},
	}
	if s.conn, err = connectBus(ctx, address, dbus.WithSignalHandler(s)); err != nil {
		return nil, fmt.Errorf("connect to the accessibility bus: %w: %w", err, backends.ErrNoBus)
	}
	if err := s.greet(ctx, app); err != nil {
		s.conn.Close()
		return nil, fmt.Errorf("listen to %q: %w", app.Name, err)
	}
	return s, nil
}

// greet registers for all events, on the connection's own calls, and then makes
// sure that the name belongs to the process that was listed: on a bus that was
// restarted it may be another's.
func (s *stream) greet(ctx context.Context, app tree.Application) error {
	done := make(chan *dbus.Call, len(eventNames)+len(eventRules)+3)
	s.match(ctx, s.owner, done)
	s.register(ctx, done)
	for _, name := range []string{s.owner, registryName} {
		s.b.send(ctx, s.conn, ref{busName, busPath}, callAddMatch, done,
			"type='signal',sender='"+busName+"',interface='"+ifaceBus+"',member='NameOwnerChanged',arg0='"+name+"'")
	}
	owner := s.b.send(ctx, s.conn, ref{busName, busPath}, callGetPID, done, s.owner)
	for range cap(done) {
		if call := <-done; call.Err != nil {
			return fmt.Errorf("subscribe: %w", sortError(call.Err))
		}
	}
	pid, _ := intOf(first(owner.Body))
	started, _ := process(pid)
	if app.PID != 0 && (pid != app.PID || app.Started != 0 && started != app.Started) {
		return fmt.Errorf("%s is process %d now, not %d: %w", s.owner, pid, app.PID, backends.ErrGone)
	}
	return nil
}

// match asks the bus for the events of one connection.
func (s *stream) match(ctx context.Context, sender string, done chan *dbus.Call) {
	for _, rule := range eventRules {
		s.b.send(ctx, s.conn, ref{busName, busPath}, callAddMatch, done, rule+",sender='"+sender+"'")
	}
}

// register asks the registry to make the applications send events.
func (s *stream) register(ctx context.Context, done chan *dbus.Call) {
	for _, name := range eventNames {
		s.b.send(ctx, s.conn, ref{registryName, registryPath}, callRegister, done, name)
	}
}

// include hears another process that holds a part of the application's tree (web
// content). It reports whether it is heard from now on.
func (s *stream) include(ctx context.Context, sender string) bool {
	s.mu.Lock()
	known := s.senders[sender]
	s.senders[sender] = true
	s.mu.Unlock()
	if known {
		return false
	}
	done := make(chan *dbus.Call, len(eventRules))
	s.match(ctx, sender, done)
	heard := true
	for range eventRules {
		heard = (<-done).Err == nil && heard
	}
	if !heard { // asked for again with the next image
		s.mu.Lock()
		delete(s.senders, sender)
		s.mu.Unlock()
	}
	return heard
}

// DeliverSignal implements [dbus.SignalHandler]: it queues and never blocks.
func (s *stream) DeliverSignal(_, _ string, sig *dbus.Signal) {
	s.mu.Lock()
	fromOwner := s.senders[sig.Sender] && strings.HasPrefix(sig.Name, "org.a11y.atspi.Event.")
	s.mu.Unlock()
	about := ""
	if sig.Sender == busName && sig.Name == ownerChanged {
		about, _ = first(sig.Body).(string)
	}
	if !fromOwner && about != s.owner && about != registryName {
		return
	}
	if s.note != nil {
		s.note(sig)
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

// run delivers the queue until ctx ends, the connection breaks or deliver returns
// false; then it closes the connection.
func (s *stream) run(ctx context.Context, deliver func(backends.Event) bool) {
	defer s.conn.Close()
	defer s.unsubscribe()
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
		case <-s.conn.Context().Done():
			return
		}
	}
}

// unsubscribe takes the registrations back, without waiting longer than a call.
func (s *stream) unsubscribe() {
	ctx, cancel := context.WithTimeout(context.Background(), s.b.options.Call)
	defer cancel()
	done := make(chan *dbus.Call, len(eventNames))
	for _, name := range eventNames {
		s.b.send(ctx, s.conn, ref{registryName, registryPath}, callDeregister, done, name)
	}
	for range eventNames {
		<-done
	}
}

// event translates a signal (siiv…): minor word, two numbers, a value.
func (s *stream) event(ctx context.Context, sig signal) (backends.Event, bool) {
	if sig.Name == ownerChanged {
		if first(sig.Body) == registryName {
			return s.registryChanged(ctx, sig)
		}
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

// registryChanged registers again with a registry that took the place of one that
// ended, with all that was registered there: what happened between is lost.
func (s *stream) registryChanged(ctx context.Context, sig signal) (backends.Event, bool) {
	before, now := at(sig.Body, 1), at(sig.Body, 2)
	s.hadRegistry = s.hadRegistry || before != ""
	if now == "" || !s.hadRegistry {
		return backends.Event{}, false // it went, or came for the first time
	}
	ctx, cancel := context.WithTimeout(ctx, s.b.options.Observe)
	defer cancel()
	done := make(chan *dbus.Call, len(eventNames))
	s.register(ctx, done)
	for range eventNames {
		<-done
	}
	return backends.Event{Kind: backends.EventLost, At: sig.at}, true
}
