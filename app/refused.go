package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// refused is the step that was not done and is shown over the panes.
type refused struct {
	pane   *view.RefusalPane
	step   string // ID of the step
	rec    string // ID of its recording
	result recorder.StepResult
	asked  int // counts comparisons, so that what is late is dropped
}

// buildRefusal makes the pane that shows why a step was not done.
func (a *App) buildRefusal() {
	background := func(work, done func()) { a.do(proveLimit, func(context.Context) { work() }, done) }
	a.refused.pane = view.NewRefusalPane(a.tips, background,
		a.button("show-candidate", "tree", "Show in tree"), a.button("use-instead", "check", "Use this one instead…"), a.button("close-refusal", "close", ""))
	a.refused.pane.OnEscape = a.escape
	a.refused.pane.OnCandidate = func(int) { a.updateCommands() }
}

// refusedResult returns the result of the chosen step of the tab that is shown, with
// the step of the recording where that is known, nil where it was not refused.
func (a *App) refusedResult() (*recorder.StepResult, *recorder.Run) {
	if a.drawer.Tabs.Selected() == view.TabRuns {
		if at := a.drawer.Runs.Steps.Current(); a.replay.shown != nil && at >= 0 && at < len(a.replay.shown.Steps) && a.replay.shown.Steps[at].Refusal != nil {
			return &a.replay.shown.Steps[at], a.replay.shown
		}
		return nil, nil
	}
	if at := a.drawer.Steps.Current(); at >= 0 && at < len(a.recording.rec.Steps) {
		if r, ok := a.recording.results[a.recording.rec.Steps[at].ID]; ok && r.Refusal != nil {
			return &r, nil
		}
	}
	return nil, nil
}

// whyRefused says why there is no refusal to show.
func (a *App) whyRefused() string {
	if r, _ := a.refusedResult(); r == nil {
		return "choose a step that a replay refused first"
	}
	return ""
}

// showChosenRefusal shows why the chosen step was not done.
func (a *App) showChosenRefusal() {
	r, run := a.refusedResult()
	if run != nil {
		a.showRefusal(run.Recording, *r, "at "+view.When(run.Started))
		return
	}
	a.showRefusal(a.recording.rec.ID, *r, "")
}

// showRefusal shows why a step of a recording was not done. when says of which run
// it is, "" for the last one here.
func (a *App) showRefusal(rec string, r recorder.StepResult, when string) {
	shown := forWindow(r)
	v := &view.Refusal{N: r.N, Title: r.Shown(), Verdict: r.Verdict, Reason: shown.Error, Hint: shown.Hint, When: when, Refusal: *r.Refusal}
	open, openID := a.recording.rec, a.recording.rec.ID
	a.refused.asked++
	asked := a.refused.asked
	a.do(storeLimit, func(context.Context) {
		if openID != rec {
			open, _ = a.s.Store.Recording(rec) // without it there is no picture of then
		}
		v.Before = view.Sighting{Note: "the step has no picture"}
		for _, s := range open.Steps {
			if s.ID == r.StepID && s.Picture != "" {
				v.Before = a.sighting(s.Picture, s.Area)
				v.Before.Bounds = s.Bounds
			}
		}
		v.Now = a.sighting(r.Refusal.Picture, r.Refusal.Area)
	}, func() {
		if a.refused.asked != asked || a.replay.cancel != nil {
			return
		}
		a.refused.step, a.refused.rec, a.refused.result = r.StepID, rec, r
		a.bench.Cover(true)
		a.refused.pane.Set(v)
		a.refused.pane.Focus(a.window.Canvas())
		a.compareCandidates()
		a.updateCommands()
	})
}

// sighting reads a picture from the store. Any goroutine.
func (a *App) sighting(hash string, area tree.Rect) view.Sighting {
	if hash == "" {
		return view.Sighting{Note: "no picture was kept"}
	}
	b, err := a.s.Store.Picture(hash)
	if err != nil {
		return view.Sighting{Note: err.Error()}
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		return view.Sighting{Note: fmt.Sprintf("the picture cannot be read: %v", err)}
	}
	rgba := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(rgba, rgba.Bounds(), img, img.Bounds().Min, draw.Src)
	if area.Empty() { // an older recording: it shows where nothing was
		area = tree.Rect{W: rgba.Rect.Dx(), H: rgba.Rect.Dy()}
	}
	return view.Sighting{Capture: &tree.Capture{Rect: area, Scale: float64(rgba.Rect.Dx()) / float64(area.W), Hash: hash, Image: rgba}}
}

// compareCandidates looks for each candidate in what is there now: only one that is
// told from all others can be used instead.
func (a *App) compareCandidates() {
	if !a.bench.Covered() {
		return
	}
	r := a.refused.result.Refusal
	a.refused.asked++
	asked, f := a.refused.asked, a.liveFrozen()
	whys := make([]string, len(r.Candidates))
	a.do(proveLimit, func(context.Context) {
		for i, c := range r.Candidates {
			whys[i] = unusable(f, r, c)
		}
	}, func() {
		if a.refused.asked == asked {
			a.refused.pane.SetUsable(whys)
			a.updateCommands()
		}
	})
}

// unusable says why a candidate cannot be used instead, "" where it can. f is what is
// there now, nil where the application is not shown.
func unusable(f *inspector.Frozen, r *recorder.Refusal, c recorder.Candidate) string {
	switch {
	case c.Target.Standing == inspector.StandingUnproven:
		return "not proven: not everything could be read"
	case c.Target.Standing != inspector.StandingUnique && c.Target.Standing != inspector.StandingContext:
		return "ambiguous: nothing labelled tells it from its twins"
	case c.Target.Locator.String() == r.Recorded.Locator.String():
		return "it is the recorded one"
	case r.Partial:
		return "not everything could be read: it may not be the only one"
	case f == nil:
		return "the application is not shown, so it cannot be compared"
	}
	switch found := f.ResolveTarget(c.Target); found.Outcome {
	case inspector.Unique:
		return ""
	case inspector.Stale:
		return "it is not there any more"
	default:
		return string(found.Outcome) + " now: " + found.Reason
	}
}

// usable says why the candidate that is looked at cannot be used instead.
func (a *App) usable() string {
	if !a.bench.Covered() {
		return "no refused step is shown"
	}
	if _, why := a.refused.pane.Candidate(); why != "" {
		return why
	}
	if a.recording.rec.ID != a.refused.rec {
		return "open the recording of this run first"
	}
	for _, s := range a.recording.rec.Steps {
		if s.ID == a.refused.step {
			if s.Target == nil || s.Target.Locator.String() != a.refused.result.Refusal.Recorded.Locator.String() {
				return "the step was changed since, or it was another part of it that was refused"
			}
			return ""
		}
	}
	return "the recording does not have this step any more"
}

// useInstead asks why, and then lets the step act on the candidate from now on. It is
// an edit of a person and never made by itself.
func (a *App) useInstead() {
	at, _ := a.refused.pane.Candidate()
	r, c := a.refused.result, a.refused.result.Refusal.Candidates[at]
	entry := a.dialogEntry(false)
	entry.PlaceHolder = "for example: it was renamed in version 2"
	text := widget.NewLabel(fmt.Sprintf("From now on step %d acts on\n    %s\nand no more on\n    %s", r.N, c.Target.Describe, r.Refusal.Recorded.Describe))
	text.Truncation = fyne.TextTruncateEllipsis
	content := container.NewVBox(text, widget.NewForm(widget.NewFormItem("Reason", entry)))
	a.ask("Use this one instead", content, "Use It", widget.HighImportance, fyne.NewSize(620, 0), entry, func() {
		if why := a.usable(); why != "" {
			a.say("nothing changed: " + why)
			return
		}
		if entry.Text == "" {
			a.say("nothing changed: a decision needs a reason")
			return
		}
		step := a.refused.step
		a.closeRefusal()
		a.editSaying(fmt.Sprintf("step %d uses %s from now on; Ctrl+Z takes it back", r.N, c.Target.Describe),
			recorder.Retarget{Step: step, Target: c.Target, Review: review(entry.Text)}, step)
		a.showDrawer(view.TabRecording)
	})
}

// showCandidate selects the candidate in the tree.
func (a *App) showCandidate() {
	at, _ := a.refused.pane.Candidate()
	c := a.refused.result.Refusal.Candidates[at]
	f := a.liveFrozen()
	var found inspector.Resolution
	a.do(proveLimit, func(context.Context) { found = f.Match(c.Target.Locator) }, func() {
		node := tree.None
		for _, id := range found.Matches {
			if node == tree.None || f.Nodes[id].Bounds == c.Bounds {
				node = id // of twins, the one at its place: it is only to be looked at
			}
		}
		if node == tree.None {
			a.say("it is not there any more")
			return
		}
		a.closeRefusal()
		a.selectHandle(f.Nodes[node].Handle)
		a.focusTree()
	})
}

// candidateShown says why no candidate can be shown in the tree.
func (a *App) candidateShown() string {
	if !a.bench.Covered() {
		return "no refused step is shown"
	}
	if at, why := a.refused.pane.Candidate(); at < 0 {
		return why
	}
	if a.liveFrozen() == nil {
		return "the application of this recording is not shown"
	}
	return ""
}

func (a *App) closeRefusal() {
	a.refused.asked++
	a.bench.Cover(false)
	a.drawer.Steps.Focus(a.window.Canvas())
	a.updateCommands()
}
