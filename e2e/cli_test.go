//go:build linux && cgo

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/samples/orders"
)

// Exit codes of DESIGN section 6.
const (
	exitOK            = 0
	exitStale         = 3
	exitAmbiguous     = 4
	exitUnknown       = 5
	exitNotActionable = 6
	exitUncertain     = 7
)

// cli is the command line of samebutton with a store of its own.
type cli struct {
	*person
	store   string
	timeout string // of an observation
}

func newCLI(p *person) *cli { return &cli{p, filepath.Join(p.t.TempDir(), "store.db"), "60s"} }

// object is what --json prints.
type object struct {
	Schema  string          `json:"schema"`
	Command string          `json:"command"`
	OK      bool            `json:"ok"`
	Data    json.RawMessage `json:"data"`
	Error   struct {
		Code, Message, Hint string
		Details             json.RawMessage
	} `json:"error"`
}

type replayed struct {
	Run, Verdict string
	Steps        []struct {
		N                                                   int
		Title, Resolution, Delivery, Effect, Verdict, Error string
	}
}

func (c *cli) command(args ...string) *exec.Cmd {
	args = append([]string{"--store", c.store, "--json"}, args...)
	return exec.CommandContext(c.ctx, program, args...)
}

// run runs a command to its end and returns what it printed and its exit code.
func (c *cli) run(args ...string) (object, int) {
	c.t.Helper()
	cmd := c.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		c.t.Fatal(err)
	}
	var o object
	if err := json.Unmarshal(out.Bytes(), &o); err != nil {
		c.t.Fatalf("samebutton %s printed no JSON object: %v\n%s\n%s", strings.Join(args, " "), err, out.String(), errs.String())
	}
	if o.Schema != "samebutton/v1" || o.OK != (cmd.ProcessState.ExitCode() == 0) {
		c.t.Errorf("samebutton %s: schema %q, ok %v with exit code %d", args, o.Schema, o.OK, cmd.ProcessState.ExitCode())
	}
	return o, cmd.ProcessState.ExitCode()
}

// record records with the command line what do does, and ends it as a person
// would, with the signal of Ctrl-C.
func (c *cli) record(name string, do func()) {
	c.t.Helper()
	cmd := c.command("record", name, "--app", fmt.Sprint(c.orders.PID()))
	stderr, err := cmd.StderrPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), "recording ") {
		c.t.Fatalf("record said %q", lines.Text())
	}
	rest := make(chan string, 1)
	go func() {
		var all []string
		for lines.Scan() {
			all = append(all, lines.Text())
		}
		rest <- strings.Join(all, "\n")
	}()
	do()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		c.t.Fatal(err)
	}
	said := <-rest
	if err := cmd.Wait(); err != nil {
		c.t.Fatalf("record ended with %v\n%s\n%s", err, out.String(), said)
	}
}

// replay replays on the given Orders and returns what came of it.
func (c *cli) replay(on *rig, name string, args ...string) (replayed, object, int) {
	c.t.Helper()
	o, code := c.run(append([]string{"replay", name, "--app", fmt.Sprint(on.orders.PID()), "--allow-input", "--timeout", "60s"}, args...)...)
	var data replayed
	for _, raw := range []json.RawMessage{o.Data, o.Error.Details} {
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &data); err != nil {
				c.t.Fatalf("%v in %s", err, raw)
			}
		}
	}
	return data, o, code
}

const recorded = "new order"

// recordOrder records one order with a password in it.
func recordOrder(c *cli) {
	c.record(recorded, func() {
		c.enter(`textbox "Customer"`, "Anna Müller")
		c.logged("text", "customer", value("Anna Müller"))
		c.enter(`password "PIN"`, secretPIN)
		c.logged("text", "pin", nil)
		c.click(`checkbox "Express delivery"`)
		c.logged("toggled", "express", nil)
		c.click(saveButton)
		c.logged("saved", "", nil)
	})
}

func TestCommandLineRecordsReplaysAndRefuses(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		c := newCLI(newPerson(start(t, toolkit)))
		recordOrder(c)
		want, err := c.orders.Form(c.ctx)
		if err != nil {
			t.Fatal(err)
		}
		c.close()
		t.Setenv("SAMEBUTTON_TEST_PIN", secretPIN)

		t.Run("replay", func(t *testing.T) {
			again := start(t, toolkit)
			run, o, code := c.replay(again, recorded, "--secret-env", "pin=SAMEBUTTON_TEST_PIN")
			if code != exitOK || run.Verdict != "passed" {
				t.Fatalf("exit %d, verdict %s: %s\n%+v", code, run.Verdict, o.Error.Message, run.Steps)
			}
			got, err := again.orders.Form(again.ctx)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("end state (-recorded +replayed):\n%s", d)
			}
			if n := len(again.events("saved", "")); n != 1 {
				t.Errorf("saved %d times", n)
			}
		})
		for _, tc := range []struct {
			name, meddle string
			code         int
			resolution   string
		}{
			{"second Save", "second-save after", exitAmbiguous, "ambiguous"},
			{"Save removed", "without save", exitStale, "stale"},
			{"Save disabled", "disable save", exitNotActionable, "unique"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				var again *rig
				var run replayed
				var o object
				code := exitUnknown
				// Of a machine that cannot read Orders in time nothing is known: then it gets
				// more time.
				for _, timeout := range []string{"2s", "30s"} {
					if code == exitUnknown {
						again = start(t, toolkit)
						again.control(tc.meddle)
						run, o, code = c.replay(again, recorded, "--secret-env", "pin=SAMEBUTTON_TEST_PIN", "--timeout", timeout)
					}
				}
				if code != tc.code {
					t.Fatalf("exit %d, want %d: %s\n%+v", code, tc.code, o.Error.Message, run.Steps)
				}
				last := run.Steps[len(run.Steps)-1]
				if last.Resolution != tc.resolution || last.Delivery != "not-delivered" {
					t.Errorf("last step: %+v", last)
				}
				again.control("state")
				if n := again.pressed(); n != 0 {
					t.Errorf("%d buttons pressed, by the log", n)
				}
			})
		}
		t.Run("stopped", func(t *testing.T) {
			again := start(t, toolkit)
			if err := again.orders.Stop(); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			run, o, code := c.replay(again, recorded, "--secret-env", "pin=SAMEBUTTON_TEST_PIN", "--timeout", "2s")
			took := time.Since(began)
			if err := again.orders.Cont(); err != nil {
				t.Fatal(err)
			}
			if code != exitUnknown {
				t.Errorf("exit %d: %s\n%+v", code, o.Error.Message, run.Steps)
			}
			t.Logf("took %v with a time-out of 2 s", took)
			if took > patience {
				t.Error("that is no time-out")
			}
			again.control("state")
			if log := again.events("", ""); len(log) > 3 {
				t.Errorf("log: %v", lines(log))
			}
			if n := again.pressed() + len(again.events("text", "")); n != 0 {
				t.Errorf("%d things happened, by the log", n)
			}
		})
		t.Run("no secret in the store", func(t *testing.T) {
			raw, err := os.ReadFile(c.store)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(raw, []byte("Customer")) {
				t.Error("the store does not hold the recording in the clear: the search proves nothing")
			}
			for _, secret := range []string{secretPIN, "geheim"} {
				if bytes.Contains(raw, []byte(secret)) {
					t.Errorf("%q is in the store", secret)
				}
			}
		})
	})
}

// A crash between the act and its result reopens as uncertain, and nothing is
// sent again.
func TestKillBetweenIntentAndResult(t *testing.T) {
	p := newPerson(start(t, orders.GTK3))
	c := newCLI(p)
	c.record(recorded, func() {
		c.click(saveButton)
		c.logged("saved", "", nil)
	})
	c.close()
	again := start(t, orders.GTK3, "--slow", "save=4")
	cmd := c.command("replay", recorded, "--app", fmt.Sprint(again.orders.PID()))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	again.until("the press has landed", func() bool { return len(again.events("clicked", "save")) == 1 })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the replay ended before it was killed")
	}
	o, code := c.run("runs", "list")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, o.Error.Message)
	}
	var list struct {
		Runs []struct{ ID, Run, Verdict string }
	}
	if err := json.Unmarshal(o.Data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Runs) != 1 || list.Runs[0].Verdict != "uncertain" {
		t.Errorf("runs: %s", o.Data)
	}
	ctx, cancel := context.WithTimeout(again.ctx, patience)
	defer cancel()
	if _, err := again.orders.WaitFor(ctx, func(e orders.Entry) bool { return e.Event == "saved" }); err != nil {
		t.Fatal(err)
	}
	again.control("state")
	if n := again.pressed(); n != 1 {
		t.Errorf("%d presses in the log", n)
	}
}
