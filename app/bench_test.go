package app

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// big is a window with about so many nodes in groups of a hundred.
func big(nodes int) func() *tree.Snapshot {
	return func() *tree.Snapshot {
		groups := make([]el, nodes/100)
		for g := range groups {
			kids := make([]el, 99)
			for k := range kids {
				kids[k] = button(tree.Handle(fmt.Sprintf("b%d.%d", g, k)), fmt.Sprintf("Button %d of %d", k, g), 100+k*4, 100+g%280)
			}
			groups[g] = el{handle: tree.Handle(fmt.Sprintf("g%d", g)), role: tree.RoleGroup, name: fmt.Sprintf("Group %d", g), children: kids}
		}
		return snapshotOf(groups...)
	}
}

// forSizes runs a benchmark on windows of each size.
func forSizes(b *testing.B, run func(b *testing.B, nodes int)) {
	for _, nodes := range []int{1000, 10_000, 50_000} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) { run(b, nodes) })
	}
}

// openBig shows the big window with every branch open.
func openBig(b *testing.B, nodes int) *desk {
	d := openOrders(b, &scripted{snapshot: big(nodes)}, Services{})
	for i := range d.seen.frozen.Nodes {
		d.folded[d.seen.frozen.Nodes[i].Handle] = true
	}
	d.watch.paused.Store(true)
	d.showTree(false)
	if rows := d.tree.Rows().Len(); rows < nodes-1 {
		b.Fatalf("only %d rows are open", rows)
	}
	d.idle()
	d.window.Canvas().Capture()
	b.ResetTimer()
	return d
}

// BenchmarkRows flattens the tree with every branch open.
func BenchmarkRows(b *testing.B) {
	forSizes(b, func(b *testing.B, nodes int) {
		test.NewTempApp(b)
		f := inspector.Freeze(big(nodes)())
		open := func(*tree.Node, int) bool { return true }
		for b.Loop() {
			view.MakeRows(f, view.RowOptions{Tops: f.Nodes[0].Children, Open: open})
		}
	})
}

// BenchmarkFold closes a branch and opens it again.
func BenchmarkFold(b *testing.B) {
	forSizes(b, func(b *testing.B, nodes int) {
		d := openBig(b, nodes)
		group := d.seen.frozen.ByHandle("g3")
		for b.Loop() {
			d.fold(group, false)
			d.fold(group, true)
		}
	})
}

// BenchmarkSelect is from the choice to the properties and the proof.
func BenchmarkSelect(b *testing.B) {
	forSizes(b, func(b *testing.B, nodes int) {
		d := openBig(b, nodes)
		for i := 0; b.Loop(); i++ {
			d.selectNode(tree.NodeID(100+i*977%(nodes-200)), true)
			d.idle()
		}
	})
}

// BenchmarkSelectStall is the part of it that the window waits for.
func BenchmarkSelectStall(b *testing.B) {
	forSizes(b, func(b *testing.B, nodes int) {
		d := openBig(b, nodes)
		for i := 0; b.Loop(); i++ {
			d.selectNode(tree.NodeID(100+i*977%(nodes-200)), true)
			b.StopTimer()
			d.idle()
			b.StartTimer()
		}
	})
}

// BenchmarkPresentStall is what the window waits for when a new observation comes.
func BenchmarkPresentStall(b *testing.B) {
	forSizes(b, func(b *testing.B, nodes int) {
		d := openBig(b, nodes)
		d.selectNode(tree.NodeID(nodes/2), true)
		d.idle()
		next := d.watch.observe(1, true)
		for i := uint64(1); b.Loop(); i++ {
			o := next
			o.seq, o.same = d.seen.seq+i, false
			d.present(o)
			b.StopTimer()
			d.idle()
			b.StartTimer()
		}
	})
}
