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

func TestRealInputIsAllowedInTheMenu(t *testing.T) {
	s := newShelf()
	s.put(saved())
	replay := make(chan bool, 1)
	services := Services{Store: s, Replay: func(_ context.Context, o recorder.PlayerOptions, rec recorder.Recording, _ tree.Application, allowed bool) (recorder.Run, error) {
		replay <- allowed
		r := recorder.StepResult{N: 1, Verdict: recorder.VerdictRefused, Error: "this step needs real keyboard or pointer input", Hint: "allow raw input for this run (--allow-input)"}
		run := recorder.Run{ID: "r1", Name: rec.Name, Verdict: recorder.VerdictRefused, Steps: []recorder.StepResult{r}}
		s.mu.Lock()
		s.runs["r1"] = run
		s.mu.Unlock()
		return run, nil
	}}
	d := openOrders(t, &scripted{snapshot: twoSaves}, services)
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	item := d.items["allow-input"]
	if item.Checked {
		t.Error("real input is allowed although nobody did that")
	}
	const hint = "allow raw input for this run (menu Replay: Allow Real Pointer and Keys)"
	for _, want := range []bool{false, true, false} {
		if item.Checked != want {
			t.Errorf("the menu item is checked: %v, want %v", item.Checked, want)
		}
		d.run("replay")
		d.until("it was replayed", func() bool { return d.Idle() && d.replay.cancel == nil })
		if got := <-replay; got != want {
			t.Errorf("the replay was allowed real input: %v, want %v", got, want)
		}
		if got := d.find("row", "What to do").Value; got != hint {
			t.Errorf("what to do: %q", got)
		}
		if got := d.message.Text(); got != "refused at step 1: this step needs real keyboard or pointer input" {
			t.Errorf("message %q", got)
		}
		item.Action()
		if !want {
			if got := d.find("dialog", "").Label; got != item.Label {
				t.Errorf("allowing it explains nothing: %q", got)
			}
			d.key(fyne.KeyReturn)
		}
	}
	d.showDrawer(view.TabRuns)
	d.chooseRun(0)
	d.idle()
	if got := d.find("row", "What to do").Value; got != hint {
		t.Errorf("what to do in the list of runs: %q", got)
	}
	services.AllowInput = true
	if d := openOrders(t, &scripted{snapshot: twoSaves}, services); !d.items["allow-input"].Checked {
		t.Error("what --allow-input allows has to be allowed again")
	}
}

// The window asks for the values of the steps that are done, and of no others.
func TestThePartThatIsReplayedAsksForItsValues(t *testing.T) {
	rec := saved()
	rec.Steps[0].Kind, rec.Steps[0].Parameter = recorder.StepSetText, "pin"
	rec.Steps[1] = recorder.Step{ID: "2", Kind: recorder.StepActivate, Light: recorder.LightUnique, Target: target(twoSaves(), "new")}
	rec.Parameters = []recorder.Parameter{{Name: "pin", Secret: true}}
	s := newShelf()
	s.put(rec)
	from := make(chan int, 1)
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Replay: func(_ context.Context, o recorder.PlayerOptions, _ recorder.Recording, _ tree.Application, _ bool) (recorder.Run, error) {
		from <- o.From
		return recorder.Run{ID: "r1", Verdict: recorder.VerdictPassed}, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("replay")
	d.idle()
	if d.question == nil || len(from) > 0 {
		t.Fatal("the secret was not asked for")
	}
	d.key(fyne.KeyEscape)
	d.choose(1)
	d.run("replay-from")
	d.until("it was replayed", func() bool { return d.Idle() && d.replay.cancel == nil })
	if d.question != nil || len(from) == 0 || <-from != 2 {
		t.Errorf("asked: %v", d.question != nil)
	}
}

func TestAnEmptyRecordingIsNotReplayed(t *testing.T) {
	rec := saved()
	rec.Steps, rec.Parameters = nil, []recorder.Parameter{{Name: "pin", Secret: true}}
	s := newShelf()
	s.put(rec)
	replayed := false
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Replay: func(context.Context, recorder.PlayerOptions, recorder.Recording, tree.Application, bool) (recorder.Run, error) {
		replayed = true
		return recorder.Run{Verdict: recorder.VerdictPassed}, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.startReplay(playing{})
	d.idle()
	if replayed || d.question != nil || !strings.Contains(d.message.Text(), "would prove nothing") {
		t.Errorf("replayed: %v, message %q", replayed, d.message.Text())
	}
}

func TestAStepThatCannotBeReplayedIsMarked(t *testing.T) {
	const obstacle = "this text cannot be set again"
	rec := saved()
	rec.Steps[0].Obstacle = obstacle
	s := newShelf()
	s.put(rec)
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	if got := d.find("row", "Replay").Value; got != obstacle {
		t.Errorf("what is told of the step: %q", got)
	}
}

func TestRecordingsSayWhetherTheyCanBeReplayed(t *testing.T) {
	s := newShelf()
	window := target(twoSaves(), "window")
	step := func(kind recorder.StepKind, light recorder.Light, t *inspector.Target) recorder.Step {
		return recorder.Step{Kind: kind, Light: light, Target: t}
	}
	good := step(recorder.StepActivate, recorder.LightUnique, target(twoSaves(), "new"))
	twin := step(recorder.StepActivate, recorder.LightAmbiguous, target(twoSaves(), "save1"))
	raw := step(recorder.StepRawInput, recorder.LightNoElement, nil)
	keys := step(recorder.StepKeyChord, recorder.LightUnique, window)
	skipped := raw
	skipped.Disabled = true
	want := map[string]string{"all": "all proven", "keys": "needs real input", "raw": "cannot be replayed: step 3", "both": "cannot be replayed: steps 2, 3", "none": ""}
	for name, steps := range map[string][]recorder.Step{
		"all": {good, skipped}, "keys": {good, keys}, "raw": {good, keys, raw}, "both": {good, twin, raw}, "none": nil,
	} {
		s.put(recorder.Recording{ID: name, Name: name, Steps: steps})
	}
	d := open(t, Services{Store: s})
	d.until("they are listed", func() bool { return d.Idle() && len(d.recordings) == len(want) })
	d.showDrawer(view.TabRecordings)
	for name, words := range want {
		row := d.find("listitem", name)
		if got := row.Children[1:]; len(got) != min(1, len(words)) || words != "" && got[0].Label != words {
			t.Errorf("%s: %+v, want %q", name, got, words)
		}
	}
}

func TestNewRecordingsGetNamesThatAreFree(t *testing.T) {
	s := newShelf()
	var names []string
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Record: func(ctx context.Context, o recorder.SessionOptions) (recorder.Recording, error) {
		names = append(names, o.Name)
		o.OnReady()
		<-ctx.Done()
		rec := recorder.Recording{ID: o.Name, Name: o.Name}
		s.put(rec)
		return rec, nil
	}})
	record := func() {
		d.run("record")
		d.until("it records", func() bool { return d.recording.ready })
		d.run("record")
		d.until("it is stored", func() bool { return d.Idle() && d.recording.cancel == nil })
	}
	s.put(recorder.Recording{ID: "x", Name: "Recording 1"}) // by another program, after the list was read
	record()
	d.recording = recording{}
	d.nameEntry.SetText("Recording 2")
	record()
	record()
	for i, want := range []string{"Recording 2", "Recording 2 2", "Recording 3"} {
		if names[i] != want {
			t.Errorf("recording %d is called %q, want %q", i, names[i], want)
		}
	}
}

func TestComboBoxesGoByTheirLabel(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		s := snapshotOf(el{handle: "label", role: tree.RoleLabel, name: "Country", at: tree.Rect{X: 110, Y: 110, W: 50, H: 20}},
			el{handle: "combo", role: tree.RoleCombobox, name: "Germany", at: tree.Rect{X: 170, Y: 110, W: 80, H: 20}, children: []el{{handle: "item", role: tree.RoleMenuItem, name: "Germany"}}})
		combo := &s.Nodes[s.Find("combo")]
		combo.Relations = []tree.Relation{{Kind: tree.LabelledBy, Targets: []tree.NodeID{s.Find("label")}}}
		return s
	}}, Services{})
	if d.has("treeitem", "Germany") {
		t.Error("the combo box goes by what is chosen in it")
	}
	d.selectHandle("combo")
	d.idle()
	if got := d.selected(); got != "Country" {
		t.Errorf("the row of the combo box is called %q", got)
	}
	if got := d.find("row", "Name").Value; got != "Germany" {
		t.Errorf("its name is shown as %q", got)
	}
}
