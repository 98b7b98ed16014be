package app

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// withStatus is Orders with a line at its bottom that says what was done last, and two
// labels in a group that only their texts tell apart.
func withStatus() *tree.Snapshot {
	return snapshotOf(button("save", "Save", 120, 120),
		el{handle: "group", role: tree.RoleGroup, name: "Order", at: tree.Rect{X: 110, Y: 150, W: 300, H: 100}, children: []el{
			{handle: "total", role: tree.RoleLabel, name: "Total 12", at: tree.Rect{X: 120, Y: 160, W: 90, H: 20}},
			{handle: "tax", role: tree.RoleLabel, name: "Tax", at: tree.Rect{X: 120, Y: 190, W: 90, H: 20}},
		}},
		el{handle: "status", role: tree.RoleLabel, name: "Saved order 1042", at: tree.Rect{X: 110, Y: 370, W: 300, H: 20}},
		el{handle: "pin", role: tree.RolePassword, name: "PIN", at: tree.Rect{X: 120, Y: 260, W: 90, H: 20}, secret: true})
}

// asserting opens a window with a recording of Orders of that state.
func asserting(t *testing.T) (*desk, *shelf) {
	s := newShelf()
	s.put(saved())
	d := openOrders(t, &scripted{snapshot: withStatus}, Services{Store: s})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.drawer.Steps.Focus(d.window.Canvas())
	return d, s
}

// TestATextThatChangesIsAsserted with the keyboard alone: the step, the command, the
// element in the tree, Enter, Enter.
func TestATextThatChangesIsAsserted(t *testing.T) {
	d, s := asserting(t)
	d.key(fyne.KeyHome)
	d.idle()
	d.run("assert")
	if d.question != nil || !d.tree.Focused() || !strings.Contains(d.bannerText.Text(), "Assertion: click its element") {
		t.Fatalf("an element that was chosen before the step is asked about (%q)", d.bannerText.Text())
	}
	for d.selected() != "Saved order 1042" {
		before := d.selected()
		if d.key(fyne.KeyDown); d.selected() == before {
			t.Fatal("the tree has no status line")
		}
	}
	if d.idle(); d.question != nil {
		t.Fatal("moving in the tree takes an element")
	}
	d.key(fyne.KeyReturn)
	d.until("the dialog is open", func() bool { return d.question != nil })
	if got := d.find("listitem", `window "Orders" > label [in=""]`); !strings.Contains(d.find("dialog", "").Children[0].Children[2].Label, "matched 1 of") {
		t.Errorf("no proof: %+v", got)
	}
	if o := d.find("option", "text matches"); !o.Has("selected") || o.Value != `"Saved order *"` {
		t.Errorf("proposed is %+v", o)
	}
	d.key(fyne.KeyReturn)
	d.idle()
	rec, _ := s.Recording("c1")
	if len(rec.Steps) != 3 || rec.Steps[1].Kind != recorder.StepAssert {
		t.Fatalf("stored %+v (%s)", rec.Steps, d.message.Text())
	}
	step := rec.Steps[1]
	if c := step.Condition; c.Kind != recorder.ConditionText || c.Match != recorder.MatchPattern || c.Text != "Saved order *" {
		t.Errorf("it looks for %+v", c)
	}
	if step.Light != recorder.LightContext || strings.Contains(step.Target.Locator.String(), "1042") || step.Picture == "" {
		t.Errorf("it is about %+v", step.Target)
	}
	if got := d.chosenAt(); len(got) != 1 || got[0] != 1 || !d.drawer.Steps.Focused() {
		t.Errorf("the steps %v are chosen", got)
	}
	if got := d.items["undo"].Label; got != "Undo insert of step 2" {
		t.Errorf("the menu says %q", got)
	}
}

// TestWhatOnlyItsTextTellsApart is said, and cannot be agreed to; what can is.
func TestWhatOnlyItsTextTellsApart(t *testing.T) {
	d, s := asserting(t)
	d.selectHandle("total")
	d.idle()
	d.run("assert")
	d.until("the dialog is open", func() bool { return d.question != nil })
	if !d.question.yes.Disabled() || !strings.HasPrefix(d.question.reason.Text, "Its text is its only name") {
		t.Errorf("%+v", d.find("dialog", ""))
	}
	d.key(fyne.KeyReturn) // which agrees to nothing
	if d.question == nil {
		t.Fatal("it was agreed to")
	}
	for !d.find("option", "is visible").Has("selected") {
		d.key(fyne.KeyDown)
	}
	d.key(fyne.KeyReturn)
	d.idle()
	rec, _ := s.Recording("c1")
	if len(rec.Steps) != 3 || rec.Steps[1].Condition.Kind != recorder.ConditionVisible || rec.Steps[1].Target.Name != "Total 12" {
		t.Errorf("stored %+v", rec.Steps)
	}
}

// TestAnythingCanBeInserted: an action, a program, an application to go on with.
func TestAnythingCanBeInserted(t *testing.T) {
	d, s := asserting(t)
	insert := func(command string, h tree.Handle, option string) recorder.Step {
		t.Helper()
		if h != "" {
			d.selectHandle(h)
			d.idle()
		}
		before, _ := s.Recording("c1")
		d.run(command)
		d.until("the dialog is open", func() bool { return d.question != nil })
		for option != "" && !d.find("option", option).Has("selected") {
			d.key(fyne.KeyDown)
		}
		d.key(fyne.KeyReturn)
		d.idle()
		rec, _ := s.Recording("c1")
		if len(rec.Steps) != len(before.Steps)+1 {
			t.Fatalf("%s %s: stored %d steps (%s)", command, option, len(rec.Steps), d.message.Text())
		}
		return rec.Steps[d.chosenAt()[0]]
	}
	d.choose(0)
	if got := insert("act", "save", ""); got.Kind != recorder.StepActivate || got.Target.Name != "Save" || got.Light != recorder.LightUnique {
		t.Errorf("press: %+v", got)
	}
	if got := insert("act", "save", "scroll to it"); got.Kind != recorder.StepScroll {
		t.Errorf("scroll: %+v", got)
	}
	if got := insert("act", "pin", ""); got.Kind != recorder.StepSetText || got.Text != "" || got.Parameter != "pin" {
		t.Errorf("a secret: %+v", got)
	}
	if rec, _ := s.Recording("c1"); len(rec.Parameters) != 1 || !rec.Parameters[0].Secret {
		t.Errorf("parameters %+v", rec.Parameters)
	}
	if got := insert("act", "window", ""); got.Kind != recorder.StepKeyChord || strings.Join(got.Keys, "+") != "ctrl+s" {
		t.Errorf("keys: %+v", got)
	}
	if got := insert("attach", "", ""); got.Kind != recorder.StepAttach || got.Launch.Application != "" {
		t.Errorf("attach: %+v", got)
	}
	d.run("launch")
	d.window.Canvas().Focused().(*view.SearchEntry).SetText("")
	if d.key(fyne.KeyReturn); d.question == nil {
		t.Fatal("no program is launched")
	}
	d.window.Canvas().Focused().(*view.SearchEntry).SetText("orders")
	d.key(fyne.KeyReturn)
	d.idle()
	rec, _ := s.Recording("c1")
	if got := rec.Steps[d.chosenAt()[0]]; got.Kind != recorder.StepLaunch || got.Launch.Executable != "orders" {
		t.Errorf("launch: %+v", got)
	}
}

func TestProposalsLeaveNumbersOpen(t *testing.T) {
	for text, want := range map[string][2]string{
		"Saved order 1042":     {"Saved order", "Saved order *"},
		"12:31:07 ready":       {"ready", "* ready"},
		"3 of 7 rows, 2* done": {"* done", `* of * rows, *\* done`},
		"1042":                 {"1042", "1042"},
		"Ready":                {"Ready", "Ready"},
	} {
		part, pattern := apart(text)
		if part != want[0] || pattern != want[1] {
			t.Errorf("%q: %q, %q", text, part, pattern)
		}
		if norm := inspector.Normalize(text); !inspector.FitsTitle(inspector.Normalize(pattern), norm) || !strings.Contains(norm, part) {
			t.Errorf("%q does not fit its own proposals", text)
		}
	}
}

// TestAnEmptySecretIsNotAccepted: the replay does not begin without it.
func TestAnEmptySecretIsNotAccepted(t *testing.T) {
	rec := saved()
	rec.Steps = rec.Steps[:1]
	rec.Steps[0].Kind, rec.Steps[0].Parameter = recorder.StepSetText, "pin"
	rec.Parameters = []recorder.Parameter{{Name: "pin", Secret: true}}
	s := newShelf()
	s.put(rec)
	played := 0
	d := openOrders(t, &scripted{snapshot: withStatus}, Services{Store: s, Replay: func(_ context.Context, o recorder.PlayerOptions, _ recorder.Recording, _ tree.Application, _ bool) (recorder.Run, error) {
		if played++; o.Parameters["pin"] != "4711" {
			t.Errorf("the secret is %q", o.Parameters["pin"])
		}
		return recorder.Run{Verdict: recorder.VerdictPassed}, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("replay")
	if !d.question.yes.Disabled() || !strings.Contains(d.question.reason.Text, "pin is never stored") {
		t.Errorf("an empty secret can be agreed to (%q)", d.question.reason.Text)
	}
	d.key(fyne.KeyReturn)
	if d.question == nil || d.replay.cancel != nil {
		t.Fatal("the replay began without its secret")
	}
	d.window.Canvas().Focused().(*view.SearchEntry).SetText("4711")
	d.key(fyne.KeyReturn)
	d.until("the replay is over", func() bool { return d.replay.cancel == nil && d.Idle() })
	if d.question != nil || played != 1 {
		t.Errorf("%d replays (%s)", played, d.message.Text())
	}
}
