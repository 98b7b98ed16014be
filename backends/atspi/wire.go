package atspi

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/godbus/dbus/v5"
)

// errAddress says that an address is not one of a local socket.
var errAddress = errors.New("not the address of one local socket")

// wire is a local socket below a D-Bus connection. godbus writes on the goroutine
// that calls and without a deadline, so that a stopped program whose socket is
// full would stop its callers, and whoever closes the connection, for good. A
// write here has a bound, and one that meets it ends the connection: a message
// of which a part was sent cannot be taken back.
//
// The replies to the calls of readings are taken out of what comes in, and godbus
// gets the rest (exchange.go).
type wire struct {
	net.Conn
	in    *bufio.Reader
	bound time.Duration
	// sent is told of each message before it is written; nil tells nobody.
	sent func(message []byte)

	greeted atomic.Bool // what comes in are messages
	rest    []byte      // of a message for godbus; reading goroutine only
	texts   pool        // reading goroutine only

	writing sync.Mutex

	mu      sync.Mutex
	serial  uint32
	waiting map[uint32]waiter // calls that are not answered, by serial number
	failed  error             // why nothing more comes in
	givenUp bool              // with failed: this side ended it, not the other one
}

// link is a D-Bus connection and the socket below it; wire is nil where the
// address is of another kind, and writes then have no bound.
type link struct {
	*dbus.Conn
	wire *wire
}

// dialLink connects to one local socket.
func dialLink(address string, bound time.Duration, options ...dbus.ConnOption) (*link, error) {
	name, err := socketName(address)
	if err != nil {
		return nil, err
	}
	conn, err := net.DialTimeout("unix", name, bound)
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: conn, in: bufio.NewReaderSize(conn, 64<<10), bound: bound, waiting: map[uint32]waiter{}}
	c, err := dbus.NewConn(w, options...)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &link{c, w}, nil
}

// socketName returns the socket that a D-Bus address names, as package net
// writes it: only "unix:path=" and "unix:abstract=" are taken, only one of them,
// and beside it only what does not say where to connect.
func socketName(address string) (string, error) {
	keys, local := strings.CutPrefix(address, "unix:")
	if !local || strings.Contains(address, ";") {
		return "", fmt.Errorf("%q: %w", address, errAddress)
	}
	name := ""
	for _, pair := range strings.Split(keys, ",") {
		key, value, _ := strings.Cut(pair, "=")
		value, err := dbus.UnescapeBusAddressValue(value)
		switch {
		case err != nil || value == "":
			return "", fmt.Errorf("%q: %w", address, errAddress)
		case key == "guid":
		case (key == "path" || key == "abstract") && name == "":
			if name = value; key == "abstract" {
				name = "@" + value
			}
		default:
			return "", fmt.Errorf("%q: %w", address, errAddress)
		}
	}
	if name == "" {
		return "", fmt.Errorf("%q: %w", address, errAddress)
	}
	return name, nil
}

// tell has on called with each message that is written from now on. It belongs
// before the first user of the connection.
func (l *link) tell(address string, private bool, on func(Socket, []byte)) {
	if on != nil && l.wire != nil {
		l.wire.sent = func(message []byte) { on(Socket{address, private}, message) }
	}
}

// Close ends the connection. A write under way returns first: godbus would wait
// for it.
func (l *link) Close() error {
	if l.wire != nil {
		l.wire.fail(net.ErrClosed, true)
		l.wire.Conn.Close()
	}
	err := l.Conn.Close()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// givenUp reports whether this side ended the connection: where the other side did
// before, that stays what is said of it, whoever closes it then.
func (l *link) givenUp() bool {
	if l == nil || l.wire == nil {
		return false
	}
	l.wire.mu.Lock()
	defer l.wire.mu.Unlock()
	return l.wire.givenUp
}

// lives reports whether more may come. It is false as soon as one call failed with
// the connection; godbus notices that a moment later.
func (l *link) lives() bool {
	if l.wire != nil {
		l.wire.mu.Lock()
		defer l.wire.mu.Unlock()
		if l.wire.failed != nil {
			return false
		}
	}
	return l.Connected()
}
