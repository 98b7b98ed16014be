package atspi

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// stranger is another program on the accessibility bus: it connects until it has
// the unique name that it is told, and then says each call that reaches it.
const stranger = `
import sys
from gi.repository import Gio, GLib
address, name = sys.argv[1:]
flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
kept = []
while not kept or kept[-1].get_unique_name() != name:
    if len(kept) > 100:
        sys.exit("no connection was named " + name)
    kept.append(Gio.DBusConnection.new_for_address_sync(address, flags, None, None))
def seen(connection, message, incoming):
    if incoming and message.get_message_type() == Gio.DBusMessageType.METHOD_CALL:
        print(message.get_member(), flush=True)
    return message
kept[-1].add_filter(seen)
print("ready", flush=True)
GLib.MainLoop().run()
`

// restartBus kills the daemon of the accessibility bus, starts another one and
// returns its address.
func restartBus(t *testing.T, b *Backend, launcher string) string {
	t.Helper()
	body, err := b.call(deadline(t), ref{busName, busPath}, callGetPID, busName)
	if err != nil {
		t.Fatal(err)
	}
	daemon, _ := intOf(first(body))
	if err := syscall.Kill(daemon, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	await(t, "the end of the bus", func() bool { return !b.bus.Connected() })
	l := exec.Command(launcher, "--launch-immediately")
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { endLauncher(l) })
	address := ""
	await(t, "the next bus", func() bool {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if address, err = busAddress(ctx); err != nil {
			return false
		}
		c, err := dbus.Connect(address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return address
}

// After a restart of the accessibility bus another program has the unique name of
// before: what was meant for the first reaches nobody.
func TestRestartedBusGivesNamesToOthers(t *testing.T) {
	launcher := freshSession(t, false)
	b := open(t, Options{})
	var p hosted
	for range 8 { // a name that what starts with the bus does not get
		p = host(t, with(leaves, clickable("a"))...)
	}
	app := p.application()
	app.Started, _ = process(app.PID)
	save := p.ref("a").handle()
	if err := b.Act(deadline(t), app, save, backends.Action{Verb: tree.VerbPress}); err != nil {
		t.Fatal(err)
	}

	address := restartBus(t, b, launcher)
	log := filepath.Join(t.TempDir(), "log")
	out, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	other := exec.Command("/usr/bin/python3", "-c", stranger, address, p.Name())
	other.Stdout, other.Stderr = out, out
	if err := other.Start(); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		_ = other.Process.Kill()
		_ = other.Wait()
	})
	said := func() string {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	await(t, "the other program to have the name", func() bool {
		if strings.Contains(said(), "Error") {
			t.Fatal(said())
		}
		return said() == "ready\n"
	})

	err = b.Act(deadline(t), app, save, backends.Action{Verb: tree.VerbPress})
	if !errors.Is(err, backends.ErrGone) || backends.DeliveryOf(err) != backends.NotDelivered {
		t.Errorf("act on the application of before: %v", err)
	}
	if _, err := b.Observe(deadline(t), scopeOf(app, "")); !errors.Is(err, backends.ErrGone) {
		t.Errorf("observe the application of before: %v", err)
	}
	if _, err := b.ReadNode(deadline(t), app, save); !errors.Is(err, backends.ErrGone) {
		t.Errorf("read an element of before: %v", err)
	}
	if _, err := b.HitTest(deadline(t), app, tree.Point{}); !errors.Is(err, backends.ErrGone) {
		t.Errorf("hit test in the application of before: %v", err)
	}
	if said() != "ready\n" {
		t.Errorf("the other program was asked:\n%s", said())
	}

	// The process lives on under another name; the element of before is not its.
	// A program that it started may be one that holds a part of its tree.
	now := host(t, leaves...).application()
	if _, err := b.own(deadline(t), now, p.ref("a")); err != nil {
		t.Errorf("an element of a child process: %v", err)
	}
	now.PID, now.Started = other.Process.Pid, 0
	now.Handle = ref{p.Name(), rootPath}.handle()
	if _, err := b.own(deadline(t), now, host(t).ref("root")); !errors.Is(err, backends.ErrGone) {
		t.Errorf("an element of the parent process: %v", err)
	}
}

// A call that is tied to a bus never goes to the next one.
func TestTiedCallStaysOnItsBus(t *testing.T) {
	b := open(t, Options{})
	p := host(t, leaves...)
	ctx, err := b.own(deadline(t), p.application(), p.ref("a"))
	if err != nil {
		t.Fatal(err)
	}
	b.bus.Close()
	if _, err := b.call(deadline(t), p.ref("a"), callGetRole); err != nil {
		t.Errorf("call over the next connection: %v", err)
	}
	if _, err := b.call(ctx, p.ref("a"), callGetRole); !errors.Is(err, backends.ErrGone) {
		t.Errorf("call over a connection that ended: %v", err)
	}
}
