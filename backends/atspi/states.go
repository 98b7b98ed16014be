package atspi

import (
	"math/bits"

	"github.com/samebutton/samebutton/backends/tree"
)

// Numbers of AtspiStateType that the reading itself decides on.
const (
	stateCollapsed          = 5
	stateDefunct            = 6
	stateEditable           = 7
	stateEnabled            = 8
	stateExpandable         = 9
	stateExpanded           = 10
	stateFocusable          = 11
	stateMultiLine          = 17
	stateSelected           = 23
	stateSensitive          = 24
	stateShowing            = 25
	stateVisible            = 30
	stateManagesDescendants = 31
)

// stateTable maps the numbers of AtspiStateType to states of the model; states
// that say nothing to a person (opaque, horizontal, …) are left out.
var stateTable = [64]struct {
	state tree.State
	known bool
	name  string // the minor word of object:state-changed
}{
	1:                       {tree.Active, true, "active"},
	3:                       {tree.Busy, true, "busy"},
	4:                       {tree.Checked, true, "checked"},
	stateCollapsed:          {tree.Collapsed, true, "collapsed"},
	stateDefunct:            {tree.Defunct, true, "defunct"},
	stateEditable:           {tree.Editable, true, "editable"},
	stateEnabled:            {tree.Enabled, true, "enabled"},
	stateExpandable:         {tree.Expandable, true, "expandable"},
	stateExpanded:           {tree.Expanded, true, "expanded"},
	stateFocusable:          {tree.Focusable, true, "focusable"},
	12:                      {tree.Focused, true, "focused"},
	16:                      {tree.Modal, true, "modal"},
	stateMultiLine:          {tree.MultiLine, true, "multi-line"},
	18:                      {tree.Multiselectable, true, "multiselectable"},
	20:                      {tree.Pressed, true, "pressed"},
	22:                      {tree.Selectable, true, "selectable"},
	stateSelected:           {tree.Selected, true, "selected"},
	stateSensitive:          {tree.Sensitive, true, "sensitive"},
	stateShowing:            {tree.Showing, true, "showing"},
	28:                      {tree.Transient, true, "transient"},
	stateVisible:            {tree.Visible, true, "visible"},
	stateManagesDescendants: {tree.ManagesDescendants, true, "manages-descendants"},
	32:                      {tree.Indeterminate, true, "indeterminate"},
	33:                      {tree.Required, true, "required"},
	36:                      {tree.InvalidEntry, true, "invalid-entry"},
	39:                      {tree.Default, true, "is-default"},
	41:                      {tree.Checkable, true, "checkable"},
	42:                      {tree.HasPopup, true, "has-popup"},
	43:                      {tree.ReadOnly, true, "read-only"},
}

// statesOf translates a state set of AT-SPI.
func statesOf(states uint64) tree.States {
	var set tree.States
	for rest := states; rest != 0; rest &= rest - 1 {
		if s := &stateTable[bits.TrailingZeros64(rest)]; s.known {
			set = set.With(s.state)
		}
	}
	return set
}

func hasState(bits uint64, number uint) bool { return bits&(1<<number) != 0 }
