package atspi

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// A stopped application costs the deadline, and is right again when it goes on.
func TestMirrorOfStoppedApplication(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			app := startOrders(t, toolkit)
			x := mirrorOf(t, app.PID())
			process, err := os.FindProcess(app.PID())
			if err != nil {
				t.Fatal(err)
			}
			if err := process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			defer process.Signal(syscall.SIGCONT)
			n := find(t, x.image.Snapshot, tree.RoleCheckbox, "Express delivery")
			at, _ := parseHandle(n.Handle)
			x.m.mu.Lock()
			x.m.marks.add(at, markSelf) // as if it had said something just before
			x.m.mu.Unlock()
			const limit = 500 * time.Millisecond
			for range 2 { // of what is marked, then of everything
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				began := time.Now()
				image, err := x.m.Refresh(ctx)
				cancel()
				if took := time.Since(began); took > limit+200*time.Millisecond {
					t.Errorf("took %v with a deadline of %v", took, limit)
				}
				if !errors.Is(err, backends.ErrTimeout) {
					t.Errorf("refresh of a stopped application: %v, complete %v", err, image.Snapshot != nil && image.Snapshot.Complete())
				}
			}
			if err := process.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			if err := app.Control(deadline(t), "disable express"); err != nil {
				t.Fatal(err)
			}
			x.refresh()
			x.current("after it went on")
			if n := find(t, x.image.Snapshot, tree.RoleCheckbox, "Express delivery"); n.States.Has(tree.Sensitive) {
				t.Error("what changed is not in the mirror")
			}
		})
	}
}

// A mirror of a program that ended is never one of the program that was started
// after it, whatever that is called.
func TestMirrorOfRestartedApplication(t *testing.T) {
	var ended atomic.Bool
	b := open(t, Options{})
	cmd := start(t, "gtk3-widget-factory")
	app := application(t, b, cmd.Process.Pid)
	m := b.Mirror(app, func(e backends.Event) {
		if e.Kind == backends.EventApplication {
			ended.Store(true)
		}
	})
	defer m.Close()
	if _, err := m.Refresh(deadline(t)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil { // a crash: it says nothing any more
		t.Fatal(err)
	}
	await(t, "the end to be told", ended.Load)
	application(t, b, start(t, "gtk3-widget-factory").Process.Pid)
	for range 3 {
		if image, err := m.Refresh(deadline(t)); !errors.Is(err, backends.ErrGone) {
			t.Fatalf("refresh after the end: %v, %d elements", err, len(image.Snapshot.Nodes))
		}
	}
	if image, err := m.Reconcile(deadline(t)); !errors.Is(err, backends.ErrGone) {
		t.Errorf("reconcile after the end: %v, %d elements", err, len(image.Snapshot.Nodes))
	}
	// The same process number and another start are another process.
	other := app
	other.Started++
	wrong := b.Mirror(other, nil)
	defer wrong.Close()
	if _, err := wrong.Refresh(deadline(t)); !errors.Is(err, backends.ErrGone) {
		t.Errorf("mirror of another process: %v", err)
	}
}

// What happens while nothing is heard is found when the application is heard again.
func TestMirrorThatLostEvents(t *testing.T) {
	app := startOrders(t, orders.GTK3)
	x := mirrorOf(t, app.PID())
	x.m.mu.Lock()
	s := x.m.stream
	x.m.mu.Unlock()
	s.conn.Close()
	if err := app.Control(deadline(t), "rename save=Store"); err != nil {
		t.Fatal(err)
	}
	await(t, "another stream", func() bool {
		x.m.mu.Lock()
		defer x.m.mu.Unlock()
		return x.m.stream != nil && x.m.stream != s
	})
	x.current("renamed while nothing was heard")
	find(t, x.image.Snapshot, tree.RoleButton, "Store")
	if err := app.Control(deadline(t), "rename save=Keep"); err != nil {
		t.Fatal(err)
	}
	x.current("renamed when it was heard again")
}

// Thousands of events a second fall together: the work is bounded, and nothing that
// they tell is lost.
func TestMirrorOfFlood(t *testing.T) {
	const events = 20_000
	var sent atomic.Int64
	b := open(t, Options{OnCall: func(string, string, string, string) { sent.Add(1) }})
	p := newProvider(t, things(map[string][]string{"root": {"a"}, "a": {"b", "c"}, "b": nil, "c": nil}))
	m := b.Mirror(p.application(), nil)
	defer m.Close()
	if _, err := m.Refresh(deadline(t)); err != nil {
		t.Fatal(err)
	}
	sent.Store(0)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range events {
			member, minor := "StateChanged", "checked"
			if i%2 == 0 {
				member, minor = "BoundsChanged", ""
			}
			p.conn.Emit(p.ref("b").path, "org.a11y.atspi.Event.Object."+member, minor, int32(i%2), int32(0), dbus.MakeVariant(""), map[string]dbus.Variant{})
		}
		p.mu.Lock()
		p.nodes["c"].name = "the last word"
		p.mu.Unlock()
		p.conn.Emit(p.ref("c").path, "org.a11y.atspi.Event.Object.PropertyChange", "accessible-name", int32(0), int32(0), dbus.MakeVariant(""), map[string]dbus.Variant{})
	}()
	refreshes, name := 0, ""
	for end := time.Now().Add(patience); name != "the last word"; {
		select {
		case <-m.Due():
		case <-time.After(time.Until(end)):
			t.Fatalf("the last event was lost; after %d refreshes c is %q", refreshes, name)
		}
		began := time.Now()
		image, err := m.Refresh(deadline(t))
		if err != nil {
			t.Fatal(err)
		}
		refreshes++
		name = image.Snapshot.Nodes[3].Name.Value
		time.Sleep(max(20*time.Millisecond, time.Since(began))) // as the window does
	}
	<-done
	t.Logf("%d events: %d refreshes, %d calls", events, refreshes, sent.Load())
	if int(sent.Load()) > events/10 {
		t.Errorf("%d events made %d calls in %d refreshes", events, sent.Load(), refreshes)
	}
}
