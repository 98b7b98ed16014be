package recorder

import (
	"fmt"

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

// What to do about a step that is in a recording, which cannot be edited.
const (
	again      = "record the flow again without this step"
	againApart = "record the flow again and reach the same another way (a menu, a key), or label what tells them apart in the application"
)

func check(step Step, allowInput bool) Problem {
	switch {
	case step.Kind == StepRawInput || step.Target == nil:
		return Problem{VerdictRefused, "it is input without a matching element, which cannot be replayed", again}
	case step.Obstacle != "" && !typesByKeys(step):
		return Problem{VerdictRefused, step.Obstacle, "record the flow again without typing there, or in a program that lets its texts be set"}
	case !told(*step.Target):
		return Problem{VerdictAmbiguous, fmt.Sprintf("%s could not be told from its twins when it was recorded", step.Target.Describe), againApart}
	case step.Focus != nil && !told(*step.Focus):
		return Problem{VerdictAmbiguous, fmt.Sprintf("%s, which had the keyboard, could not be told from its twins", step.Focus.Describe), againApart}
	case (step.Kind == StepKeyChord || typesByKeys(step)) && !allowInput:
		return Problem{VerdictRefused, errNeedsInput.Error(), "allow raw input for this run (--allow-input)"}
	}
	for _, t := range step.Path {
		if !told(t) {
			return Problem{VerdictAmbiguous, fmt.Sprintf("%s could not be told from its twins when it was recorded", t.Describe), againApart}
		}
	}
	return Problem{}
}

func told(t inspector.Target) bool {
	return t.Standing == inspector.StandingUnique || t.Standing == inspector.StandingContext
}
