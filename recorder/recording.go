package recorder

import "time"

// RecordingSchema is the version word in every stored or exported recording.
// Readers ignore fields they do not know; a change of meaning changes the word.
const RecordingSchema = "samebutton/recording/v1"

// Recording is what a person did, as steps with proof.
type Recording struct {
	Schema  string    `json:"schema"`
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
	// Application is what was recorded; replays match it by name and toolkit,
	// never by process number.
	Application ApplicationIdentity `json:"application"`
	Environment Environment         `json:"environment"`
	Parameters  []Parameter         `json:"parameters,omitempty"`
	Steps       []Step              `json:"steps"`
	// Trouble lists what the recorder could not see or decide, for the person.
	Trouble []string `json:"trouble,omitempty"`
}

// ApplicationIdentity names a program across restarts.
type ApplicationIdentity struct {
	Name           string `json:"name"`
	Executable     string `json:"executable,omitempty"`
	Toolkit        string `json:"toolkit,omitempty"`
	ToolkitVersion string `json:"toolkitVersion,omitempty"`
}

// Environment is where a recording was made.
type Environment struct {
	System  string `json:"system"`
	Session string `json:"session"` // "x11", "wayland"
	Locale  string `json:"locale,omitempty"`
	Version string `json:"version"` // of Samebutton
}

// Parameter is a value that is given at replay. The value of a secret parameter
// is never stored.
type Parameter struct {
	Name    string `json:"name"`
	Secret  bool   `json:"secret,omitempty"`
	Default string `json:"default,omitempty"`
}

// EffectKind says what kind of change was seen.
type EffectKind string

// Kinds of effects.
const (
	EffectWindowOpened EffectKind = "window-opened"
	EffectWindowClosed EffectKind = "window-closed"
	EffectAppeared     EffectKind = "appeared"
	EffectVanished     EffectKind = "vanished"
	EffectState        EffectKind = "state"
	EffectName         EffectKind = "name"
	EffectValue        EffectKind = "value"
)

// Effect is one change that was seen after a step, named by role and name, so
// that it can be looked for in another run. Numbers are kept as "#".
type Effect struct {
	Kind EffectKind `json:"kind"`
	Role string     `json:"role"`
	Name string     `json:"name,omitempty"`
	// Detail is the new value of what changed ("+checked", the new name).
	Detail string `json:"detail,omitempty"`
}
