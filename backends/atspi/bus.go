package atspi

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// bus is one connection to the accessibility bus with all that holds only as
// long as it does: unique names start again at :1.0 when the bus is restarted,
// so that a name of before means another program after.
type bus struct {
	*link

	mu      sync.Mutex
	sockets map[string]*link // unique name → private socket, nil where there is none
	owners  map[string]owner // a unique name has one owner for good
	closed  bool
	knocks  map[string]*knock // by unique name
	blank   map[ref]bool      // pages that were waited for and stayed empty

	subscription subscription
}

// owner is the process behind a unique name.
type owner struct {
	pid     int
	started uint64
}

// close ends the connection and the private sockets. It does not wait for calls
// under way; they return with an error.
func (c *bus) close() error {
	c.mu.Lock()
	sockets := c.sockets
	c.sockets, c.closed = nil, true
	c.mu.Unlock()
	for _, s := range sockets {
		if s != nil {
			s.Close()
		}
	}
	// The registry forgets what a connection registered when it goes away.
	return c.link.Close()
}

// connecting is an attempt to reach the bus, which all who need it wait for.
type connecting struct {
	done chan struct{} // closed when bus and err are set
	bus  *bus
	err  error
}

// pinned is the key of the bus that the calls of a context are tied to.
type pinned struct{}

// onBus returns the live connection to the accessibility bus and makes a new one
// where the old one broke (the bus was restarted). A context that is tied to a
// bus gets that one or [backends.ErrGone].
func (b *Backend) onBus(ctx context.Context) (*bus, error) {
	if c, tied := ctx.Value(pinned{}).(*bus); tied {
		if !c.Connected() {
			return nil, fmt.Errorf("the accessibility bus was restarted: %w", backends.ErrGone)
		}
		return c, nil
	}
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, errClosed
	}
	if c := b.bus; c != nil && c.Connected() {
		b.mu.Unlock()
		return c, nil
	}
	attempt := b.connecting
	if attempt == nil {
		attempt = &connecting{done: make(chan struct{})}
		b.connecting = attempt
		go b.connect(attempt)
	}
	b.mu.Unlock()
	select {
	case <-attempt.done:
		return attempt.bus, attempt.err
	case <-ctx.Done():
		return nil, fmt.Errorf("connect to the accessibility bus: %w: %w", inWords(ctx.Err()), backends.ErrNoBus)
	}
}

// connection returns the connection of [Backend.onBus].
func (b *Backend) connection(ctx context.Context) (*dbus.Conn, error) {
	c, err := b.onBus(ctx)
	if err != nil {
		return nil, err
	}
	return c.Conn, nil
}

// connect reaches the bus within the deadline of an observation, whoever waits
// for it, and puts it in the place of the one that broke.
func (b *Backend) connect(attempt *connecting) {
	ctx, cancel := context.WithTimeout(context.Background(), b.options.Observe)
	defer cancel()
	found, err := b.reach(ctx)
	b.mu.Lock()
	old := b.bus
	if err == nil {
		b.bus = found
	}
	b.connecting = nil
	if b.closed {
		old, b.bus, found, err = found, nil, nil, errClosed
	} else if err != nil {
		old = nil
	}
	attempt.bus, attempt.err = found, err
	b.mu.Unlock()
	close(attempt.done)
	if old != nil {
		old.close()
	}
}

// reach asks where the accessibility bus is and connects to it.
func (b *Backend) reach(ctx context.Context) (*bus, error) {
	address, err := busAddress(ctx)
	if err != nil {
		return nil, err
	}
	l, err := connectLink(ctx, address, b.options.Call, dbus.WithSignalHandler(b.watch))
	if err != nil {
		return nil, fmt.Errorf("connect to the accessibility bus at %s: %w: %w; restart the session or run at-spi-bus-launcher", address, inWords(err), backends.ErrNoBus)
	}
	l.tell(address, false, b.options.OnSend)
	return &bus{
		link: l, sockets: map[string]*link{}, owners: map[string]owner{}, knocks: map[string]*knock{}, blank: map[ref]bool{},
	}, nil
}

// connectLink connects to a bus and says hello, within the deadline.
func connectLink(ctx context.Context, address string, bound time.Duration, options ...dbus.ConnOption) (*link, error) {
	l, err := xconn.Await(ctx, func() (*link, error) {
		l, err := dialLink(address, bound, options...)
		if errors.Is(err, errAddress) { // the session's own word, so any kind will do
			var c *dbus.Conn
			c, err = dbus.Dial(address, options...)
			l = &link{Conn: c}
		}
		return l, err
	}, closeLink)
	if err != nil {
		return nil, err
	}
	if err := greet(ctx, l.Conn); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// connectBus is connectLink for who needs the connection alone.
func connectBus(ctx context.Context, address string, options ...dbus.ConnOption) (*dbus.Conn, error) {
	l, err := connectLink(ctx, address, defaultCall, options...)
	if err != nil {
		return nil, err
	}
	return l.Conn, nil
}

func closeLink(l *link) { l.Close() }

// own ties ctx to the present bus and makes sure that on it the application is
// the process that it was when it was listed, and that the element belongs to it;
// else the error is [backends.ErrGone]. The process and its start of an
// application that says neither are not compared. An element may belong to a
// process that the application started (web content).
func (b *Backend) own(ctx context.Context, app tree.Application, element ref) (context.Context, error) {
	top, ok := parseHandle(app.Handle)
	if !ok {
		return nil, fmt.Errorf("%q is no handle of this backend: %w", app.Handle, backends.ErrGone)
	}
	c, err := b.onBus(ctx)
	if err != nil {
		return nil, err
	}
	ctx = context.WithValue(ctx, pinned{}, c)
	if app.PID == 0 {
		return ctx, nil
	}
	is, err := b.ownerOf(ctx, c, top.name)
	if err != nil {
		return nil, err
	}
	if is.pid != app.PID || app.Started != 0 && is.started != app.Started {
		return nil, fmt.Errorf("%s is process %d now, not %d: the application or the accessibility bus was restarted; list applications again: %w", top.name, is.pid, app.PID, backends.ErrGone)
	}
	if element.name == top.name {
		return ctx, nil
	}
	is, err = b.ownerOf(ctx, c, element.name)
	if err != nil {
		return nil, err
	}
	if !descends(is.pid, app.PID) {
		return nil, fmt.Errorf("%s is process %d, which is not of the application: observe again: %w", element.name, is.pid, backends.ErrGone)
	}
	return ctx, nil
}

// ownerOf asks the bus, which knows it even where the application is stopped.
func (b *Backend) ownerOf(ctx context.Context, c *bus, name string) (owner, error) {
	c.mu.Lock()
	is, known := c.owners[name]
	c.mu.Unlock()
	if known {
		return is, nil
	}
	body, err := b.call(ctx, ref{busName, busPath}, callGetPID, name)
	if err != nil {
		return owner{}, err
	}
	if is.pid, known = intOf(first(body)); !known {
		return owner{}, fmt.Errorf("ask for the process of %s: the bus answered in an unknown form", name)
	}
	is.started, _ = process(is.pid)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.owners[name] = is
	return is, nil
}

// descends reports whether a process is another one or was started below it.
func descends(pid, from int) bool {
	for range 32 { // no real chain is longer, and parents may change meanwhile
		if pid == from {
			return true
		}
		if pid <= 1 {
			return false
		}
		pid = parentOf(pid)
	}
	return false
}
