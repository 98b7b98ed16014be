package recorder

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// hostilities are changes of an application that a replay may meet. None gives
// another element the recorded one's name and place by rights.
var hostilities = map[string]fake.Edit{
	"twin before":         func(m *fake.Model) { m.Twin("button:Save", true) },
	"twin after":          func(m *fake.Model) { m.Twin("button:Save", false) },
	"twin elsewhere":      func(m *fake.Model) { m.Insert("group:Recipient", 0, `button "Save" #other`) },
	"twin in a dialog":    func(m *fake.Model) { m.Insert("application:Orders", 1, "dialog \"Ask\" [modal]\n  button \"Save\"") },
	"lookalike elsewhere": func(m *fake.Model) { m.Remove("button:Save"); m.Insert("group:Recipient", 0, `button "Save" #fake`) },
	"removed":             func(m *fake.Model) { m.Remove("button:Save") },
	"renamed":             func(m *fake.Model) { m.Rename("button:Save", "Store") },
	"other called Save":   func(m *fake.Model) { m.Rename("button:Save", "Keep"); m.Rename("checkbox:Express", "Save") },
	"disabled":            func(m *fake.Model) { m.SetStates("button:Save", "-enabled -sensitive") },
	"hidden":              func(m *fake.Model) { m.SetStates("button:Save", "-showing") },
	"role unreadable":     func(m *fake.Model) { m.Withhold("button:New", "name") },
	"cut":                 func(m *fake.Model) { m.Cut("group:Recipient", tree.CutTime) },
	"moved on the screen": func(m *fake.Model) { m.Move("button:Save", tree.Rect{X: 5, Y: 5, W: 9, H: 9}) },
	"window retitled":     func(m *fake.Model) { m.Rename("window:Orders", "Invoices") },
}

// edit applies a hostility as long as the recorded button is there and is called
// Save, and takes it away only while no twin stands beside it: a twin that is left
// alone, with the same name in the same place, is the button by all that can be
// known of it.
func edit(name string) fake.Edit {
	leaves := slices.Contains([]string{"removed", "renamed", "lookalike elsewhere", "other called Save"}, name)
	return func(m *fake.Model) {
		if m.Has("button:Save") && m.Node("button:Save").Name.Value == "Save" && !(leaves && m.Has("button:Save~2")) {
			hostilities[name](m)
		}
	}
}

// Whatever changes, whenever it changes: the application's own log may only ever
// hold one press, and of the recorded button.
func TestHostileReplaysPressNothingElse(t *testing.T) {
	pressed, refused := 0, 0
	check := func(rt *rapid.T) {
		if pressSaveUnderHostility(rt) {
			pressed++
		} else {
			refused++
		}
	}
	// In a bubble waiting takes no time: a hundred took a minute of the real one. Its T
	// has no deadline, for which rapid would ask.
	synctest.Test(t, func(t *testing.T) {
		for range 20 {
			rapid.Check(struct{ testing.TB }{t}, check)
		}
	})
	if pressed == 0 || refused == 0 {
		t.Errorf("%d pressed and %d refused: the test met only one kind", pressed, refused)
	}
}

// pressSaveUnderHostility replays a press while the application changes, and reports
// whether it was pressed.
func pressSaveUnderHostility(t *rapid.T) bool {
	app := fake.Tree(form)
	b := fake.New(app)
	defer b.Close()
	snap, err := b.Observe(context.Background(), backends.Scope{Application: app.Identity()})
	if err != nil {
		t.Fatal(err)
	}
	f := inspector.Freeze(snap)
	l, err := inspector.ParseLocator(`button "Save"`)
	if err != nil {
		t.Fatal(err)
	}
	target := f.Target(f.Match(l).Node())
	names := slices.Sorted(maps.Keys(hostilities)) // the same draw must mean the same
	var story []string
	for range rapid.IntRange(0, 3).Draw(t, "hostilities") {
		n := rapid.SampledFrom(names).Draw(t, "hostility")
		when := rapid.IntRange(1, 3).Draw(t, "before look")
		app.Before(when, edit(n))
		story = append(story, fmt.Sprintf("%s before look %d", n, when))
	}
	p := NewPlayer(PlayerOptions{Backend: b, Journal: &ledger{}, Wait: 30 * time.Millisecond})
	run, err := p.Act(context.Background(), app.Identity(), target, backends.Action{Verb: tree.VerbPress})
	if err != nil {
		t.Fatal(err)
	}
	done, r := app.Done(), run.Steps[0]
	for _, d := range done {
		if d != "press button:Save" {
			t.Fatalf("%q happened after %q", d, story)
		}
	}
	if sent := r.Delivery != backends.NotDelivered; len(done) > 1 || (len(done) == 1) != sent {
		t.Fatalf("%d presses happened, delivery is %s, after %q", len(done), r.Delivery, story)
	}
	return len(done) == 1
}
