package app

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
)

// editor opens a window with a recording of three steps, the first of which types
// something.
func editor(t *testing.T) (*desk, *shelf) {
	rec := saved()
	rec.Steps = append(rec.Steps, rec.Steps[0])
	rec.Steps[0].Kind, rec.Steps[0].Text = recorder.StepSetText, "Anna"
	rec.Steps[2].ID = "3"
	s := newShelf()
	s.put(rec)
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	return d, s
}

// ids are the IDs of the stored steps in their order.
func (s *shelf) ids() string {
	rec, _ := s.Recording("c1")
	words := ""
	for _, st := range rec.Steps {
		words += st.ID
		if st.Disabled {
			words += "-"
		}
		if st.Group != "" {
			words += "(" + st.Group + ")"
		}
	}
	return words
}

// choose chooses steps by their places from 0.
func (d *desk) choose(at ...int) {
	d.showSteps(at...)
	d.updateCommands()
}

func TestEveryEditIsStoredAndCanBeUndone(t *testing.T) {
	d, s := editor(t)
	do := func(id, want string) {
		t.Helper()
		d.run(id)
		d.idle()
		if got := s.ids(); got != want {
			t.Fatalf("after %s the store holds %s, want %s (%s)", id, got, want, d.message.Text())
		}
	}
	d.choose(2)
	do("step-up", "132")
	do("step-up", "312")
	if d.command("step-up").why() == "" {
		t.Error("the first step can go up")
	}
	do("step-down", "132")
	do("step-disable", "13-2")
	d.choose(0, 1)
	do("step-delete", "2")
	if got := d.items["undo"].Label; got != "Undo delete of steps 1 to 2" {
		t.Errorf("the menu says %q", got)
	}
	do("undo", "13-2")
	do("undo", "132")
	do("redo", "13-2")
	do("undo", "132")
	do("undo", "312")
	do("undo", "132")
	do("undo", "123")
	if why := d.command("undo").why(); why != "there is nothing to undo" {
		t.Errorf("undo says %q", why)
	}
}

func TestGroupsHaveAHeadThatStandsForTheirSteps(t *testing.T) {
	d, s := editor(t)
	d.choose(0, 1)
	d.run("step-group")
	d.window.Canvas().Focused().(*view.SearchEntry).SetText("Fill in")
	d.key(fyne.KeyReturn)
	d.idle()
	if got := s.ids(); got != "1(Fill in)2(Fill in)3" {
		t.Fatalf("the store holds %s (%s)", got, d.message.Text())
	}
	if h := d.find("heading", "Fill in"); h.Value != "2 steps" {
		t.Errorf("the head says %q", h.Value)
	}
	d.drawer.Steps.Focus(d.window.Canvas())
	d.key(fyne.KeyHome)
	if got := len(d.drawer.Steps.Chosen()); got != 2 {
		t.Errorf("choosing the head chooses %d steps", got)
	}
	d.run("step-ungroup")
	d.idle()
	if got := s.ids(); got != "123" {
		t.Errorf("the store holds %s", got)
	}
}

// slowShelf stores a change only when it is let.
type slowShelf struct {
	*shelf
	let chan struct{}
}

func (s slowShelf) ReplaceRecording(was, now recorder.Recording) error {
	<-s.let
	return s.shelf.ReplaceRecording(was, now)
}

// Changes that wait for the store are made, whatever is shown meanwhile, and the
// window does not close before.
func TestChangesOnTheirWayAreNotLost(t *testing.T) {
	d, s := editor(t)
	other := saved()
	other.ID, other.Name = "c2", "Another"
	s.put(other)
	slow := slowShelf{s, make(chan struct{})}
	d.s.Store = slow
	d.choose(2)
	d.run("step-up")
	d.run("step-up") // waits for the first
	d.openRecording(other)
	d.quit()
	if d.ctx.Err() != nil {
		t.Fatal("the window closed over a change that is not stored")
	}
	close(slow.let)
	d.until("the window is closed", func() bool { return d.ctx.Err() != nil })
	if got := s.ids(); got != "312" {
		t.Errorf("the store holds %s, want 312", got)
	}
}

// TestWhatTheStoreRefusesIsTakenBack: what is shown is what is stored.
func TestWhatTheStoreRefusesIsTakenBack(t *testing.T) {
	d, s := editor(t)
	s.full = errors.New("no space left")
	d.choose(2)
	d.run("step-up")
	d.idle()
	if got := d.message.Text(); got != "not stored and taken back: no space left" {
		t.Errorf("message %q", got)
	}
	if d.recording.rec.Steps[2].ID != "3" || s.ids() != "123" {
		t.Errorf("shown and stored: %v, %s", d.recording.rec.Steps[2].ID, s.ids())
	}
	s.full = nil
	d.run("redo") // the same again, now that there is room
	d.idle()
	if got := s.ids(); got != "132" {
		t.Errorf("the store holds %s", got)
	}
}

// TestAnotherProgramsChangeIsNeverOverwritten: neither by an edit nor unnoticed.
func TestAnotherProgramsChangeIsNeverOverwritten(t *testing.T) {
	d, s := editor(t)
	theirs, _ := s.Recording("c1")
	theirs.Steps = theirs.Steps[:2]
	s.put(theirs)
	d.choose(2)
	d.run("step-up")
	d.idle()
	if got := s.ids(); got != "12" {
		t.Fatalf("the store holds %s", got)
	}
	if got := d.message.Text(); !strings.Contains(got, "was not made") || !strings.Contains(got, "another program") || len(d.recording.rec.Steps) != 2 {
		t.Errorf("message %q, %d steps", got, len(d.recording.rec.Steps))
	}
	theirs.Steps = theirs.Steps[:1]
	s.put(theirs)
	d.refreshLibrary()
	d.idle()
	if got := d.message.Text(); !strings.Contains(got, "another program changed this recording") || len(d.recording.rec.Steps) != 1 {
		t.Errorf("message %q, %d steps", got, len(d.recording.rec.Steps))
	}
	if err := s.DeleteRecording("c1"); err != nil {
		t.Fatal(err)
	}
	d.choose(0)
	d.run("step-disable")
	d.idle()
	if got := d.message.Text(); !strings.Contains(got, "another program deleted") || len(d.recording.rec.Steps) != 1 {
		t.Errorf("message %q, %d steps", got, len(d.recording.rec.Steps))
	}
	if why := d.command("step-disable").why(); why == "" {
		t.Error("what is not in the store can be edited")
	}
}

// TestAResultStaysWithItsStep: also where that is elsewhere now, and goes when the step
// does something else.
func TestAResultStaysWithItsStep(t *testing.T) {
	d, _ := editor(t)
	d.recording.results = map[string]recorder.StepResult{"1": {StepID: "1", Verdict: recorder.VerdictPassed}, "3": {StepID: "3", Verdict: recorder.VerdictFailed}}
	d.choose(2)
	d.run("step-up")
	d.idle()
	rows := d.find("list", "Steps").Children
	if !rows[1].Has("failed") || !rows[0].Has("passed") {
		t.Errorf("%v, %v", rows[0].States, rows[1].States)
	}
	d.edit(recorder.SetText{Step: "1", Text: "Berta"})
	d.idle()
	if row := d.find("list", "Steps").Children[0]; row.Has("passed") {
		t.Error("a step that types something else still passes")
	}
}

func TestSecretsLeaveTheWindowToo(t *testing.T) {
	d, s := editor(t)
	d.recording.results = map[string]recorder.StepResult{"3": {StepID: "3", Verdict: recorder.VerdictPassed, Changes: []string{`the text is "Anna"`}}}
	d.choose(0)
	d.run("secret")
	tapButton(d, "Mark as Secret")
	d.idle()
	rec, _ := s.Recording("c1")
	if p := rec.Parameters; len(p) != 1 || !p[0].Secret || rec.Steps[0].Text != "" {
		t.Fatalf("stored %+v, %+v", p, rec.Steps[0])
	}
	if len(d.recording.results) != 0 {
		t.Error("what a replay saw is still shown")
	}
}

// TestOurOwnEditIsNoChangeOfAnother: the list was read before the edit was stored, and
// is told after.
func TestOurOwnEditIsNoChangeOfAnother(t *testing.T) {
	d, s := editor(t)
	before, _ := s.Recording("c1")
	notice := d.noticeChange()
	d.choose(2)
	d.run("step-up")
	d.idle()
	notice(&before)
	d.idle()
	if got := d.message.Text(); strings.Contains(got, "another program") || s.ids() != "132" {
		t.Errorf("message %q, stored %s", got, s.ids())
	}
	d.noticeChange()(&before)
	d.idle()
	if got := d.message.Text(); !strings.Contains(got, "another program") {
		t.Errorf("what another program did is not noticed: %q", got)
	}
}
