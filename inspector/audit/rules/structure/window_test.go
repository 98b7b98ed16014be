package structure

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
)

// tabs is a walk with Tab through some elements.
func tabs(stops ...tree.NodeID) prepare {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) {
		e.Tabs = &audit.TabWalk{Window: 1}
		for _, id := range stops {
			e.Tabs.Stops = append(e.Tabs.Stops, audit.TabStop{Node: id})
		}
	}
}
