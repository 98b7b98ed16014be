package recorder

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
