package provider

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
)

// conn is one connection, to the bus or to one client.
type conn struct {
	net.Conn
	in *bufio.Reader

	mu      sync.Mutex // of what follows
	out     *bufio.Writer
	serial  uint32
	waiting map[uint32]chan *message // calls of ours
	ended   bool
}

func newConn(c net.Conn) *conn {
	return &conn{Conn: c, in: bufio.NewReaderSize(c, 64<<10), out: bufio.NewWriterSize(c, 64<<10), waiting: map[uint32]chan *message{}}
}

// dial connects to the first local socket of a D-Bus address.
func dial(ctx context.Context, address string) (*conn, error) {
	keys, _ := strings.CutPrefix(address, "unix:")
	for _, pair := range strings.Split(keys, ",") {
		key, value, _ := strings.Cut(pair, "=")
		value, err := url.PathUnescape(value)
		if err != nil {
			return nil, fmt.Errorf("address %q: %w", address, err)
		}
		switch key {
		case "abstract":
			value = "@" + value
		case "path":
		default:
			continue
		}
		var d net.Dialer
		c, err := d.DialContext(ctx, "unix", value)
		if err != nil {
			return nil, err
		}
		return newConn(c), nil
	}
	return nil, fmt.Errorf("address %q is not that of a local socket", address)
}

// join authenticates with a bus, starts to serve calls and says hello; it returns
// our unique name.
func (c *conn) join(ctx context.Context, serve func(*message)) (string, error) {
	uid := hex.EncodeToString([]byte(strconv.Itoa(os.Getuid())))
	if _, err := c.Write([]byte("\x00AUTH EXTERNAL " + uid + "\r\n")); err != nil {
		return "", err
	}
	line, err := c.in.ReadString('\n')
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(line, "OK ") {
		return "", fmt.Errorf("the bus refuses: %q", line)
	}
	if _, err := c.Write([]byte("BEGIN\r\n")); err != nil {
		return "", err
	}
	go c.receive(serve)
	hello, err := c.call(ctx, &message{destination: busName, path: "/org/freedesktop/DBus", iface: busName, member: "Hello"})
	if err != nil {
		return "", err
	}
	name, _ := first(hello.args).(string)
	return name, nil
}

// busName is the name of the bus itself.
const busName = "org.freedesktop.DBus"

// first returns the first of the values, nil where there is none.
func first(values []any) any {
	if len(values) == 0 {
		return nil
	}
	return values[0]
}

// greet is the side of join that a client of ours sees.
func (c *conn) greet() error {
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			return err
		}
		answer := "ERROR\r\n"
		words := strings.Fields(strings.TrimLeft(line, "\x00"))
		switch {
		case len(words) == 0:
		case words[0] == "BEGIN":
			return nil
		case words[0] == "AUTH" && len(words) == 2 && words[1] == "EXTERNAL":
			answer = "DATA\r\n" // it says who it is next
		case words[0] == "AUTH" && len(words) == 3 && words[1] == "EXTERNAL", words[0] == "DATA":
			answer = "OK 0123456789abcdef0123456789abcdef\r\n"
		case words[0] == "AUTH":
			answer = "REJECTED EXTERNAL\r\n"
		}
		if _, err := c.Write([]byte(answer)); err != nil {
			return err
		}
	}
}

// send queues a message; flush sends what is queued.
func (c *conn) send(m *message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue(m)
}

func (c *conn) queue(m *message) {
	c.serial++
	m.serial = c.serial
	c.out.Write(m.encode())
}

// flush sends what is queued. Who does not read makes it wait, as it does a
// toolkit.
func (c *conn) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.Flush()
}

// write sends bytes that may be no message.
func (c *conn) write(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.Write(b)
}

// tear sends half of a message and ends the connection.
func (c *conn) tear(m *message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.serial++
	m.serial = c.serial
	b := m.encode()
	c.out.Write(b[:len(b)/2])
	c.out.Flush()
	c.Conn.Close()
}

// call makes a call of ours and waits for its reply; receive must be running.
func (c *conn) call(ctx context.Context, m *message) (*message, error) {
	m.kind = typeCall
	reply := make(chan *message, 1)
	c.mu.Lock()
	if c.ended {
		c.mu.Unlock()
		return nil, net.ErrClosed
	}
	c.queue(m)
	c.waiting[m.serial] = reply
	c.out.Flush()
	c.mu.Unlock()
	select {
	case r, ok := <-reply:
		switch {
		case !ok:
			return nil, net.ErrClosed
		case r.kind == typeError:
			return nil, fmt.Errorf("%s: %s %v", m.member, r.errorName, r.args)
		}
		return r, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// receive hands every call to serve until the connection ends, and sends what
// serve queued whenever nothing more is waiting to be read.
func (c *conn) receive(serve func(*message)) error {
	defer c.end()
	for {
		if c.in.Buffered() == 0 {
			c.flush()
		}
		m, err := readMessage(c.in)
		if err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
				return nil
			}
			return err
		}
		switch m.kind {
		case typeCall:
			serve(m)
		case typeReply, typeError:
			c.mu.Lock()
			if reply := c.waiting[m.replyTo]; reply != nil {
				delete(c.waiting, m.replyTo)
				reply <- m
			}
			c.mu.Unlock()
		}
	}
}

// end closes the connection and lets go whoever waits for a reply.
func (c *conn) end() {
	c.Conn.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	for serial, reply := range c.waiting {
		delete(c.waiting, serial)
		close(reply)
	}
}
