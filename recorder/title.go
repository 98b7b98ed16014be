package recorder

import (
	"fmt"
	"path/filepath"
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
		return fmt.Sprintf("Type %s into %s", textWords(s.Text, s.Parameter), on)
	case StepTypeKeys:
		return fmt.Sprintf("Type %s as keys into %s", textWords(s.Text, s.Parameter), on)
	case StepSetChecked:
		if s.Checked {
			return "Check " + on
		}
		return "Uncheck " + on
	case StepSetExpanded:
		if s.Expanded {
			return "Expand " + on
		}
		return "Collapse " + on
	case StepSelectItem:
		if s.Item == "" {
			return "Select " + on
		}
		return fmt.Sprintf("Choose %q in %s", brief(s.Item), on)
	case StepSelectItems:
		var names []string
		for _, name := range s.Items {
			names = append(names, fmt.Sprintf("%q", brief(name)))
		}
		return fmt.Sprintf("Select %s in %s", strings.Join(names, ", "), on)
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
	case StepDoubleClick:
		return "Double-click " + on
	case StepContextClick:
		return "Open the context menu of " + on
	case StepDrag:
		to := "nothing"
		if s.To != nil {
			to = s.To.Describe
		}
		return fmt.Sprintf("Drag %s to %s", on, to)
	case StepScroll:
		return "Scroll to " + on
	case StepAssert:
		return "Expect " + conditionWords(s)
	case StepWait:
		return "Wait for " + conditionWords(s)
	case StepLaunch:
		if s.Launch != nil {
			return fmt.Sprintf("Launch %q", filepath.Base(s.Launch.Executable))
		}
	case StepAttach:
		if s.Launch != nil && s.Launch.Application != "" {
			return fmt.Sprintf("Go on with application %q", s.Launch.Application)
		}
		return "Go on with the application"
	}
	if words := rawWords(s); s.Kind == StepRawInput && words != "" {
		return words
	}
	return "Input without a matching element"
}

// textWords says a text, or the parameter that stands for it.
func textWords(text, parameter string) string {
	if parameter != "" {
		return "parameter " + parameter
	}
	return fmt.Sprintf("%q", brief(text))
}

// cutTitle is how many characters of a text a title has.
const cutTitle = 80

// brief cuts what is too long for a title.
func brief(s string) string {
	n := 0
	for i := range s {
		if n == cutTitle {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// conditionWords says what a step looks for: `button "Save" to be enabled`.
func conditionWords(s Step) string {
	c := s.Condition
	if c == nil {
		return "nothing"
	}
	if c.Kind == ConditionQuiet {
		return "nothing to change for a moment"
	}
	on := "nothing"
	if s.Target != nil {
		on = s.Target.Describe
	}
	not := ""
	if c.Not {
		not = "not "
	}
	text := textWords(c.Text, c.Parameter)
	how := map[Match]string{MatchContains: "contain", MatchPattern: "match"}[c.Match]
	if c.Match == MatchPattern && c.Parameter != "" {
		how = "" // its value is no pattern
	}
	switch c.Kind {
	case ConditionVisible:
		return on + " to be shown"
	case ConditionGone:
		return on + " to be gone"
	case ConditionName:
		if how != "" {
			return fmt.Sprintf("the name of %s %sto %s %s", on, not, how, text)
		}
		return fmt.Sprintf("%s %sto be called %s", on, not, text)
	case ConditionText:
		if how != "" {
			return fmt.Sprintf("the text of %s %sto %s %s", on, not, how, text)
		}
		return fmt.Sprintf("%s %sto have the text %s", on, not, text)
	case ConditionValue:
		return fmt.Sprintf("%s %sto have the value %v", on, not, c.Number)
	case ConditionState:
		return fmt.Sprintf("%s %sto be %s", on, not, c.State)
	case ConditionFocus:
		return fmt.Sprintf("%s %sto have the keyboard", on, not)
	case ConditionCount:
		return fmt.Sprintf("%s %sto be there %v times", on, not, c.Number)
	}
	return on
}

// Shown is the title that people read: their own where they gave one.
func (s Step) Shown() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Title
}
