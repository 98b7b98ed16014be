package atspi

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// match is a top-level element with the X window that it is, if one was proven.
type match struct {
	x        *xwindow
	evidence []string
	origin   origin
	frame    tree.Rect
	// ghost says that it was never opened: no window of the process fits.
	ghost bool
}

// window returns the record of the snapshot.
func (m match) window(id tree.NodeID, n tree.Node) tree.Window {
	w := tree.Window{
		Node: id, Title: n.Name.Value, Frame: m.frame, Evidence: strings.Join(m.evidence, ", "),
		Active: n.States.Has(tree.Active), Modal: n.States.Has(tree.Modal),
	}
	if m.x != nil {
		w.XID = m.x.id
		w.Active = w.Active || m.x.active
		if m.x.title != "" {
			w.Title = m.x.title
		}
	}
	return w
}

// surfaces are the X windows of the elements of a reading.
type surfaces struct {
	tops map[*element]match
	// popovers are the elements of GTK4 that have an X window of their own
	// inside the tree of another.
	popovers map[*element]origin
}

// surface says whether an element has an X window of its own.
type surface uint8

const (
	inside  surface = iota // drawn in the window of what holds it
	popover                // a popup inside the tree of another window
	mapped                 // a top-level element whose X window is on the screen
	ghost                  // a top-level element that was never opened
)

// of returns what kind of surface an element is.
func (s surfaces) of(e *element) surface {
	if _, ok := s.popovers[e]; ok {
		return popover
	}
	switch top := s.tops[e]; {
	case top.x != nil:
		return mapped
	case top.ghost:
		return ghost
	}
	return inside
}

// scale is that of the windows, 0 where none is proven or they differ.
func (s surfaces) scale() float64 {
	var scale float64
	for _, m := range s.tops {
		switch {
		case !m.origin.proven():
		case scale != 0 && scale != m.origin.scale:
			return 0
		default:
			scale = m.origin.scale
		}
	}
	return scale
}

// matchSurfaces finds the X windows of top-level elements and popovers.
func matchSurfaces(r *reading, screen []xwindow) surfaces {
	s := surfaces{tops: matchWindows(r, screen)}
	if r.gtk4 {
		s.popovers = matchPopovers(r, screen, s.scale())
	}
	return s
}

// matchPopovers finds the popovers of GTK4. It reports their extents as if they
// lay in the window, off by where the surface was put; the size is right. So a
// popup window with the size of exactly one popover gives the place of everything
// in there. The place of a popover without such a window is not proven.
func matchPopovers(r *reading, screen []xwindow, scale float64) map[*element]origin {
	found := map[*element]origin{}
	var open []*element
	r.each(func(e *element) {
		// The content of a GtkPopover has no name but its class, and GtkPopoverMenu
		// is the only widget with the role menu.
		p := e
		if e.name == popoverContent {
			p = e.parent
		} else if e.role != roleMenu {
			return
		}
		if p == nil || p.extentsRead != tree.Known || !sane(p.extents) {
			return
		}
		if _, known := found[p]; !known {
			found[p] = origin{}
			open = append(open, p)
		}
	})
	for _, e := range open {
		w, surface, ok := popupOf(e, open, screen, scale)
		if ok {
			found[e] = origin{from: surface.Corner(), at: w.area.Corner(), scale: scale, window: w.id}
		}
	}
	return found
}

// popupOf finds the one popup window that an open popover is, and the area of it
// in the coordinates of the popover's extents. The sizes may differ by a few
// pixels: an open GtkPopoverMenu said 132x56 and 132x58 in turn, its window being
// 132x56 all the time (GTK 4.8). Where that leaves a choice, nothing is proven.
func popupOf(e *element, open []*element, screen []xwindow, scale float64) (*xwindow, tree.Rect, bool) {
	if scale == 0 {
		return nil, tree.Rect{}, false
	}
	var fit *xwindow
	var surface tree.Rect
	for i := range screen {
		w := &screen[i]
		for _, s := range []tree.Rect{e.extents, e.surface()} {
			if !w.popup || !alike(unscaled(w.area, scale), s) || fit == w {
				continue
			}
			if fit != nil {
				return nil, surface, false
			}
			fit, surface = w, s
		}
	}
	for _, other := range open {
		if fit == nil || other == e {
			continue
		}
		if area := unscaled(fit.area, scale); alike(area, other.extents) || alike(area, other.surface()) {
			return nil, surface, false
		}
	}
	return fit, surface, fit != nil
}

// alike reports whether two areas have about the same size.
func alike(a, b tree.Rect) bool {
	const slack = 4
	return max(a.W-b.W, b.W-a.W) <= slack && max(a.H-b.H, b.H-a.H) <= slack
}

const popoverContent = "GtkPopoverContent"

// surface is the area of the X window of a popover in the coordinates of its
// extents. A drop-down leaves a margin to what it hangs from, which belongs to
// the X window and not to the popover: measured in GTK 4.8, a popover of 330x146
// that lies 6 below the top of its combo box has a window of 330x152.
func (e *element) surface() tree.Rect {
	p := e.parent
	if p == nil || p.extentsRead != tree.Known || !sane(p.extents) {
		return e.extents
	}
	dx, dy := e.extents.X-p.extents.X, e.extents.Y-p.extents.Y
	if dx < 0 || dy < 0 {
		return e.extents
	}
	return tree.Rect{X: p.extents.X, Y: p.extents.Y, W: e.extents.W + dx, H: e.extents.H + dy}
}

// matchWindows ties the top-level elements to X windows of the same process. An
// element gets a window only when exactly one fits and it fits no other element.
func matchWindows(r *reading, screen []xwindow) map[*element]match {
	tops := r.root.children
	if r.root.role != roleApplication {
		if r.top == nil {
			return nil
		}
		tops = []*element{r.top}
	}
	matches := map[*element]match{}
	taken := map[uint32]int{}
	for _, e := range tops {
		m := r.findWindow(e, screen, len(tops) == 1)
		if m.x != nil {
			taken[m.x.id]++
		}
		matches[e] = m
	}
	for e, m := range matches {
		if m.x != nil && taken[m.x.id] > 1 {
			m.x, m.evidence = nil, nil
			if r.gtk4 {
				m.origin = origin{} // which depends on the window
			}
			matches[e] = m
		}
	}
	r.placeUnmatched(matches)
	if r.b != nil {
		for e, m := range matches {
			r.b.lore.placed(e.ref, m.origin)
		}
	}
	return matches
}

// placeUnmatched places the top-level elements that no window was found for where
// their coordinates are the screen's and all windows have the same scale: some
// have none of their own, such as the popup of a combo box in GTK3.
func (r *reading) placeUnmatched(matches map[*element]match) {
	scale := surfaces{tops: matches}.scale()
	for e, m := range matches {
		if !m.origin.proven() && !r.gtk4 {
			m.origin = origin{scale: scale, borrowed: true}
		}
		switch {
		case m.x != nil:
			m.frame = m.x.client()
		case m.origin.proven() && sane(e.extents) && e.extentsRead == tree.Known:
			m.frame = m.origin.onScreen(e.extents)
		}
		matches[e] = m
	}
}

// findWindow returns the one window that fits a top-level element, by what, and
// what that says of the element's coordinates.
func (r *reading) findWindow(e *element, screen []xwindow, only bool) match {
	var byPlace, byTitle, both []*xwindow
	fits := map[*xwindow]origin{}
	for i := range screen {
		w := &screen[i]
		// Popups carry the title of the window that opened them.
		title := w.title != "" && w.title == e.name && !w.popup
		o := r.fit(e, w)
		if o.proven() {
			fits[w] = o
			byPlace = append(byPlace, w)
		}
		if title {
			byTitle = append(byTitle, w)
		}
		if o.proven() && title {
			both = append(both, w)
		}
	}
	m := match{}
	m.ghost = r.web && len(screen) > 0 && len(byPlace) == 0 && len(byTitle) == 0 && neverOpened(e)
	switch {
	case len(both) == 1:
		m.x, m.evidence = both[0], []string{"process", fits[both[0]].geometry(), "title"}
	case len(both) == 0 && len(byPlace) == 1 && len(byTitle) == 0:
		m.x, m.evidence = byPlace[0], []string{"process", fits[byPlace[0]].geometry()}
	case len(byPlace) == 0 && len(byTitle) == 1:
		m.x, m.evidence = byTitle[0], []string{"process", "title"}
	case only && len(screen) == 1 && !screen[0].popup && len(byPlace) == 0 && len(byTitle) == 0:
		m.x, m.evidence = &screen[0], []string{"process", "only window"}
	}
	if m.x != nil {
		m.origin = fits[m.x]
		return m
	}
	// Which of several it is does not matter where its coordinates are the screen's
	// whichever it is.
	for _, w := range byPlace {
		if o := fits[w]; !o.identity() {
			return m
		}
		m.origin = origin{scale: 1}
	}
	return m
}
