package inspector

import "github.com/samebutton/samebutton/backends/tree"

// Frames returns the areas of the screen, in its pixels, of all windows, or of the
// one with the handle. A window without a matched frame, such as a menu, counts with
// its own proven bounds, unless it says that it does not show.
func (f *Frozen) Frames(window tree.Handle) []tree.Rect {
	if len(f.Nodes) == 0 {
		return nil
	}
	var rs []tree.Rect
	wanted := func(id tree.NodeID) bool { return window == "" || f.Nodes[id].Handle == window }
	framed := map[tree.NodeID]bool{}
	for _, w := range f.Windows {
		if !w.Frame.Empty() && wanted(w.Node) {
			rs = append(rs, w.Frame)
			framed[w.Node] = true
		}
	}
	for _, id := range f.Nodes[0].Children {
		n := &f.Nodes[id]
		if !framed[id] && wanted(id) && n.Bounds.Usable() && (!n.StatesRead || n.States.Has(tree.Showing)) {
			rs = append(rs, n.Bounds.Rect)
		}
	}
	return rs
}

// Area returns the smallest area of the screen that holds all windows ([Frozen.Frames]).
func (f *Frozen) Area() tree.Rect {
	var area tree.Rect
	for _, r := range f.Frames("") {
		area = area.Union(r)
	}
	return area
}
