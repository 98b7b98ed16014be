//go:build linux

package input

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
)

// childRole names the environment variable that makes the test program a helper
// process, and roles are what it does.
const (
	childRole   = "SAMEBUTTON_INPUT_CHILD"
	roleLease   = "lease"   // holds a lease until it is killed
	roleHolding = "holding" // holds the first press until it is killed
	roleTelling = "telling" // tells presses and lets them through
)

// child runs in the helper process and says on standard output how far it is.
func child(role string) int {
	switch role {
	case roleLease:
		if _, err := AcquireLease(context.Background(), ""); err != nil {
			fmt.Println("error", err)
			return 1
		}
		fmt.Println("ready")
		time.Sleep(time.Hour)
	case roleHolding:
		l, err := NewListener(Options{HoldLimit: time.Hour, PressesOnly: true})
		if err == nil {
			err = l.Listen(context.Background(), func() { fmt.Println("ready") }, func(backends.Input) { fmt.Println("held") })
		}
		fmt.Println("error", err)
		return 1
	case roleTelling:
		l, err := NewListener(Options{})
		if err == nil {
			err = l.Listen(context.Background(), func() { fmt.Println("ready") }, func(in backends.Input) {
				in.Release()
				if in.Kind == backends.InputPress {
					fmt.Println("press", in.Window, in.PID, in.Point)
				}
			})
		}
		fmt.Println("error", err)
		return 1
	}
	return 2
}

// helper is a running helper process.
type helper struct {
	cmd   *exec.Cmd
	lines chan string
}

func startHelper(t *testing.T, role string) *helper {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childRole+"="+role)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	h := &helper{cmd, make(chan string, 16)}
	go func() {
		defer close(h.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			h.lines <- s.Text()
		}
	}()
	t.Cleanup(h.kill)
	return h
}

// kill ends the process the hard way.
func (h *helper) kill() {
	_ = h.cmd.Process.Kill()
	for range h.lines {
	}
	_ = h.cmd.Wait()
}

// expect waits for a line of the helper.
func (h *helper) expect(t *testing.T, want string) {
	t.Helper()
	select {
	case got := <-h.lines:
		if !strings.HasPrefix(got, want) {
			t.Fatalf("helper said %q, want %q", got, want)
		}
	case <-time.After(patience):
		t.Fatalf("helper did not say %q", want)
	}
}
