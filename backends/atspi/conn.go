package atspi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// Options of a backend. The zero value is what a person wants.
type Options struct {
	// Call is how long an application may be silent before its calls count as
	// not answered; 0 means 800 ms.
	Call time.Duration
	// Observe is the deadline of an observation whose context has none; 0 means 3 s.
	Observe time.Duration
	// MaxNodes cuts an observation whose scope does not say; 0 means 60,000.
	MaxNodes int
	// Display is the X display, "" for $DISPLAY.
	Display string
	// OnCall, if set, is called before each method call is sent, from any
	// goroutine. It must not block.
	OnCall func(destination, path, iface, member string)
	// OnSend, if set, is called with each message as it goes over a socket, from
	// any goroutine, so that a measurement can send the same again (package floor).
	// The message belongs to the caller; OnSend must not block.
	OnSend func(s Socket, message []byte)
}

// Socket is one end of a connection that a backend has.
type Socket struct {
	Address string // of D-Bus
	// Private is the socket of one application, where no bus listens.
	Private bool
}

// Defaults of [Options].
const (
	defaultCall     = 800 * time.Millisecond
	defaultObserve  = 3 * time.Second
	defaultMaxNodes = 60_000
)

// Backend reads and drives the applications on one accessibility bus.
type Backend struct {
	options Options
	display *display
	watch   *watch
	lore    *lore

	mu         sync.Mutex
	bus        *bus        // nil before the first connection
	connecting *connecting // nil where nobody tries
	closed     bool
}

var (
	_ backends.Backend = (*Backend)(nil)
)

// Open connects to the accessibility bus of the session that the environment
// names. Where there is none the error is [backends.ErrNoBus]. A display that
// cannot be reached is no error: windows are then not matched to X windows.
func Open(ctx context.Context, options Options) (*Backend, error) {
	if options.Call <= 0 {
		options.Call = defaultCall
	}
	if options.Observe <= 0 {
		options.Observe = defaultObserve
	}
	if options.MaxNodes <= 0 {
		options.MaxNodes = defaultMaxNodes
	}
	b := &Backend{options: options, watch: newWatch(), lore: newLore()}
	if _, err := b.connection(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, options.Observe)
	defer cancel()
	b.display = openDisplay(ctx, options.Display)
	return b, nil
}

// Name returns "atspi".
func (b *Backend) Name() string { return "atspi" }

// Close ends the connections; calls under way return with an error.
func (b *Backend) Close() error {
	b.mu.Lock()
	b.closed = true
	open := b.bus
	b.bus = nil
	b.mu.Unlock()
	b.display.close()
	if open == nil {
		return nil
	}
	return open.close()
}

var errClosed = errors.New("backend is closed")

// busAddress asks the session bus where the accessibility bus is, which also
// starts it where it is not running.
func busAddress(ctx context.Context) (string, error) {
	session, err := connectSession(ctx)
	if err != nil {
		return "", err
	}
	defer session.Close()
	var address string
	call := session.Object(a11yName, a11yPath).CallWithContext(ctx, callGetAddress.name(), 0)
	if err := call.Store(&address); err != nil || address == "" {
		err = cmp.Or(err, errors.New("it does not say"))
		return "", fmt.Errorf("ask the session bus for the accessibility bus: %w: %w; install at-spi2-core", inWords(err), backends.ErrNoBus)
	}
	return address, nil
}

// CheckSession returns nil where the session bus that the environment names
// answers, else an error with [backends.ErrNoBus] in it.
func CheckSession(ctx context.Context) error {
	session, err := connectSession(ctx)
	if err != nil {
		return err
	}
	return session.Close()
}

// lateError is a deadline that ran out, in the words of people.
type lateError struct{ error }

func (lateError) Error() string   { return "no answer in time" }
func (e lateError) Unwrap() error { return e.error }

// inWords says of an error that it is a deadline, where it is one.
func inWords(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return lateError{err}
	}
	return err
}

// connectSession connects to the session bus; it never starts one.
func connectSession(ctx context.Context) (*dbus.Conn, error) {
	session, err := xconn.Await(ctx, func() (*dbus.Conn, error) { return dbus.SessionBusPrivateNoAutoStartup() }, closeConn)
	if err == nil {
		if err = greet(ctx, session); err == nil {
			return session, nil
		}
		session.Close()
	}
	return nil, fmt.Errorf("connect to the session bus: %w: %w", inWords(err), backends.ErrNoBus)
}

// greet authenticates and says hello; a bus that does not answer is given up by
// closing the connection under it.
func greet(ctx context.Context, c *dbus.Conn) error {
	_, err := xconn.Await(ctx, func() (struct{}, error) {
		if err := c.Auth(nil); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, c.Hello()
	}, nil)
	return err
}

func closeConn(c *dbus.Conn) { c.Close() }

// send starts one call; the reply comes to done, which must have room for it.
func (b *Backend) send(ctx context.Context, c *dbus.Conn, to ref, m *method, done chan *dbus.Call, args ...any) *dbus.Call {
	if b.options.OnCall != nil {
		b.options.OnCall(to.name, string(to.path), m.iface, m.member)
	}
	flags := dbus.FlagNoAutoStart
	if to.name == registryName {
		flags = 0 // the bus starts it with the first one who asks, which may be us
	}
	return c.Object(to.name, to.path).GoWithContext(ctx, m.name(), flags, done, args...)
}

// call makes one call over the bus and waits for its reply, at most the call
// timeout; for the registry, which may have to be started first, that of an
// observation. Errors are sorted by [sortError].
func (b *Backend) call(ctx context.Context, to ref, m *method, args ...any) ([]any, error) {
	c, err := b.connection(ctx)
	if err != nil {
		return nil, err
	}
	limit := b.options.Call
	if to.name == registryName {
		limit = max(limit, b.options.Observe)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if e := foresightOf(ctx).find(&request{to: to, m: m, args: args}); e != nil {
		body, err := e.wait(ctx)
		if err != nil {
			return nil, fmt.Errorf("call %s: %w", m.member, sortError(err))
		}
		return body, nil
	}
	miss(ctx, &request{to: to, m: m, args: args})
	done := make(chan *dbus.Call, 1)
	b.send(ctx, c, to, m, done, args...)
	reply := <-done
	if reply.Err != nil {
		return nil, fmt.Errorf("call %s: %w", m.member, sortError(reply.Err))
	}
	return reply.Body, nil
}

// get reads one property, with the deadline of [Backend.call].
func (b *Backend) get(ctx context.Context, to ref, iface, property string) (any, error) {
	body, err := b.call(ctx, to, callGet, iface, property)
	if err != nil {
		return nil, err
	}
	return variantAt(body, 0), nil
}

// sortError marks an error of D-Bus with the error of the contract that it
// stands for.
func sortError(err error) error {
	var e dbus.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, backends.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: no reply in time", backends.ErrTimeout)
	case errors.As(err, &e):
		switch e.Name {
		case "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.NoSuchObject", "org.freedesktop.DBus.Error.ServiceUnknown",
			"org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.Disconnected":
			return fmt.Errorf("%w: %w", backends.ErrGone, err)
		case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
			"org.freedesktop.DBus.Error.TimedOut":
			return fmt.Errorf("%w: %w", backends.ErrTimeout, err)
		case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
			"org.freedesktop.DBus.Error.UnknownProperty", "org.freedesktop.DBus.Error.NotSupported":
			return fmt.Errorf("%w: %w", backends.ErrUnsupported, err)
		}
	}
	return err
}
