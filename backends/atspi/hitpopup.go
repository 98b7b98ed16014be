package atspi

import (
	"context"
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// hitPopup finds what is at a point of an open popup. Toolkits keep popups at
// different places of the tree (GTK3 below the menu bar, Qt beside the windows or
// below the box, GTK4 below the button that opened them), and what lies under the
// popup has its place there too. So the whole tree is read, and of the elements
// that belong to popups the deepest one inside this popup is taken.
func (b *Backend) hitPopup(ctx context.Context, app tree.Application, screen []xwindow, popup *xwindow, at tree.Point) ([]tree.Handle, error) {
	r, err := b.newReading(ctx, app, "", 0)
	if err != nil {
		return nil, err
	}
	defer r.p.close()
	changes := b.watch.changes(r.owner)
	defer changes.end()
	if err := r.read(changes); err != nil {
		return nil, err
	}
	a := r.assembly(screen)
	a.build()
	s := a.builder.Snapshot()
	if err := a.missing(s, popup); err != nil {
		return nil, fmt.Errorf("hit test %q: %w", app.Name, err)
	}
	// whole is the popup itself. Chromium has the items of a list in the page and,
	// beside that, an empty window.
	var there, whole []*element
	r.walk(func(e *element) {
		n := &s.Nodes[e.node]
		if !n.Bounds.Usable() || !n.States.Has(tree.Showing) || !n.Bounds.Contains(at) ||
			!lies(n.Bounds.Rect, popup.area) || !a.inPopup(e, popup) {
			return
		}
		if top, is := a.tops[e]; is && top.x != nil && top.x.id == popup.id {
			whole = append(whole, e)
			return
		}
		there = append(there, e)
	})
	if len(there) == 0 {
		there = whole
	}
	if len(there) == 0 {
		return nil, nil
	}
	found := deepestOf(there)
	if found == nil {
		return nil, fmt.Errorf("hit test %q: elements of the open popup lie over each other there: %w", app.Name, backends.ErrUnsupported)
	}
	path := append([]tree.NodeID{found.node}, s.Ancestors(found.node)...)
	slices.Reverse(path)
	var chain []tree.Handle
	for _, id := range path[1:] { // without the application
		chain = append(chain, s.Nodes[id].Handle)
	}
	return chain, nil
}

// deepestOf returns the element that is inside of all others, nil where two of them
// are neither inside of the other: which one lies on top nobody tells.
func deepestOf(there []*element) *element {
	deepest := there[0]
	for _, e := range there[1:] {
		if e.inside(deepest) {
			deepest = e
		}
	}
	if slices.ContainsFunc(there, func(e *element) bool { return !deepest.inside(e) }) {
		return nil
	}
	return deepest
}

// lies reports whether a rectangle lies in an area, but for the pixels that come
// from rounding on a scaled display.
func lies(r, area tree.Rect) bool {
	const slack = mostScale
	if !area.Intersects(r) {
		return false
	}
	c := r.Intersection(area)
	return r.W-c.W <= slack && r.H-c.H <= slack
}

// missing returns an error where something in the popup may be missing from the
// tree: what lies deepest there cannot be told then. What ended the reading early
// counts wherever that was, the rest only where popups are.
func (a *assembly) missing(s *tree.Snapshot, popup *xwindow) error {
	if a.p.stalled != nil {
		return a.p.stalled
	}
	for _, c := range s.Cuts {
		e, n := a.order[c.Node], &s.Nodes[c.Node]
		kind := backends.ErrUnsupported
		switch c.Reason {
		case tree.CutTime:
			kind = backends.ErrTimeout
		case tree.CutCount, tree.CutDepth:
		default:
			shows := n.States.Has(tree.Showing) || !n.StatesRead
			if e != a.root && !(shows && a.inPopup(e, popup)) {
				continue
			}
		}
		return fmt.Errorf("the tree with the open popup is not complete at %s %q, %s: %w", n.Role, n.Name.Value, c.Detail, kind)
	}
	return nil
}

// closedPart reports whether what has the role is a part of a combo box that shows
// when the box is closed.
func closedPart(role uint32) bool {
	switch role {
	case roleText, roleEntry, rolePushButton, roleToggleButton, roleLabel, roleStatic, roleImage:
		return true
	}
	return false
}

// inPopup reports whether an element is of the kind that popups hold: below a
// popover whose window this is in GTK4, else a menu, the list of a combo box or a
// tooltip, or in a top-level element of its own. What opens them lies in the window,
// perhaps under the popup: the title of a menu in its bar, a combo box and the parts
// of it that show when it is closed.
func (a *assembly) inPopup(e *element, popup *xwindow) bool {
	var below *element
	for ; e != nil && e != a.root; below, e = e, e.parent {
		if a.gtk4 {
			if a.popovers[e].proven() && a.popovers[e].window == popup.id {
				return true
			}
			continue
		}
		switch e.role {
		case rolePopupMenu, roleToolTip:
			return true
		case roleMenu:
			if below != nil || e.parent == nil || e.parent.role != roleMenuBar {
				return true
			}
		case roleComboBox:
			if below != nil && !closedPart(below.role) {
				return true
			}
		}
		if top, isTop := a.tops[e]; isTop && top.x != nil && top.x.id == popup.id {
			return true
		}
	}
	return false
}
