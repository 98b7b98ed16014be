package recorder

import (
	"fmt"
	"strings"
)

// stepTitle says a step in words, without secrets.
func stepTitle(s Step) string {
	on := "nothing"
	if s.Target != nil {
		on = s.Target.Describe
	}
	switch s.Kind {
	case StepActivate:
		verb := "Click"
		if s.Verb != "" {
			verb = strings.ReplaceAll(strings.ToUpper(string(s.Verb[:1]))+string(s.Verb[1:]), "-", " ")
		}
		return fmt.Sprintf("%s %s", verb, on)
	case StepSetText:
		if s.Parameter != "" {
			return fmt.Sprintf("Type parameter %s into %s", s.Parameter, on)
		}
		return fmt.Sprintf("Type %q into %s", s.Text, on)
	case StepSetChecked:
		if s.Checked {
			return "Check " + on
		}
		return "Uncheck " + on
	case StepSelectItem:
		return fmt.Sprintf("Choose %q in %s", s.Item, on)
	case StepSetValue:
		return fmt.Sprintf("Set %s to %v", on, s.Number)
	case StepMenuPath:
		var names []string
		for _, t := range s.Path {
			names = append(names, t.Name)
		}
		if s.Target != nil {
			names = append(names, s.Target.Name)
		}
		return "Choose menu " + strings.Join(names, " > ")
	case StepKeyChord:
		return fmt.Sprintf("Press %s in %s", strings.Join(s.Keys, "+"), on)
	}
	return "Input without a matching element"
}

// Shown is the title that people read: their own where they gave one.
func (s Step) Shown() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Title
}
