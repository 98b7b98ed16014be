package atspi

import "github.com/samebutton/samebutton/backends/tree"

// readAbove reads what holds the root, up to its window, where the root is not
// the application itself: the place and the visibility of a part depend on it.
func (r *reading) readAbove() {
	if !r.wayUp() {
		return
	}
	for _, e := range r.above {
		r.properties(e.ref, ifaceAccessible, accessibleProperties, func(values map[string]any, err error) {
			r.takeProperties(e, values, err)
		})
		r.readExtents(e)
		r.p.add(e.ref, callGetState, func(body []any, err error) {
			if bits, ok := bitsOf(first(body)); ok && err == nil {
				e.states, e.got = bits, e.got|gotStates
			}
		})
		r.p.add(e.ref, callGetRole, func(body []any, err error) {
			if role, ok := first(body).(uint32); ok && err == nil {
				e.role, e.got = role, e.got|gotRole
			}
		})
		r.p.add(e.ref, callGetInterfaces, func(body []any, err error) {
			if list, ok := first(body).([]string); ok && err == nil {
				e.interfaces, e.got = r.share(list).full, e.got|gotInterfaces
			}
		})
	}
	r.p.run()
	if r.gtk4 {
		r.readPagesAbove()
	}
}

// wayUp finds what holds the root, up to its window, and reports whether it did:
// without a window the place stays unproven.
func (r *reading) wayUp() bool {
	if r.root.role == roleApplication || r.p.stalled != nil {
		return false
	}
	below := r.root
	for range tree.MaxDepth {
		v, err := r.b.get(r.p.ctx, below.ref, ifaceAccessible, "Parent")
		parent, ok := refOf(v)
		if err != nil || !ok || parent.null() {
			return false
		}
		if parent.path == rootPath {
			break
		}
		e := r.element(parent)
		below.parent = e
		r.above = append([]*element{e}, r.above...)
		below = e
	}
	r.top = below
	return true
}

// readTop reads of the window that holds the root what tells where it is.
func (r *reading) readTop() {
	if !r.wayUp() {
		return
	}
	e := r.top
	r.readExtents(e)
	r.p.add(e.ref, callGet, func(body []any, err error) {
		e.name, _ = stringOf(variantAt(body, 0))
	}, ifaceAccessible, "Name")
	r.p.add(e.ref, callGetState, func(body []any, err error) {
		e.states, _ = bitsOf(first(body))
	})
}

// readPagesAbove finds out whether the pages of GTK4 stacks that hold the root
// are the ones that show, and takes the pages, which have no place, out of the
// way up.
func (r *reading) readPagesAbove() {
	path := append(append([]*element(nil), r.above...), r.root)
	r.above = r.above[:0]
	for i, e := range path[:len(path)-1] {
		if !e.stackPage() {
			r.above = append(r.above, e)
			continue
		}
		content := path[i+1]
		if i > 0 {
			content.parent = path[i-1]
			content.unmapped = r.otherPageShows(path[i-1], e, content)
		}
	}
}

// otherPageShows asks a stack what is at the middle of the content of one of its
// pages, and goes up from there: to the page, or past it to the stack.
func (r *reading) otherPageShows(stack, page, content *element) bool {
	if content.extentsRead != tree.Known || !sane(content.extents) {
		return false // nothing is drawn of it anyway
	}
	at, err := r.b.hit(r.p.ctx, stack.ref, content.extents.Center(), coordWindow)
	for n := 0; err == nil && !at.null() && n < tree.MaxDepth; n++ {
		switch at {
		case page.ref, content.ref:
			return false
		case stack.ref:
			return n > 0
		}
		at, err = r.b.parent(r.p.ctx, at)
	}
	return false
}

// placeOfRoot returns what the root takes over from what is above it.
func (r *reading) placeOfRoot(s surfaces) place {
	p := place{origin: s.tops[r.top].origin, sight: r.sightOf()}
	for _, e := range r.above {
		if o, ok := s.popovers[e]; ok {
			p.origin = o
		}
		p.origin = r.within(e, p.origin)
		p.role = r.roleOf(e, true, p.role)
		p.drift = p.drift.of(e)
		_, _, p.sight = p.sight.look(e, statesOf(e.states), r.boundsOf(e, p.origin), s.of(e))
	}
	return p
}
