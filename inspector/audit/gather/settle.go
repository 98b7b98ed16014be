package gather

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// mostChanges is how many places may have changed before nothing of a picture counts.
const mostChanges = 100

// changes are what of a reading was not so any more in a later one: a picture that was
// taken in between may show the one or the other.
type changes struct {
	was, is *inspector.Frozen
	places  []place
	// moved are those of them where something came, went or moved.
	moved []tree.Rect
	// own are elements whose text changed, and nothing else.
	own map[tree.NodeID]bool
}

// place is where something changed, with the element, as was and as is; None where it is
// in one of the readings only.
type place struct {
	rect    tree.Rect
	was, is tree.NodeID
}

// compare finds what changed between two readings of one process.
func compare(was, is *inspector.Frozen) *changes {
	c := &changes{was: was, is: is, own: map[tree.NodeID]bool{}}
	for i := range was.Nodes {
		if n := &was.Nodes[i]; n.Parent != tree.None {
			c.of(n, is.Node(is.ByHandle(n.Handle)))
		}
	}
	for i := range is.Nodes {
		n := &is.Nodes[i]
		if before := was.Node(was.ByHandle(n.Handle)); visible(n) && (before == nil || !visible(before)) {
			c.add(place{n.Bounds.Rect, was.ByHandle(n.Handle), n.ID}, true)
		}
	}
	return c
}

// of compares one element; is is nil where it is gone.
func (c *changes) of(n, is *tree.Node) {
	switch {
	case !visible(n):
	case is == nil || !visible(is):
		now := tree.None
		if is != nil {
			now = is.ID
		}
		c.add(place{n.Bounds.Rect, n.ID, now}, true)
	case n.Bounds != is.Bounds:
		c.add(place{n.Bounds.Rect, n.ID, is.ID}, true)
		c.add(place{is.Bounds.Rect, n.ID, is.ID}, true)
	case n.States != is.States:
		c.add(place{n.Bounds.Rect, n.ID, is.ID}, false)
	case n.Name != is.Name || n.Value != is.Value:
		c.own[n.ID] = true // the title of a window is not drawn in it
	}
}

// visible reports whether an element has a place on the screen by its own word.
func visible(n *tree.Node) bool {
	return n.Bounds.Usable() && n.States.Has(tree.Showing) && n.States.Has(tree.Visible)
}

func (c *changes) add(p place, moved bool) {
	c.places = append(c.places, p)
	if moved {
		c.moved = append(c.moved, p.rect)
	}
}

// any reports whether something changed, and many whether it is too much to tell what
// stayed the same.
func (c *changes) any() bool  { return len(c.places)+len(c.own) > 0 || c.windows() }
func (c *changes) many() bool { return len(c.places) > mostChanges }

// windows reports whether the windows are others, or elsewhere.
func (c *changes) windows() bool {
	for _, w := range c.was.Windows {
		if !c.stayed(w) {
			return true
		}
	}
	return len(c.was.Windows) != len(c.is.Windows)
}

// stayed reports whether a window is where it was, with the same size.
func (c *changes) stayed(w tree.Window) bool {
	for _, now := range c.is.Windows {
		if c.is.Nodes[now.Node].Handle == c.was.Nodes[w.Node].Handle {
			return now.XID == w.XID && now.Frame == w.Frame
		}
	}
	return false
}

// restless reports whether something came, went or moved in an area.
func (c *changes) restless(r tree.Rect) bool {
	for _, m := range c.moved {
		if m.Intersects(r) {
			return true
		}
	}
	return false
}

// elements are those of the first reading that look otherwise, or may: what changed,
// what is in it, and what lies in its place. What it is in does not look otherwise itself.
func (c *changes) elements() map[tree.NodeID]bool {
	all := map[tree.NodeID]bool{}
	for id := range c.own {
		all[id] = true
	}
	for i := range c.was.Nodes {
		n := &c.was.Nodes[i]
		for _, p := range c.places {
			if all[n.ID] || !n.Bounds.Usable() || !n.Bounds.Intersects(p.rect) {
				continue
			}
			around := p.was != tree.None && p.was != n.ID && c.was.Inside(p.was, n.ID)
			if now := c.is.ByHandle(n.Handle); !around && p.was == tree.None && now != tree.None {
				around = c.is.Inside(p.is, now)
			}
			all[n.ID] = all[n.ID] || !around
		}
	}
	for id, changed := range all {
		if !changed {
			delete(all, id)
		}
	}
	return all
}
