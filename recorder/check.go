package recorder

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Problem is why a step cannot be replayed, whatever the application looks like.
type Problem struct {
	Verdict Verdict
	Reason  string
	Hint    string
}

// Check finds the enabled steps of a recording that cannot be replayed, by their
// place in it: input without an element, twins that were not told apart, keys
// without leave for real input. A replay looks for these before it sends anything.
func Check(rec Recording, allowInput bool) map[int]Problem {
	problems := map[int]Problem{}
	for i, step := range rec.Steps {
		if p := check(step, allowInput); p.Verdict != "" && !step.Disabled {
			problems[i] = p
		}
	}
	return problems
}

// What to do about a step that is in a recording.
const (
	again      = "disable or delete the step, or record the flow again without it"
	againApart = "record the flow again and reach the same another way (a menu, a key), or label what tells them apart in the application"
)

func check(step Step, allowInput bool) Problem {
	switch {
	// Before all else: what a secret was taken out of must not be launched with what is
	// left, nor be found gone by it.
	case step.Obstacle != "" && step.Obstacle != cannotSetText:
		return Problem{VerdictRefused, step.Obstacle, obstructed(step)}
	case step.Kind == StepAssert || step.Kind == StepWait:
		return checkCondition(step)
	case step.Kind == StepLaunch && (step.Launch == nil || step.Launch.Executable == ""):
		return Problem{VerdictRefused, "it names no program to start", "edit the step, or leave it out"}
	case step.Kind == StepLaunch || step.Kind == StepAttach:
		return Problem{}
	case step.Kind == StepRawInput && slices.Contains(step.Keys, borderWord):
		return Problem{VerdictRefused, "it was done at the border of the window, which belongs to the window manager: no element can be acted on there", "disable the step, or insert one that does the same by an element, such as a menu or a button"}
	case step.Kind == StepRawInput && step.Target != nil:
		return Problem{VerdictRefused, fmt.Sprintf("%s on %s has no meaning that could be replayed", strings.Join(step.Keys, "+"), step.Target.Describe), again}
	case step.Kind == StepRawInput || step.Target == nil:
		return Problem{VerdictRefused, "it is input without a matching element, which cannot be replayed", again}
	case !told(*step.Target):
		return untold(*step.Target)
	case step.Focus != nil && !told(*step.Focus):
		return Problem{VerdictAmbiguous, fmt.Sprintf("%s, which had the keyboard, could not be told from its twins", step.Focus.Describe), againApart}
	case step.Kind == StepDrag && step.To == nil:
		return Problem{VerdictRefused, "it does not say where the drag ends", again}
	case step.To != nil && !told(*step.To):
		return Problem{VerdictAmbiguous, fmt.Sprintf("%s, where the drag ends, could not be told from its twins", step.To.Describe), againApart}
	case (step.Kind == StepKeyChord || step.Kind == StepDrag || typesByKeys(step)) && !allowInput:
		return Problem{VerdictRefused, errNeedsInput.Error(), "allow raw input for this run (--allow-input)"}
	}
	for _, t := range step.Path {
		if !told(t) {
			return untold(t)
		}
	}
	return Problem{}
}

// obstructed says what to do about a step with an obstacle.
func obstructed(step Step) string {
	switch step.Obstacle {
	case namelessObstacle, optionObstacle, programObstacle:
		return "disable the step, or insert one that does the same without that text"
	}
	return "record the flow again without typing there, or in a program that lets its texts be set"
}

// checkCondition finds what makes a condition impossible to look for.
func checkCondition(step Step) Problem {
	c := step.Condition
	const edit = "edit the step, or leave it out"
	switch {
	case c == nil:
		return Problem{VerdictRefused, "it says nothing to look for", edit}
	case c.Kind == ConditionQuiet:
		return Problem{}
	case step.Target == nil:
		return Problem{VerdictRefused, "it says no element to look at", edit}
	case c.Kind == ConditionGone || c.Kind == ConditionCount:
		return Problem{} // about all elements that the locator fits
	case !c.Kind.known():
		return Problem{VerdictRefused, fmt.Sprintf("this program does not know the condition %q", c.Kind), edit}
	}
	if _, err := tree.ParseState(c.State); c.Kind == ConditionState && err != nil {
		return Problem{VerdictRefused, fmt.Sprintf("there is no state %q", c.State), edit}
	}
	if !told(*step.Target) {
		return untold(*step.Target)
	}
	return Problem{}
}

func untold(t inspector.Target) Problem {
	return Problem{VerdictAmbiguous, fmt.Sprintf("%s could not be told from its twins when it was recorded", t.Describe), againApart}
}

func told(t inspector.Target) bool {
	return t.Standing == inspector.StandingUnique || t.Standing == inspector.StandingContext
}
