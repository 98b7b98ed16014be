//go:build linux && cgo

package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends/file"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// elsewhere runs samebutton as on another machine: no display, no bus, no home.
func (c *cli) elsewhere(args ...string) (object, int) {
	c.t.Helper()
	cmd := exec.CommandContext(c.ctx, program, append([]string{"--json"}, args...)...)
	cmd.Env = []string{}
	cmd.Dir = c.t.TempDir() // without a home the store is made where it runs
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exited *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exited) {
		c.t.Fatal(err)
	}
	var o object
	if err := json.Unmarshal(out.Bytes(), &o); err != nil {
		c.t.Fatalf("samebutton %s printed no JSON object: %v\n%s\n%s", strings.Join(args, " "), err, out.String(), errs.String())
	}
	return o, cmd.ProcessState.ExitCode()
}

// TestSavedSnapshotOpensAnywhere: what is saved of a real application says the same
// on a machine without any of it, and can be done nothing to.
func TestSavedSnapshotOpensAnywhere(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		c := newCLI(newPerson(start(t, toolkit)))
		c.enter(`password "PIN"`, secretPIN)
		c.logged("text", "pin", nil)
		path := filepath.Join(t.TempDir(), "orders"+file.Extension)
		live, code := c.run("tree", "--app", fmt.Sprint(c.orders.PID()), "--save", path, "--timeout", "60s")
		if code != exitOK {
			t.Fatalf("exit code %d: %+v", code, live.Error)
		}
		pressed := c.pressed()
		from := "file:" + path

		saved, code := c.elsewhere("tree", "--backend", from)
		if code != exitOK {
			t.Fatalf("exit code %d: %+v", code, saved.Error)
		}
		if d := cmp.Diff(bare(t, live.Data), bare(t, saved.Data)); d != "" {
			t.Error(d)
		}
		at := c.place(`checkbox "Express delivery"`)
		for _, q := range []struct {
			want int
			args []string
		}{
			{exitOK, []string{"apps"}},
			{exitOK, []string{"find", `checkbox "Express delivery"`}},
			{exitStale, []string{"find", `checkbox "Express"`}},
			{exitAmbiguous, []string{"find", `button "Delete"`}},
			{exitOK, []string{"inspect", `checkbox "Express delivery"`}},
			{exitOK, []string{"inspect", "--at", fmt.Sprintf("%d,%d", at.X, at.Y)}},
			{exitNotActionable, []string{"act", "press", `checkbox "Express delivery"`}},
		} {
			o, code := c.elsewhere(append(q.args, "--backend", from)...)
			if code != q.want {
				t.Errorf("%s: exit code %d, want %d: %+v", q.args, code, q.want, o.Error)
			}
		}
		if n := len(c.events("toggled", "express")); n != 0 || c.pressed() != pressed {
			t.Error("something was done to Orders")
		}
		hidden(t, path)
	})
}

// place returns the middle of an element.
func (c *cli) place(locator string) tree.Point {
	c.t.Helper()
	f, id := c.find(locator)
	return f.Nodes[id].Bounds.Center()
}

// bare is what 'tree' says without what is of the reading: refs and times.
func bare(t *testing.T, data json.RawMessage) any {
	t.Helper()
	var d struct{ Application, Complete, Cuts, Count, Root any }
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	var strip func(v any)
	strip = func(v any) {
		switch x := v.(type) {
		case map[string]any:
			delete(x, "ref")
			for _, child := range x {
				strip(child)
			}
		case []any:
			for _, child := range x {
				strip(child)
			}
		}
	}
	strip(d.Root)
	return d
}

// hidden checks that the picture in a saved snapshot shows a window with many
// colours, and one colour where the password field is.
func hidden(t *testing.T, path string) {
	t.Helper()
	s, err := file.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if s.Capture == nil || s.Capture.Image == nil {
		t.Fatal("no picture was saved")
	}
	seen := func(r tree.Rect) int {
		colours := map[any]bool{}
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				colours[s.Capture.Image.At(x-s.Capture.Rect.X, y-s.Capture.Rect.Y)] = true
			}
		}
		return len(colours)
	}
	if n := seen(s.Capture.Rect); n < 20 {
		t.Errorf("the picture has %d colours", n)
	}
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Secret {
			if got := seen(n.Bounds.Rect); !n.Bounds.Usable() || got != 1 {
				t.Errorf("where the password field is, %v, the picture has %d colours", n.Bounds, got)
			}
		}
	}
}
