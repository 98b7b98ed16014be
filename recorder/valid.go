package recorder

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
)

// Limits of a recording, whoever makes it.
const (
	MaxSteps  = 10_000
	MaxName   = 256     // bytes of a name, label or title of a group
	MaxText   = 1 << 20 // bytes of a text
	MaxWithin = time.Hour
)

// kinds are all kinds of steps, with what each needs besides an ID.
var kinds = map[StepKind]struct{ target bool }{
	StepActivate: {true}, StepSetText: {true}, StepSetChecked: {true}, StepSelectItem: {true},
	StepSetValue: {true}, StepMenuPath: {true}, StepKeyChord: {true}, StepTypeKeys: {true},
	StepDoubleClick: {true}, StepContextClick: {true}, StepDrag: {true}, StepScroll: {true},
	StepSetExpanded: {true}, StepSelectItems: {true},
	StepAssert: {}, StepWait: {}, StepLaunch: {}, StepAttach: {}, StepRawInput: {},
}

// conditions are all kinds of conditions, with what each needs.
var conditions = map[ConditionKind]struct{ target bool }{
	ConditionVisible: {true}, ConditionGone: {true}, ConditionName: {true}, ConditionText: {true},
	ConditionValue: {true}, ConditionState: {true}, ConditionFocus: {true}, ConditionCount: {true},
	ConditionQuiet: {false},
}

// valid says, in words, what is wrong with a step. declared tells whether the
// recording has a parameter.
func (s Step) valid(declared func(string) bool) error {
	kind, known := kinds[s.Kind]
	switch {
	case !known:
		return fmt.Errorf("unknown kind %q of step: it may come from a newer version", s.Kind)
	case kind.target && s.Target == nil:
		return fmt.Errorf("%s without a target", s.Kind)
	case s.Kind == StepKeyChord && len(s.Keys) == 0:
		return fmt.Errorf("a key chord without keys")
	case s.Kind == StepDrag && s.To == nil:
		return fmt.Errorf("a drag without an end")
	case s.Kind == StepSelectItems && len(s.Items) == 0:
		return fmt.Errorf("a selection without options")
	case s.Kind == StepLaunch && (s.Launch == nil || s.Launch.Executable == ""):
		return fmt.Errorf("a launch without a program")
	case s.Kind == StepAttach && s.Launch == nil:
		return fmt.Errorf("nothing says which application to go on with")
	case s.Within < 0 || s.Within > MaxWithin:
		return fmt.Errorf("a step waits between 0 and %s, not %s", MaxWithin, s.Within)
	case s.Parameter != "" && !declared(s.Parameter):
		return fmt.Errorf("parameter %q is not declared", s.Parameter)
	case len(s.Text) > MaxText || len(s.Comment) > MaxText:
		return fmt.Errorf("a text of more than %d bytes", MaxText)
	case !utf8.ValidString(s.Text) || !utf8.ValidString(s.Comment):
		return fmt.Errorf("a text that is not UTF-8")
	case passwordText(s):
		return fmt.Errorf("the text of a password field; use a secret parameter")
	}
	if err := oneLine("label", s.Label); err != nil {
		return err
	}
	if err := oneLine("name of the group", s.Group); err != nil {
		return err
	}
	if s.Launch != nil {
		for _, v := range s.Launch.Environment {
			if name, _, ok := strings.Cut(v, "="); !ok || name == "" {
				return fmt.Errorf("%q is no variable of the environment: NAME=VALUE is expected", v)
			}
		}
	}
	if s.Kind != StepAssert && s.Kind != StepWait {
		return nil
	}
	if s.Condition == nil {
		return fmt.Errorf("%s without a condition", s.Kind)
	}
	return s.Condition.valid(s.Target != nil, declared)
}

func (c Condition) valid(target bool, declared func(string) bool) error {
	kind, known := conditions[c.Kind]
	_, noState := tree.ParseState(c.State)
	switch {
	case !known:
		return fmt.Errorf("unknown kind %q of condition: it may come from a newer version", c.Kind)
	case kind.target && !target:
		return fmt.Errorf("a %s condition without a target", c.Kind)
	case c.Match != MatchExact && c.Match != MatchContains:
		return fmt.Errorf("unknown way %q to compare: it may come from a newer version", c.Match)
	case c.Kind == ConditionState && noState != nil:
		return noState
	case c.Kind == ConditionCount && (c.Number < 0 || c.Number != float64(int(c.Number))):
		return fmt.Errorf("%v is no number of elements", c.Number)
	case c.Not && (c.Kind == ConditionVisible || c.Kind == ConditionGone || c.Kind == ConditionQuiet):
		return fmt.Errorf("a %s condition cannot be turned round", c.Kind)
	case c.Parameter != "" && !declared(c.Parameter):
		return fmt.Errorf("parameter %q is not declared", c.Parameter)
	case len(c.Text) > MaxText || !utf8.ValidString(c.Text):
		return fmt.Errorf("the text of a condition is longer than %d bytes or not UTF-8", MaxText)
	}
	return nil
}
