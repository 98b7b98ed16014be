//go:build e2e && cgo && linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

// onDesktop starts a private desktop, whose environment the test has until its end.
func onDesktop(ctx context.Context, t *testing.T) *desktop.Desktop {
	t.Helper()
	d, err := desktop.Start(ctx, desktop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	for _, entry := range d.Env() { // undone at the end, for the tests that come after
		key, value, _ := strings.Cut(entry, "=")
		t.Setenv(key, value)
	}
	return d
}

// TestAuditOnlyLooks: a whole audit with all that it can gather without leave, on a real
// application, sends nothing that changes, focuses or scrolls it, by the log of all calls,
// and by the log and the form of the application nothing came of it.
func TestAuditOnlyLooks(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	d := onDesktop(ctx, t)
	app, err := orders.Start(ctx, d, orders.GTK3)
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	before, err := app.Form(ctx)
	if err != nil {
		t.Fatal(err)
	}
	began, err := app.Log()
	if err != nil {
		t.Fatal(err)
	}

	var mu sync.Mutex
	sent := map[string]int{}
	var changing []string
	with := realTools()
	with.backend = func(ctx context.Context, _ string) (backends.Backend, error) {
		return atspi.Open(ctx, atspi.Options{OnCall: func(_, path, iface, member string) {
			mu.Lock()
			defer mu.Unlock()
			sent[iface+"."+member]++
			if atspi.Mutating(iface, member) {
				changing = append(changing, iface+"."+member+" "+path)
			}
		}})
	}
	dir := t.TempDir()
	args := []string{
		"audit", "--app", strconv.Itoa(app.PID()), "--all-windows", "--listen", "1s", "--profile", "strict", "--fail-on", "none",
		"--timeout", "60s", "--output", filepath.Join(dir, "audit.html"), "--store", filepath.Join(dir, "store.db"),
	}
	var out, errs bytes.Buffer
	exit := -1
	for end := time.Now().Add(time.Minute); exit != 0 && time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		out.Reset()
		errs.Reset()
		// Until Orders is on the bus nothing can be audited.
		exit = run(ctx, args, strings.NewReader(""), &out, &errs, with)
	}
	if exit != 0 {
		t.Fatalf("exit %d\n%s%s", exit, out.String(), errs.String())
	}

	mu.Lock()
	defer mu.Unlock()
	for _, m := range []string{"org.a11y.atspi.Accessible.GetRelationSet", "org.a11y.atspi.Component.GetAccessibleAtPoint"} {
		if sent[m] == 0 {
			t.Errorf("%s was not sent: the log or the audit is not whole: %v", m, sent)
		}
	}
	if len(changing) > 0 {
		t.Errorf("the audit sent %v", changing)
	}
	after, err := app.Form(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := fmt.Sprint(before), fmt.Sprint(after); a != b {
		t.Errorf("the form was %s and is %s", a, b)
	}
	log, err := app.Log()
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(log[len(began):], func(e orders.Entry) bool { return e.Event != "state" && e.Event != "control" }); i >= 0 {
		t.Errorf("Orders noted %+v", log[len(began)+i])
	}
}
