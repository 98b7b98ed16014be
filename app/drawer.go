package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/app/view"
)

func (a *App) buildDrawer() {
	recs := view.NewRecordingsPane(a.tips, view.NewNotice("document", "No recordings", []string{"Record one, or import a file."}))
	recs.OnChoose = func(i int) { a.chooseRecording(i, false) }
	recs.OnOpen = func(i int) { a.chooseRecording(i, true) }
	recs.OnDelete = func(int) { a.run("delete") }
	recs.OnEscape = a.escape
	runs := view.NewRunsPane(a.tips, view.NewNotice("replay", "No runs yet", []string{"Each replay of a recording is kept here with the verdict of every step."}), a.escape)
	runs.OnChoose = a.chooseRun
	events := a.makeEvents()
	tools := container.NewHBox(a.button("rename", "rename", ""), a.button("delete", "delete", ""), a.button("export", "export", ""), a.button("import", "import", ""))
	findings := a.makeFindings()
	a.drawer = view.NewDrawer(a.makeSteps(), recs, runs, findings, a.makeTabOrder(), events, view.DrawerTools{
		view.TabRecording: a.makeStepTools(), view.TabRecordings: tools, view.TabFindings: a.auditing.object, view.TabOrder: a.tabs.object, view.TabEvents: a.eventTools.object,
	})
	a.updateAuditTools()
}

// makeSteps makes the pane of the recording that is shown.
func (a *App) makeSteps() *view.StepsPane {
	steps := view.NewStepsPane(a.tips, view.NewNotice("record", "Nothing recorded yet", []string{
		"Record, then use the application: each click and text becomes a step with proof.",
	}))
	steps.OnStep = a.stepChosen
	steps.OnCopy = func(s string) { a.copyText("value", s) }
	steps.OnEscape = a.escape
	steps.OnKey = a.stepKey
	steps.OnMenu = a.stepMenu
	steps.OnMove = a.dropSteps
	steps.Edited(a.toggleBreakpointAt)
	return steps
}

// makeStepTools makes what stands at the right of the tab: the name, and the most
// used commands for editing and replaying.
func (a *App) makeStepTools() fyne.CanvasObject {
	a.nameEntry = view.NewSearchEntry("name of the recording")
	a.nameEntry.OnSubmitted = a.nameEntered
	a.nameEntry.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyEscape {
			a.nameEntry.SetText(a.recording.rec.Name)
			a.escape()
			return true
		}
		return false
	}
	name := container.New(fixed{fyne.NewSize(190, 26)}, a.nameEntry)
	return container.NewHBox(name, a.button("undo", "undo", ""), a.button("redo", "redo", ""), view.Gap(9),
		a.button("assert", "check", ""), a.button("step-delete", "delete", ""), view.Gap(9),
		a.button("next", "next", ""), a.button("pause-replay", "pause", ""), a.button("dry-run", "eye", ""))
}

// showDrawer opens the drawer at a tab.
func (a *App) showDrawer(tab int) {
	a.drawer.Tabs.Select(tab)
	if s := a.bench.Sizes(); s.HideBottom {
		s.HideBottom = false
		a.bench.SetSizes(s)
		a.prefs.setSizes(s)
	}
}

// stepMenu opens the menu of the chosen steps.
func (a *App) stepMenu(at fyne.Position) {
	a.showMenu(at, "replay-from", "breakpoint", "", "step-label", "step-comment", "step-change", "step-unexpect", "", "step-up", "step-down", "step-disable", "step-group", "step-ungroup", "step-delete",
		"", "assert", "wait", "act", "launch", "attach",
		"", "parameter", "inline", "secret", "locator", "why")
}
