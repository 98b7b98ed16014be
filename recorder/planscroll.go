package recorder

import (
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Scrolling goes on until the target shows: by the application's own means where it
// has them (browsers), else by the scroll bar beside it, else by the wheel.

const (
	// mostScrolls is how often a scroll bar or the wheel is moved for one target.
	mostScrolls = 40
	// wheelNotches is how far the wheel is turned at once. Toolkits move 40 to 60
	// pixels for a notch, so that nothing is passed over in an area of 200.
	wheelNotches = 3
)

// scrollActs bring an element on the screen. Only as many are sent as it takes.
func (p *Player) scrollActs(target inspector.Target) []act {
	var acts []act
	for i := range mostScrolls {
		acts = append(acts, act{target: target, words: "scroll", choose: p.scrolling(i), holds: isOnScreen, opens: i < mostScrolls-1, repeats: i > 0})
	}
	return acts
}

// isOnScreen answers whether an element shows where a person would press it.
func isOnScreen(f *inspector.Frozen, id tree.NodeID) holding {
	n := &f.Nodes[id]
	if !n.StatesRead {
		return cannotTell
	}
	return holdingOf(n.States.Has(tree.Showing) && n.Bounds.Usable() && inSight(f, id))
}

// inSight reports whether the middle of an element lies in everything around it that
// has a place.
func inSight(f *inspector.Frozen, id tree.NodeID) bool {
	at := f.Nodes[id].Bounds.Center()
	for up := f.Nodes[id].Parent; up > 0; up = f.Nodes[up].Parent {
		if b := f.Nodes[up].Bounds; b.Usable() && !b.Contains(at) && scrolls(f, up) {
			return false
		}
	}
	return true
}

// scrolls reports whether an element is what a scroll bar beside its content moves.
func scrolls(f *inspector.Frozen, id tree.NodeID) bool { return barOf(f, id, nil) != tree.None }

// barOf returns the upright scroll bar that is a child of an element, or of a part of
// it that holds nothing but scroll bars (Qt); None where it has none that shows. ok
// may ask for more.
func barOf(f *inspector.Frozen, id tree.NodeID, ok func(tree.NodeID) bool) tree.NodeID {
	for _, c := range f.Nodes[id].Children {
		n := &f.Nodes[c]
		bar := c
		if n.Role == tree.RoleGeneric && len(n.Children) > 0 && f.Nodes[n.Children[0]].Role == tree.RoleScrollbar {
			bar = n.Children[0]
		}
		b := &f.Nodes[bar]
		if b.Role == tree.RoleScrollbar && b.States.Has(tree.Showing) && b.Bounds.Usable() && b.Bounds.H > b.Bounds.W && (ok == nil || ok(bar)) {
			return bar
		}
	}
	return tree.None
}

// scrolling chooses the n-th movement for an element, from 0.
func (p *Player) scrolling(n int) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		if t := &f.Nodes[id]; t.Has(tree.VerbScrollTo) {
			return dispatch{node: id, handle: t.Handle, action: backends.Action{Verb: tree.VerbScrollTo}, unseen: true}, nil
		}
		for up := f.Nodes[id].Parent; up > 0; up = f.Nodes[up].Parent {
			bar := barOf(f, up, nil)
			if bar == tree.None {
				continue
			}
			if r := f.Nodes[bar].Range; f.Nodes[bar].Has(tree.VerbSetValue) && r != nil {
				return dispatch{node: bar, handle: f.Nodes[bar].Handle, action: backends.Action{Verb: tree.VerbSetValue, Number: barValue(f, id, up, bar)}}, nil
			}
			if p.o.Pointer == nil {
				return dispatch{}, fmt.Errorf("the scroll bar beside %s cannot be moved by its value: %w", f.Short(id), errNeedsInput)
			}
			return dispatch{node: up, handle: f.Nodes[up].Handle, gesture: &gesture{kind: gestureWheel, down: notchesTo(f, id, up, n)}}, nil
		}
		return dispatch{}, fmt.Errorf("%s does not show, and nothing around it has a scroll bar", f.Short(id))
	}
}

// barValue is where a scroll bar is moved: towards an element whose place is known by
// as many pixels as it is away, else on by most of a page, and from the end to the
// top: GTK 3 tells no places of what does not show.
func barValue(f *inspector.Frozen, id, area, bar tree.NodeID) float64 {
	r, view := f.Nodes[bar].Range, f.Nodes[area].Bounds
	if away, ok := distance(f, id, area); ok {
		return min(max(r.Current+float64(away), r.Minimum), r.Maximum)
	}
	if r.Current >= r.Maximum {
		return r.Minimum
	}
	return min(r.Current+max(float64(view.H)*3/4, 1), r.Maximum)
}

// notchesTo is how far the wheel is turned, page by page: down where the element is
// further down or nobody knows, and back up once the end is reached.
func notchesTo(f *inspector.Frozen, id, area tree.NodeID, n int) int {
	if away, ok := distance(f, id, area); ok && away < 0 {
		return -wheelNotches
	} else if ok {
		return wheelNotches
	}
	if n >= mostScrolls/2 {
		return -2 * wheelNotches
	}
	return wheelNotches
}

// distance is by how many pixels an element's middle is further down than the middle
// of what it is scrolled in, where it says where it is.
func distance(f *inspector.Frozen, id, area tree.NodeID) (int, bool) {
	b, view := f.Nodes[id].Bounds, f.Nodes[area].Bounds
	if b.W <= 0 || b.H <= 0 || !view.Usable() {
		return 0, false
	}
	return b.Center().Y - view.Center().Y, true
}
