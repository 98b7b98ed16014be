package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

func quote(s string) string { return strconv.Quote(s) }

// verb is how a kind of step is said: `type "Anna" into window "Orders" > textbox`.
type verb struct {
	word string
	kind recorder.StepKind
	// say returns what stands between word and locator, and takes it out of s; hear
	// reads it. Both nil: nothing.
	say  func(s *recorder.Step) string
	hear func(s *recorder.Step, v *value) error
	// set says what the word itself means; nil: nothing. is reports whether it fits.
	set func(s *recorder.Step)
	is  func(s recorder.Step) bool
	// alone: there is no locator.
	alone bool
}

var verbs = []verb{
	{word: "activate", kind: recorder.StepActivate},
	{word: "type", kind: recorder.StepSetText, say: sayText, hear: hearText},
	{word: "type-keys", kind: recorder.StepTypeKeys, say: sayText, hear: hearText},
	{
		word: "check", kind: recorder.StepSetChecked,
		is: func(s recorder.Step) bool { return s.Checked }, set: func(s *recorder.Step) { s.Checked = true },
	},
	{word: "uncheck", kind: recorder.StepSetChecked},
	{
		word: "expand", kind: recorder.StepSetExpanded,
		is: func(s recorder.Step) bool { return s.Expanded }, set: func(s *recorder.Step) { s.Expanded = true },
	},
	{word: "collapse", kind: recorder.StepSetExpanded},
	{
		word: "choose", kind: recorder.StepSelectItem,
		say: func(s *recorder.Step) string { return quote(taken(&s.Item)) + " in" },
		hear: func(s *recorder.Step, v *value) (err error) {
			if s.Item, err = v.quoted(); err != nil {
				return err
			}
			return v.expect("in")
		},
	},
	{word: "select", kind: recorder.StepSelectItems, say: sayItems, hear: hearItems},
	{
		word: "set", kind: recorder.StepSetValue,
		say: func(s *recorder.Step) string { return float(taken(&s.Number)) + " in" },
		hear: func(s *recorder.Step, v *value) (err error) {
			if s.Number, err = v.number(); err != nil {
				return err
			}
			return v.expect("in")
		},
	},
	{word: "menu", kind: recorder.StepMenuPath},
	{word: "press", kind: recorder.StepKeyChord, say: sayKeys, hear: hearKeys},
	{word: "double-click", kind: recorder.StepDoubleClick},
	{word: "context-click", kind: recorder.StepContextClick},
	{word: "drag", kind: recorder.StepDrag},
	{word: "scroll-to", kind: recorder.StepScroll},
	{word: "expect", kind: recorder.StepAssert, say: sayCondition, hear: hearCondition},
	{word: "wait-for", kind: recorder.StepWait, say: sayCondition, hear: hearCondition},
	{
		word: "launch", kind: recorder.StepLaunch, alone: true,
		say: func(s *recorder.Step) string {
			if s.Launch == nil {
				return quote("")
			}
			l := *s.Launch
			s.Launch = &l
			return quote(taken(&l.Executable))
		},
		hear: func(s *recorder.Step, v *value) (err error) {
			s.Launch = &recorder.Launch{}
			s.Launch.Executable, err = v.quoted()
			return err
		},
	},
	{
		word: "attach", kind: recorder.StepAttach, alone: true,
		set: func(s *recorder.Step) { s.Launch = &recorder.Launch{} },
	},
	{word: "raw-input", kind: recorder.StepRawInput, alone: true},
}

// taken returns a value and takes it out of where it was.
func taken[T any](p *T) T {
	v := *p
	*p = *new(T)
	return v
}

// say returns what a step does in one line, and the step without what that says.
func say(s recorder.Step) (string, recorder.Step) {
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.kind == s.Kind && (v.is == nil || v.is(s)) })
	if i < 0 {
		return string(s.Kind), s
	}
	v := verbs[i]
	words := []string{v.word}
	if v.say != nil {
		words = append(words, v.say(&s))
	}
	if v.is != nil {
		s.Checked, s.Expanded = s.Checked && s.Kind != recorder.StepSetChecked, s.Expanded && s.Kind != recorder.StepSetExpanded
	}
	switch {
	case s.Target != nil && v.alone:
		words = append(words, "of", locator(s.Target.Locator))
	case s.Target != nil:
		words = append(words, locator(s.Target.Locator))
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " "), s
}

// hear reads what a step does.
func hear(v *value) (s recorder.Step, err error) {
	from := v.at
	w := v.word()
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.word == w })
	if i < 0 {
		v.at = from
		return s, v.fail("%q is nothing that a step does; known are %s", w, knownVerbs())
	}
	s.Kind = verbs[i].kind
	if verbs[i].set != nil {
		verbs[i].set(&s)
	}
	if verbs[i].hear != nil {
		if err := verbs[i].hear(&s, v); err != nil {
			return s, err
		}
	}
	if v.space(); v.done() {
		return s, nil
	}
	if verbs[i].alone {
		if err := v.expect("of"); err != nil {
			return s, err
		}
	}
	l, err := v.locator()
	if err != nil {
		return s, err
	}
	s.Target = bareTarget(l)
	return s, nil
}

func knownVerbs() string {
	var words []string
	for _, v := range verbs {
		words = append(words, v.word)
	}
	return strings.Join(words, ", ")
}

// bareTarget is a target of which nothing is known but its locator.
func bareTarget(l inspector.Locator) *inspector.Target {
	t := &inspector.Target{Locator: l, Standing: inspector.StandingAmbiguous}
	if !l.IsZero() {
		t.Standing, t.Role, t.Name, t.Describe = recorder.StandingOf(l), l.Last().Role, l.Last().Name, describe(l)
	}
	return t
}

func describe(l inspector.Locator) string {
	var b strings.Builder
	for i, s := range slices.Backward(l.Segments) {
		b.WriteString(string(s.Role))
		if s.Named {
			fmt.Fprintf(&b, " %q", s.Name)
		}
		if i > 0 {
			b.WriteString(" in ")
		}
	}
	return b.String()
}

func sayText(s *recorder.Step) string {
	if s.Parameter != "" && s.Text == "" {
		return "parameter " + word(taken(&s.Parameter)) + " into"
	}
	return quote(taken(&s.Text)) + " into"
}

func hearText(s *recorder.Step, v *value) (err error) {
	if v.take("parameter") {
		s.Parameter, err = v.wordOrQuoted()
	} else {
		s.Text, err = v.quoted()
	}
	if err != nil {
		return err
	}
	return v.expect("into")
}

func sayItems(s *recorder.Step) string {
	var words []string
	for _, item := range taken(&s.Items) {
		words = append(words, quote(item))
	}
	return strings.Join(append([]string{strings.Join(words, ", ")}, "in"), " ")
}

func hearItems(s *recorder.Step, v *value) error {
	for {
		item, err := v.quoted()
		if err != nil {
			return err
		}
		s.Items = append(s.Items, item)
		if !strings.HasPrefix(v.rest(), ",") {
			return v.expect("in")
		}
		v.at++
	}
}

// sayKeys says a chord as ctrl+s, and keys of other names in quotes.
func sayKeys(s *recorder.Step) string {
	keys := taken(&s.Keys)
	chord := strings.Join(keys, "+")
	if strings.Count(chord, "+") != max(len(keys), 1)-1 || word(chord) != chord || slices.Contains(keys, "") || chord == "in" {
		var words []string
		for _, k := range keys {
			words = append(words, quote(k))
		}
		chord = strings.Join(words, ", ")
	}
	return chord + " in"
}

func hearKeys(s *recorder.Step, v *value) error {
	v.space()
	if strings.HasPrefix(v.rest(), `"`) {
		for {
			k, err := v.quoted()
			if err != nil {
				return err
			}
			s.Keys = append(s.Keys, k)
			if !strings.HasPrefix(v.rest(), ",") {
				return v.expect("in")
			}
			v.at++
		}
	}
	chord := v.word()
	if s.Keys = strings.Split(chord, "+"); slices.Contains(s.Keys, "") {
		v.at -= len(chord)
		return v.fail("expected keys, such as ctrl+s")
	}
	return v.expect("in")
}

// sayCondition says what is looked for: `not text contains "Anna" of`.
func sayCondition(s *recorder.Step) string {
	if s.Condition == nil {
		return ""
	}
	c := *taken(&s.Condition)
	words := conditionWords(c)
	if s.Target != nil {
		words += " of"
	}
	return words
}

func conditionWords(c recorder.Condition) string {
	var words []string
	if c.Not {
		words = append(words, "not")
	}
	words = append(words, word(string(c.Kind)))
	if c.Kind == recorder.ConditionState {
		words = append(words, word(taken(&c.State)))
	}
	if c.Match != recorder.MatchExact {
		words = append(words, word(string(c.Match)))
	}
	compares := c.Kind == recorder.ConditionName || c.Kind == recorder.ConditionText
	if c.Text != "" || compares && c.Parameter == "" {
		words = append(words, quote(c.Text))
	}
	if c.Parameter != "" {
		words = append(words, "parameter", word(c.Parameter))
	}
	if c.State != "" {
		words = append(words, "state", word(c.State))
	}
	if c.Number != 0 || c.Kind == recorder.ConditionValue || c.Kind == recorder.ConditionCount {
		words = append(words, float(c.Number))
	}
	return strings.Join(words, " ")
}

func hearCondition(s *recorder.Step, v *value) error {
	c, err := readCondition(v)
	if err != nil {
		return err
	}
	s.Condition = &c
	if v.space(); !v.done() {
		return v.expect("of")
	}
	return nil
}

func readCondition(v *value) (c recorder.Condition, err error) {
	c.Not = v.take("not")
	kind, err := v.wordOrQuoted()
	if err != nil {
		return c, v.fail("expected what is looked for, such as visible or text \"Anna\"")
	}
	if c.Kind = recorder.ConditionKind(kind); c.Kind == recorder.ConditionState {
		if c.State, err = v.wordOrQuoted(); err != nil {
			return c, v.fail("expected a state, such as enabled")
		}
	}
	for _, m := range []recorder.Match{recorder.MatchContains, recorder.MatchPattern} {
		if v.take(string(m)) {
			c.Match = m
			break
		}
	}
	if v.space(); strings.HasPrefix(v.rest(), `"`) {
		if c.Text, err = v.quoted(); err != nil {
			return c, err
		}
	}
	if v.take("parameter") {
		if c.Parameter, err = v.wordOrQuoted(); err != nil {
			return c, err
		}
	}
	if v.take("state") {
		if c.State, err = v.wordOrQuoted(); err != nil {
			return c, err
		}
	}
	if v.space(); !v.done() && !strings.HasPrefix(v.rest(), "of ") {
		c.Number, err = v.number()
	}
	return c, err
}

// Step reads what a step does from one line without a key: `activate window "Orders"
// > button "Save"`. It has no ID yet. The error is an [Error].
func Step(sentence string) (recorder.Step, error) {
	s, err := hear(&value{text: sentence, line: 1, column: 1})
	if err != nil {
		return s, err
	}
	if s.Target == nil {
		s.Light = lightWithout(s.Kind)
	}
	return s, nil
}

// Condition says what an assertion or a wait looks for, as [Step] reads it.
func Condition(c recorder.Condition) string { return conditionWords(c) }
