package geometry

import (
	"github.com/samebutton/samebutton/backends/tree"
)

// grid finds which of many rectangles lie near a place without comparing each with each.
type grid struct {
	side  int
	cells map[[2]int][]tree.NodeID
	rects []tree.Rect   // by NodeID
	large []tree.NodeID // over more cells than are worth filling in
}

const (
	mostCells = 256 // that one rectangle fills in
	// mostNear bounds how many neighbours are looked at: where hundreds lie in one
	// place, a few show it.
	mostNear = 64
)

// newGrid makes a grid for nodes with IDs below n.
func newGrid(side float64, n int) *grid {
	return &grid{side: max(int(side), 8), cells: map[[2]int][]tree.NodeID{}, rects: make([]tree.Rect, n)}
}

// reach returns the cells that a rectangle meets; ok says that they are not too many.
func (g *grid) reach(r tree.Rect) (x0, y0, x1, y1 int, ok bool) {
	x0, y0 = floor(r.X, g.side), floor(r.Y, g.side)
	x1, y1 = floor(r.X+r.W-1, g.side), floor(r.Y+r.H-1, g.side)
	return x0, y0, x1, y1, (x1-x0+1)*(y1-y0+1) <= mostCells
}

func floor(v, side int) int {
	if v < 0 {
		return -(-v + side - 1) / side
	}
	return v / side
}

func (g *grid) add(id tree.NodeID, r tree.Rect) {
	g.rects[id] = r
	x0, y0, x1, y1, ok := g.reach(r)
	if !ok {
		g.large = append(g.large, id)
		return
	}
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			k := [2]int{x, y}
			g.cells[k] = append(g.cells[k], id)
		}
	}
}

// near calls visit for rectangles that meet r until it returns false, at most
// mostNear times and the large ones last. One may be visited twice.
func (g *grid) near(r tree.Rect, visit func(tree.NodeID) bool) {
	left := mostNear
	look := func(list []tree.NodeID) bool {
		for _, id := range list {
			if left == 0 {
				return false
			}
			if left--; g.rects[id].Intersects(r) && !visit(id) {
				return false
			}
		}
		return true
	}
	x0, y0, x1, y1, ok := g.reach(r)
	if !ok {
		x1, y1 = min(x1, x0+15), min(y1, y0+15)
	}
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if !look(g.cells[[2]int{x, y}]) {
				return
			}
		}
	}
	look(g.large)
}
