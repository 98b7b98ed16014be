package store_test

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

// wide is a snapshot of so many nodes in groups of a hundred.
func wide(nodes int) *tree.Snapshot {
	b := tree.NewBuilder("bench", tree.Application{Handle: "app", Name: "Wide"})
	b.Grow(nodes)
	add := func(parent tree.NodeID, role tree.Role) tree.NodeID {
		n := b.Len()
		return b.Add(parent, tree.Node{
			Handle: tree.Handle(fmt.Sprintf(":1.7 /org/a11y/atspi/accessible/%d", n)), Role: role, NativeRole: string(role),
			Name: tree.KnownText(fmt.Sprintf("Element %d", n)), NameFrom: tree.NameOwn, Description: tree.AbsentText(),
			States: tree.MakeStates(tree.Enabled, tree.Showing), StatesRead: true, Interfaces: []string{"Accessible", "Action", "Component"},
			Bounds: tree.Bounds{Rect: tree.Rect{X: n % 100 * 10, Y: n / 100, W: 9, H: 9}, State: tree.Known, Confidence: tree.Exact},
		})
	}
	window := add(add(tree.None, tree.RoleApplication), tree.RoleWindow)
	var group tree.NodeID
	for n := b.Len(); n < nodes; n++ {
		if n%100 == 2 {
			group = add(window, tree.RoleGroup)
			continue
		}
		add(group, tree.RoleButton)
	}
	return b.Snapshot()
}

func BenchmarkPutSnapshot(b *testing.B) {
	for _, nodes := range []int{1000, 10_000, 50_000} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			s, snap := storetest.OpenTemp(b), wide(nodes)
			for b.Loop() {
				_, err := s.PutSnapshot(snap)
				must(b, err)
			}
		})
	}
}

func BenchmarkRecordings1000(b *testing.B) {
	s := storetest.OpenTemp(b)
	for i := range 1000 {
		must(b, s.PutRecording(recording(fmt.Sprint("id-", i), "Save", 20)))
	}
	for b.Loop() {
		if list, err := s.Recordings(); err != nil || len(list) != 1000 {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkOpen1000(b *testing.B) {
	s := storetest.OpenTemp(b)
	for i := range 1000 {
		rec := recording(fmt.Sprint("id-", i), "Save", 20)
		if i < 50 {
			hash, err := s.PutPicture(picture(b, uint64(i), 512))
			must(b, err)
			rec.Steps[0].Picture = hash
		}
		must(b, s.PutRecording(rec))
	}
	must(b, s.Close())
	for b.Loop() {
		s, err := store.Open(s.Path(), store.Options{})
		must(b, err)
		must(b, s.Close())
	}
}

func BenchmarkPutIntent(b *testing.B) {
	s := storetest.OpenTemp(b)
	must(b, s.BeginRun(newRun("run")))
	n := 0
	for b.Loop() {
		n++
		must(b, s.PutIntent(intent("run", n)))
		must(b, s.PutResult("run", passed(n)))
	}
}
