package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

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

// StepKind says what kind of thing was done.
type StepKind string

// Kinds of steps.
const (
	StepActivate   StepKind = "activate"    // press a button, link, tab …
	StepSetText    StepKind = "set-text"    // the final text of a text box
	StepSetChecked StepKind = "set-checked" // check box, radio button, toggle button, switch
	StepSelectItem StepKind = "select-item" // an option of a combo box or list
	StepSetValue   StepKind = "set-value"   // slider, spin button
	StepMenuPath   StepKind = "menu-path"   // from the menu bar to the item
	StepKeyChord   StepKind = "key-chord"   // Ctrl+S, Enter, Escape …
	StepRawInput   StepKind = "raw-input"   // input without a matching element; cannot be replayed
)

// Light is the short verdict on a recorded step's target.
type Light string

// Lights.
const (
	LightUnique    Light = "unique"     // proven unique by itself
	LightContext   Light = "by-context" // unique only by labelled context
	LightAmbiguous Light = "ambiguous"  // twins that nothing labelled separates
	LightNoElement Light = "no-element" // input without a matching element
)

// Step is one thing that a person did.
type Step struct {
	ID    string   `json:"id"`
	Kind  StepKind `json:"kind"`
	Title string   `json:"title"`
	Light Light    `json:"light"`
	// Target is what was acted on; nil only for StepRawInput. For StepMenuPath it
	// is the item and Path holds what was opened on the way, from the menu bar
	// down. For StepKeyChord it is the window that had the focus.
	Target *inspector.Target  `json:"target,omitempty"`
	Path   []inspector.Target `json:"path,omitempty"`

	// Focus is the element that had the keyboard for a StepKeyChord without Ctrl,
	// Alt or Super, whose effect depends on it.
	Focus *inspector.Target `json:"focus,omitempty"`

	// Verb asks for one action of a StepActivate by meaning; "" leaves the choice
	// to the player.
	Verb tree.Verb `json:"verb,omitempty"`

	Text string `json:"text,omitempty"` // StepSetText
	// Parameter is the name of the parameter whose value replaces Text.
	Parameter string `json:"parameter,omitempty"`
	Checked   bool   `json:"checked,omitempty"` // StepSetChecked
	// Item is the name of the option for StepSelectItem.
	Item   string   `json:"item,omitempty"`
	Number float64  `json:"number,omitempty"` // StepSetValue
	Keys   []string `json:"keys,omitempty"`   // StepKeyChord: modifiers first, "ctrl", "s"

	// Obstacle is why replay cannot do the step again, where that was known while
	// it was recorded.
	Obstacle string `json:"obstacle,omitempty"`

	// Effects is what was seen to change because of the step; replay looks for
	// the same.
	Effects []Effect `json:"effects,omitempty"`
	// EffectsUnknown says that the next input followed too fast to tell what the
	// step did.
	EffectsUnknown bool `json:"effectsUnknown,omitempty"`
	// At is the time since the recording began.
	At time.Duration `json:"at"`
	// Held is how long the input was held back while the target was fixed; 0
	// where it was not held.
	Held time.Duration `json:"held,omitempty"`
	// Picture is the hash of the capture on which the target was seen.
	Picture string `json:"picture,omitempty"`
	// Disabled steps are skipped by replay.
	Disabled bool `json:"disabled,omitempty"`
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
