package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// editing is what a person changes in the recording that is shown. Changes are made
// one after the other, and each is stored before the next one begins: what is shown
// is what the store acknowledged, but for the one change that is on its way.
type editing struct {
	editor  *recorder.Editor
	stored  recorder.Recording // what the store holds
	waiting []change
	writing bool
	begun   int // counts writes: what was read before the last one is older than stored
}

// change is an edit, or an undo or redo of one.
type change struct {
	do   func(*recorder.Editor) (title string, err error)
	back func(*recorder.Editor) // takes it back where it could not be stored
	// choose returns the steps to choose then; nil leaves those that are.
	choose func(recorder.Recording) []string
	done   string   // what to say then, "" for the title
	chosen []string // the steps that were chosen before
}

// beginEditing begins with a recording as the store has it.
func (a *App) beginEditing(rec recorder.Recording) {
	a.editing = &editing{editor: recorder.NewEditor(rec), stored: rec}
}

// edit makes a change to the recording that is shown; the steps with the IDs are
// chosen then, if any.
func (a *App) edit(e recorder.Edit, choose ...string) {
	a.editSaying("", e, choose...)
}

func (a *App) editSaying(done string, e recorder.Edit, choose ...string) {
	c := change{
		do:   func(ed *recorder.Editor) (string, error) { return ed.Title(e), ed.Do(e) },
		back: func(ed *recorder.Editor) { ed.Undo() },
		done: done,
	}
	if len(choose) > 0 {
		c.choose = func(recorder.Recording) []string { return choose }
	}
	a.change(c)
}

func (a *App) undo() {
	a.change(change{
		do:   func(ed *recorder.Editor) (string, error) { title, _ := ed.Undo(); return "undone: " + title, nil },
		back: func(ed *recorder.Editor) { ed.Redo() },
	})
}

func (a *App) redo() {
	a.change(change{
		do:   func(ed *recorder.Editor) (string, error) { title, _ := ed.Redo(); return "done again: " + title, nil },
		back: func(ed *recorder.Editor) { ed.Undo() },
	})
}

// change makes a change after those that are on their way.
func (a *App) change(c change) {
	if a.editing == nil {
		a.say("this recording is not in the store, so it cannot be edited")
		return
	}
	a.editing.waiting = append(a.editing.waiting, c)
	a.nextChange(a.editing)
}

// nextChange makes the next change of a recording and stores it, also where another
// one is shown by now: what a person was not told to have failed is done.
func (a *App) nextChange(e *editing) {
	if e.writing || len(e.waiting) == 0 {
		return
	}
	c := e.waiting[0]
	e.waiting = e.waiting[1:]
	shown := a.editing == e
	title, err := c.do(e.editor)
	if err != nil {
		e.waiting = nil
		a.warn(err)
		return
	}
	was, now := e.stored, e.editor.Recording()
	if reflect.DeepEqual(was, now) {
		a.nextChange(e)
		return
	}
	if shown {
		c.chosen = a.chosenSteps()
		var chosen []string
		if c.choose != nil {
			chosen = c.choose(now)
		}
		a.showEdited(now, chosen)
	}
	e.writing = true
	e.begun++
	a.storing++
	a.do(storeLimit, func(context.Context) { err = a.s.Store.ReplaceRecording(was, now) }, func() {
		e.writing = false
		a.storing--
		switch {
		case err == nil:
			e.stored = now
			if c.done != "" {
				title = c.done
			}
		case a.editing != e:
		default:
			a.notStored(c, title, err)
			return
		}
		switch {
		case err != nil:
			e.waiting = nil
			a.warn(err)
		case a.editing == e:
			a.note(title)
			a.loadLibrary("")
			a.updateCommands()
			a.nextChange(e)
		default:
			a.loadLibrary("")
			a.nextChange(e)
		}
	})
}

// notStored takes a change back that the store did not take, or shows what another
// program made of the recording.
func (a *App) notStored(c change, title string, err error) {
	e := a.editing
	e.waiting = nil
	if errors.Is(err, store.ErrChanged) || errors.Is(err, store.ErrNotFound) {
		a.reload("“" + title + "” was not made: ")
		return
	}
	c.back(e.editor)
	a.showEdited(e.editor.Recording(), c.chosen)
	a.tell("warning", view.ColorBad, "not stored and taken back: "+err.Error())
	a.updateCommands()
}

// showEdited shows the recording after a change. What a replay made of a step stays
// with it, unless it acts on another element now.
func (a *App) showEdited(now recorder.Recording, chosen []string) {
	if chosen == nil {
		chosen = a.chosenSteps()
	}
	if len(a.recording.results) > 0 {
		was := make(map[string]*recorder.Step, len(now.Steps))
		for i := range a.recording.rec.Steps {
			was[a.recording.rec.Steps[i].ID] = &a.recording.rec.Steps[i]
		}
		for _, s := range now.Steps {
			if _, ok := a.recording.results[s.ID]; ok && was[s.ID] != nil && !sameAct(*was[s.ID], s) {
				delete(a.recording.results, s.ID)
			}
		}
	}
	if len(recorder.MadeSecret(a.recording.rec, now)) > 0 {
		// What a replay saw may show the text.
		a.recording.results, a.replay.shown = map[string]recorder.StepResult{}, nil
		a.drawer.Runs.Steps.Set(nil)
	}
	a.recording.rec = now
	a.nameEntry.SetText(now.Name)
	var at []int
	for i, s := range now.Steps {
		if slices.Contains(chosen, s.ID) {
			at = append(at, i)
		}
	}
	a.showSteps(at...)
	a.updateCommands()
}

// sameAct reports whether two states of a step do the same.
func sameAct(a, b recorder.Step) bool {
	for _, s := range []*recorder.Step{&a, &b} {
		s.Label, s.Comment, s.Group, s.Breakpoint, s.Reviews = "", "", "", false, nil
	}
	return reflect.DeepEqual(a, b) || sameJSON(a, b)
}

// sameJSON compares two values as they are stored.
func sameJSON(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// reload shows the recording as the store has it now; why says what became of it.
func (a *App) reload(why string) {
	id, e := a.recording.rec.ID, a.editing
	begun := e.begun
	var rec recorder.Recording
	var err error
	a.do(storeLimit, func(context.Context) { rec, err = a.s.Store.Recording(id) }, func() {
		switch {
		case a.recording.rec.ID != id || a.recording.cancel != nil || a.replay.cancel != nil:
			return
		case a.editing != e || e.begun != begun:
			return // edited meanwhile: the store says itself whether that is of what it holds
		case errors.Is(err, store.ErrNotFound):
			a.recording.stored, a.editing = false, nil
			a.tell("warning", view.ColorCaution, why+"another program deleted this recording; it is shown as it was")
		case err != nil:
			a.warn(err)
		default:
			chosen := a.chosenSteps()
			a.beginEditing(rec)
			a.showEdited(rec, chosen)
			a.tell("warning", view.ColorCaution, why+"another program changed this recording; it is shown as it is now")
		}
		a.updateCommands()
	})
}

// unchanged returns what reports, on a worker, whether the store still holds the
// recording that is about to be replayed: another program may have taken a step out
// that a person does not want done any more. It fails with store.ErrChanged or
// store.ErrNotFound.
func (a *App) unchanged(rec recorder.Recording) func() error {
	e := a.editing
	if e == nil || a.s.Store == nil || rec.ID == "" {
		return func() error { return nil } // not in a store
	}
	stored := e.stored
	return func() error {
		now, err := a.s.Store.Recording(rec.ID)
		// An edit may be on its way: then the store has it, or what was before it.
		if err == nil && !sameJSON(now, stored) && !sameJSON(now, rec) {
			err = store.ErrChanged
		}
		return err
	}
}

// noticeChange returns what shows the recording anew where the store, which is about
// to be read, holds another state of it than the one that was stored or read here.
func (a *App) noticeChange() func(stored *recorder.Recording) {
	e := a.editing
	if e == nil {
		return func(*recorder.Recording) {}
	}
	begun := e.begun
	return func(stored *recorder.Recording) {
		if a.editing != e || e.begun != begun || e.writing || stored == nil || stored.ID != e.stored.ID || sameJSON(*stored, e.stored) {
			return // what was read is older than what was stored since
		}
		a.reload("")
	}
}

// chosenAt returns the places of the steps that are chosen, in their order. A list
// that still shows what was there before a recording began has none.
func (a *App) chosenAt() []int {
	return slices.DeleteFunc(slices.Clone(a.drawer.Steps.Chosen()), func(i int) bool { return i >= len(a.recording.rec.Steps) })
}

// chosenSteps returns the IDs of the steps that are chosen, in their order.
func (a *App) chosenSteps() []string {
	var ids []string
	for _, i := range a.chosenAt() {
		ids = append(ids, a.recording.rec.Steps[i].ID)
	}
	return ids
}

// chosenStep returns the single step that is chosen, nil where that is none or more.
func (a *App) chosenStep() *recorder.Step {
	if at := a.chosenAt(); len(at) == 1 {
		return &a.recording.rec.Steps[at[0]]
	}
	return nil
}
