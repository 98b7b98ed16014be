package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

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

	StepTypeKeys     StepKind = "type-keys"     // text as real keys, where the element has no text that can be set
	StepDoubleClick  StepKind = "double-click"  // with the pointer
	StepContextClick StepKind = "context-click" // with the pointer, or the action that opens the same menu
	StepDrag         StepKind = "drag"          // from Target to To
	StepScroll       StepKind = "scroll"        // until Target is shown
	StepSetExpanded  StepKind = "set-expanded"  // tree item, expander
	StepSelectItems  StepKind = "select-items"  // several options of a list or table

	StepAssert   StepKind = "assert"    // Condition holds, else the run fails
	StepWait     StepKind = "wait"      // until Condition holds
	StepLaunch   StepKind = "launch"    // starts the application and goes on with it
	StepAttach   StepKind = "attach"    // goes on with an application that runs
	StepRawInput StepKind = "raw-input" // input without a matching element; cannot be replayed
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
	Title string   `json:"title"` // made from the step, see Label
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
	// EffectsUnknown says that the next input followed too fast to tell all that the
	// step did: Effects are what was seen before it, if anything.
	EffectsUnknown bool `json:"effectsUnknown,omitempty"`
	// Expect is what the step before had brought up, for replay to wait for; nil: nothing.
	Expect *Expectation `json:"expect,omitempty"`
	// At is the time since the recording began.
	At time.Duration `json:"at"`
	// Held is how long the input was held back while the target was fixed; 0
	// where it was not held.
	Held time.Duration `json:"held,omitempty"`
	// Picture is the hash of the capture on which the target was seen.
	Picture string `json:"picture,omitempty"`
	// Area is the part of the screen that Picture shows, and Bounds where the target
	// was on the screen then. They are for showing: nothing is found by them.
	Area   tree.Rect   `json:"area,omitzero"`
	Bounds tree.Bounds `json:"bounds,omitzero"`
	// Disabled steps are skipped by replay.
	Disabled bool `json:"disabled,omitempty"`

	// Label is a title that a person gave; it is shown in place of Title.
	Label   string `json:"label,omitempty"`
	Comment string `json:"comment,omitempty"`
	// Group is the name of the section that the step belongs to. Steps of a section
	// stand together.
	Group string `json:"group,omitempty"`
	// Breakpoint pauses a replay in the window before the step.
	Breakpoint bool `json:"breakpoint,omitempty"`

	// To is where a StepDrag ends.
	To *inspector.Target `json:"to,omitempty"`
	// Items are the names of the options of StepSelectItems.
	Items []string `json:"items,omitempty"`
	// Expanded is what StepSetExpanded makes of its target.
	Expanded bool `json:"expanded,omitempty"`

	// Condition is what StepAssert and StepWait look for on Target.
	Condition *Condition `json:"condition,omitempty"`
	// Within is how long replay waits for the target, or for the condition; 0 leaves
	// it to the replay.
	Within time.Duration `json:"within,omitempty"`
	// Launch is the program of a StepLaunch, or the one that a StepAttach looks for.
	Launch *Launch `json:"launch,omitempty"`

	// Reviews is what persons decided about the step after it was recorded.
	Reviews []Review `json:"reviews,omitempty"`
}

// Review is one decision of a person about the target of a step: another of the
// locators that were offered, or another element than the recorded one. It is
// never made by itself (no healing).
type Review struct {
	At time.Time `json:"at"`
	By string    `json:"by,omitempty"` // login name
	// Was and Now are the locators before and after.
	Was string `json:"was"`
	Now string `json:"now"`
	Why string `json:"why,omitempty"`
	// Picture is the hash of the picture on which the element before was seen. It is
	// named here so that the store keeps it: the decision may be undone.
	Picture string `json:"picture,omitempty"`
}
