package inspector

import (
	"strings"
	"testing"
)

func TestQueryProblem(t *testing.T) {
	for text, want := range map[string]string{
		"role:buton":         `"buton" is not a role; did you mean button?`,
		"save role:chekbox":  `"chekbox" is not a role; did you mean checkbox?`,
		"role:":              `"" is not a role; roles are`,
		"state:chcked":       `"chcked" is not a state; states are`,
		"is:nonsense":        `nothing is "nonsense"; it can be ambiguous, context, unique, unnamed, unproven, interactive`,
		`buton "Save"`:       "did you mean button?",
		"role:button save":   "",
		"is:interactive":     "",
		"buton":              "",
		"Total: 7":           "",
		`button "Save"`:      "",
		"  ":                 "",
		"state:checked Save": "",
	} {
		if got := QueryProblem(text); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
