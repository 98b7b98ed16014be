//go:build linux && cgo

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/samebutton/samebutton/samples/orders"
)

// watching is a 'samebutton watch' that runs.
type watching struct {
	*cli
	cmd *exec.Cmd
	end chan struct{} // closed when it has said all

	mu    sync.Mutex
	lines []watchLine
	raw   []string
}

// watchLine is one line of 'samebutton watch'.
type watchLine struct {
	Schema string
	OK     bool
	Data   struct {
		Kind, Detail string
		On           *bool
		Text         *string
		Property, To *string
		Element      *struct {
			Ref, Role, Name string
			Locator         *string
		}
	}
	Error struct{ Code, Message string }
}

// watch starts to watch Orders and returns when it listens.
func (c *cli) watch(args ...string) *watching {
	c.t.Helper()
	w := &watching{cli: c, end: make(chan struct{})}
	w.cmd = c.command(append([]string{"watch", "--app", fmt.Sprint(c.orders.PID())}, args...)...)
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	errs, err := w.cmd.StderrPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	said := bufio.NewScanner(errs)
	if !said.Scan() || !strings.HasPrefix(said.Text(), "watching ") {
		c.t.Fatalf("watch said %q", said.Text())
	}
	var both sync.WaitGroup
	both.Go(func() {
		for said.Scan() {
			c.t.Logf("watch says: %s", said.Text())
		}
	})
	both.Go(func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			var line watchLine
			if err := json.Unmarshal(s.Bytes(), &line); err != nil || line.Schema != "samebutton/v1" {
				c.t.Errorf("%v in %s", err, s.Text())
			}
			w.mu.Lock()
			w.lines, w.raw = append(w.lines, line), append(w.raw, s.Text())
			w.mu.Unlock()
		}
	})
	go func() { both.Wait(); close(w.end) }()
	return w
}

// see waits for a line.
func (w *watching) see(what string, fits func(watchLine) bool) {
	w.t.Helper()
	defer func() {
		if w.t.Failed() {
			w.t.Logf("watch told\n%s", w.text())
		}
	}()
	w.until("watch tells of "+what, func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, line := range w.lines {
			if fits(line) {
				return true
			}
		}
		return false
	})
}

func (w *watching) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.raw, "\n")
}

// wait waits for the end of the watch and returns its exit code.
func (w *watching) wait() int {
	w.t.Helper()
	select {
	case <-w.end:
	case <-w.ctx.Done():
		w.t.Fatal("watch does not end")
	}
	_ = w.cmd.Wait() // the exit code says it
	return w.cmd.ProcessState.ExitCode()
}

func (l watchLine) about(kind, role, name string) bool {
	e := l.Data.Element
	return l.Data.Kind == kind && e != nil && e.Role == role && e.Name == name
}

// TestWatchTellsWhatHappens: what Orders logs and what watch tells agree, and what
// is typed into a password field stays untold.
func TestWatchTellsWhatHappens(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		c := newCLI(newPerson(start(t, toolkit)))
		w, diff := c.watch(), c.watch("--diff")

		c.click(`checkbox "Express delivery"`)
		c.logged("toggled", "express", nil)
		w.see("the check mark", func(l watchLine) bool {
			return l.about("state", "checkbox", "Express delivery") && l.Data.Detail == "checked" &&
				l.Data.On != nil && *l.Data.On && l.Data.Element.Ref != "" && l.Data.Element.Locator != nil
		})
		diff.see("the check mark", func(l watchLine) bool {
			return l.about("changed", "checkbox", "Express delivery") && l.Data.To != nil && *l.Data.To == "+checked"
		})

		c.enter(`textbox "Customer"`, "Anna")
		c.logged("text", "customer", value("Anna"))
		w.see("the text", func(l watchLine) bool {
			return l.about("text", "textbox", "Customer") && l.Data.Text != nil
		})
		diff.see("the text", func(l watchLine) bool {
			return l.about("changed", "textbox", "Customer") && l.Data.To != nil && *l.Data.To == "Anna"
		})
		c.enter(`password "PIN"`, secretPIN)
		c.logged("text", "pin", nil)

		c.control("second-save before")
		diff.see("the twin", func(l watchLine) bool { return l.Data.Kind == "added" })
		diff.see("the doubt", func(l watchLine) bool { return l.about("ambiguous", "button", "Save") })
		c.control("rename save=Store")
		w.see("the new name", func(l watchLine) bool {
			return (l.about("property", "button", "Save") || l.about("property", "button", "Store")) && l.Data.Detail == "accessible-name"
		})
		diff.see("the new name", func(l watchLine) bool { return l.about("relabelled", "button", "Store") })

		for _, each := range []*watching{w, diff} {
			if err := each.cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			if code := each.wait(); code != exitOK {
				t.Errorf("exit code %d after Ctrl-C\n%s", code, each.text())
			}
			typed := ""
			for _, line := range each.lines {
				for _, text := range []*string{line.Data.Text, line.Data.To} {
					if text != nil {
						typed += *text
						if line.Data.Element.Role == "password" {
							t.Errorf("of a password field is told: %+v", line)
						}
					}
				}
			}
			if strings.Contains(typed, secretPIN) {
				t.Errorf("the PIN is told\n%s", each.text())
			}
		}

		last := c.watch("--kind", "window")
		c.close()
		if code := last.wait(); code != 9 {
			t.Errorf("exit code %d after the end of Orders\n%s", code, last.text())
		}
		if n := len(last.lines); n == 0 || last.lines[n-1].OK || last.lines[n-1].Error.Code != "environment" {
			t.Errorf("the end of Orders is told as\n%s", last.text())
		}
	})
}
