package atspi

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
)

// Calls of readings go over the connections of godbus, but past it: it makes a
// goroutine, a context and a write of each call and decodes by reflection, with
// which an observation took 2 to 3 times as long as the application took to answer
// (package floor). Their serial numbers begin where those of godbus never come, so
// that one socket carries both.

const firstSerial = 1 << 31

// waiter is who waits for a reply.
type waiter struct {
	token uint32
	done  chan<- reply
}

// reply is what came of one call, with the token that it was made with.
type reply struct {
	token uint32
	body  []any
	err   error
}

// ask sends calls in as few writes as possible. The reply to requests[i] comes to
// done with the token first+i; done must have room for all. It blocks while the
// other side reads nothing, at most as long as a write may.
func (l *link) ask(requests []request, first uint32, done chan<- reply) {
	if l.wire == nil {
		l.askSlowly(requests, first, done)
		return
	}
	w := l.wire
	var batch []byte
	w.mu.Lock()
	for i := range requests {
		token := first + uint32(i)
		if w.failed != nil {
			done <- reply{token, nil, w.failed}
			continue
		}
		w.serial = max(w.serial+1, firstSerial)
		for _, taken := w.waiting[w.serial]; taken; _, taken = w.waiting[w.serial] {
			w.serial = max(w.serial+1, firstSerial)
		}
		from := len(batch)
		var err error
		if batch, err = encodeCall(batch, w.serial, &requests[i]); err != nil {
			done <- reply{token, nil, err}
			continue
		}
		w.waiting[w.serial] = waiter{token, done}
		if w.sent != nil {
			w.sent(batch[from:])
		}
	}
	w.mu.Unlock()
	if len(batch) > 0 {
		// Where it fails the connection ends, and all that wait hear of it.
		_ = w.write(batch)
	}
}

// askSlowly is ask over a connection that is not a local socket.
func (l *link) askSlowly(requests []request, first uint32, done chan<- reply) {
	for i, r := range requests {
		call := l.Object(r.to.name, r.to.path).Go(r.m.name(), dbus.FlagNoAutoStart, make(chan *dbus.Call, 1), r.args...)
		token := first + uint32(i)
		go func() {
			<-call.Done // it ends with the connection at the latest
			done <- reply{token, call.Body, call.Err}
		}()
	}
}

// forget makes sure that nothing more is waited for in the name of done. A reply
// that is on its way may still come.
func (l *link) forget(done chan<- reply) {
	if l == nil || l.wire == nil {
		return
	}
	l.wire.mu.Lock()
	defer l.wire.mu.Unlock()
	for serial, w := range l.wire.waiting {
		if w.done == done {
			delete(l.wire.waiting, serial)
		}
	}
}

// Write implements [net.Conn]; godbus writes one message at a time.
func (w *wire) Write(p []byte) (int, error) {
	if w.sent != nil {
		w.sent(p)
	}
	if bytes.Equal(p, []byte("BEGIN\r\n")) {
		w.greeted.Store(true)
	}
	if err := w.write(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close implements [net.Conn]: godbus closes where what came in is no message, and
// does not read on.
func (w *wire) Close() error {
	err := w.Conn.Close()
	w.fail(net.ErrClosed, false)
	return err
}

// write writes all of p, or ends the connection. One writes at a time: the bound of
// another write would put off that of one under way.
func (w *wire) write(p []byte) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	err := w.SetWriteDeadline(time.Now().Add(w.bound))
	if err == nil {
		_, err = w.Conn.Write(p)
	}
	if err == nil {
		return nil
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("%w: the other side reads nothing", backends.ErrTimeout)
		w.fail(err, true)
		w.Conn.Close()
		return err
	}
	// The other side ended it. What it answered before that is still to be read, and
	// the end comes behind it; one that only reads no more is waited for as long as a
	// write.
	w.SetReadDeadline(time.Now().Add(w.bound))
	return err
}

// fail answers all that wait with an error, and all that ask later. The first reason
// stays, and with it whether this side gave the connection up.
func (w *wire) fail(err error, givenUp bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed == nil {
		w.failed, w.givenUp = err, givenUp
	}
	for serial, waits := range w.waiting {
		delete(w.waiting, serial)
		waits.done <- reply{waits.token, nil, w.failed}
	}
}

// Read implements [net.Conn] for godbus, which reads byte by byte: it gets the
// messages that are not for readings.
func (w *wire) Read(p []byte) (int, error) {
	if !w.greeted.Load() {
		return w.in.Read(p)
	}
	for len(w.rest) == 0 {
		message, err := w.message()
		if err != nil {
			w.fail(err, false)
			return 0, err
		}
		if !w.deliver(message) {
			w.rest = message
		}
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// message reads one whole message.
func (w *wire) message() ([]byte, error) {
	h, err := w.in.Peek(headLength)
	if err != nil {
		return nil, err
	}
	if h[0] != littleEndian && h[0] != bigEndian || h[3] != protocol {
		return nil, errForm
	}
	order := orderOf(h)
	fields, body := order.Uint32(h[12:]), order.Uint32(h[4:])
	if fields > longestFields || body > longestBody {
		return nil, errForm
	}
	size := headLength + (int(fields)+7)&^7 + int(body)
	if size <= w.in.Size() {
		message := make([]byte, size)
		_, err := io.ReadFull(w.in, message)
		return message, err
	}
	// Memory is taken as the message comes, not as it says that it is long.
	var long bytes.Buffer
	_, err = io.CopyN(&long, w.in, int64(size))
	return long.Bytes(), err
}

func orderOf(message []byte) binary.ByteOrder {
	if message[0] == littleEndian {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

// deliver hands a reply to who waits for it and reports whether the message was
// one to a call of ask.
func (w *wire) deliver(message []byte) bool {
	kind, order := message[1], orderOf(message)
	if kind != messageReply && kind != messageError {
		return false
	}
	h, body, ok := decodeHead(message, order, &w.texts)
	if !ok || h.serial < firstSerial {
		return false
	}
	w.mu.Lock()
	waits, known := w.waiting[h.serial]
	delete(w.waiting, h.serial)
	w.mu.Unlock()
	if !known {
		return true // given up
	}
	values, err := decode(message, h, body, order, &w.texts)
	if err == nil && kind == messageError {
		values, err = nil, failure(h.errorName, values)
	}
	waits.done <- reply{waits.token, values, err}
	return true
}
