package recorder

import (
	"errors"
	"strings"
)

// ConditionKind says what is asked of an element.
type ConditionKind string

// Kinds of conditions. All but window and quiet conditions are about the step's target.
const (
	ConditionVisible ConditionKind = "visible" // it is there and shown
	ConditionGone    ConditionKind = "gone"    // a complete search finds no such element, or it is not shown
	ConditionName    ConditionKind = "name"    // its accessible name is Text
	ConditionText    ConditionKind = "text"    // its text is Text
	ConditionValue   ConditionKind = "value"   // its number is Number
	ConditionState   ConditionKind = "state"   // it has State ("checked", "enabled", …)
	ConditionFocus   ConditionKind = "focus"   // it has the keyboard
	ConditionCount   ConditionKind = "count"   // the locator matches Number elements
	ConditionQuiet   ConditionKind = "quiet"   // nothing changed for a moment; no target
)

// Match says how texts are compared.
type Match string

// Ways to compare. Both sides are Unicode NFC with white space collapsed.
const (
	MatchExact    Match = ""
	MatchContains Match = "contains"
	// MatchPattern: Text is a pattern in which "*" stands for any text, also none, and
	// "\*" for a star: "Saved order *". The value of a parameter is no pattern: every
	// star in it is a star.
	MatchPattern Match = "matches"
)

// Condition is what a StepAssert or StepWait looks for. What cannot be read makes
// it unknown, which is neither true nor false, and never passes.
type Condition struct {
	Kind ConditionKind `json:"kind"`
	// Not turns name, text, value, state, focus and count conditions round.
	Not    bool    `json:"not,omitempty"`
	Text   string  `json:"text,omitempty"`
	Match  Match   `json:"match,omitempty"`
	State  string  `json:"state,omitempty"`
	Number float64 `json:"number,omitempty"`
	// Parameter is the name of the parameter whose value replaces Text.
	Parameter string `json:"parameter,omitempty"`
}

// errPattern is why no parameter can stand for a pattern.
var errPattern = errors.New("a star in the value of a parameter stands only for itself: compare with a part (contains) or the whole text first")

// plain turns a pattern without wildcards into the text that it fits, for a parameter
// that shall stand for it. The error is errPattern.
func (c *Condition) plain() error {
	if c.Match != MatchPattern || c.Parameter != "" {
		return nil
	}
	if strings.Contains(strings.ReplaceAll(c.Text, `\*`, ""), "*") {
		return errPattern
	}
	c.Match, c.Text = MatchExact, strings.ReplaceAll(c.Text, `\*`, "*")
	return nil
}
