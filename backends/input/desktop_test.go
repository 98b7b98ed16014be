//go:build linux

package input

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/desktop"
)

// patience is how long a test waits for what must happen. Two slow cores with cold
// caches took half a minute for what takes two seconds here.
const patience = 90 * time.Second

// shared is the desktop of all tests: robotgo keeps one display for the whole
// process, and Xlib ends a process whose display goes away.
var shared *desktop.Desktop

func TestMain(m *testing.M) {
	if os.Getenv(childRole) != "" {
		os.Exit(child(os.Getenv(childRole)))
	}
	d, err := desktop.Start(context.Background(), desktop.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, "tests are skipped:", err)
		os.Exit(0)
	}
	if err := d.Setenv(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared = d
	code := m.Run()
	if err := d.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// line is one line of the target's log.
type line struct {
	Event  string
	Name   string
	Text   string
	Button int
	X, Y   int
	Time   uint32
	State  int
	XID    uint32
}

// target is a running testdata/target.py.
type target struct {
	pid    int
	xid    uint32
	mu     sync.Mutex
	lines  []line
	places map[string]tree.Point
}

func startTarget(t testing.TB, args ...string) *target {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := shared.Command(ctx, "/usr/bin/python3", append([]string{"testdata/target.py"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var problems bytes.Buffer
	cmd.Stderr = &problems
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tg := &target{pid: cmd.Process.Pid, places: map[string]tree.Point{}}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for s := bufio.NewScanner(out); s.Scan(); {
			var l line
			if json.Unmarshal(s.Bytes(), &l) != nil {
				continue
			}
			tg.mu.Lock()
			tg.lines = append(tg.lines, l)
			if l.Event == "place" {
				tg.places[l.Name] = tree.Point{X: l.X, Y: l.Y}
			}
			tg.mu.Unlock()
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-read
		_ = cmd.Wait()
		if t.Failed() && problems.Len() > 0 {
			t.Logf("the target says:\n%s", problems.String())
		}
	})
	tg.xid = tg.await(t, "ready", func(l line) bool { return l.Event == "ready" }).XID
	eventually(t, "the display shows the target", func() bool {
		there, err := At(ctx, tg.place("surface"))
		return err == nil && there.Window == tg.xid && there.PID == tg.pid
	})
	return tg
}

// log returns the lines with one of the events.
func (tg *target) log(events ...string) []line {
	tg.mu.Lock()
	defer tg.mu.Unlock()
	var found []line
	for _, l := range tg.lines {
		for _, e := range events {
			if l.Event == e {
				found = append(found, l)
			}
		}
	}
	return found
}

func (tg *target) place(name string) tree.Point {
	tg.mu.Lock()
	defer tg.mu.Unlock()
	return tg.places[name]
}

// await returns the first line that fits.
func (tg *target) await(t testing.TB, what string, fits func(line) bool) line {
	t.Helper()
	var found line
	eventually(t, "the target logs "+what, func() bool {
		tg.mu.Lock()
		defer tg.mu.Unlock()
		for _, l := range tg.lines {
			if fits(l) {
				found = l
				return true
			}
		}
		return false
	})
	return found
}

// eventually polls until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("waited %v: %s", patience, what)
}
