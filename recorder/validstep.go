package recorder

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// needs is what a kind of step cannot be without.
type needs struct {
	target bool
	// lacks says in words what else is missing of a step; nil: nothing can be.
	lacks func(Step) string
}

var stepKinds = map[StepKind]needs{
	StepActivate: {target: true}, StepSetText: {target: true}, StepSetChecked: {target: true},
	StepSelectItem: {target: true}, StepSetValue: {target: true}, StepMenuPath: {target: true},
	StepTypeKeys: {target: true}, StepDoubleClick: {target: true}, StepContextClick: {target: true},
	StepScroll: {target: true}, StepSetExpanded: {target: true}, StepRawInput: {},
	StepKeyChord:    {true, func(s Step) string { return unless(len(s.Keys) > 0, "a key chord without keys") }},
	StepDrag:        {true, func(s Step) string { return unless(s.To != nil, "a drag without an end") }},
	StepSelectItems: {true, func(s Step) string { return unless(len(s.Items) > 0, "a selection without options") }},
	StepAssert:      {false, func(s Step) string { return unless(s.Condition != nil, "an assertion without a condition") }},
	StepWait:        {false, func(s Step) string { return unless(s.Condition != nil, "a wait without a condition") }},
	StepLaunch: {false, func(s Step) string {
		return unless(s.Launch != nil && s.Launch.Executable != "", "a launch without a program")
	}},
	StepAttach: {false, func(s Step) string { return unless(s.Launch != nil, "nothing says which application to go on with") }},
}

// conditionKinds tells of all kinds of conditions whether they are about an element.
var conditionKinds = map[ConditionKind]bool{
	ConditionVisible: true, ConditionGone: true, ConditionName: true, ConditionText: true, ConditionValue: true,
	ConditionState: true, ConditionFocus: true, ConditionCount: true, ConditionQuiet: false,
}

var (
	lights    = []Light{LightUnique, LightContext, LightAmbiguous, LightNoElement, ""} // "" where there is no input
	standings = []inspector.Standing{inspector.StandingUnique, inspector.StandingContext, inspector.StandingAmbiguous, inspector.StandingUnproven}
	effects   = []EffectKind{EffectWindowOpened, EffectWindowClosed, EffectAppeared, EffectVanished, EffectState, EffectName, EffectValue}
	verbs     = []tree.Verb{"", tree.VerbPress, tree.VerbToggle, tree.VerbSelect, tree.VerbSetText, tree.VerbSetValue, tree.VerbExpand, tree.VerbCollapse, tree.VerbFocus, tree.VerbShowMenu, tree.VerbScrollTo}
)

func unless(ok bool, words string) string {
	if ok {
		return ""
	}
	return words
}

// valid says, in words, what is wrong with a step. declared tells whether the
// recording has a parameter.
func (s Step) valid(declared func(string) bool) error {
	if err := ValidID(s.ID); err != nil {
		return err
	}
	kind, known := stepKinds[s.Kind]
	switch {
	case !known:
		return newer("kind of step", string(s.Kind))
	case kind.target && s.Target == nil:
		return fmt.Errorf("%s without a target", s.Kind)
	case !slices.Contains(lights, s.Light):
		return newer("light", string(s.Light))
	case !slices.Contains(verbs, s.Verb):
		return newer("action", string(s.Verb))
	case s.Within < 0 || s.Within > MaxWithin:
		return fmt.Errorf("a step waits between 0 and %s, not %s", MaxWithin, s.Within)
	case s.At < 0 || s.Held < 0:
		return fmt.Errorf("a time before the recording began")
	case math.IsNaN(s.Number) || math.IsInf(s.Number, 0):
		return fmt.Errorf("%v is no number", s.Number)
	case s.Parameter != "" && !declared(s.Parameter):
		return fmt.Errorf("parameter %q is not declared", s.Parameter)
	case s.tooMuch():
		return fmt.Errorf("a list with more than %d entries", maxList)
	}
	if kind.lacks != nil {
		if words := kind.lacks(s); words != "" {
			return errors.New(words)
		}
	}
	pictures := []string{s.Picture}
	for _, r := range s.Reviews {
		pictures = append(pictures, r.Picture)
	}
	for _, hash := range pictures {
		if b, err := hex.DecodeString(hash); err != nil || len(b) != 0 && len(b) != 32 {
			return fmt.Errorf("%q is no hash of a picture", brief(hash))
		}
	}
	if err := s.validTexts(); err != nil {
		return err
	}
	for _, t := range s.Targets() {
		if err := validTarget(*t); err != nil {
			return err
		}
	}
	for _, e := range s.Effects {
		if !slices.Contains(effects, e.Kind) {
			return newer("kind of effect", string(e.Kind))
		}
	}
	if s.Expect != nil {
		if err := s.Expect.valid(); err != nil {
			return err
		}
	}
	if s.Launch != nil {
		if err := s.Launch.valid(); err != nil {
			return err
		}
	}
	if s.Condition == nil {
		return nil
	}
	return s.Condition.valid(s.Target != nil, declared)
}

func (s Step) validTexts() error {
	if err := errors.Join(oneLine("label", s.Label), oneLine("name of the group", s.Group)); err != nil {
		return err
	}
	texts := slices.Concat([]string{s.Title, s.Text, s.Item, s.Obstacle, s.Comment}, s.Items, s.Keys)
	for _, e := range s.Effects {
		texts = append(texts, e.Role, e.Name, e.Detail)
	}
	for _, r := range s.Reviews {
		texts = append(texts, r.By, r.Was, r.Now, r.Why)
	}
	for _, t := range texts {
		if err := validText(t); err != nil {
			return err
		}
	}
	return nil
}

func validTarget(t inspector.Target) error {
	switch {
	case !slices.Contains(standings, t.Standing):
		return newer("standing", string(t.Standing))
	case told(t) && t.Locator.IsZero():
		return fmt.Errorf("%s is said to be %s and has no locator", brief(t.Describe), t.Standing)
	case slices.ContainsFunc(t.Witnesses, inspector.Locator.IsZero):
		return errors.New("a witness without a locator")
	}
	for _, text := range []string{t.Name, t.Describe, t.Proof.Reason} {
		if err := validText(text); err != nil {
			return fmt.Errorf("the name of an element: %w", err)
		}
	}
	return nil
}

func (l Launch) valid() error {
	for _, v := range l.Environment {
		if name, _, ok := strings.Cut(v, "="); !ok || name == "" {
			return fmt.Errorf("%q is no variable of the environment: NAME=VALUE is expected", brief(v))
		}
	}
	// A process takes neither, so the program could not be started as it stands here.
	for _, text := range slices.Concat([]string{l.Executable, l.Application}, l.Arguments, l.Environment) {
		if validText(text) != nil || strings.ContainsRune(text, 0) {
			return fmt.Errorf("%q cannot be given to a program", brief(text))
		}
	}
	return nil
}

func (c Condition) valid(target bool, declared func(string) bool) error {
	about, known := conditionKinds[c.Kind]
	_, noState := tree.ParseState(c.State)
	switch {
	case !known:
		return newer("kind of condition", string(c.Kind))
	case about && !target:
		return fmt.Errorf("a %s condition without a target", c.Kind)
	case c.Match != MatchExact && c.Match != MatchContains && c.Match != MatchPattern:
		return newer("way to compare", string(c.Match))
	case c.Kind == ConditionState && noState != nil:
		return noState
	case math.IsNaN(c.Number) || math.IsInf(c.Number, 0):
		return fmt.Errorf("%v is no number", c.Number)
	case c.Kind == ConditionCount && (c.Number < 0 || c.Number != math.Trunc(c.Number)):
		return fmt.Errorf("%v is no number of elements", c.Number)
	case c.Not && (c.Kind == ConditionVisible || c.Kind == ConditionGone || c.Kind == ConditionQuiet):
		return fmt.Errorf("a %s condition cannot be turned round", c.Kind)
	case c.Parameter != "" && !declared(c.Parameter):
		return fmt.Errorf("parameter %q is not declared", c.Parameter)
	}
	return validText(c.Text)
}
