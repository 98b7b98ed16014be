package main

import (
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// page is a snapshot of n elements such as a browser gives: rows of cells with
// texts and twin buttons, a dialog inside the window, attributes and interfaces.
func largePage(n int) *tree.Snapshot {
	b := tree.NewBuilder("test", tree.Application{Handle: ":1.2/root", Name: "Browser", PID: 1, Started: 1})
	add := func(parent tree.NodeID, role tree.Role, name string) tree.NodeID {
		node := tree.Node{
			Handle: tree.Handle(fmt.Sprintf(":1.2/org/a11y/atspi/accessible/%d", b.Len())), Role: role, NativeRole: string(role),
			Name: tree.AbsentText(), Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
			States: tree.MakeStates(tree.Enabled, tree.Sensitive, tree.Showing, tree.Visible), StatesRead: true,
			Bounds:     tree.Bounds{Rect: tree.Rect{X: 10, Y: 20 * b.Len(), W: 100, H: 20}, Confidence: tree.Exact, State: tree.Known},
			Attributes: []tree.Attribute{{Key: "tag", Value: string(role)}, {Key: "display", Value: "table-cell"}},
			Interfaces: []string{"Accessible", "Component", "Hypertext", "Text"},
		}
		if name != "" {
			node.Name, node.NameFrom = tree.KnownText(name), tree.NameOwn
		}
		if role == tree.RoleButton {
			node.Actions = []tree.Action{{Verb: tree.VerbPress, Native: "press"}}
		}
		return b.Add(parent, node)
	}
	root := add(tree.None, tree.RoleApplication, "Browser")
	window := add(root, tree.RoleWindow, "Rows - Browser")
	add(window, tree.RoleDialog, "Find")
	table := add(window, tree.RoleTable, "")
	for i := 0; b.Len()+9 <= n; i++ {
		row := add(table, tree.RoleRow, "")
		for _, text := range []string{fmt.Sprint(i), fmt.Sprintf("Person %d", i), fmt.Sprintf("City %d", i%7)} {
			add(add(row, tree.RoleCell, text), tree.RoleLabel, text)
		}
		add(add(row, tree.RoleCell, "Delete"), tree.RoleButton, "Delete")
	}
	return b.Snapshot()
}

// What 'tree --json' does when the application was read: store the snapshot,
// survey it and print it.
func BenchmarkAfterReading(b *testing.B) {
	snap := largePage(20_000)
	c := &cli{out: io.Discard, command: "tree", storePath: filepath.Join(b.TempDir(), "store.db")}
	defer c.close()
	s := &session{cli: c}
	for b.Loop() {
		f := s.keep(snap)
		if f.ID == "" {
			b.Fatal("not stored")
		}
		if err := c.print(envelope{Schema: schema, Command: c.command, OK: true, Data: outlineOf(f, 0, -1)}); err != nil {
			b.Fatal(err)
		}
	}
}
