package app

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
)

// pointing is a step that is to be inserted and waits for its element: a click in the
// tree or in the picture, Enter in the tree, or a pick on the screen.
type pointing struct {
	command string // that asks about the element then
	what    string // "Assertion"
}

// inserting is what the insertion of steps needs to know.
type inserting struct {
	pointing *pointing     // a step that waits for its element, or nil
	stepAt   time.Time     // when a person chose a step
	locked   func() string // says why nothing of the recording can be changed now
}

// inserted are the commands that insert a step about an element.
var inserted = map[string]struct {
	kind recorder.StepKind
	what string
}{
	"assert": {recorder.StepAssert, "Assertion"},
	"wait":   {recorder.StepWait, "Wait"},
	"act":    {recorder.StepActivate, "Action"},
}

// insertStep asks for a step about the element that was selected since a step was
// chosen; else a person points at one first.
func (a *App) insertStep(command string) {
	_, _, ok := a.current()
	if !ok || a.sel.ghost != nil || a.sel.ofStep || a.sel.chosen.Before(a.stepAt) {
		a.pointAt(command)
		return
	}
	a.stopPointing()
	a.insertAbout(inserted[command].kind, command)
}

// pointAt waits for the element of a step that is to be inserted.
func (a *App) pointAt(command string) {
	a.pointing = &pointing{command, inserted[command].what}
	if a.bench.Covered() {
		a.closeRefusal()
	}
	if s := a.bench.Sizes(); s.HideLeft {
		s.HideLeft = false
		a.bench.SetSizes(s)
		a.prefs.setSizes(s)
	}
	a.drawer.Steps.MarkInsertion(a.insertionPlace())
	a.updateBanner()
	a.updateCommands()
	a.say("click the element in the tree or the picture; Esc cancels")
	a.focusTree()
}

// stopPointing gives up what waited for an element, and reports whether something did.
func (a *App) stopPointing() bool {
	if a.pointing == nil {
		return false
	}
	a.pointing = nil
	a.drawer.Steps.MarkInsertion(-1)
	a.updateBanner()
	return true
}

// pointed takes the element that is selected now for the step that waits for one.
func (a *App) pointed() {
	p := a.pointing
	if p == nil {
		return
	}
	if _, _, ok := a.current(); !ok || a.sel.ghost != nil {
		return
	}
	a.stopPointing()
	a.sel.ofStep = false
	a.say("")
	if why := a.command(p.command).why(); why != "" {
		a.say(why)
		return
	}
	a.insertAbout(inserted[p.command].kind, p.command)
}

// insertable says why no step about an element can be added.
func (a *App) insertable() string {
	switch {
	case a.offline != "":
		return "a saved snapshot is shown: go back to live first"
	case a.seen == nil:
		return noTarget
	}
	return a.wrongApplication()
}

// insert puts a new step at a place and chooses it.
func (a *App) insert(at int, s recorder.Step) {
	e := recorder.Insert{At: at, Step: s}
	a.change(change{
		do:   func(ed *recorder.Editor) (string, error) { return ed.Title(e), ed.Do(e) },
		back: func(ed *recorder.Editor) { ed.Undo() },
		choose: func(rec recorder.Recording) []string {
			if at < len(rec.Steps) {
				return []string{rec.Steps[at].ID}
			}
			return nil
		},
	})
	a.showDrawer(view.TabRecording)
	a.drawer.Steps.Focus(a.window.Canvas())
}

// dropSteps moves steps that were dragged to before the one that is now at to.
func (a *App) dropSteps(steps []int, to int) {
	if why := a.locked(); why != "" {
		a.say(why)
		return
	}
	var ids []string
	for _, i := range steps {
		if i < len(a.recording.rec.Steps) {
			ids = append(ids, a.recording.rec.Steps[i].ID)
		}
	}
	if len(ids) > 0 && to <= len(a.recording.rec.Steps) {
		a.edit(recorder.Move{Steps: ids, To: to}, ids...)
	}
}

// insertAttach asks for the application with which the recording goes on there.
func (a *App) insertAttach() {
	name := a.dialogEntry(false)
	name.SetText(a.recording.rec.Application.Name)
	form := widget.NewForm(widget.NewFormItem("Application", name))
	a.askPlaced("Go on with an application that runs", form, "Add the Step", name, nil, func(at int) {
		called := strings.TrimSpace(name.Text)
		if called == a.recording.rec.Application.Name {
			called = "" // whatever it is called then
		}
		a.insert(at, recorder.Step{Kind: recorder.StepAttach, Launch: &recorder.Launch{Application: called}})
	})
}

// askPlaced asks for a step about no element, and shows where it goes.
func (a *App) askPlaced(title string, form fyne.CanvasObject, agree string, focus fyne.Focusable, why func() (string, bool), then func(at int)) {
	at := a.insertionPlace()
	if len(a.chosenAt()) == 0 {
		at = 0 // before all that needs the application
	}
	where := widget.NewLabel(placeWords(a.recording.rec, at))
	where.Truncation = fyne.TextTruncateEllipsis
	a.drawer.Steps.MarkInsertion(at)
	a.askIf(title, container.NewVBox(form, where), agree, widget.HighImportance, fyne.NewSize(520, 0), focus, why, func() { then(at) })
	a.question.closed = func() { a.drawer.Steps.MarkInsertion(-1) }
}
