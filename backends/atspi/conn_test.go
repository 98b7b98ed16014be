package atspi

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

func TestOpenWithoutBus(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	if _, err := Open(deadline(t), Options{}); !errors.Is(err, backends.ErrNoBus) {
		t.Errorf("open without a bus: %v", err)
	}
	if err := CheckSession(deadline(t)); !errors.Is(err, backends.ErrNoBus) {
		t.Errorf("session without a bus: %v", err)
	}
}

func TestCheckSession(t *testing.T) {
	needDesktop(t)
	if err := CheckSession(deadline(t)); err != nil {
		t.Error(err)
	}
}

func TestProbe(t *testing.T) {
	b := open(t, Options{})
	report := b.Probe(deadline(t))
	found := map[string]bool{}
	for _, c := range report.Capabilities {
		found[c.Name] = c.OK
		if !c.OK && c.Remedy == "" {
			t.Errorf("%s is missing and nothing says how to get it", c.Name)
		}
	}
	if report.Backend != "atspi" || !found["bus"] || !found["registry"] || !found["windows"] {
		t.Errorf("report is %+v", report)
	}
}

func TestClose(t *testing.T) {
	b := open(t, Options{})
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
	if _, err := b.Applications(deadline(t)); err == nil {
		t.Error("a closed backend lists applications")
	}
}

// A session bus that does not answer costs each caller its own deadline, and
// Close nothing.
func TestConnectingHoldsNobody(t *testing.T) {
	b := open(t, Options{Observe: patience})
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "bus"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // which ends the attempt to connect
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+l.Addr().String())
	b.bus.Close()
	go b.Observe(context.Background(), scopeOf(tree.Application{Handle: ":1.1" + rootPath}, ""))
	await(t, "an attempt to connect", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.connecting != nil
	})
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := b.Observe(ctx, scopeOf(tree.Application{Handle: ":1.1" + rootPath}, "")); !errors.Is(err, backends.ErrNoBus) {
		t.Errorf("observe without a bus: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > late {
		t.Errorf("observing for 100 ms and closing took %v", took)
	}
}
