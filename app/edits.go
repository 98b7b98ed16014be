package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
)

// askText asks for a text. Empty ones are taken only where none is an answer.
func (a *App) askText(title, label, was, agree string, none bool, then func(string)) {
	entry := a.dialogEntry(false)
	entry.SetText(was)
	a.ask(title, widget.NewForm(widget.NewFormItem(label, entry)), agree, widget.HighImportance, fyne.NewSize(460, 0), entry, func() {
		text := strings.TrimSpace(entry.Text)
		if text == "" && !none {
			a.say("nothing changed: it needs a " + strings.ToLower(label))
			return
		}
		then(text)
	})
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// labelStep asks for a title of the chosen step.
func (a *App) labelStep() {
	s := *a.chosenStep()
	was := s.Label
	if was == "" {
		was = s.Title
	}
	a.askText("Name the step", "Title", was, "Name", true, func(text string) {
		if text == s.Title {
			text = ""
		}
		a.edit(recorder.Label{Step: s.ID, Label: text})
	})
}

func (a *App) commentStep() {
	s := *a.chosenStep()
	a.askText("Comment on the step", "Comment", s.Comment, "Comment", true, func(text string) {
		a.edit(recorder.Comment{Step: s.ID, Comment: text})
	})
}

// moveSteps moves the chosen steps one place up (-1) or down (1).
func (a *App) moveSteps(by int) {
	at := a.chosenAt()
	to := at[0] - 1
	if by > 0 {
		to = at[len(at)-1] + 2
	}
	a.edit(recorder.Move{Steps: a.chosenSteps(), To: to})
}

// movable says why the chosen steps cannot go up or down.
func (a *App) movable(by int) string {
	at := a.chosenAt()
	switch {
	case len(at) == 0:
		return "choose steps first"
	case by < 0 && at[0] == 0:
		return "it is the first step"
	case by > 0 && at[len(at)-1] == len(a.recording.rec.Steps)-1:
		return "it is the last step"
	}
	return ""
}

// disabled reports whether all chosen steps are disabled.
func (a *App) disabled() bool {
	at := a.chosenAt()
	return len(at) > 0 && !slices.ContainsFunc(at, func(i int) bool { return !a.recording.rec.Steps[i].Disabled })
}

func (a *App) toggleDisabled() {
	a.edit(recorder.Disable{Steps: a.chosenSteps(), Disabled: !a.disabled()})
}

// deleteSteps deletes the chosen steps, which can be undone, and chooses the one that
// takes their place.
func (a *App) deleteSteps() {
	ids, at := a.chosenSteps(), a.chosenAt()
	next := ""
	for i := at[0]; i < len(a.recording.rec.Steps) && next == ""; i++ {
		if id := a.recording.rec.Steps[i].ID; !slices.Contains(ids, id) {
			next = id
		}
	}
	if next == "" && at[0] > 0 {
		next = a.recording.rec.Steps[at[0]-1].ID
	}
	a.editSaying("deleted "+count(len(ids), "step")+"; Ctrl+Z brings back what was deleted", recorder.Delete{Steps: ids}, next)
}

func (a *App) groupSteps() {
	ids := a.chosenSteps()
	was := a.recording.rec.Steps[a.chosenAt()[0]].Group
	a.askText("Group "+count(len(ids), "step"), "Name", was, "Group", false, func(name string) {
		a.edit(recorder.Group{Steps: ids, Name: name})
	})
}

func (a *App) ungroupSteps() { a.edit(recorder.Group{Steps: a.chosenSteps()}) }

// changeable says why what the chosen step types or looks for cannot be changed.
func (a *App) changeable() string {
	s := a.chosenStep()
	switch {
	case s == nil:
		return "choose one step first"
	case s.Condition != nil:
		return ""
	case s.Parameter != "" && a.secretParameter(s.Parameter):
		return "its text is secret and never stored: it is asked for at each replay"
	case s.Parameter == "" && s.Kind != recorder.StepSetText && s.Kind != recorder.StepTypeKeys:
		return "this step types no text and looks for nothing"
	}
	return ""
}

func (a *App) secretParameter(name string) bool {
	return slices.ContainsFunc(a.recording.rec.Parameters, func(p recorder.Parameter) bool { return p.Name == name && p.Secret })
}

// changeStep asks for what the chosen step types, or looks for.
func (a *App) changeStep() {
	s := *a.chosenStep()
	switch {
	case s.Condition != nil:
		a.changeCondition(s)
	case s.Parameter != "":
		was := ""
		for _, p := range a.recording.rec.Parameters {
			if p.Name == s.Parameter {
				was = p.Default
			}
		}
		a.askText("Default of the parameter "+s.Parameter, "Value", was, "Change", true, func(text string) {
			a.edit(recorder.SetDefault{Parameter: s.Parameter, Default: text})
		})
	default:
		a.askText("Text of the step", "Text", s.Text, "Change", true, func(text string) {
			a.edit(recorder.SetText{Step: s.ID, Text: text})
		})
	}
}

// parametrizable says why the text of the chosen step cannot become a parameter.
func (a *App) parametrizable() string {
	s := a.chosenStep()
	switch {
	case s == nil:
		return "choose one step first"
	case s.Kind == recorder.StepSetText || s.Kind == recorder.StepTypeKeys:
	case s.Condition != nil && (s.Condition.Text != "" || s.Condition.Parameter != ""):
	default:
		return "this step has no text that a parameter could stand for"
	}
	return ""
}

// parametrize asks for the name of the parameter that stands for the text.
func (a *App) parametrize() {
	s := *a.chosenStep()
	name := s.Parameter
	if name == "" && s.Target != nil {
		name = strings.ToLower(strings.TrimRight(s.Target.Name, ": "))
	}
	a.askText("Ask for the text at each replay", "Parameter", name, "Make Parameter", false, func(text string) {
		a.edit(recorder.Parametrize{Step: s.ID, Parameter: text})
	})
}

// inlinable says why the chosen step cannot take its text back from its parameter.
func (a *App) inlinable() string {
	switch s := a.chosenStep(); {
	case s == nil:
		return "choose one step first"
	case s.Parameter == "":
		return "this step has no parameter"
	case a.secretParameter(s.Parameter):
		return "the parameter is secret: its value is never stored"
	}
	return ""
}

func (a *App) inline() { a.edit(recorder.Inline{Step: a.chosenStep().ID}) }

// markSecret explains, and then takes the text of the step out of the recording.
func (a *App) markSecret() {
	s := *a.chosenStep()
	text := widget.NewLabel("The text is taken out of this recording wherever it shows, and pictures that may\n" +
		"show it are let go. From now on it is asked for at each replay and never stored.\n\n" +
		"Undo brings it back only until this window is closed.")
	a.ask("Mark as secret", text, "Mark as Secret", widget.HighImportance, fyne.Size{}, nil, func() {
		a.edit(recorder.MarkSecret{Step: s.ID})
	})
}

// setWithin asks how long the chosen step waits.
func (a *App) setWithin() {
	s := *a.chosenStep()
	was := ""
	if s.Within > 0 {
		was = fmt.Sprintf("%g", s.Within.Seconds())
	}
	a.askText("How long the step waits at most", "Seconds", was, "Set", true, func(text string) {
		within, err := seconds(text)
		if err != nil {
			a.say("nothing changed: " + err.Error())
			return
		}
		a.edit(recorder.SetWithin{Step: s.ID, Within: within})
	})
}

// seconds reads a number of seconds; "" is 0.
func seconds(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(strings.TrimSuffix(strings.ReplaceAll(text, ",", "."), "s") + "s")
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no number of seconds", text)
	}
	return d, nil
}

// toggleBreakpoint sets a breakpoint at the chosen step or takes it away.
func (a *App) toggleBreakpoint() { a.breakpoint(*a.chosenStep()) }

func (a *App) toggleBreakpointAt(i int) {
	if why := a.command("breakpoint").why(); why != "" && a.chosenStep() != nil {
		a.say(why)
		return
	}
	a.breakpoint(a.recording.rec.Steps[i])
}

func (a *App) breakpoint(s recorder.Step) {
	if a.replay.pace != nil {
		a.replay.pace.setBreakpoint(s.ID, !s.Breakpoint)
	}
	a.edit(recorder.Breakpoint{Step: s.ID, On: !s.Breakpoint})
}

// stepKey handles the keys of the list of steps.
func (a *App) stepKey(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyDelete:
		a.run("step-delete")
	case fyne.KeyReturn, fyne.KeyEnter:
		if a.changeable() == "" {
			a.run("step-change")
		} else {
			a.run("step-label")
		}
	default:
		return false
	}
	return true
}

// selectAllSteps chooses all steps where the list of them is what keys act on.
func (a *App) selectAllSteps() {
	if a.drawer.Tabs.Selected() == view.TabRecording {
		a.drawer.Steps.ChooseAll()
		a.updateCommands()
	}
}
