package inspector

import (
	"cmp"
	"math"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// HitIndex finds nodes by place, by what the snapshot says of their bounds. It
// is for pointing in the picture and for popups whose application does not
// answer while they are open; an act with the pointer asks the application.
//
// It is a grid over everything that shows: ids[starts[c]:starts[c+1]] are the nodes
// that meet cell c, in document order. Two passes over arrays take a quarter of the
// time of a map of lists.
type HitIndex struct {
	f             *Frozen
	shown         []tree.Rect // by node, what its parents leave of its bounds; nil where they clip nothing
	side          int         // of a cell, in pixels
	left, top     int         // the first cell
	width, height int         // in cells
	starts        []int32
	ids           []tree.NodeID
	big           []tree.NodeID // nodes over more cells than are worth filling in
}

// The grid has cells of this size in pixels, or twice, four times … of it where that
// would make more cells than mostCells.
const (
	leastSide = 64
	mostCells = 1 << 17
	// manyCells is how many cells a node fills in at the most.
	manyCells = 64
	// vast is the width or height from which a node is not put into the grid.
	vast = 1 << 20
)

func (f *Frozen) makeHits() *HitIndex {
	x := &HitIndex{f: f, shown: f.clipped(), side: leastSide}
	var placed []tree.NodeID
	left, top, right, bottom := math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	for i := range f.Nodes {
		n := &f.Nodes[i]
		b := x.area(n.ID)
		switch {
		case !n.Bounds.Usable() || b.Empty() || (n.StatesRead && !n.States.Has(tree.Showing)):
			continue
		case b.W > vast || b.H > vast:
			x.big = append(x.big, n.ID)
			continue
		}
		placed = append(placed, n.ID)
		left, top = min(left, b.X), min(top, b.Y)
		right, bottom = max(right, b.X+b.W-1), max(bottom, b.Y+b.H-1)
	}
	if len(placed) == 0 {
		return x
	}
	for ; ; x.side *= 2 {
		x.left, x.top = floorDiv(left, x.side), floorDiv(top, x.side)
		x.width, x.height = floorDiv(right, x.side)-x.left+1, floorDiv(bottom, x.side)-x.top+1
		if x.width <= mostCells && x.height <= mostCells/x.width {
			break
		}
	}
	x.fill(placed)
	slices.Sort(x.big)
	return x
}

// fill puts the nodes into the cells that they meet.
func (x *HitIndex) fill(placed []tree.NodeID) {
	x.starts = make([]int32, x.width*x.height+1)
	each := func(visit func(cell int, id tree.NodeID), large func(tree.NodeID)) {
		for _, id := range placed {
			x0, y0, x1, y1 := x.cells(x.area(id))
			if (x1-x0+1)*(y1-y0+1) > manyCells {
				large(id)
				continue
			}
			for cy := y0; cy <= y1; cy++ {
				for cx := x0; cx <= x1; cx++ {
					visit(cy*x.width+cx, id)
				}
			}
		}
	}
	each(func(cell int, _ tree.NodeID) { x.starts[cell+1]++ }, func(id tree.NodeID) { x.big = append(x.big, id) })
	for c := range x.width * x.height {
		x.starts[c+1] += x.starts[c]
	}
	x.ids = make([]tree.NodeID, x.starts[len(x.starts)-1])
	next := slices.Clone(x.starts)
	each(func(cell int, id tree.NodeID) {
		x.ids[next[cell]] = id
		next[cell]++
	}, func(tree.NodeID) {})
}

// cells returns the first and the last cell that an area meets, within the grid; the
// last lies before the first where it meets none.
func (x *HitIndex) cells(r tree.Rect) (x0, y0, x1, y1 int) {
	return max(0, floorDiv(r.X, x.side)-x.left), max(0, floorDiv(r.Y, x.side)-x.top),
		min(x.width, floorDiv(r.X+r.W-1, x.side)-x.left+1) - 1, min(x.height, floorDiv(r.Y+r.H-1, x.side)-x.top+1) - 1
}

func (x *HitIndex) cell(cx, cy int) []tree.NodeID {
	c := cy*x.width + cx
	return x.ids[x.starts[c]:x.starts[c+1]]
}

// area is where a node can be seen.
func (x *HitIndex) area(id tree.NodeID) tree.Rect {
	if x.shown != nil {
		return x.shown[id]
	}
	return x.f.Nodes[id].Bounds.Rect
}

func floorDiv(v, by int) int {
	if v < 0 {
		return (v+1)/by - 1
	}
	return v / by
}

// Hits returns the index of the snapshot.
func (f *Frozen) Hits() *HitIndex { return f.hits() }

// At returns the node that a person would say lies at a point: of the showing
// nodes there, one in an open menu or popup first, then the smallest, then the
// last in document order, which is drawn on top. None where there is none.
func (x *HitIndex) At(p tree.Point) tree.NodeID { return x.AtWithin(p, tree.None) }

// AtWithin is At for one window of several that overlap: only what is in it counts.
// With tree.None it looks at all.
func (x *HitIndex) AtWithin(p tree.Point, window tree.NodeID) tree.NodeID {
	best := tree.None
	var here []tree.NodeID
	if x0, y0, x1, y1 := x.cells(tree.Rect{X: p.X, Y: p.Y, W: 1, H: 1}); x0 <= x1 && y0 <= y1 {
		here = x.cell(x0, y0)
	}
	for _, list := range [][]tree.NodeID{here, x.big} {
		for _, id := range list {
			if x.area(id).Contains(p) && (window == tree.None || x.f.Top(id) == window) && (best == tree.None || x.above(id, best)) {
				best = id
			}
		}
	}
	return best
}

func (x *HitIndex) above(a, b tree.NodeID) bool {
	na, nb := &x.f.Nodes[a], &x.f.Nodes[b]
	return cmp.Or(
		-cmp.Compare(x.layer(a), x.layer(b)),
		cmp.Compare(na.Bounds.Area(), nb.Bounds.Area()),
		-cmp.Compare(a, b),
	) < 0
}

// layer ranks what is drawn above the rest: popups over dialogs over windows.
func (x *HitIndex) layer(id tree.NodeID) int {
	l := 0
	for ; id > 0; id = x.f.Nodes[id].Parent {
		switch n := &x.f.Nodes[id]; {
		case n.Role == tree.RoleMenu || n.Role == tree.RoleTooltip:
			return 2
		case n.Role == tree.RoleDialog || n.Role == tree.RoleAlert:
			l = 1
		}
	}
	return l
}

// Within returns the nodes that can be seen in the area by their usable bounds, in
// document order.
func (x *HitIndex) Within(area tree.Rect) []tree.NodeID {
	var ids []tree.NodeID
	add := func(list []tree.NodeID) {
		for _, id := range list {
			if x.area(id).Intersects(area) {
				ids = append(ids, id)
			}
		}
	}
	add(x.big)
	x0, y0, x1, y1 := x.cells(area)
	for cy := y0; cy <= y1; cy++ {
		for cx := x0; cx <= x1; cx++ {
			add(x.cell(cx, cy))
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Owner climbs from a hit node to the element that a person meant: through
// labels, images and boxes without an action up to the nearest interactive one
// that it lies on. It returns id itself where there is none before the window.
// What lies below an element but beside it is not it: GTK3 has the page of a
// notebook below its tab.
func (f *Frozen) Owner(id tree.NodeID) tree.NodeID {
	hit := &f.Nodes[id].Bounds
	for up := id; up != tree.None && f.Nodes[up].Parent > 0; up = f.Nodes[up].Parent {
		n := &f.Nodes[up]
		beside := up != id && hit.Usable() && n.Bounds.Usable() && !n.Bounds.Contains(hit.Center())
		if n.Interactive() && !beside {
			return up
		}
		if n.Role.TopLevel() {
			break
		}
	}
	return id
}
