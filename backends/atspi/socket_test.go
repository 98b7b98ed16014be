package atspi

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
)

func TestSocketName(t *testing.T) {
	for address, want := range map[string]string{
		"unix:path=/run/a%20b":                    "/run/a b",
		"unix:abstract=/tmp/x,guid=00ff":          "@/tmp/x",
		"unix:guid=00ff,path=/run/a":              "/run/a",
		"":                                        "",
		"unix:guid=00ff":                          "",
		"unix:path=":                              "",
		"unix:path=/a,abstract=b":                 "",
		"unix:path=/a;unix:path=/b":               "",
		"unix:path=/a%zz":                         "",
		"unix:tmpdir=/tmp":                        "",
		"tcp:host=192.0.2.1,port=80":              "",
		"nonce-tcp:host=192.0.2.1,port=1":         "",
		"unixexec:path=/bin/sh":                   "",
		"autolaunch:":                             "",
		"tcp:host=192.0.2.1,port=80;unix:path=/a": "",
	} {
		got, err := socketName(address)
		if got != want || (want == "") != errors.Is(err, errAddress) {
			t.Errorf("socket of %q is %q, %v; want %q", address, got, err, want)
		}
	}
}

// An application cannot make the backend connect to where it wants.
func TestSocketOfNetworkIsRefused(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	b := open(t, Options{})
	address := fmt.Sprintf("tcp:host=127.0.0.1,port=%d", l.Addr().(*net.TCPAddr).Port)
	s := host(t, with(leaves, socketAt(address))...).observe(t, b, 0)
	if keys(s) != "root a b" || !s.Complete() {
		t.Errorf("over the bus %q was read, complete %v", keys(s), s.Complete())
	}
	// Whatever was dialled is in the queue of the listener by now.
	l.(*net.TCPListener).SetDeadline(time.Now().Add(50 * time.Millisecond))
	if c, err := l.Accept(); err == nil {
		c.Close()
		t.Error("the backend connected over TCP where the application said")
	}
}

// socketAt makes an application name an address for its private socket.
func socketAt(address string) provider.Command {
	return provider.Command{Do: "application", Application: &provider.Application{Socket: address}}
}

// deafSocket is a private socket behind which nobody reads after the greeting.
func deafSocket(t *testing.T) (address string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			in := bufio.NewReader(c)
			for line := ""; err == nil && line != "BEGIN\r\n"; line, err = in.ReadString('\n') {
				switch {
				case line == "\x00AUTH\r\n":
					fmt.Fprint(c, "REJECTED EXTERNAL\r\n")
				case len(line) > 4 && line[:4] == "AUTH":
					fmt.Fprint(c, "OK 00ff\r\n")
				}
			}
		}
	}()
	return "unix:path=" + path
}

// A full socket costs an observation its deadline and nothing more, and Close
// does not wait for who writes to it.
func TestFullSocketObeysDeadlines(t *testing.T) {
	b := open(t, Options{Call: patience}) // nothing but the contexts ends a call
	app := host(t, with(leaves, socketAt(deafSocket(t)))...).application()
	const limit, slack = 20 * time.Millisecond, late
	var slowest time.Duration
	for range 250 {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		began := time.Now()
		_, err := b.Observe(ctx, scopeOf(app, ""))
		cancel()
		slowest = max(slowest, time.Since(began))
		if err == nil {
			t.Fatal("an application that reads nothing was observed")
		}
	}
	if slowest > limit+slack {
		t.Errorf("an observation took %v with a deadline of %v", slowest, limit)
	}
	closed := make(chan error, 1)
	go func() { closed <- b.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(endless):
		t.Error("close waits for a write")
	}
}

// The private socket of an application that is stopped is given up; it is used
// again when the application runs on.
func TestStoppedApplicationLosesItsSocket(t *testing.T) {
	app := startOrders(t, orders.GTK3)
	b := open(t, Options{Call: 500 * time.Millisecond})
	a := application(t, b, app.PID())
	top, _ := parseHandle(a.Handle)
	has := func() bool {
		c, err := b.onBus(deadline(t))
		if err != nil {
			t.Fatal(err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.sockets[top.name] != nil
	}
	if !has() {
		t.Skip("the toolkit offers no private socket")
	}
	if err := app.Stop(); err != nil {
		t.Fatal(err)
	}
	defer app.Cont()
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
		_, err := b.Observe(ctx, scopeOf(a, ""))
		cancel()
		if !errors.Is(err, backends.ErrTimeout) {
			t.Errorf("observe a stopped application: %v", err)
		}
	}
	if has() {
		t.Error("the socket of a stopped application is kept")
	}
	if err := app.Cont(); err != nil {
		t.Fatal(err)
	}
	await(t, "the application over its socket", func() bool {
		s, err := b.Observe(deadline(t), scopeOf(a, ""))
		return err == nil && s.Complete() && has()
	})
}

// A write to a full socket ends with its bound, and the connection with it.
func TestWriteHasABound(t *testing.T) {
	const bound = 100 * time.Millisecond
	l, err := dialLink(deafSocket(t), bound)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Auth(nil); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	go func() {
		for {
			if _, err := l.wire.Write(make([]byte, 4096)); err != nil {
				failed <- err
				return
			}
		}
	}()
	select {
	case err := <-failed:
		if !errors.Is(err, backends.ErrTimeout) {
			t.Errorf("write to a full socket: %v", err)
		}
	case <-time.After(patience):
		t.Fatal("a write to a full socket does not end")
	}
	await(t, "the end of the connection", func() bool { return !l.Connected() })
}

// An application that ended is not taken for one that reads nothing, and what it
// answered before is kept: a write can fail before the end has been read.
func TestWriteAfterTheEnd(t *testing.T) {
	here, there := socketPair(t)
	w := &wire{Conn: here, in: bufio.NewReader(here), bound: patience, waiting: map[uint32]waiter{}, serial: firstSerial + 2}
	w.greeted.Store(true)
	l, done := &link{wire: w}, make(chan reply, 2)
	question := []request{{to: ref{":1.7", "/a"}, m: callGetRole}}
	l.ask(question, 1, done)
	// It answers the first question, whose serial number is that of [encode], and ends.
	if _, err := there.Write(encode(t, dbus.TypeMethodReply, []any{uint32(25)}, binary.LittleEndian)); err != nil {
		t.Fatal(err)
	}
	there.Close()
	l.ask(question, 2, done)
	if _, err := w.Read(make([]byte, 1)); err == nil {
		t.Fatal("the connection did not end")
	}
	if r := <-done; r.token != 1 || r.err != nil || first(r.body) != uint32(25) {
		t.Errorf("what was answered before the end came as %+v", r)
	}
	if r := <-done; r.token != 2 || r.err == nil || errors.Is(r.err, backends.ErrTimeout) {
		t.Errorf("what was asked after the end came as %+v", r)
	}
	if w.fail(net.ErrClosed, true); l.givenUp() {
		t.Error("the connection counts as given up by this side")
	}
}

// socketPair returns the two ends of a local socket.
func socketPair(t *testing.T) (here, there net.Conn) {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if here, err = net.Dial("unix", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { here.Close() })
	if there, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { there.Close() })
	return here, there
}
