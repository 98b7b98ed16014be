package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// box is the one that turns a condition round in the dialog that is open.
func (d *desk) box() *view.DialogCheck {
	d.t.Helper()
	for _, o := range test.LaidOutObjects(d.window.Canvas().Overlays().Top()) {
		if c, ok := o.(*view.DialogCheck); ok {
			return c
		}
	}
	d.t.Fatal("there is no box")
	return nil
}

// Every condition that has an opposite can be turned round, and says what it asks then.
func TestConditionsAreTurnedRound(t *testing.T) {
	for option, c := range map[string]struct {
		on       tree.Handle
		opposite string
		asks     string
	}{
		"text is":                    {"status", "text is not", `Expect [label] in window "Orders" not to have the text "Saved order 1042"`},
		"text contains":              {"status", "text does not contain", `Expect the text of [label] in window "Orders" not to contain "Saved order"`},
		"is visible":                 {"save", "is not visible", `Expect button "Save" in window "Orders" to be gone`},
		"is gone":                    {"save", "is not gone", `Expect button "Save" in window "Orders" to be shown`},
		"is enabled":                 {"save", "is not enabled", `Expect button "Save" in window "Orders" not to be enabled`},
		"number of such elements is": {"save", "number of such elements is not", `Expect button "Save" in window "Orders" not to be there 1 times`},
	} {
		t.Run(option, func(t *testing.T) {
			d, s := asserting(t)
			d.selectHandle(c.on)
			d.idle()
			d.run("assert")
			d.until("the dialog is open", func() bool { return d.question != nil })
			d.key(fyne.KeyHome)
			for range d.question.list.Describe().Children {
				if !d.find("option", option).Has("selected") {
					d.key(fyne.KeyDown)
				}
			}
			box := d.box()
			d.window.Canvas().Focus(box)
			box.TypedRune(' ')
			if o := d.find("option", c.opposite); !o.Has("selected") || d.has("option", option) {
				t.Errorf("the list says %+v", o)
			}
			if got := d.find("checkbox", "Not: the opposite"); !got.Has("checked") {
				t.Errorf("the box says %+v", got)
			}
			if said := d.question.reason.Text; strings.HasPrefix(option, "text") && said != "Just now this is not so." {
				t.Errorf("it says %q", said)
			}
			d.key(fyne.KeyReturn)
			d.idle()
			rec, _ := s.Recording("c1")
			if d.question != nil || len(rec.Steps) != 3 {
				t.Fatalf("%d steps are stored (%s)", len(rec.Steps), d.message.Text())
			}
			if got := rec.Steps[d.chosenAt()[0]].Title; got != c.asks {
				t.Errorf("it is called %q", got)
			}
		})
	}
}

// A condition that a step has is turned round in place; a wait for quiet has no opposite.
func TestAConditionIsTurnedRoundLater(t *testing.T) {
	d, s := asserting(t)
	d.selectHandle("save")
	d.idle()
	d.run("wait")
	d.until("the dialog is open", func() bool { return d.question != nil })
	d.key(fyne.KeyEnd)
	if o := d.find("option", "nothing changes for a moment, whatever the element"); !o.Has("selected") || !d.box().Disabled() {
		t.Errorf("quiet can be turned round: %+v", o)
	}
	d.key(fyne.KeyHome)
	if d.box().Disabled() {
		t.Error("the first condition cannot be turned round")
	}
	d.key(fyne.KeyReturn)
	d.idle()
	at := d.chosenAt()[0]
	for _, want := range []recorder.ConditionKind{recorder.ConditionGone, recorder.ConditionVisible} {
		d.run("step-change")
		d.until("the dialog is open", func() bool { return d.question != nil })
		d.box().SetChecked(true)
		d.key(fyne.KeyReturn)
		d.idle()
		rec, _ := s.Recording("c1")
		if got := rec.Steps[at].Condition; got.Kind != want || got.Not {
			t.Errorf("it looks for %+v, want %s", got, want)
		}
	}
}

// What is offered about a state is what a replay would find: GTK 4 never says enabled.
func TestAStateIsOfferedAsAReplayFindsIt(t *testing.T) {
	snap := snapshotOf(el{handle: "save", role: tree.RoleButton, name: "Save", at: tree.Rect{X: 110, Y: 110, W: 60, H: 24}})
	n := &snap.Nodes[snap.Find("save")]
	n.States, n.StatesRead = tree.MakeStates(tree.Sensitive, tree.Showing, tree.Visible), true
	f := inspector.Freeze(snap)
	for _, o := range aimAt(f, f.ByHandle("save")).conditions() {
		if o.title == "is not enabled" {
			t.Error("a sensitive button is offered as one that is not enabled")
		}
	}
}
