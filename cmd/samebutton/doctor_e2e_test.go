//go:build e2e && cgo && linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/web"
)

// launcher starts programs with a changed environment.
type launcher struct {
	*desktop.Desktop
	with []string // NAME=VALUE
}

func (l launcher) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := l.Desktop.Command(ctx, name, args...)
	for _, entry := range l.with {
		key, _, _ := strings.Cut(entry, "=")
		cmd.Env = slices.DeleteFunc(cmd.Env, func(e string) bool { return strings.HasPrefix(e, key+"=") })
		cmd.Env = append(cmd.Env, entry)
	}
	return cmd
}

// TestDoctorNamesWhatIsSwitchedOff starts programs that keep off the
// accessibility bus, each in its own way, beside one that does not.
func TestDoctorNamesWhatIsSwitchedOff(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	d, err := desktop.Start(ctx, desktop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	type expectation struct {
		pid              int
		evidence, remedy string
	}
	var want []expectation
	for _, c := range []struct {
		toolkit          orders.Toolkit
		with             []string
		evidence, remedy string
	}{
		{orders.GTK3, []string{"NO_AT_BRIDGE=1"}, "NO_AT_BRIDGE=1", "start it without NO_AT_BRIDGE"},
		{orders.GTK4, []string{"GTK_A11Y=none"}, "GTK_A11Y=none", "GTK_A11Y=atspi"},
	} {
		app, err := orders.Start(ctx, launcher{d, c.with}, c.toolkit)
		if err != nil {
			t.Fatal(err)
		}
		defer app.Close()
		want = append(want, expectation{app.PID(), c.evidence, c.remedy})
	}
	healthy, err := orders.Start(ctx, d, orders.GTK3)
	if err != nil {
		t.Fatal(err)
	}
	defer healthy.Close()
	silent, err := web.Start(ctx, d, web.Chromium, web.Options{Silent: true})
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()

	// Programs come onto the bus when they like.
	var found diagnosis
	var said string
	var pageBefore bool // the page of the browser was there before the diagnosis, and after it
	err = poll(ctx, "wait for a diagnosis of all", func() (bool, error) {
		pageBefore = showsPage(ctx, t, d, silent.PID())
		found, said = diagnoseOn(ctx, t, d)
		if pageBefore != showsPage(ctx, t, d, silent.PID()) {
			return false, nil
		}
		seen := 0
		for _, a := range found.Applications {
			if a.PID == healthy.PID() && a.Complete || a.PID == silent.PID() {
				seen++
			}
		}
		return seen == 2 && len(found.Unpublished) == len(want), nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, w := range want {
		at := slices.IndexFunc(found.Unpublished, func(u unpublishedData) bool { return u.PID == w.pid })
		if at < 0 {
			t.Fatalf("process %d is not named\n%s", w.pid, said)
		}
		u := found.Unpublished[at]
		if !strings.Contains(strings.Join(u.Evidence, "\n"), w.evidence) || !strings.Contains(u.Remedy, w.remedy) || len(u.Windows) != 1 {
			t.Errorf("want %s and %s, got %+v", w.evidence, w.remedy, u)
		}
	}
	for _, a := range found.Applications {
		switch {
		// Chromium 156 publishes its pages some time after they were asked for, older
		// ones only with the switch.
		case a.PID == silent.PID() && pageBefore == strings.Contains(a.Remedy, "--force-renderer-accessibility"):
			t.Errorf("Chromium without the switch, with its page %t: %+v", pageBefore, a)
		case a.PID == healthy.PID() && a.Remedy != "":
			t.Errorf("what is well is treated: %+v", a)
		}
	}
}

// showsPage reports whether the tree of a browser holds the page.
func showsPage(ctx context.Context, t *testing.T, d *desktop.Desktop, pid int) bool {
	t.Helper()
	out, err := d.Command(ctx, program, "tree", "--app", fmt.Sprint(pid), "--timeout", "60s", "--store", filepath.Join(t.TempDir(), "store.db")).Output()
	if err != nil {
		t.Logf("tree of the browser: %v\n%s", err, out) // it may not be there yet
	}
	return bytes.Contains(out, []byte("Voucher"))
}

// diagnoseOn runs doctor on a desktop.
func diagnoseOn(ctx context.Context, t *testing.T, d *desktop.Desktop) (diagnosis, string) {
	t.Helper()
	cmd := d.Command(ctx, program, "doctor", "--json", "--timeout", "60s", "--store", filepath.Join(t.TempDir(), "store.db"))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var v struct {
		OK   bool
		Data diagnosis
	}
	if failed := json.Unmarshal(out.Bytes(), &v); err != nil || failed != nil || !v.OK {
		t.Fatalf("doctor: %v, %v\n%s%s", err, failed, out.Bytes(), errs.Bytes())
	}
	return v.Data, fmt.Sprintf("%s%s", out.Bytes(), errs.Bytes())
}
