package app

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// renamed is Orders after its button New was renamed to Create; there are still two
// buttons Save.
func renamed() *tree.Snapshot {
	s := twoSaves()
	for i := range s.Nodes {
		if s.Nodes[i].Handle == "new" {
			s.Nodes[i].Name = tree.KnownText("Create")
		}
	}
	return s
}

// candidate is an element of a snapshot as a refusal offers it.
func candidate(s *tree.Snapshot, h tree.Handle) recorder.Candidate {
	f := inspector.Freeze(s)
	id := f.ByHandle(h)
	return recorder.Candidate{Target: f.Target(id), Path: f.Path(id), Bounds: f.Nodes[id].Bounds, Agrees: []string{"role button"}, Differs: []string{"name"}}
}

// refusing opens a window whose replay refuses the first step because New is called
// Create now.
func refusing(t *testing.T) (*desk, *shelf) {
	s := newShelf()
	rec := saved()
	hash, err := s.PutPicture(pixels(t, 400, 300))
	if err != nil {
		t.Fatal(err)
	}
	f := inspector.Freeze(twoSaves())
	rec.Steps[0].Picture, rec.Steps[0].Area = hash, tree.Rect{X: 100, Y: 100, W: 400, H: 300}
	rec.Steps[0].Bounds = f.Nodes[f.ByHandle("new")].Bounds
	s.put(rec)
	refusal := &recorder.Refusal{
		Recorded: *rec.Steps[0].Target, Changed: []string{`no button is called "New" any more`}, Picture: hash, Area: rec.Steps[0].Area,
		Candidates: []recorder.Candidate{candidate(renamed(), "new"), candidate(renamed(), "save1")},
	}
	d := openOrders(t, &scripted{snapshot: renamed}, Services{Store: s, Record: func(ctx context.Context, o recorder.SessionOptions) (recorder.Recording, error) {
		o.OnReady()
		<-ctx.Done()
		return recorder.Recording{}, ctx.Err()
	}, Replay: func(_ context.Context, o recorder.PlayerOptions, rec recorder.Recording, _ tree.Application, _ bool) (recorder.Run, error) {
		r := recorder.StepResult{N: 1, StepID: "1", Verdict: recorder.VerdictStale, Error: "none of 4 elements matches", Refusal: refusal}
		run := recorder.Run{ID: "r1", Recording: rec.ID, Name: rec.Name, Verdict: recorder.VerdictStale, Steps: []recorder.StepResult{r}}
		s.mu.Lock()
		s.runs["r1"] = run
		s.mu.Unlock()
		return run, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("replay")
	d.until("the refusal is shown", func() bool { return d.Idle() && d.bench.Covered() })
	return d, s
}

func pixels(t *testing.T, w, h int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Recording begins while a refusal is shown: the list of steps is that of another
// recording then, with a step chosen.
func TestRecordingBeginsOverARefusal(t *testing.T) {
	d, _ := refusing(t)
	d.run("record")
	d.until("it records", func() bool { return d.recording.ready && !d.bench.Covered() })
	d.run("record")
	d.until("it has stopped", func() bool { return d.Idle() && d.recording.cancel == nil })
}

// What another program took out of a recording is not replayed, however new it is.
func TestARecordingThatChangedIsNotReplayed(t *testing.T) {
	d, s := refusing(t)
	replayed := false
	d.s.Replay = func(context.Context, recorder.PlayerOptions, recorder.Recording, tree.Application, bool) (recorder.Run, error) {
		replayed = true
		return recorder.Run{}, nil
	}
	rec, err := s.Recording(d.recording.rec.ID)
	if err != nil {
		t.Fatal(err)
	}
	rec.Steps = slices.Clone(rec.Steps)
	rec.Steps[1].Disabled = true
	s.put(rec)
	d.run("replay")
	d.until("it is told", func() bool { return d.Idle() && d.replay.cancel == nil })
	if got := d.message.Text(); replayed || !strings.Contains(got, "nothing was replayed: another program changed this recording") || !d.recording.rec.Steps[1].Disabled {
		t.Errorf("replayed %v, message %q", replayed, got)
	}
	d.run("replay")
	d.until("it was replayed", func() bool { return d.Idle() && d.replay.cancel == nil })
	if !replayed {
		t.Error("it is not replayed as it is now")
	}
}

func TestARefusalShowsThenAndNow(t *testing.T) {
	d, _ := refusing(t)
	pane := d.find("region", "Refusal")
	if got, _ := pane.Find("row", "Changed"); got.Value != `no button is called "New" any more` {
		t.Errorf("what changed: %q", got.Value)
	}
	for img, marks := range map[string]int{"As recorded": 1, "Now": 2} {
		if p, ok := pane.Find("img", img); !ok || len(p.Children) != marks {
			t.Errorf("%s: %+v", img, p.Children)
		}
	}
	list, _ := pane.Find("list", "Candidates")
	if len(list.Children) != 6 || list.Children[0].Value != "" || !strings.Contains(list.Children[3].Value, "ambiguous") {
		t.Errorf("candidates %+v", list.Children)
	}
	for _, row := range list.Children {
		if row.Has("selected") {
			t.Error("a candidate is chosen and nobody chose it")
		}
	}
	if why := d.usable(); !strings.Contains(why, "choose one") {
		t.Errorf("without a choice: %q", why)
	}
}

func TestAnotherElementIsUsedOnlyByADecision(t *testing.T) {
	d, s := refusing(t)
	keys := func(names ...fyne.KeyName) { d.key(names...); d.idle() }
	keys(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown) // the first line of the second
	if why := d.usable(); !strings.Contains(why, "ambiguous") || !d.items["use-instead"].Disabled {
		t.Errorf("one of two that are alike can be used: %q", why)
	}
	keys(fyne.KeyHome)
	if why := d.usable(); why != "" || d.items["use-instead"].Disabled {
		t.Errorf("the renamed one cannot be used: %q", why)
	}
	d.run("use-instead")
	keys(fyne.KeyReturn)
	if got := d.message.Text(); got != "nothing changed: a decision needs a reason" {
		t.Errorf("without a reason: %q", got)
	}
	d.run("use-instead")
	d.window.Canvas().Focused().(*view.SearchEntry).SetText("renamed in version 2")
	keys(fyne.KeyReturn)
	rec, _ := s.Recording("c1")
	step := rec.Steps[0]
	if step.Target.Name != "Create" || len(step.Reviews) != 1 || step.Reviews[0].Why != "renamed in version 2" || step.Reviews[0].Now != step.Target.Locator.String() {
		t.Fatalf("stored %+v, reviews %+v", step.Target, step.Reviews)
	}
	if d.bench.Covered() {
		t.Error("the refusal still lies over the window")
	}
	d.run("undo")
	d.idle()
	if rec, _ := s.Recording("c1"); rec.Steps[0].Target.Name != "New" {
		t.Error("the decision was not undone")
	}
}

// TestOfTwinsNoneIsTheRecordedOne: both are found by the locator of the step, so that
// neither can be said to be what was recorded.
func TestOfTwinsNoneIsTheRecordedOne(t *testing.T) {
	twins := []recorder.Candidate{candidate(twoSaves(), "save1"), candidate(twoSaves(), "save2")}
	r := &recorder.Refusal{Recorded: twins[0].Target, Candidates: twins}
	for _, c := range twins {
		if why := unusable(inspector.Freeze(twoSaves()), r, c); !strings.Contains(why, "ambiguous") {
			t.Errorf("%s: %q", c.Path, why)
		}
	}
}

// TestACandidateIsProvenNow: the application has changed since the step was refused.
func TestACandidateIsProvenNow(t *testing.T) {
	d, _ := refusing(t)
	d.key(fyne.KeyHome)
	d.s.Backend.(*scripted).set(func(b *scripted) { b.snapshot = twoSaves })
	d.run("refresh")
	d.until("it was compared again", func() bool { return d.Idle() && d.usable() != "" })
	if why := d.usable(); why != "it is not there any more" {
		t.Errorf("the candidate is called New again: %q", why)
	}
}

func TestTheRefusalOfAnOldRunIsShownFromTheStore(t *testing.T) {
	d, _ := refusing(t)
	d.key(fyne.KeyEscape)
	d.idle()
	if d.bench.Covered() {
		t.Fatal("Esc does not close the refusal")
	}
	d.showDrawer(view.TabRuns)
	d.idle()
	d.chooseRun(0)
	d.idle()
	d.run("why")
	d.idle()
	if !d.bench.Covered() || !d.has("img", "Then") {
		t.Errorf("not shown: %q", d.message.Text())
	}
	d.key(fyne.KeyHome)
	d.run("show-candidate")
	d.idle()
	if got := d.selected(); got != "Create" {
		t.Errorf("selected in the tree: %q", got)
	}
}

func TestLocatorsAreProvenNow(t *testing.T) {
	f := inspector.Freeze(twoSaves())
	was := inspector.Freeze(snapshotOf(el{handle: "bar", role: tree.RoleToolbar, name: "Main", at: tree.Rect{X: 100, Y: 100, W: 400, H: 40}, children: []el{button("save", "Save", 110, 110)}}))
	target := was.Target(was.ByHandle("save"))
	if len(target.Witnesses) == 0 {
		t.Fatalf("no witnesses: %+v", target)
	}
	list := tryLocators(f, &target)
	if ln := list[0].line(true); ln.Note != "ambiguous: matches 2" {
		t.Errorf("a locator that fits two buttons: %q", ln.Note)
	}
	if ln := list[1].line(false); !strings.HasPrefix(ln.Note, "stale") {
		t.Errorf("a locator by a toolbar that is gone: %q", ln.Note)
	}
	list = tryLocators(was, &target)
	if ln := list[0].line(false); !strings.Contains(ln.Note, "matches 1 of") || !strings.Contains(ln.Note, "agrees with") {
		t.Errorf("one that is proven: %q", ln.Note)
	}
	if ln := tryLocators(nil, &target)[0].line(false); !strings.Contains(ln.Note, "not proven now") {
		t.Errorf("without the application: %q", ln.Note)
	}
}

func TestConditionsAreFilledInWithWhatIsThere(t *testing.T) {
	f := inspector.Freeze(twoSaves())
	id := f.ByHandle("save1")
	by := map[string]offer{}
	for _, o := range aimAt(f, id).conditions() {
		by[o.title] = o
	}
	if o := by["name is"]; o.value != "Save" {
		t.Errorf("name: %+v", o)
	}
	if o := by["number of such elements is"]; o.value != "2" {
		t.Errorf("number of two that are alike: %+v", o)
	}
	if _, err := by["is enabled"].step(recorder.StepAssert, ""); err == nil || !strings.Contains(err.Error(), "one of 2 alike") {
		t.Errorf("the state of one of two: %v", err)
	}
	if _, err := by["number of such elements is"].step(recorder.StepAssert, "many"); err == nil {
		t.Error("a number of many")
	}
	if s, err := by["number of such elements is"].step(recorder.StepAssert, "3,5"); err != nil || s.Condition.Number != 3.5 {
		t.Errorf("%+v, %v", s.Condition, err)
	}
}

// TestAnAssertionPicksItsElement: with none selected, a person picks one and is then
// asked what of it to look for; what they choose is stored behind the chosen step.
func TestAnAssertionPicksItsElement(t *testing.T) {
	s := newShelf()
	s.put(saved())
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Pick: func(context.Context, time.Duration, func(Pointed)) (Pointed, error) {
		f := inspector.Freeze(twoSaves())
		return Pointed{At: f.Nodes[f.ByHandle("new")].Bounds.Center(), PID: orders.PID}, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.choose(0)
	d.sel = selection{node: tree.None}
	d.run("assert")
	d.run("pick")
	d.until("the conditions are offered", func() bool { return d.Idle() && d.question != nil })
	if got := d.find("dialog", "").Label; got != `Assert: button "New"` {
		t.Errorf("asked about %q", got)
	}
	d.key(fyne.KeyReturn)
	d.idle()
	rec, _ := s.Recording("c1")
	if len(rec.Steps) != 3 || rec.Steps[1].Kind != recorder.StepAssert || rec.Steps[1].Condition.Kind != recorder.ConditionVisible || rec.Steps[1].Picture == "" {
		t.Errorf("stored %+v", rec.Steps)
	}
}
