package orders

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestHangs(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--slow", "save=1")
		d.click(button, "Save", 0)
		if busy := d.wait("saved", "save").Time - d.wait("clicked", "save").Time; busy < 1 {
			t.Errorf("handler took %.3f s", busy)
		}
		if err := d.Stop(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(d.ctx, 200*time.Millisecond)
		defer cancel()
		if err := d.Control(ctx, "state"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("frozen application answered: %v", err)
		}
		if err := d.Cont(); err != nil {
			t.Fatal(err)
		}
		d.control("state")
		if err := d.Stop(); err != nil { // Close must cope with a frozen one
			t.Fatal(err)
		}
	})
}

func TestQuitAndEnd(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.control("quit")
		d.wait("quit", "window")
		select {
		case <-d.ended:
		case <-time.After(patience):
			t.Fatal("it runs on")
		}
		if !d.cmd.ProcessState.Success() {
			t.Errorf("ended with %v", d.cmd.ProcessState)
		}
		_, err := d.WaitFor(d.ctx, func(e Entry) bool { return e.Event == "never" })
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waiting for an ended application: %v", err)
		}
		said, err := os.ReadFile(d.output())
		if err != nil || len(said) > 0 {
			t.Errorf("it complained: %s %v", said, err)
		}
	})
}

func TestMissingModulesNameTheirPackages(t *testing.T) {
	for _, toolkit := range Toolkits() {
		_, err := Start(t.Context(), bare{}, toolkit)
		var missing *MissingError
		if !errors.As(err, &missing) {
			t.Fatalf("%s: got %v", toolkit, err)
		}
		for _, name := range packages[toolkit] {
			if !strings.Contains(err.Error(), name) {
				t.Errorf("%q not in %v", name, err)
			}
		}
	}
}

// bare launches Python without any installed modules.
type bare struct{}

func (bare) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	return shared.Command(ctx, name, append([]string{"-S"}, args...)...)
}

func TestUnknownToolkit(t *testing.T) {
	if _, err := Start(t.Context(), Environment(nil), "motif"); err == nil || !strings.Contains(err.Error(), "gtk3") {
		t.Errorf("got %v", err)
	}
}
