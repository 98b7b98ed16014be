//go:build cgo

package main

import (
	"slices"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// A chosen window that was closed meanwhile is not replaced by all others: they were not
// asked for, and a walk would press Tab in them.
func TestChosenWindow(t *testing.T) {
	f := inspector.Freeze(&tree.Snapshot{Nodes: []tree.Node{
		{Parent: tree.None, Role: tree.RoleApplication, Children: []tree.NodeID{1}},
		{ID: 1, Parent: 0, Role: tree.RoleWindow, Handle: "there"},
	}})
	if all, err := chosenWindow(f, ""); all != nil || err != nil {
		t.Errorf("none chosen: %v, %v", all, err)
	}
	if one, err := chosenWindow(f, "there"); !slices.Equal(one, []tree.NodeID{1}) || err != nil {
		t.Errorf("chosen: %v, %v", one, err)
	}
	if other, err := chosenWindow(f, "closed"); err == nil {
		t.Errorf("closed: %v", other)
	}
}
