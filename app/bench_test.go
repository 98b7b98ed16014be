package app

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// big is a window with about 50,000 nodes in 500 groups, all of them open.
func big() *tree.Snapshot {
	groups := make([]el, 500)
	for g := range groups {
		kids := make([]el, 99)
		for k := range kids {
			kids[k] = button(tree.Handle(fmt.Sprintf("b%d.%d", g, k)), fmt.Sprintf("Button %d of %d", k, g), 100+k*4, 100+g%280)
		}
		groups[g] = el{handle: tree.Handle(fmt.Sprintf("g%d", g)), role: tree.RoleGroup, name: fmt.Sprintf("Group %d", g), children: kids}
	}
	return snapshotOf(groups...)
}

// openBig shows the big window with every branch open.
func openBig(b *testing.B) *desk {
	d := openOrders(b, &scripted{snapshot: big}, Services{})
	for i := range 500 {
		d.folded[tree.Handle(fmt.Sprintf("g%d", i))] = true
	}
	d.watch.paused.Store(true)
	d.showTree(false)
	d.idle()
	d.window.Canvas().Capture()
	b.ResetTimer()
	return d
}

func BenchmarkRows50000(b *testing.B) {
	test.NewTempApp(b)
	f := inspector.Freeze(big())
	open := func(*tree.Node, int) bool { return true }
	for b.Loop() {
		view.MakeRows(f, view.RowOptions{Tops: f.Nodes[0].Children, Open: open})
	}
}

// BenchmarkSelect50000 is from the choice to the properties and the proof.
func BenchmarkSelect50000(b *testing.B) {
	d := openBig(b)
	for i := 0; b.Loop(); i++ {
		d.selectNode(tree.NodeID(100+i*977%49000), true)
		d.idle()
	}
}

// BenchmarkSelectStall50000 is the part of it that the window waits for.
func BenchmarkSelectStall50000(b *testing.B) {
	d := openBig(b)
	for i := 0; b.Loop(); i++ {
		d.selectNode(tree.NodeID(100+i*977%49000), true)
		b.StopTimer()
		d.idle()
		b.StartTimer()
	}
}

// BenchmarkPresentStall50000 is what the window waits for when a new observation
// of 50,000 nodes comes in.
func BenchmarkPresentStall50000(b *testing.B) {
	d := openBig(b)
	d.selectNode(20000, true)
	d.idle()
	next := d.watch.observe(1)
	for i := uint64(1); b.Loop(); i++ {
		o := next
		o.seq, o.same = d.seen.seq+i, false
		d.present(o)
		b.StopTimer()
		d.idle()
		b.StartTimer()
	}
}
