package floor

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// window is how many calls are in flight at once, as in an observation.
const window = 256

// Result is one replay.
type Result struct {
	Took     time.Duration // from the first byte to the last reply, connecting apart
	Calls    int
	Errors   int // replies that are errors; the application may be another one now
	Received int // bytes
}

// Replay sends what is on the tape and waits for all replies, at most until ctx
// ends. All sockets are used at the same time.
func (t *Tape) Replay(ctx context.Context) (Result, error) {
	t.mu.Lock()
	tracks := t.tracks
	t.mu.Unlock()
	var players []*player
	defer func() {
		for _, p := range players {
			p.conn.Close()
		}
	}()
	for _, tr := range tracks {
		p, err := connect(ctx, tr)
		if err != nil {
			return Result{}, fmt.Errorf("replay on %s: %w", tr.socket.Address, err)
		}
		players = append(players, p)
	}
	ended := make(chan error, len(players))
	began := time.Now()
	for _, p := range players {
		go func() { ended <- p.play() }()
	}
	var r Result
	var failed error
	for range players {
		failed = errors.Join(failed, <-ended)
	}
	r.Took = time.Since(began)
	for _, p := range players {
		r.Calls += len(p.calls)
		r.Errors += p.errors
		r.Received += p.received
	}
	if failed != nil {
		return r, fmt.Errorf("replay: %w", failed)
	}
	return r, nil
}

// player plays one track on one connection.
type player struct {
	conn             net.Conn
	in               *bufio.Reader
	calls            [][]byte // copies, with serial numbers of this connection
	errors, received int
}

// connect opens a connection of its own for a track. It ends with ctx.
func connect(ctx context.Context, tr *track) (*player, error) {
	name, err := socketName(tr.socket.Address)
	if err != nil {
		return nil, err
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", name)
	if err != nil {
		return nil, err
	}
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			conn.Close()
			return nil, err
		}
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	p := &player{conn: conn, in: bufio.NewReaderSize(conn, 64<<10)}
	if err := p.greet(tr.socket.Private); err != nil {
		conn.Close()
		return nil, err
	}
	for i, c := range tr.calls {
		c = bytes.Clone(c)
		number(c, uint32(i+2)) // Hello was the first
		p.calls = append(p.calls, c)
	}
	return p, nil
}

// socketName returns the socket of an address as package net writes it.
func socketName(address string) (string, error) {
	keys, local := strings.CutPrefix(address, "unix:")
	if !local {
		return "", fmt.Errorf("%q is not the address of a local socket", address)
	}
	for _, pair := range strings.Split(keys, ",") {
		key, value, _ := strings.Cut(pair, "=")
		value, err := dbus.UnescapeBusAddressValue(value)
		switch {
		case err != nil:
			return "", err
		case key == "path":
			return value, nil
		case key == "abstract":
			return "@" + value, nil
		}
	}
	return "", fmt.Errorf("%q names no socket", address)
}

// greet authenticates as the user of this process and, on a bus, says hello.
func (p *player) greet(private bool) error {
	user := hex.EncodeToString([]byte(strconv.Itoa(os.Getuid())))
	if _, err := fmt.Fprintf(p.conn, "\x00AUTH EXTERNAL %s\r\n", user); err != nil {
		return err
	}
	line, err := p.in.ReadString('\n')
	if err != nil {
		return err
	}
	if !strings.HasPrefix(line, "OK ") {
		return fmt.Errorf("authentication was answered with %q", strings.TrimSpace(line))
	}
	if _, err := io.WriteString(p.conn, "BEGIN\r\n"); err != nil || private {
		return err
	}
	hello := dbus.Message{Type: dbus.TypeMethodCall, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldDestination: dbus.MakeVariant("org.freedesktop.DBus"),
		dbus.FieldPath:        dbus.MakeVariant(dbus.ObjectPath("/org/freedesktop/DBus")),
		dbus.FieldInterface:   dbus.MakeVariant("org.freedesktop.DBus"),
		dbus.FieldMember:      dbus.MakeVariant("Hello"),
	}}
	var b bytes.Buffer
	if err := hello.EncodeTo(&b, binary.LittleEndian); err != nil {
		return err
	}
	number(b.Bytes(), 1)
	if _, err := p.conn.Write(b.Bytes()); err != nil {
		return err
	}
	return p.await(1)
}

// play keeps the window full until every call was answered.
func (p *player) play() error {
	next, flight := 0, 0
	var batch []byte
	for next < len(p.calls) || flight > 0 {
		batch = batch[:0]
		for ; next < len(p.calls) && flight < window; next++ {
			batch = append(batch, p.calls[next]...)
			flight++
		}
		if len(batch) > 0 {
			if _, err := p.conn.Write(batch); err != nil {
				return err
			}
		}
		// What has arrived together is taken together, as a reading does.
		taken := 1
		if err := p.await(1); err != nil {
			return err
		}
		for p.in.Buffered() >= fixedHeader && taken < flight {
			if err := p.await(1); err != nil {
				return err
			}
			taken++
		}
		flight -= taken
	}
	return nil
}

// await reads until n calls were answered; signals are passed over.
func (p *player) await(n int) error {
	for n > 0 {
		head, err := p.in.Peek(fixedHeader)
		if err != nil {
			return err
		}
		var order binary.ByteOrder = binary.LittleEndian
		if head[0] != littleEndian {
			order = binary.BigEndian
		}
		kind, body, fields := head[atType], order.Uint32(head[atBody:]), order.Uint32(head[atFields:])
		if body > longestBody || fields > longestFields {
			return fmt.Errorf("a message of %d bytes is none of D-Bus", body)
		}
		size := fixedHeader + (int(fields)+7)&^7 + int(body)
		if _, err := p.in.Discard(size); err != nil {
			return err
		}
		switch kind {
		case typeError:
			p.errors++
			fallthrough
		case typeReply:
			p.received += size
			n--
		}
	}
	return nil
}
