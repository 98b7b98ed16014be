package atspi

import "github.com/samebutton/samebutton/backends/tree"

// readStacks finds the pages of GTK4 stacks that are not the one that shows.
func (r *reading) readStacks() {
	if !r.gtk4 || r.p.stalled != nil {
		return
	}
	r.walk(func(e *element) {
		var pages []*element
		for _, c := range e.children {
			c.unmapped = false
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
	for n := 0; e != nil && n <= tree.MaxDepth; e, n = e.parent, n+1 {
		if e == top {
			return true
		}
	}
	return false
}
