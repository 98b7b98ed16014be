//go:build linux && cgo

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
)

// finding is what 'find --json' says, as data or as the details of its error.
type finding struct {
	Resolution string
	Compared   int
	Complete   bool
	Matches    []struct {
		Ref, Role, Name, Path string
		Bounds                *boundsData
	}
	Proof struct {
		Matched  int
		Complete bool
		Twins    []struct {
			Path    string
			Bounds  *boundsData
			Matches bool
			Differs []string
		}
	}
}

// seek looks for a locator in a process with the command line.
func (c *cli) seek(pid int, locator string) (finding, object, int) {
	c.t.Helper()
	o, code := c.run("find", locator, "--app", fmt.Sprint(pid), "--timeout", c.timeout)
	var found finding
	for _, raw := range []json.RawMessage{o.Data, o.Error.Details} {
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &found); err != nil {
				c.t.Fatalf("%v in %s", err, raw)
			}
		}
	}
	return found, o, code
}

// resolutions are the answers of find by their exit code.
var resolutions = map[int]string{exitOK: "unique", exitStale: "stale", exitAmbiguous: "ambiguous", exitUnknown: "unknown"}

// finds expects an exit code, and that what is printed says the same.
func (c *cli) finds(pid int, locator string, code, matches int) finding {
	c.t.Helper()
	found, o, got := c.seek(pid, locator)
	// An application that does not answer is not compared with anything.
	silent := code == exitUnknown && o.Error.Details == nil
	if got != code || !silent && found.Resolution != resolutions[code] || len(found.Matches) != matches || found.Proof.Matched != matches {
		c.t.Errorf("find %s: exit %d, want %d; %s, %d matches, want %d; %s", locator, got, code, found.Resolution, len(found.Matches), matches, o.Error.Message)
	}
	if code != exitOK && (o.Error.Code != resolutions[code] || o.Error.Message == "" || o.Error.Hint == "") {
		c.t.Errorf("find %s: the error is %+v", locator, o.Error)
	}
	if code != exitUnknown && (!found.Complete || !found.Proof.Complete || found.Compared < 50) {
		c.t.Errorf("find %s is not proven: complete %v, %d compared", locator, found.Complete, found.Compared)
	}
	return found
}

// twins expects that all matches are listed as twins of each other, each at a place
// of its own and with what separates it.
func (c *cli) twins(found finding) {
	c.t.Helper()
	listed, refs, areas := 0, map[string]bool{}, map[string]bool{}
	for _, m := range found.Matches {
		refs[m.Ref] = true
		areas[fmt.Sprint(m.Bounds)] = true
		if m.Bounds != nil {
			areas[fmt.Sprintf("%+v", *m.Bounds)] = true
			delete(areas, fmt.Sprint(m.Bounds))
		}
	}
	for _, t := range found.Proof.Twins {
		if t.Matches {
			listed++
		}
	}
	if len(refs) != len(found.Matches) || len(areas) != len(found.Matches) || listed != len(found.Matches) {
		c.t.Errorf("of %d matches, %d refs, %d places, %d twins", len(found.Matches), len(refs), len(areas), listed)
	}
}

// TestFind: on Orders in every toolkit, find answers unique, stale, ambiguous and
// unknown, and the window shows the same of the same elements.
func TestFind(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		r := start(t, toolkit)
		c := newCLI(newPerson(r))
		w := openWindow(c.person, fmt.Sprint(r.orders.PID()))
		pid := r.orders.PID()
		save := `button "Save"`

		one := c.finds(pid, save, exitOK, 1)
		if m := one.Matches[0]; m.Role != "button" || m.Name != "Save" || m.Ref == "" || m.Bounds == nil || !strings.Contains(m.Path, `"Save"`) {
			t.Errorf("the match is %+v", m)
		}
		w.badged("Save", inspector.BadgeUnique, 1)

		r.control("rename save=Store")
		c.finds(pid, save, exitStale, 0)
		c.finds(pid, `button "Store"`, exitOK, 1)
		r.control("rename save=Save")

		// Identical twins side by side; then three that the row tells apart.
		r.control("second-save after")
		two := c.finds(pid, save, exitAmbiguous, 2)
		c.twins(two)
		w.badged("Save", inspector.BadgeAmbiguous, 2)
		three := c.finds(pid, `button "Delete"`, exitAmbiguous, 3)
		for _, twin := range three.Proof.Twins {
			if twin.Matches && len(twin.Differs) == 0 {
				t.Errorf("nothing separates the twin %s: %v", twin.Path, twin.Differs)
			}
		}
		c.finds(pid, string(rowOf(toolkit))+` "Pear" > button "Delete"`, exitOK, 1)

		// Everything in the window's tree, against find.
		f := r.frozen()
		asked := map[string]bool{}
		for id := range f.Nodes {
			c.agrees(f, tree.NodeID(id), pid, asked)
		}

		if err := r.orders.Stop(); err != nil {
			t.Fatal(err)
		}
		c.timeout = "3s"
		began := time.Now()
		c.finds(pid, save, exitUnknown, 0)
		if took := time.Since(began); took > patience {
			t.Errorf("took %v with a time-out of 3 s", took)
		}
		w.says("does not answer")
		if err := r.orders.Cont(); err != nil {
			t.Fatal(err)
		}
		c.timeout = "60s"
		c.until("it is found again", func() bool { _, _, code := c.seek(pid, save); return code == exitAmbiguous })
	})
}

// rowOf is the role of the rows of the table of items.
func rowOf(toolkit orders.Toolkit) tree.Role {
	switch toolkit {
	case orders.GTK3:
		return tree.RoleOption
	case orders.GTK4:
		return tree.RoleRow
	}
	return tree.RoleGroup
}

// badged waits until the row of an element shows a badge in the window.
func (w *window) badged(name string, b inspector.Badge, twins int) {
	w.t.Helper()
	words := view.BadgeSign(b, twins).Words
	w.showsThat(name+" is "+words, func(top part) (part, bool) {
		t, _ := top.find("tree", "")
		for _, row := range t.Children {
			if row.Label == name && row.Value == string(tree.RoleButton) && row.is(words) {
				return row, true
			}
		}
		return part{}, false
	})
}

// agrees expects that find says of an element's role and name what its badge says.
func (c *cli) agrees(f *inspector.Frozen, id tree.NodeID, pid int, asked map[string]bool) {
	c.t.Helper()
	n, s := &f.Nodes[id], f.Survey()
	name, usable := f.Name(id)
	if !n.Interactive() || !usable {
		return
	}
	top, _ := f.Name(f.Top(id))
	locator := fmt.Sprintf("%s %q > %s %q", f.Nodes[f.Top(id)].Role, top, n.Role, name)
	if asked[locator] {
		return
	}
	asked[locator] = true
	want := exitAmbiguous
	if s.Twins[id] == 1 {
		want = exitOK
	}
	found := c.finds(pid, locator, want, int(s.Twins[id]))
	if s.Badges[id] == inspector.BadgeUnique != (want == exitOK) {
		c.t.Errorf("%s: the badge is %s, find says %s", locator, view.NodeSign(f, id).Words, found.Resolution)
	}
}

// An element that may be where nothing could be read is not missing, and one that
// was found need not be the only one.
func TestFindWhereSomethingIsMissing(t *testing.T) {
	name := func(s string) *string { return &s }
	claims := int32(7)
	p, err := provider.New(
		provider.Command{Do: "add", Node: &provider.Node{Key: "window", Role: "frame", Name: name("Window")}},
		provider.Command{Do: "add", Key: "window", Node: &provider.Node{Key: "save", Role: "push button", Name: name("Save")}},
		provider.Command{Do: "add", Key: "window", Node: &provider.Node{Key: "panel", Role: "panel", Claims: &claims}},
		provider.Command{Do: "register"},
	)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	c := newCLI(&person{rig: &rig{t: t, ctx: t.Context()}})
	for locator, matches := range map[string]int{`button "Save"`: 1, `button "Nowhere"`: 0} {
		found := c.finds(os.Getpid(), locator, exitUnknown, matches)
		if found.Complete || found.Proof.Complete {
			t.Errorf("%s is said to be complete", locator)
		}
	}
}
