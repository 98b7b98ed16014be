//go:build e2e && cgo && linux

package main

import (
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

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/nobridge"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

// program is this program as people run it.
var program string

func TestMain(m *testing.M) {
	if err := nobridge.Restore(); err != nil { // as main does
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if os.Getenv(dialogChild) != "" {
		os.Exit(showDialog())
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "samebutton-program-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "samebutton")
		if out, err := exec.Command("go", "build", "-tags", "migrated_fynedo,no_emoji", "-o", program, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// execute runs the program and returns its exit code and what it printed.
func execute(t *testing.T, args ...string) (exit int, out, errs []byte) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run() // the exit code tells
	return cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()
}

// TestDemo runs the whole demo: real window, real input, real applications.
func TestDemo(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			out := t.TempDir()
			exit, answer, errs := execute(t, "demo", "--toolkit", string(toolkit), "--out", out, "--json")
			if exit != 0 {
				t.Fatalf("exit %d\n%s%s", exit, answer, errs)
			}
			var v struct {
				OK   bool        `json:"ok"`
				Data demoSummary `json:"data"`
			}
			if err := json.Unmarshal(answer, &v); err != nil || !v.OK || !v.Data.Passed || len(v.Data.Stages) != 6 {
				t.Fatalf("%v\n%s", err, answer)
			}
			for _, stage := range v.Data.Stages {
				if info, err := os.Stat(filepath.Join(out, stage.Picture)); err != nil || info.Size() < 10_000 {
					t.Errorf("picture %s: %v, %v", stage.Picture, info, err)
				}
			}
			if strings.Contains(string(errs), "error") {
				t.Errorf("it complained:\n%s", errs)
			}
		})
	}
}

// TestRecordUntilTerm records a real click with the command line and stops it as
// a supervisor does.
func TestRecordUntilTerm(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	d, err := desktop.Start(ctx, desktop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	app, err := orders.Start(ctx, d, orders.GTK3)
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	if err := d.Setenv(); err != nil {
		t.Fatal(err)
	}
	c := &cli{tools: realTools(), app: orders.GTK3.Application(), backendName: "atspi", storePath: filepath.Join(t.TempDir(), "store.db")}
	s := &stage{cli: c, desktop: d, orders: app}
	if err := poll(ctx, "wait for Orders", func() (bool, error) {
		s.session, err = c.open(ctx)
		return err == nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	defer s.session.close()
	pointer, drop, err := c.pointer(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer drop()
	s.pointer = pointer

	record := d.Command(ctx, program, "record", "press save", "--app", c.app, "--store", c.storePath, "--json")
	var answer bytes.Buffer
	record.Stdout = &answer
	progress, err := record.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := progress.Read(make([]byte, 256)); err != nil { // "recording …": nothing can be missed now
		t.Fatal(err)
	}
	if err := s.click(ctx, `button "Save"`); err != nil {
		t.Fatal(err)
	}
	if err := s.logged(ctx, func(e orders.Entry) bool { return e.Event == "saved" }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.await(ctx, `label "Saved order 1042"`, func(*tree.Node) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if err := record.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := record.Wait(); err != nil {
		t.Fatalf("record: %v\n%s", err, answer.Bytes())
	}
	exit, out, errs := execute(t, "recordings", "show", "press save", "--store", c.storePath, "--json")
	var v any
	if err := json.Unmarshal(out, &v); exit != 0 || err != nil {
		t.Fatalf("exit %d, %v\n%s%s", exit, err, out, errs)
	}
	if at(v, "data.script.#") != 1.0 || !strings.HasSuffix(fmt.Sprint(at(v, "data.script.0.locator")), `button "Save"`) {
		t.Errorf("stored:\n%s", out)
	}
}
