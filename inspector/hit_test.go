package inspector

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// scattered is a window with elements all over the place: small and large ones, off
// the screen to the left, and in half of the cases far away.
func scattered(random *rand.Rand, n int, far bool) *Frozen {
	b := tree.NewBuilder("test", tree.Application{Name: "a"})
	app := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication})
	for i := range n {
		r := tree.Rect{X: random.IntN(900) - 300, Y: random.IntN(900) - 300, W: 1 + random.IntN(60), H: 1 + random.IntN(60)}
		switch {
		case i%9 == 0:
			r.W, r.H = r.W*40, r.H*40
		case far && i%17 == 0:
			r.X, r.Y = r.X*1_000_003, r.Y*900_001
		case far && i%23 == 0:
			r.W = 1 << 30
		}
		b.Add(app, tree.Node{Handle: tree.Handle(fmt.Sprint(i)), Role: tree.RoleButton, Bounds: tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact}})
	}
	return Freeze(b.Snapshot())
}

// The index finds what a look at every node finds.
func TestHitIndexAgreesWithASearch(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 60 {
		f := scattered(random, 1+random.IntN(200), round%2 == 0)
		x := f.Hits()
		for range 40 {
			area := tree.Rect{X: random.IntN(1200) - 400, Y: random.IntN(1200) - 400, W: 1 + random.IntN(300), H: 1 + random.IntN(300)}
			if round%3 == 0 {
				area = f.Nodes[1+random.IntN(len(f.Nodes)-1)].Bounds.Rect
			}
			p := tree.Point{X: area.X, Y: area.Y}
			var within []tree.NodeID
			best := tree.None
			for i := range f.Nodes {
				id := tree.NodeID(i)
				if !f.Nodes[i].Bounds.Usable() {
					continue
				}
				if f.Nodes[i].Bounds.Intersects(area) {
					within = append(within, id)
				}
				if f.Nodes[i].Bounds.Contains(p) && (best == tree.None || x.above(id, best)) {
					best = id
				}
			}
			if got := x.Within(area); !slices.Equal(got, within) {
				t.Fatalf("within %v are %v, the index says %v", area, within, got)
			}
			if got := x.At(p); got != best {
				t.Fatalf("at %v lies %v, the index says %v", p, best, got)
			}
		}
	}
}
