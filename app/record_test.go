package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// target makes the target of an element of the snapshot.
func target(s *tree.Snapshot, h tree.Handle) *inspector.Target {
	f := inspector.Freeze(s)
	t := f.Target(f.ByHandle(h))
	return &t
}

// saved is a stored recording of three steps, with a secret parameter.
func saved() recorder.Recording {
	return recorder.Recording{
		Schema: recorder.RecordingSchema, ID: "c1", Name: "Save an order", Application: recorder.ApplicationIdentity{Name: "Orders", Toolkit: "gtk"},
		Steps: []recorder.Step{
			{ID: "1", Kind: recorder.StepActivate, Title: `Click button "New"`, Light: recorder.LightUnique, Target: target(twoSaves(), "new")},
			{ID: "2", Kind: recorder.StepActivate, Title: `Click button "Save"`, Light: recorder.LightAmbiguous, Target: target(twoSaves(), "save1")},
		},
	}
}

func TestRecordingIsShownAsItIsDone(t *testing.T) {
	s := newShelf()
	steps := make(chan recorder.Step)
	var got recorder.SessionOptions
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Version: "1.2", Record: func(ctx context.Context, o recorder.SessionOptions) (recorder.Recording, error) {
		got = o
		rec := recorder.Recording{Schema: recorder.RecordingSchema, ID: "c9", Name: o.Name, Application: recorder.ApplicationIdentity{Name: o.Application.Name}}
		o.OnReady()
		for {
			select {
			case st := <-steps:
				if n := len(rec.Steps); n > 0 && rec.Steps[n-1].ID == st.ID {
					rec.Steps[n-1] = st // a typing step grew
				} else {
					rec.Steps = append(rec.Steps, st)
				}
				o.OnStep(len(rec.Steps)-1, st)
			case <-ctx.Done():
				s.put(rec)
				return rec, nil
			}
		}
	}})
	d.run("record")
	d.until("the recorder is ready", func() bool { return d.recording.ready })
	if got := d.message.Text(); got != "recording Orders: use it now, then press Stop" {
		t.Errorf("message %q", got)
	}
	if b := d.find("button", "Stop"); !b.Has("pressed") {
		t.Error("the record button does not show that it records")
	}
	steps <- recorder.Step{ID: "1", Title: `Type "A" into textbox "Customer"`, Light: recorder.LightUnique}
	steps <- recorder.Step{ID: "1", Title: `Type "Anna" into textbox "Customer"`, Light: recorder.LightUnique, Target: target(twoSaves(), "new")}
	steps <- recorder.Step{ID: "2", Title: `Click button "Save"`, Light: recorder.LightAmbiguous, Target: target(twoSaves(), "save1")}
	d.until("both steps are shown", func() bool { return d.Idle() && d.has("listitem", `Click button "Save"`) })
	if d.has("listitem", `Type "A" into textbox "Customer"`) {
		t.Error("the step that grew is shown twice")
	}
	if row := d.find("listitem", `Click button "Save"`); !row.Has("ambiguous") {
		t.Errorf("the light of the step: %v", row.States)
	}
	d.run("record")
	d.until("it is stored and listed", func() bool { return d.Idle() && d.recording.cancel == nil && len(d.recordings) == 1 })
	if got.Name != "Recording 1" || got.Application != orders || got.Version != "1.2" || got.Backend == nil {
		t.Errorf("session options %+v", got)
	}
	if _, err := s.Recording("c9"); err != nil {
		t.Error(err)
	}
	d.showDrawer(view.TabRecordings)
	if row := d.find("listitem", "Recording 1"); !hasCell(row, "cannot be replayed: step 2") || !hasCell(row, "2 steps") {
		t.Errorf("the list says %+v", row)
	}
}

func TestRenameExportImportDelete(t *testing.T) {
	s := newShelf()
	s.put(saved())
	path := filepath.Join(t.TempDir(), "x.samebutton.json")
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Files: answers{path: path}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.nameEntry.SetText("Save twice")
	d.nameEntry.OnSubmitted("Save twice")
	d.until("it is renamed", func() bool { return d.Idle() && d.recordings[0].Name == "Save twice" })
	other := saved()
	other.ID, other.Name = "c2", "Taken"
	s.put(other)
	d.nameEntered("Taken")
	d.until("it is refused", func() bool { return d.Idle() && strings.HasSuffix(d.message.Text(), store.ErrNameTaken.Error()) })
	if d.nameEntry.Text != "Save twice" || d.recording.rec.Name != "Save twice" {
		t.Errorf("a name that was refused is shown: %q, %q", d.nameEntry.Text, d.recording.rec.Name)
	}
	_ = s.DeleteRecording("c2")
	d.run("export")
	d.until("the file is there", func() bool { _, err := os.Stat(path); return err == nil && d.Idle() })
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the exported file %v", info.Mode())
	}
	d.run("delete")
	tapButton(d, "Delete")
	d.until("it is deleted", func() bool { return d.Idle() && len(d.recordings) == 0 })
	d.run("import")
	d.until("it is back", func() bool { return d.Idle() && len(d.recordings) == 1 })
	if d.recording.rec.Name != "Save twice" || len(d.recording.rec.Steps) != 2 {
		t.Errorf("imported %q with %d steps", d.recording.rec.Name, len(d.recording.rec.Steps))
	}
	other.Name = "Save twice"
	s.put(other)
	_ = s.DeleteRecording("c1")
	d.run("import")
	d.until("it is there under a free name", func() bool { return d.Idle() && d.recording.rec.Name == "Save twice 2" })
	if want := "imported Save twice 2: another recording is called Save twice"; d.message.Text() != want {
		t.Errorf("said %q, want %q", d.message.Text(), want)
	}
}

// tapButton presses a button of the dialog on top.
func tapButton(d *desk, text string) {
	d.t.Helper()
	for _, o := range test.LaidOutObjects(d.window.Canvas().Overlays().Top()) {
		if b, ok := o.(*view.DialogButton); ok && b.Text == text {
			test.Tap(b)
			return
		}
	}
	d.t.Fatalf("no button %q in the dialog", text)
}

func TestReplayShowsAVerdictForEachStepAndTheTwins(t *testing.T) {
	s := newShelf()
	s.put(saved())
	proceed := make(chan struct{})
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Replay: func(_ context.Context, o recorder.PlayerOptions, rec recorder.Recording, app tree.Application, _ bool) (recorder.Run, error) {
		if app != orders || rec.ID != "c1" {
			t.Errorf("replays %q on %q", rec.ID, app.Name)
		}
		f := inspector.Freeze(twoSaves())
		refused := f.ProofOf(f.ResolveTarget(*rec.Steps[1].Target), tree.None)
		results := []recorder.StepResult{
			{N: 1, Title: rec.Steps[0].Title, Verdict: recorder.VerdictPassed, Delivery: backends.Delivered, Effect: recorder.OutcomeVerified, DurationMs: 12},
			{N: 2, Title: rec.Steps[1].Title, Verdict: recorder.VerdictAmbiguous, Resolution: inspector.Ambiguous, Delivery: backends.NotDelivered, Error: "2 elements match", Hint: "give the buttons different names", Proof: &refused},
		}
		o.OnStep(recorder.StepResult{N: 1, Verdict: recorder.VerdictRunning})
		<-proceed
		o.OnStep(results[0])
		o.OnStep(results[1])
		run := recorder.Run{ID: "r1", Name: rec.Name, Verdict: recorder.VerdictAmbiguous, Steps: results}
		s.mu.Lock()
		s.runs["r1"] = run
		s.mu.Unlock()
		return run, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("replay")
	d.until("the first step runs", func() bool { return d.recording.results["1"].Verdict == recorder.VerdictRunning })
	if d.command("delete").why() == "" || d.command("replay").why() == "" {
		t.Error("a second replay or deleting is possible during a replay")
	}
	close(proceed)
	d.until("the replay has ended", func() bool { return d.Idle() && d.replay.cancel == nil })
	rows := d.find("list", "Steps").Children
	if !rows[0].Has("passed") || !rows[1].Has("ambiguous") || !hasCell(rows[0], "verified") {
		t.Errorf("verdicts %+v", rows)
	}
	if d.find("row", "What to do").Value != "give the buttons different names" || d.find("row", "Reason").Value != "2 elements match" {
		t.Error("the refused step does not say why and what to do")
	}
	marks := d.stage.Marks()
	if len(marks) != 2 || marks[0].Kind != view.MarkTwin || marks[0].Bounds.Y != 150 || marks[1].Bounds.Y != 190 || marks[1].Number != 2 {
		t.Errorf("twins on the stage: %+v", marks)
	}
	if got := d.message.Text(); got != "ambiguous: two or more elements match" {
		t.Errorf("message %q", got)
	}
	d.showDrawer(view.TabRuns)
	d.chooseRun(0)
	d.idle()
	if row := d.find("listitem", `Click button "Save"`); !row.Has("ambiguous") {
		t.Errorf("the run shows %v", row.States)
	}
}

func TestEscapeStopsAReplay(t *testing.T) {
	s := newShelf()
	s.put(saved())
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Replay: func(ctx context.Context, _ recorder.PlayerOptions, rec recorder.Recording, _ tree.Application, _ bool) (recorder.Run, error) {
		<-ctx.Done()
		return recorder.Run{ID: "r", Name: rec.Name, Verdict: recorder.VerdictStopped}, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("replay")
	d.focusTree() // a pane has the keyboard, as it has in life
	d.key(fyne.KeyEscape)
	d.until("it has stopped", func() bool { return d.Idle() && d.replay.cancel == nil })
	if got := d.message.Text(); got != "replay stopped" {
		t.Errorf("message %q", got)
	}
}

func TestSecretParametersAreAskedForAndHidden(t *testing.T) {
	rec := saved()
	typed := recorder.Step{ID: "1", Kind: recorder.StepSetText, Parameter: "customer", Target: target(twoSaves(), "new")}
	rec.Steps = []recorder.Step{typed, typed} // nothing that is refused all the same
	rec.Steps[1].ID, rec.Steps[1].Parameter = "2", "pin"
	rec.Parameters = []recorder.Parameter{{Name: "customer", Default: "Anna"}, {Name: "pin", Secret: true}}
	s := newShelf()
	s.put(rec)
	var got map[string]string
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Replay: func(_ context.Context, o recorder.PlayerOptions, _ recorder.Recording, _ tree.Application, _ bool) (recorder.Run, error) {
		got = o.Parameters
		return recorder.Run{Verdict: recorder.VerdictPassed}, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("replay")
	var entries []*view.SearchEntry
	for _, o := range test.LaidOutObjects(d.window.Canvas().Overlays().Top()) {
		if e, ok := o.(*view.SearchEntry); ok {
			entries = append(entries, e)
		}
	}
	if len(entries) != 2 || entries[0].Password || !entries[1].Password {
		t.Fatalf("the dialog has %d entries; only the second may hide what is typed", len(entries))
	}
	entries[1].SetText("1234")
	tapButton(d, "Replay")
	d.until("it was replayed", func() bool { return d.Idle() && got != nil }) // when it is idle nobody writes it
	if got["customer"] != "Anna" || got["pin"] != "1234" {
		t.Errorf("parameters %v", got)
	}
}

func TestReplayOnAnotherApplicationIsRefused(t *testing.T) {
	rec := saved()
	rec.Application.Name = "Invoices"
	s := newShelf()
	s.put(rec)
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Replay: func(context.Context, recorder.PlayerOptions, recorder.Recording, tree.Application, bool) (recorder.Run, error) {
		t.Error("it was replayed")
		return recorder.Run{}, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("replay")
	if got := d.message.Text(); got != "this recording is of Invoices: choose that application first" {
		t.Errorf("message %q", got)
	}
}
