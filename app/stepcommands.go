package app

import (
	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/recorder"
)

// firstWhy returns the first reason that there is.
func firstWhy(whys ...func() string) func() string {
	return func() string {
		for _, w := range whys {
			if s := w(); s != "" {
				return s
			}
		}
		return ""
	}
}

// editCommands are the commands that change the recording that is shown. opened and
// still say why it cannot be changed just now.
func (a *App) editCommands(opened, still func() string) []*command {
	edit := func(more ...func() string) func() string {
		return firstWhy(append([]func() string{opened, still, a.editable}, more...)...)
	}
	one := func() string {
		if a.chosenStep() == nil {
			return "choose one step first"
		}
		return ""
	}
	some := func() string {
		if len(a.drawer.Steps.Chosen()) == 0 {
			return "choose steps first"
		}
		return ""
	}
	grouped := func() string {
		for _, i := range a.drawer.Steps.Chosen() {
			if a.recording.rec.Steps[i].Group != "" {
				return ""
			}
		}
		return "choose steps of a group first"
	}
	expects := func() string {
		switch s := a.chosenStep(); {
		case s == nil:
			return "choose one step first"
		case s.Expect == nil:
			return "this step expects nothing that an earlier one brings up"
		}
		return ""
	}
	undoable := func() string {
		if _, ok := a.editing.editor.CanUndo(); !ok {
			return "there is nothing to undo"
		}
		return ""
	}
	redoable := func() string {
		if _, ok := a.editing.editor.CanRedo(); !ok {
			return "there is nothing to do again"
		}
		return ""
	}
	secretive := func() string {
		switch s := a.chosenStep(); {
		case a.parametrizable() != "":
			return a.parametrizable()
		case s.Parameter != "" && a.secretParameter(s.Parameter):
			return "its text is secret already"
		}
		return ""
	}
	a.locked = edit()
	inserts := func(id string) func() { return func() { a.insertStep(id) } }
	return []*command{
		{id: "undo", menu: "Edit", label: "Undo", key: fyne.KeyZ, mod: ctrl, do: a.undo, why: edit(undoable), title: a.undoTitle},
		{id: "redo", menu: "Edit", label: "Redo", key: fyne.KeyZ, mod: ctrlShift, do: a.redo, why: edit(redoable), title: a.redoTitle},
		{id: "step-label", menu: "Edit", label: "Name the Step…", key: fyne.KeyF2, do: a.labelStep, why: edit(one), rule: true},
		{id: "step-change", menu: "Edit", label: "Change What It Types or Looks For…", key: fyne.KeyT, mod: ctrlAlt, do: a.changeStep, why: edit(one, a.changeable)},
		{id: "step-within", menu: "Edit", label: "How Long It Waits…", key: fyne.KeyW, mod: ctrlAlt, do: a.setWithin, why: edit(one)},
		{id: "step-unexpect", menu: "Edit", label: "No Wait for What It Expects", key: fyne.KeyE, mod: ctrlAlt, do: func() { a.edit(recorder.Unexpect{Step: a.chosenStep().ID}) }, why: edit(expects)},
		{id: "step-up", menu: "Edit", label: "Move Up", key: fyne.KeyUp, mod: fyne.KeyModifierAlt, do: func() { a.moveSteps(-1) }, why: edit(func() string { return a.movable(-1) }), rule: true},
		{id: "step-down", menu: "Edit", label: "Move Down", key: fyne.KeyDown, mod: fyne.KeyModifierAlt, do: func() { a.moveSteps(1) }, why: edit(func() string { return a.movable(1) })},
		{id: "step-disable", menu: "Edit", label: "Disabled", key: fyne.KeyD, mod: ctrl, do: a.toggleDisabled, why: edit(some), on: a.disabled},
		{id: "step-delete", menu: "Edit", label: "Delete the Steps", key: fyne.KeyDelete, do: a.deleteSteps, why: edit(some)},
		{id: "step-ungroup", menu: "Edit", label: "Ungroup", key: fyne.KeyG, mod: ctrlAltShift, do: a.ungroupSteps, why: edit(some, grouped)},
		{id: "select-all", menu: "Edit", label: "Choose All Steps", key: fyne.KeyA, mod: ctrl, do: a.selectAllSteps, why: opened},
		{id: "assert", menu: "Insert", label: "Assertion…", key: fyne.KeyA, mod: ctrlShift, do: inserts("assert"), why: edit(a.insertable)},
		{id: "wait", menu: "Insert", label: "Wait…", key: fyne.KeyW, mod: ctrlShift, do: inserts("wait"), why: edit(a.insertable)},
		{id: "act", menu: "Insert", label: "Action…", key: fyne.KeyJ, mod: ctrlAlt, do: inserts("act"), why: edit(a.insertable)},
		{id: "launch", menu: "Insert", label: "Launch a Program…", key: fyne.KeyB, mod: ctrlAlt, do: a.insertLaunch, why: edit(), rule: true},
		{id: "attach", menu: "Insert", label: "Attach to an Application…", key: fyne.KeyB, mod: ctrlAltShift, do: a.insertAttach, why: edit()},
		{id: "step-comment", menu: "Insert", label: "Comment on the Step…", key: fyne.KeyM, mod: ctrl, do: a.commentStep, why: edit(one), rule: true},
		{id: "step-group", menu: "Insert", label: "Group around the Steps…", key: fyne.KeyG, mod: ctrlAlt, do: a.groupSteps, why: edit(some)},
		{id: "parameter", menu: "Edit", label: "Make a Parameter…", key: fyne.KeyM, mod: ctrlAlt, do: a.parametrize, why: edit(a.parametrizable), rule: true},
		{id: "inline", menu: "Edit", label: "Text in Place of the Parameter", key: fyne.KeyM, mod: ctrlAltShift, do: a.inline, why: edit(a.inlinable)},
		{id: "secret", menu: "Edit", label: "Mark as Secret…", key: fyne.KeyX, mod: ctrlAlt, do: a.markSecret, why: edit(secretive)},
		{id: "locator", menu: "Edit", label: "Choose Another Locator…", key: fyne.KeyO, mod: ctrlAlt, do: a.chooseLocator, why: edit(a.otherLocators), rule: true},
		{id: "use-instead", menu: "Edit", label: "Use This One Instead…", key: fyne.KeyV, mod: ctrlAlt, do: a.useInstead, why: firstWhy(still, a.usable)},
	}
}

// editable says why nothing of the recording that is shown can be changed.
func (a *App) editable() string {
	if a.editing == nil {
		return "this recording is not in the store any more"
	}
	return ""
}

func (a *App) undoTitle() string {
	if a.editing != nil {
		if title, ok := a.editing.editor.CanUndo(); ok {
			return "Undo " + title
		}
	}
	return "Undo"
}

func (a *App) redoTitle() string {
	if a.editing != nil {
		if title, ok := a.editing.editor.CanRedo(); ok {
			return "Redo " + title
		}
	}
	return "Redo"
}

// replayCommands are the commands that replay the recording that is shown. ready says
// why that cannot begin, opened why nothing of the recording can be stored.
func (a *App) replayCommands(ready, opened func() string) []*command {
	running := func() string {
		if a.replay.cancel == nil {
			return "no replay is running"
		}
		return ""
	}
	one := func() string {
		if a.chosenStep() == nil {
			return "choose one step first"
		}
		return ""
	}
	next := func() string {
		if a.replay.cancel == nil {
			return ready()
		}
		return ""
	}
	breakable := firstWhy(opened, func() string {
		if a.recording.cancel != nil {
			return "stop the recording first"
		}
		return a.editable()
	}, one)
	list := []*command{
		{id: "replay", menu: "Replay", label: "Replay", key: fyne.KeyReturn, mod: ctrl, do: func() { a.startReplay(playing{}) }, why: ready},
		{id: "replay-from", menu: "Replay", label: "Replay from the Step", key: fyne.KeyReturn, mod: ctrlShift, do: func() { a.startReplay(playing{from: a.drawer.Steps.Current() + 1}) }, why: firstWhy(ready, one)},
		{id: "dry-run", menu: "Replay", label: "Dry Run: Send Nothing", key: fyne.KeyReturn, mod: ctrlAlt, do: func() { a.startReplay(playing{dry: true}) }, why: ready},
		{id: "next", menu: "Replay", label: "Next Step", key: fyne.KeyF10, do: a.nextStep, why: next, rule: true},
		{id: "pause-replay", menu: "Replay", label: "Pause or Go On", key: fyne.KeyF8, do: a.togglePace, why: running, on: func() bool { return a.replay.pace != nil && a.replay.pace.holding() }},
		{id: "breakpoint", menu: "Replay", label: "Breakpoint", key: fyne.KeyF9, do: a.toggleBreakpoint, why: breakable, on: func() bool { s := a.chosenStep(); return s != nil && s.Breakpoint }},
		{id: "stop", menu: "Replay", label: "Stop", key: fyne.KeyPeriod, mod: ctrl, do: func() { a.stop() }, why: func() string {
			if a.replay.cancel == nil && a.picked.cancel == nil && a.auditing.run == nil {
				return "nothing is running"
			}
			return ""
		}},
	}
	keys := []fyne.KeyName{fyne.Key0, fyne.Key1, fyne.Key2, fyne.Key3}
	for i, s := range speeds {
		list = append(list, &command{id: s.id, menu: "Replay", label: s.label, key: keys[i], mod: ctrlAlt, do: func() { a.setSpeed(s.pause) },
			why: func() string { return "" }, on: func() bool { return a.prefs.pause() == s.pause }, rule: i == 0})
	}
	return append(list,
		&command{id: "why", menu: "Replay", label: "Why It Was Refused", key: fyne.KeyR, mod: ctrlAlt, do: a.showChosenRefusal, why: a.whyRefused, rule: true},
		&command{id: "show-candidate", menu: "Replay", label: "Show in the Tree", key: fyne.KeyT, mod: ctrlAltShift, do: a.showCandidate, why: a.candidateShown},
		&command{id: "close-refusal", menu: "Replay", label: "Close the Refusal", key: fyne.KeyW, mod: ctrl, do: a.closeRefusal, why: func() string {
			if !a.bench.Covered() {
				return "no refused step is shown"
			}
			return ""
		}},
	)
}
