package recorder

import (
	"fmt"
	"strings"
)

// Launch says which program a StepLaunch starts, or a StepAttach looks for. There
// is no shell: Arguments are passed as they are.
type Launch struct {
	// Executable is a path, or a name that is looked for in PATH; "" for StepAttach.
	Executable string   `json:"executable,omitempty"`
	Arguments  []string `json:"arguments,omitempty"`
	// Environment is set for the program besides what Samebutton itself has,
	// as NAME=value.
	Environment []string `json:"environment,omitempty"`
	// Application is the name by which the program registers on the accessibility
	// bus; "" for the one of the recording.
	Application string `json:"application,omitempty"`
}

// words are all of what is started, in quotes: what a person has to agree to.
func (l Launch) words() string {
	var b strings.Builder
	for _, e := range l.Environment {
		fmt.Fprintf(&b, "%q ", e)
	}
	fmt.Fprintf(&b, "%q", l.Executable)
	for _, a := range l.Arguments {
		fmt.Fprintf(&b, " %q", a)
	}
	return b.String()
}
