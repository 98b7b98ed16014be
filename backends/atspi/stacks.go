package atspi

import "github.com/samebutton/samebutton/backends/tree"

// GTK 4.8 says showing for windows only, and a page of a stack that was left
// keeps the extents it had. What is really on the screen is found out here: a
// stack is asked what is at the middle of each of its pages, and the states of
// what is on the screen get the showing that newer versions of GTK4 send.

// readStacks finds the pages of GTK4 stacks that are not the one that shows.
func (r *reading) readStacks() {
	if !r.gtk4 || r.p.stalled != nil {
		return
	}
	r.walk(func(e *element) {
		var pages []*element
		for _, c := range e.children {
			if c.page && c.extentsRead == tree.Known && sane(c.extents) {
				pages = append(pages, c)
			}
		}
		if len(pages) < 2 {
			return
		}
		for _, page := range pages {
			middle := page.extents.Center()
			r.p.add(e.ref, callGetAtPoint, func(body []any, err error) {
				hit, ok := refOf(first(body))
				if err != nil || !ok {
					return
				}
				for _, other := range pages {
					if other != page && r.index[hit].inside(other) {
						page.unmapped = true
					}
				}
			}, int32(middle.X), int32(middle.Y), coordWindow)
		}
	})
}

// inside reports whether e is top or below it.
func (e *element) inside(top *element) bool {
	for n := 0; e != nil && n <= maxDepth; e, n = e.parent, n+1 {
		if e == top {
			return true
		}
	}
	return false
}

// sight is what the ancestors of an element say about whether it can be seen.
type sight struct {
	derive   bool      // the toolkit does not say showing
	showing  bool      // all ancestors show
	unmapped bool      // in a page that is not the one that shows
	clip     tree.Rect // what the ancestors leave of the window; empty for no limit
}

// sightOf starts the descent from the root.
func (r *reading) sightOf() sight {
	s := sight{derive: r.gtk4, showing: true}
	if s.derive {
		r.walk(func(e *element) {
			// A version that says showing for more than windows is believed.
			if e.state(stateShowing) && !topLevel(e.role) {
				s.derive = false
			}
		})
	}
	return s
}

// below returns the sight of an element's children, and whether the element
// itself is to get the showing state. A surface of its own, a popover, is not
// clipped by what holds it.
func (s sight) below(e *element, b tree.Bounds, surface bool) (sight, bool) {
	if surface {
		s.clip = tree.Rect{}
	}
	s.unmapped = s.unmapped || e.unmapped
	if !s.derive || e.role == roleApplication {
		return s, false
	}
	s.showing = s.showing && e.state(stateVisible) && !s.unmapped
	if !s.showing || !b.Usable() {
		return s, false
	}
	if s.clip.Empty() {
		s.clip = b.Rect
		return s, true
	}
	if !s.clip.Intersects(b.Rect) {
		s.showing = false
		return s, false
	}
	s.clip = common(s.clip, b.Rect)
	return s, true
}

// common returns the area that two rectangles share; they do share one.
func common(a, b tree.Rect) tree.Rect {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return tree.Rect{X: x, Y: y, W: min(a.X+a.W, b.X+b.W) - x, H: min(a.Y+a.H, b.Y+b.H) - y}
}
