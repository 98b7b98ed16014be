package inspector

import (
	"fmt"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// The deepest tree that there may be, with twins all along and 20,000 more at its
// end, is questioned in bounded time.
func TestDeepestTree(t *testing.T) {
	b := tree.NewBuilder("x", tree.Application{Handle: "h", Name: "A"})
	at := b.Add(tree.None, tree.Node{Handle: "root", Role: tree.RoleApplication, Name: tree.KnownText("A")})
	at = b.Add(at, tree.Node{Handle: "w", Role: tree.RoleWindow, Name: tree.KnownText("W")})
	add := func(i int) tree.NodeID {
		return b.Add(at, tree.Node{
			Handle: tree.Handle(fmt.Sprint(i)), Role: tree.RoleButton, NativeRole: "push button",
			Name: tree.KnownText(fmt.Sprint("L", i%500)), StatesRead: true,
		})
	}
	for i := range tree.MaxDepth - 2 {
		at = add(i)
	}
	deepest := at
	for i := range 20_000 {
		deepest = add(1000 + i)
	}
	s := b.Snapshot()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	f := Freeze(s)
	for what, do := range map[string]func(){
		"survey": func() { f.Survey() },
		"target": func() { f.Target(deepest) },
		"diff":   func() { Diff(f, Freeze(s)) },
		"hits":   func() { f.Hits() },
	} {
		began := time.Now()
		do()
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %v", what, took)
		}
	}
	if path := f.Path(deepest); len(path) > 1000 {
		t.Errorf("the path has %d bytes", len(path))
	}
}
