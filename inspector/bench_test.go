package inspector

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// The sizes at which everything is measured.
var benchSizes = []int{1000, 10_000, 50_000}

// forSizes runs a benchmark on a page of each size.
func forSizes(b *testing.B, run func(b *testing.B, s *tree.Snapshot)) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) { run(b, benchPage(n, 0)) })
	}
}

// benchPage is a table in a window, in which each row has a button "Open" that only
// its row tells from the others, a button with a name of its own, and texts.
// One of them has the number of a version in it.
func benchPage(nodes, version int) *tree.Snapshot {
	const each = 8
	b := tree.NewBuilder("bench", tree.Application{Handle: "app", Name: "Page"})
	b.Grow(nodes)
	app := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication, NativeRole: "application", Name: tree.KnownText("Page")})
	add := func(parent tree.NodeID, role tree.Role, name string, r tree.Rect) tree.NodeID {
		n := tree.Node{
			Handle: tree.Handle(fmt.Sprint("n", b.Len())), Role: role, NativeRole: string(role), Name: tree.AbsentText(),
			Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
			States: tree.MakeStates(tree.Enabled, tree.Showing, tree.Visible), StatesRead: true,
			Bounds: tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact},
		}
		if name != "" {
			n.Name = tree.KnownText(name)
		}
		return b.Add(parent, n)
	}
	rows := (nodes - 3) / each
	window := add(app, tree.RoleWindow, "Orders", tree.Rect{W: 1600, H: 20 * rows})
	table := add(window, tree.RoleTable, "Orders", tree.Rect{W: 1600, H: 20 * rows})
	for i := range rows {
		at := func(x, w int) tree.Rect { return tree.Rect{X: x, Y: 20 * i, W: w, H: 20} }
		row := add(table, tree.RoleRow, "", at(0, 1600))
		customer := fmt.Sprintf("Customer %d", i)
		if i == rows/2 && version > 0 {
			customer = fmt.Sprintf("Version %d", version)
		}
		add(add(row, tree.RoleRowHeader, customer, at(0, 400)), tree.RoleLabel, customer, at(0, 400))
		add(row, tree.RoleCell, fmt.Sprintf("%d pieces", i%17), at(400, 400))
		cell := add(row, tree.RoleCell, "", at(800, 800))
		add(cell, tree.RoleButton, "Open", at(800, 200))
		add(cell, tree.RoleButton, fmt.Sprintf("Print %d", i), at(1000, 200))
		add(cell, tree.RoleCheckbox, "", at(1200, 200))
	}
	return b.Snapshot()
}

func BenchmarkFreeze(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		b.ReportAllocs()
		for b.Loop() {
			Freeze(s)
		}
	})
}

// BenchmarkProof is the proof of every element of a page: freezing included.
func BenchmarkProof(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		for b.Loop() {
			Freeze(s).Survey()
		}
	})
}

// BenchmarkDiff compares two observations between which one name changed.
func BenchmarkDiff(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		before, after := Freeze(s), Freeze(benchPage(len(s.Nodes), 1))
		before.ByHandle("")
		after.ByHandle("")
		for b.Loop() {
			if len(Diff(before, after)) == 0 {
				b.Fatal("no difference")
			}
		}
	})
}

func BenchmarkHitIndex(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		f := Freeze(s)
		for b.Loop() {
			f.makeHits()
		}
	})
}

func BenchmarkHitTest(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		x := Freeze(s).Hits()
		height := s.Nodes[1].Bounds.H
		i := 0
		for b.Loop() {
			i++
			if x.At(tree.Point{X: 850, Y: i * 977 % height}) == tree.None {
				b.Fatal("nothing there")
			}
		}
	})
}

// BenchmarkInView finds what lies in a view of 1600 by 1000 pixels.
func BenchmarkInView(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		x := Freeze(s).Hits()
		for b.Loop() {
			x.Within(tree.Rect{Y: 100, W: 1600, H: 1000})
		}
	})
}

// BenchmarkQuery searches for words as a person types them.
func BenchmarkQuery(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		f := Freeze(s)
		for b.Loop() {
			if len(f.Query("role:button print 7")) == 0 {
				b.Fatal("nothing found")
			}
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		f := Freeze(s)
		l, err := ParseLocator(`window "Orders" > button "Open" [row="Customer 7"]`)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if r := f.Match(l); r.Outcome != Unique {
				b.Fatal(r.Outcome)
			}
		}
	})
}

// BenchmarkTarget chooses locator, witnesses and proof of an element with a twin
// in every row.
func BenchmarkTarget(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		f := Freeze(s)
		l, err := ParseLocator(`window "Orders" > button "Open" [row="Customer 7"]`)
		if err != nil {
			b.Fatal(err)
		}
		node := f.Match(l).Node()
		for b.Loop() {
			if t := f.Target(node); t.Standing != StandingContext {
				b.Fatal(t.Standing)
			}
		}
	})
}
