package app

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// replay is a replay under way, and the run that the Runs tab shows.
type replay struct {
	cancel context.CancelFunc // not nil while replaying
	pace   *pace              // of the replay under way, or nil
	dry    bool
	// next is the number of the step that is done or waited before, 0 before the
	// first; waiting says that it waits, and why says for what.
	next    int
	step    recorder.Step
	waiting bool
	why     string

	shown *recorder.Run
}

// playing says how to replay.
type playing struct {
	from     int  // number of the first step, 0 for all
	stepping bool // wait after each step
	dry      bool // send nothing
}

// startReplay replays the recording that is shown, after asking for the parameters
// that the steps take which it is to do.
func (a *App) startReplay(how playing) {
	rec := a.recording.rec
	part := rec.From(how.from)
	taken := recorder.Taken(part)
	if recorder.Empty(rec) {
		a.say("not replayed: " + recorder.ErrEmpty.Error() + "; record the flow again")
		return
	}
	// Nobody is asked for the values of what is refused all the same.
	if len(taken) == 0 || len(recorder.Check(part, a.allowInput)) > 0 {
		a.play(rec, nil, how)
		return
	}
	var items []*widget.FormItem
	entries := map[string]*view.SearchEntry{}
	for _, p := range taken {
		e := a.dialogEntry(p.Secret)
		e.SetText(p.Default)
		e.OnChanged = func(string) { a.checkQuestion() }
		entries[p.Name] = e
		item := widget.NewFormItem(p.Name, e)
		if p.Secret {
			item.HintText = "not stored"
		}
		items = append(items, item)
	}
	first := entries[taken[0].Name]
	why := func() (string, bool) {
		for _, p := range taken {
			if p.Secret && entries[p.Name].Text == "" {
				return "The secret " + p.Name + " is never stored: type it to begin.", true
			}
		}
		return "", false
	}
	a.askIf("Replay "+rec.Name, widget.NewForm(items...), "Replay", widget.HighImportance, fyne.NewSize(460, 0), first, why, func() {
		values := map[string]string{}
		for name, e := range entries {
			values[name] = e.Text
		}
		a.play(rec, values, how)
	})
}

const allowInputLabel = "Allow Real Pointer and Keys"

// toggleInput allows replays to use the real pointer and keyboard, until the
// window closes, or forbids it again.
func (a *App) toggleInput() {
	a.allowInput = !a.allowInput
	a.showRecordable()
	if !a.allowInput {
		a.say("replays use no real pointer and keys any more")
		return
	}
	text := widget.NewLabel("Replays may now move the pointer and press keys where an element offers no\n" +
		"action of its own, such as check boxes of GTK 4 and key chords. Everything else\n" +
		"still goes to the element itself, and each step is proven before, as always.\n\n" +
		"Leave mouse and keyboard alone while a replay runs; Esc stops it. This is off\n" +
		"again when Samebutton is started the next time.")
	a.explain(allowInputLabel, text, fyne.Size{})
}

// forWindow returns a result with a hint that a person at the window can follow:
// the recorder names the flag of the command line.
func forWindow(r recorder.StepResult) *recorder.StepResult {
	r.Hint = strings.ReplaceAll(r.Hint, "--allow-input", "menu Replay: "+allowInputLabel)
	return &r
}

// play replays on the application that is observed. Beside a walk with the Tab key this
// is the only thing in this window that acts on an application.
func (a *App) play(rec recorder.Recording, values map[string]string, how playing) {
	ctx, cancel := context.WithCancel(a.ctx)
	p := a.makePace(rec, how.stepping)
	a.replay.cancel, a.replay.pace, a.replay.dry = cancel, p, how.dry
	a.replay.next, a.replay.waiting = 0, false
	a.recording.results, a.recording.dry = map[string]recorder.StepResult{}, how.dry
	a.replayMarks = nil
	if a.bench.Covered() {
		a.closeRefusal()
	}
	a.showDrawer(view.TabRecording)
	a.showSteps()
	a.updateMarks()
	a.updateBanner()
	a.updateCommands()
	a.updateOutline()
	a.say("replaying " + rec.Name + "; Esc stops it")
	if how.dry {
		a.say("dry run of " + rec.Name + ": nothing is sent")
	}
	o := recorder.PlayerOptions{
		Backend: a.s.Backend, Screen: a.s.Screen, Parameters: values, Ask: a.askConsequence, From: how.from, DryRun: how.dry, Gate: p.gate,
		OnStep: func(r recorder.StepResult) { a.later(func() { a.replayed(rec.ID, r) }) },
	}
	target, allowed, unchanged := a.target, a.allowInput, a.unchanged(rec)
	go func() {
		var run recorder.Run
		err := unchanged()
		if err == nil {
			run, err = a.s.Replay(ctx, o, rec, target, allowed)
		}
		a.busy.Add(1)
		a.finish(func() {
			stopped := ctx.Err() != nil
			cancel()
			a.ended(rec.ID, run, err, stopped)
		})
	}()
}

// result keeps what became of a step of the recording that is shown.
func (a *App) result(r recorder.StepResult) {
	if n := r.N - 1; r.StepID == "" && n >= 0 && n < len(a.recording.rec.Steps) {
		r.StepID = a.recording.rec.Steps[n].ID
	}
	a.recording.results[r.StepID] = r
}

// replayed shows what became of a step.
func (a *App) replayed(rec string, r recorder.StepResult) {
	if a.recording.rec.ID != rec || a.replay.cancel == nil {
		return
	}
	a.result(r)
	a.showSteps(r.N - 1)
	if r.Verdict != recorder.VerdictRunning {
		a.explainStep(&r)
	}
}

// ended shows the verdict of a run.
func (a *App) ended(rec string, run recorder.Run, err error, stopped bool) {
	dry := a.replay.dry
	a.replay.cancel, a.replay.pace, a.replay.next, a.replay.waiting = nil, nil, 0, false
	a.replayMarks = nil
	a.updateMarks()
	if a.recording.rec.ID == rec {
		for _, r := range run.Steps {
			a.result(r)
		}
		worst := lastRefused(run.Steps)
		if worst >= 0 {
			a.showSteps(run.Steps[worst].N - 1)
			a.explainStep(&run.Steps[worst])
			if r := run.Steps[worst]; r.Refusal != nil && !dry {
				a.showRefusal(rec, r, "")
			}
		} else {
			a.showSteps(len(a.recording.rec.Steps) - 1)
		}
	}
	switch {
	case stopped && (err == nil || errors.Is(err, context.Canceled)):
		a.say("replay stopped")
	case errors.Is(err, store.ErrChanged) || errors.Is(err, store.ErrNotFound):
		a.reload("nothing was replayed: ")
	case err != nil:
		a.warn(fmt.Errorf("replay: %w", err))
	case run.Verdict == recorder.VerdictPassed && dry:
		a.tell("check", view.ColorGood, fmt.Sprintf("dry run passed: %s; nothing was sent", count(len(run.Steps), "step")))
	case run.Verdict == recorder.VerdictPassed:
		a.tell("check", view.ColorGood, fmt.Sprintf("passed: %s", count(len(run.Steps), "step")))
	default:
		s := view.VerdictSign(run.Verdict)
		words := s.Words
		if at := lastRefused(run.Steps); at >= 0 && run.Verdict == recorder.VerdictRefused {
			words = fmt.Sprintf("refused at step %d: %s", run.Steps[at].N, run.Steps[at].Error)
		}
		a.tell(s.Icon, s.Color, words)
	}
	if !errors.Is(err, store.ErrChanged) { // that was told, with what it means here
		a.loadLibrary("")
	}
	a.updateBanner()
	a.updateCommands()
}

// lastRefused returns the step that stopped a run, -1 where none did.
func lastRefused(steps []recorder.StepResult) int {
	for i := len(steps) - 1; i >= 0; i-- {
		if v := steps[i].Verdict; v != recorder.VerdictPassed && v != recorder.VerdictSkipped {
			return i
		}
	}
	return -1
}

// explainStep outlines what a step acted on, or the twins that made it refuse.
func (a *App) explainStep(r *recorder.StepResult) {
	a.replayMarks = nil
	if r.Proof != nil {
		marks := view.TwinMarks(r.Proof)
		if len(marks) == 0 && r.Verdict != recorder.VerdictPassed && r.Verdict != recorder.VerdictRunning {
			for i, tw := range r.Proof.Twins {
				marks = append(marks, view.Mark{Kind: view.MarkNear, Bounds: tw.Bounds, Number: i + 1})
			}
		}
		if len(marks) > 0 {
			a.replayMarks = marks
		}
	}
	a.updateMarks()
}

// stepChosen shows the element of a step, where it is there just now.
func (a *App) stepChosen(i int) {
	a.stepAt = time.Now()
	a.updateCommands()
	if a.replay.cancel != nil {
		return // the picture shows the step that is next
	}
	if r, ok := a.recording.results[a.recording.rec.Steps[i].ID]; ok && r.Verdict != recorder.VerdictPassed && r.Proof != nil {
		a.explainStep(&r)
		return
	}
	s := a.recording.rec.Steps[i]
	if s.Target == nil || a.seen == nil || a.target.Name != a.recording.rec.Application.Name {
		return
	}
	f := a.seen.frozen
	node := tree.None
	a.do(proveLimit, func(context.Context) { node = f.ResolveTarget(*s.Target).Node() }, func() {
		if node != tree.None && a.seen != nil {
			a.selectHandle(f.Nodes[node].Handle)
			a.sel.ofStep = true
		}
	})
}

// escape closes a dialog, or ends a replay or picking.
func (a *App) escape() {
	switch {
	case a.question != nil:
		a.question.cancel()
	case a.stop():
	case a.stopPointing():
		a.say("nothing was inserted")
	case a.bench.Covered():
		a.closeRefusal()
	case a.replayMarks != nil:
		a.replayMarks = nil
		a.updateMarks()
	}
}

// stop ends a replay, picking or an audit and reports whether there was one.
func (a *App) stop() bool {
	switch {
	case a.replay.cancel != nil:
		a.replay.cancel()
		a.say("stopping the replay …")
	case a.tabs.cancel != nil:
		a.tabs.cancel()
		a.say("stopping …")
	case a.picked.cancel != nil:
		a.picked.cancel()
	case a.stopAudit():
		a.say(auditStopped)
	default:
		return false
	}
	return true
}

// chooseRun reads a run with its steps.
func (a *App) chooseRun(i int) {
	id := a.runs[i].ID
	var run recorder.Run
	var err error
	a.do(storeLimit, func(context.Context) { run, err = a.s.Store.Run(id) }, func() {
		if err != nil {
			a.warn(err)
			return
		}
		steps := append([]recorder.StepResult(nil), run.Steps...)
		sort.Slice(steps, func(i, j int) bool { return steps[i].N < steps[j].N })
		items := make([]view.StepItem, len(steps))
		for i := range steps {
			items[i].Result = forWindow(steps[i])
		}
		at := lastRefused(steps)
		if at < 0 {
			at = min(0, len(items)-1)
		}
		run.Steps = steps
		a.replay.shown = &run
		a.drawer.Runs.Steps.Set(items, at)
		a.updateCommands()
	})
}
