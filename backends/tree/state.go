package tree

import (
	"encoding/json"
	"fmt"
	"math/bits"
)

// State is one condition of a node, named after the AT-SPI state (which ARIA,
// UIA and AX map to).
type State uint8

// States.
const (
	Active State = iota
	Busy
	Checkable
	Checked
	Collapsed
	Defunct
	Editable
	Enabled
	Expandable
	Expanded
	Focusable
	Focused
	HasPopup
	Indeterminate
	InvalidEntry
	Modal
	MultiLine
	Multiselectable
	Pressed
	ReadOnly
	Required
	Selectable
	Selected
	Sensitive
	Showing
	Visible
	ManagesDescendants
	Transient
	Default // the button that Return presses in its window
	numStates
)

var stateNames = [numStates]string{
	"active", "busy", "checkable", "checked", "collapsed", "defunct", "editable", "enabled",
	"expandable", "expanded", "focusable", "focused", "has-popup", "indeterminate", "invalid-entry",
	"modal", "multi-line", "multiselectable", "pressed", "read-only", "required", "selectable",
	"selected", "sensitive", "showing", "visible", "manages-descendants", "transient", "default",
}

// String returns the state's word, for example "showing".
func (s State) String() string { return enumName(stateNames[:], int(s)) }

// ParseState returns the state with the given word.
func ParseState(word string) (State, error) {
	for i, n := range stateNames {
		if n == word {
			return State(i), nil
		}
	}
	return 0, fmt.Errorf("parse state: unknown word %q", word)
}

// States is a set of states. The zero value is the empty set.
type States uint64

// MakeStates returns the set of the given states.
func MakeStates(ss ...State) States {
	var set States
	for _, s := range ss {
		set |= 1 << s
	}
	return set
}

// Has reports whether s is in the set.
func (set States) Has(s State) bool { return set&(1<<s) != 0 }

// With returns the set with s added.
func (set States) With(s State) States { return set | 1<<s }

// Without returns the set with s removed.
func (set States) Without(s State) States { return set &^ (1 << s) }

// Words returns the words of the set in the order of the constants.
func (set States) Words() []string {
	words := make([]string, 0, bits.OnesCount64(uint64(set)))
	for i := range numStates {
		if set.Has(i) {
			words = append(words, i.String())
		}
	}
	return words
}

// MarshalJSON encodes the set as a list of words, so that saved files survive a
// new state constant.
func (set States) MarshalJSON() ([]byte, error) { return json.Marshal(set.Words()) }

// UnmarshalJSON decodes a list of words.
func (set *States) UnmarshalJSON(b []byte) error {
	var words []string
	if err := json.Unmarshal(b, &words); err != nil {
		return fmt.Errorf("parse states: %w", err)
	}
	*set = 0
	for _, w := range words {
		s, err := ParseState(w)
		if err != nil {
			return err
		}
		*set = set.With(s)
	}
	return nil
}

// All returns the states of the set in the order of the constants.
func (set States) All() []State {
	all := make([]State, 0, bits.OnesCount64(uint64(set)))
	for i := range numStates {
		if set.Has(i) {
			all = append(all, i)
		}
	}
	return all
}
