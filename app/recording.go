package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// recording is what the Recording tab shows: a recording under way, or one that
// was opened.
type recording struct {
	rec    recorder.Recording
	stored bool               // it is in the store
	cancel context.CancelFunc // not nil while recording
	ready  bool               // no input can be missed any more
	// results of the replay under way or of the last one, by the ID of the step.
	results map[string]recorder.StepResult
	dry     bool // they are of a dry run
}

// toggleRecord begins to record, or stops and stores.
func (a *App) toggleRecord() {
	if a.recording.cancel != nil {
		a.recording.cancel()
		a.say("stopping the recording …")
		return
	}
	asked := strings.TrimSpace(a.nameEntry.Text)
	if a.recording.stored {
		asked = ""
	}
	ctx, cancel := context.WithCancel(a.ctx)
	a.recording = recording{cancel: cancel, rec: recorder.Recording{Name: asked}}
	a.editing = nil
	a.nameEntry.SetText(asked)
	a.showSteps()
	if a.bench.Covered() {
		a.closeRefusal()
	}
	a.showDrawer(view.TabRecording)
	a.updateBanner()
	a.updateCommands()
	a.updateOutline()
	a.say("recording begins …")
	var taken []store.Summary
	var err error
	a.do(storeLimit, func(context.Context) {
		if a.s.Store != nil {
			taken, err = a.s.Store.Recordings() // another program may have stored some
		}
	}, func() {
		switch {
		case ctx.Err() != nil:
			a.stoppedRecording(recorder.Recording{}, ctx.Err())
		case err != nil:
			cancel()
			a.stoppedRecording(recorder.Recording{}, err)
		default:
			a.record(ctx, cancel, store.FreeName(asked, taken))
		}
	})
}

// record records under a name that is free.
func (a *App) record(ctx context.Context, cancel context.CancelFunc, name string) {
	a.recording.rec.Name = name
	a.nameEntry.SetText(name)
	o := recorder.SessionOptions{
		Backend: a.s.Backend, Screen: a.s.Screen, Application: a.target, Name: name, Version: a.s.Version,
		OnReady: func() { a.later(a.recordingReady) },
		OnStep:  func(i int, s recorder.Step) { a.later(func() { a.recorded(i, s) }) },
	}
	go func() {
		rec, err := a.s.Record(ctx, o)
		a.busy.Add(1)
		a.finish(func() {
			cancel()
			a.stoppedRecording(rec, err)
		})
	}()
}

// later posts a report of a worker and counts it as work until it is shown.
func (a *App) later(f func()) {
	a.busy.Add(1)
	a.finish(f)
}

func (a *App) recordingReady() {
	a.recording.ready = true
	a.say("recording " + a.target.Name + ": use it now, then press Stop")
	a.updateBanner()
	a.updateCommands()
}

// recorded shows a step that was done or has grown.
func (a *App) recorded(i int, s recorder.Step) {
	steps := a.recording.rec.Steps
	for len(steps) <= i {
		steps = append(steps, recorder.Step{})
	}
	steps[i] = s
	a.recording.rec.Steps = steps
	a.showSteps(i)
	a.updateBanner()
}

func (a *App) stoppedRecording(rec recorder.Recording, err error) {
	a.recording.cancel, a.recording.ready = nil, false
	a.updateBanner()
	switch {
	case err != nil && !errors.Is(err, context.Canceled):
		a.warn(fmt.Errorf("record: %w", err))
	case len(rec.Steps) == 0:
		a.say("nothing was recorded: no step was seen, so there is nothing to replay")
	default:
		a.say(fmt.Sprintf("recorded %s in %q", count(len(rec.Steps), "step"), rec.Name))
	}
	if rec.ID == "" {
		a.updateCommands()
		return
	}
	a.recording.rec, a.recording.stored = rec, true
	a.beginEditing(rec)
	a.showSteps(min(0, len(rec.Steps)-1))
	if name := strings.TrimSpace(a.nameEntry.Text); name != "" && name != rec.Name {
		a.edit(recorder.Rename{Name: name})
	}
	a.loadLibrary(rec.ID)
	a.updateCommands()
}

// openRecording shows a recording with its steps.
func (a *App) openRecording(rec recorder.Recording) {
	a.recording = recording{rec: rec, stored: true}
	a.beginEditing(rec)
	a.nameEntry.SetText(rec.Name)
	a.replayMarks = nil
	if a.bench.Covered() {
		a.closeRefusal()
	}
	a.showSteps(min(0, len(rec.Steps)-1))
	a.updateMarks()
	a.updateCommands()
}

// showSteps shows the steps of the recording with what a replay made of them, those
// at the places chosen.
func (a *App) showSteps(chosen ...int) {
	items := make([]view.StepItem, len(a.recording.rec.Steps))
	for i := range items {
		s := a.recording.rec.Steps[i]
		items[i].Step = &s
		items[i].Next = a.replay.cancel != nil && a.replay.next == i+1
		if r, ok := a.recording.results[s.ID]; ok {
			items[i].Result, items[i].Dry = forWindow(r), a.recording.dry
		}
	}
	a.drawer.Steps.Set(items, chosen...)
	a.showRecordable()
	name := "Recording"
	if a.recording.cancel != nil {
		name = fmt.Sprintf("Recording (%d)", len(items))
	}
	a.drawer.Tabs.Rename(view.TabRecording, name)
}

// nameEntered gives the recording that is shown the name that was typed.
func (a *App) nameEntered(name string) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		a.nameEntry.SetText(a.recording.rec.Name)
	case a.recording.cancel != nil:
		a.say("it will be stored as " + name)
	case a.recording.stored && name != a.recording.rec.Name:
		a.edit(recorder.Rename{Name: name})
	}
}

const storeLimit = 10 * time.Second
