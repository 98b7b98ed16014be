//go:build e2e && cgo && linux

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// TestAuditSeesTheDisplay: of a real application a window that is not in its tree is
// found, with its place, and none of those that are; of a program that is not on the
// accessibility bus that is said, with its window and the reason.
func TestAuditSeesTheDisplay(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	d := onDesktop(ctx, t)
	app, err := orders.Start(ctx, d, orders.GTK3)
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	silent, err := orders.Start(ctx, launcher{d, []string{"NO_AT_BRIDGE=1"}}, orders.GTK3)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()

	dir := t.TempDir()
	// audit runs until the answer has what is waited for: programs come onto the bus, and
	// windows onto the display, when they like.
	audit := func(pid, exit int, has string) string {
		t.Helper()
		var out, errs bytes.Buffer
		got := -1
		for end := time.Now().Add(time.Minute); (got != exit || !strings.Contains(out.String()+errs.String(), has)) && time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
			out.Reset()
			errs.Reset()
			got = run(ctx, []string{
				"audit", "--app", strconv.Itoa(pid), "--all-windows", "--fail-on", "none", "--store", filepath.Join(dir, "store.db"),
			}, strings.NewReader(""), &out, &errs, realTools())
		}
		if said := out.String() + errs.String(); got != exit || !strings.Contains(said, has) {
			t.Fatalf("exit %d, want %d and %q\n%s", got, exit, has, said)
		}
		return out.String() + errs.String()
	}
	if said := audit(app.PID(), 0, "Orders"); strings.Contains(said, "[app-not-accessible]") {
		t.Errorf("before there was one: %s", said)
	}
	closed := foreignWindow(t, app.PID(), "Canvas", tree.Rect{X: 40, Y: 50, W: 320, H: 240})
	audit(app.PID(), 0, `The display shows "Canvas" (320 x 240 at `)
	closed()
	if said := audit(app.PID(), 0, "Orders"); strings.Contains(said, "[app-not-accessible]") {
		t.Errorf("after it was closed: %s", said)
	}
	said := audit(silent.PID(), environment.exit, "and is not on the accessibility bus")
	for _, want := range []string{"process " + strconv.Itoa(silent.PID()), "NO_AT_BRIDGE=1", "hint: start it without NO_AT_BRIDGE"} {
		if !strings.Contains(said, want) {
			t.Errorf("not told: %q in %s", want, said)
		}
	}
}

// foreignWindow opens a window that says it is of another process.
func foreignWindow(t *testing.T, pid int, title string, r tree.Rect) (closed func()) {
	t.Helper()
	conn, err := xconn.Open(t.Context(), os.Getenv("DISPLAY"))
	if err != nil {
		t.Fatal(err)
	}
	xconn.Drain(conn)
	root := xconn.Root(conn)
	w, err := xproto.NewWindowId(conn)
	if err != nil {
		t.Fatal(err)
	}
	name, err := xproto.InternAtom(conn, false, uint16(len("_NET_WM_PID")), "_NET_WM_PID").Reply()
	if err != nil {
		t.Fatal(err)
	}
	number := make([]byte, 4)
	xgb.Put32(number, uint32(pid))
	for _, err := range []error{
		xproto.CreateWindowChecked(conn, root.RootDepth, w, root.Root, int16(r.X), int16(r.Y), uint16(r.W), uint16(r.H), 0,
			xproto.WindowClassInputOutput, root.RootVisual, xproto.CwBackPixel, []uint32{0xffffff}).Check(),
		xproto.ChangePropertyChecked(conn, xproto.PropModeReplace, w, xproto.AtomWmName, xproto.AtomString, 8, uint32(len(title)), []byte(title)).Check(),
		xproto.ChangePropertyChecked(conn, xproto.PropModeReplace, w, name.Atom, xproto.AtomCardinal, 32, 1, number).Check(),
		xproto.MapWindowChecked(conn, w).Check(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return func() { conn.Close() }
}
