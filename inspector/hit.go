package inspector

import (
	"cmp"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// cell is the side of a grid cell of the hit index in pixels.
const cell = 64

// HitIndex finds nodes by place, by what the snapshot says of their bounds. It
// is for pointing in the picture and for popups whose application does not
// answer while they are open; an act with the pointer asks the application.
type HitIndex struct {
	f    *Frozen
	grid map[[2]int][]tree.NodeID
	big  []tree.NodeID // nodes over more cells than are worth filling in
}

func (f *Frozen) makeHits() *HitIndex {
	x := &HitIndex{f: f, grid: map[[2]int][]tree.NodeID{}}
	const maxCells = 64
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if !n.Bounds.Usable() || (n.StatesRead && !n.States.Has(tree.Showing)) {
			continue
		}
		b := n.Bounds.Rect
		x0, y0, x1, y1 := floorDiv(b.X), floorDiv(b.Y), floorDiv(b.X+b.W-1), floorDiv(b.Y+b.H-1)
		if (x1-x0+1)*(y1-y0+1) > maxCells {
			x.big = append(x.big, n.ID)
			continue
		}
		for cx := x0; cx <= x1; cx++ {
			for cy := y0; cy <= y1; cy++ {
				x.grid[[2]int{cx, cy}] = append(x.grid[[2]int{cx, cy}], n.ID)
			}
		}
	}
	return x
}

func floorDiv(v int) int {
	if v < 0 {
		return (v+1)/cell - 1
	}
	return v / cell
}

// Hits returns the index of the snapshot.
func (f *Frozen) Hits() *HitIndex { return f.hits() }

// At returns the node that a person would say lies at a point: of the showing
// nodes there, one in an open menu or popup first, then the smallest, then the
// last in document order, which is drawn on top. None where there is none.
func (x *HitIndex) At(p tree.Point) tree.NodeID {
	best := tree.None
	for _, list := range [][]tree.NodeID{x.grid[[2]int{floorDiv(p.X), floorDiv(p.Y)}], x.big} {
		for _, id := range list {
			if x.f.Nodes[id].Bounds.Contains(p) && (best == tree.None || x.above(id, best)) {
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

// Within returns the nodes whose usable bounds meet the area, in document order.
func (x *HitIndex) Within(area tree.Rect) []tree.NodeID {
	seen := map[tree.NodeID]bool{}
	var ids []tree.NodeID
	add := func(list []tree.NodeID) {
		for _, id := range list {
			if !seen[id] && x.f.Nodes[id].Bounds.Intersects(area) {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	add(x.big)
	for cx := floorDiv(area.X); cx <= floorDiv(area.X+area.W-1); cx++ {
		for cy := floorDiv(area.Y); cy <= floorDiv(area.Y+area.H-1); cy++ {
			add(x.grid[[2]int{cx, cy}])
		}
	}
	slices.Sort(ids)
	return ids
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
