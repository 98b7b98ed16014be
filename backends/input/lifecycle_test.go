//go:build linux

package input

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// These tests run with and without cgo.

// everything asks for all that this build can hear.
var everything = Options{PressesOnly: !rawAvailable}

func presses(o Options) Options {
	o.PressesOnly = true
	return o
}

// tool runs xdotool.
func tool(t testing.TB, args ...string) {
	t.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		t.Skipf("xdotool: %v %s", err, out)
	}
}

// clickAt clicks with xdotool.
func clickAt(t testing.TB, at tree.Point) {
	t.Helper()
	tool(t, "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "1")
}

func TestListenerPressesOnly(t *testing.T) {
	tg := startTarget(t)
	h := listen(t, presses(Options{}), nil)
	at := tg.place("surface")
	for n := range 20 {
		clickAt(t, at)
		eventually(t, "the click arrives", func() bool { return len(tg.log("release")) == n+1 })
	}
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	got := h.got(backends.InputPress, backends.InputRelease, backends.InputKeyDown, backends.InputKeyUp)
	if len(got) != 20 || len(tg.log("press")) != 20 {
		t.Fatalf("%d reports, %d presses in the application", len(got), len(tg.log("press")))
	}
	held := 0
	for _, in := range got {
		if in.Kind != backends.InputPress || in.Point != at || in.Window != tg.xid || in.PID != tg.pid {
			t.Errorf("%+v", in)
		}
		if in.Held {
			held++
		}
	}
	// On a busy machine a press is often let through before sink is called.
	t.Logf("%d of %d presses were held", held, len(got))
	if held == 0 {
		t.Error("no press was held")
	}
}

func TestListenerSecondIsRefused(t *testing.T) {
	listen(t, everything, nil)
	second, err := NewListener(everything)
	if err != nil {
		t.Fatal(err)
	}
	err = second.Listen(t.Context(), func() { t.Error("ready") }, func(backends.Input) {})
	if !errors.Is(err, ErrGrabbed) {
		t.Errorf("second listener: %v", err)
	}
}

func TestListenerIgnore(t *testing.T) {
	tg := startTarget(t)
	o := everything
	o.HoldLimit = time.Hour // only a release at once lets the press through
	o.Ignore = func(_ uint32, pid int) bool { return pid == tg.pid }
	h := listen(t, o, func(backends.Input) {})
	at := tg.place("surface")
	for n := range 3 {
		// The button stays down: letting go would end the hold as well.
		tool(t, "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "mousedown", "1")
		eventually(t, "the press arrives", func() bool { return len(tg.log("press")) == n+1 })
		tool(t, "mouseup", "1")
		eventually(t, "the release arrives", func() bool { return len(tg.log("release")) == n+1 })
	}
	tool(t, "key", "a")
	eventually(t, "the key arrives", func() bool { return len(tg.log("text")) == 1 })
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	if got := h.got(backends.InputPress, backends.InputRelease, backends.InputKeyDown, backends.InputKeyUp); len(got) != 0 {
		t.Errorf("our own window was reported: %+v", got)
	}
}

// What is held when listening ends reaches its application.
func TestListenerEndReleases(t *testing.T) {
	tg := startTarget(t)
	for n := range 5 {
		o := everything
		o.HoldLimit = time.Hour
		h := listen(t, o, func(backends.Input) {})
		at := tg.place("surface")
		tool(t, "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "mousedown", "1")
		eventually(t, "the press is reported", func() bool { return len(h.got(backends.InputPress)) == 1 })
		if err := h.stop(); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the press arrives", func() bool { return len(tg.log("press")) == n+1 })
		tool(t, "mouseup", "1")
		eventually(t, "the release arrives", func() bool { return len(tg.log("release")) == n+1 })
	}
}

// Listening may end at any moment of a click.
func TestListenerEndDuringClicks(t *testing.T) {
	tg := startTarget(t)
	at := tg.place("surface")
	for n := range 20 {
		h := listen(t, everything, func(backends.Input) {})
		clicked := make(chan struct{})
		go func() {
			defer close(clicked)
			_ = exec.Command("xdotool", "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "1").Run()
		}()
		time.Sleep(time.Duration(n) * time.Millisecond)
		if err := h.stop(); err != nil {
			t.Fatal(err)
		}
		<-clicked
		eventually(t, "the click arrives", func() bool { return len(tg.log("release")) == n+1 && len(tg.log("press")) == n+1 })
	}
}

func TestListenerLeaksNothing(t *testing.T) {
	count := func() (int, int) {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return runtime.NumGoroutine(), len(files)
	}
	listen(t, everything, nil).stop()
	routines, files := count()
	for range 10 {
		if err := listen(t, everything, nil).stop(); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "goroutines and files are given back", func() bool {
		r, f := count()
		return r <= routines && f <= files
	})
}

// A listener that is killed while it holds a press leaves input alive.
func TestListenerKilledWhileHolding(t *testing.T) {
	tg := startTarget(t)
	h := startHelper(t, roleHolding)
	h.expect(t, "ready")
	at := tg.place("surface")
	tool(t, "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "mousedown", "1")
	h.expect(t, "held")
	if err := h.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if n := len(tg.log("press")); n != 0 {
		t.Fatal("the press was not held")
	}
	h.kill()
	tool(t, "mouseup", "1")
	before := len(tg.log("press"))
	for n := range 3 {
		clickAt(t, at)
		eventually(t, "clicks arrive again", func() bool { return len(tg.log("press")) >= before+n+1 })
	}
	t.Logf("%d of 4 presses reached the application", len(tg.log("press")))
}

// Ctrl-Z while a press is held lets it through; later ones are held again after
// the process went on.
func TestListenerSuspended(t *testing.T) {
	tg := startTarget(t)
	h := startHelper(t, roleHolding)
	h.expect(t, "ready")
	at := tg.place("surface")
	tool(t, "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "mousedown", "1")
	h.expect(t, "held")
	if err := h.cmd.Process.Signal(syscall.SIGTSTP); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the press arrives", func() bool { return len(tg.log("press")) == 1 })
	eventually(t, "the process is stopped", func() bool {
		stat, _ := os.ReadFile("/proc/" + strconv.Itoa(h.cmd.Process.Pid) + "/stat")
		return strings.Contains(string(stat), ") T ")
	})
	tool(t, "mouseup", "1")
	eventually(t, "the release arrives", func() bool { return len(tg.log("release")) == 1 })
	clickAt(t, at)
	eventually(t, "a click arrives meanwhile", func() bool { return len(tg.log("release")) == 2 })
	if err := h.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	eventually(t, "presses are held again", func() bool {
		clickAt(t, at)
		select {
		case line := <-h.lines:
			return line == "held"
		case <-time.After(50 * time.Millisecond):
			return false
		}
	})
}

// A display that goes away ends Listen with an error and not the process.
func TestListenerDisplayGone(t *testing.T) {
	server, display := xvfb(t)
	o := everything
	o.Display = display
	l, err := NewListener(o)
	if err != nil {
		t.Fatal(err)
	}
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- l.Listen(t.Context(), func() { close(ready) }, func(backends.Input) {}) }()
	select {
	case <-ready:
	case err := <-done:
		t.Fatal(err)
	}
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(patience):
		t.Error("Listen did not end")
	}
}

// A display that hangs does not keep Listen from ending.
func TestListenerDisplayHangs(t *testing.T) {
	server, display := xvfb(t)
	o := everything
	o.Display = display
	l, err := NewListener(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- l.Listen(ctx, func() { close(ready) }, func(backends.Input) {}) }()
	select {
	case <-ready:
	case err := <-done:
		t.Fatal(err)
	}
	if err := server.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("Listen did not end")
	}
}

func TestListenerNoDisplay(t *testing.T) {
	o := everything
	o.Display = ":59999"
	l, err := NewListener(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Listen(t.Context(), func() { t.Error("ready") }, func(backends.Input) {}); !errors.Is(err, ErrNoDisplay) {
		t.Error(err)
	}
	t.Setenv("DISPLAY", "")
	if _, err := NewListener(everything); !errors.Is(err, ErrNoDisplay) {
		t.Error(err)
	}
}

// xvfb starts a server of its own for tests that harm it.
func xvfb(t *testing.T) (*os.Process, string) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// Without an authority file: its clients are in this process only.
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "320x200x24", "-nolisten", "tcp", "-noreset")
	cmd.ExtraFiles = []*os.File{write}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	number, err := bufio.NewReader(read).ReadString('\n')
	read.Close()
	if err != nil {
		t.Fatal(err)
	}
	return cmd.Process, ":" + strings.TrimSpace(number)
}

// BenchmarkHold measures how long a click takes to its application's log with a
// listener that releases at once, and how long it was held.
func BenchmarkHold(b *testing.B) {
	tg := startTarget(b)
	var held []time.Duration
	done := make(chan struct{}, 1)
	listen(b, everything, func(in backends.Input) {
		if in.Kind != backends.InputPress {
			return
		}
		in.Release()
		held = append(held, time.Since(in.At))
		done <- struct{}{}
	})
	at := tg.place("surface")
	n := 0
	for b.Loop() {
		clickAt(b, at)
		<-done
		n++
		eventually(b, "the click arrives", func() bool { return len(tg.log("release")) == n })
	}
	percentiles(b, held)
}
