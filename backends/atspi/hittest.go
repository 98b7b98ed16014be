package atspi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// HitTest implements [backends.HitTester]. An open popup comes first, then the
// windows of the application from the top of the stack down. Other applications'
// windows that lie above are not looked at.
func (b *Backend) HitTest(ctx context.Context, app tree.Application, at tree.Point) ([]tree.Handle, error) {
	return b.hitTest(ctx, app, at, true)
}

// Pinpoint implements [backends.Aimer].
func (b *Backend) Pinpoint(ctx context.Context, app tree.Application, at tree.Point) (tree.Handle, error) {
	chain, err := b.hitTest(ctx, app, at, false)
	if err != nil || len(chain) == 0 {
		return "", err
	}
	return chain[len(chain)-1], nil
}

// hitTest is HitTest; only with whole is the way down told too, which has to be asked
// for.
func (b *Backend) hitTest(ctx context.Context, app tree.Application, at tree.Point, whole bool) ([]tree.Handle, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.options.Observe)
		defer cancel()
	}
	screen, err := b.look(ctx, app.PID)
	if err != nil {
		return nil, fmt.Errorf("hit test %q: %w", app.Name, err)
	}
	for i := len(screen) - 1; i >= 0; i-- {
		if w := &screen[i]; w.popup && w.area.Contains(at) {
			chain, err := b.hitPopup(fresh(ctx), app, screen, w, at)
			if err == nil && len(chain) == 0 {
				err = fmt.Errorf("hit test %q: an open popup is not in the tree: %w", app.Name, backends.ErrUnsupported)
			}
			return chain, err
		}
	}
	r, err := b.newReading(ctx, app, "", 0)
	if err != nil {
		return nil, err
	}
	defer r.p.close()
	if err := r.readTops(); err != nil {
		return nil, fmt.Errorf("hit test %q: %w", app.Name, err)
	}
	top, o, err := r.topAt(screen, at)
	if top == nil || err != nil {
		return nil, err
	}
	var deepest ref
	if isChromium(app) {
		deepest, err = b.hitSettled(ctx, r, top.ref, at, o)
	} else {
		deepest, err = b.hitWindow(ctx, r, top.ref, o.inside(at))
	}
	chain := []tree.Handle{deepest.handle()}
	if err == nil && whole {
		chain, err = b.chain(ctx, r, top.ref, deepest)
	}
	if err != nil {
		return nil, fmt.Errorf("hit test %q: %w", app.Name, err)
	}
	return chain, nil
}

// readTops reads the windows of an application and nothing below them.
func (r *reading) readTops() error {
	failed := backends.ErrGone
	r.p.add(r.root.ref, callGetChildren, func(body []any, err error) {
		refs, ok := refsOf(first(body))
		if err != nil || !ok {
			failed = cmp.Or(err, failed)
			return
		}
		r.root.got, r.root.role = gotRole, roleApplication
		for _, at := range refs {
			if at.null() {
				continue
			}
			e := r.element(at)
			e.visited, e.listed = true, 0
			r.root.children = append(r.root.children, e)
			r.readExtents(e)
			r.p.add(at, callGet, func(body []any, err error) {
				e.name, _ = stringOf(variantAt(body, 0))
			}, ifaceAccessible, "Name")
			r.p.add(at, callGetState, func(body []any, err error) {
				e.states, _ = bitsOf(first(body))
			})
		}
	})
	r.p.run()
	switch {
	case r.p.stalled != nil:
		return r.p.stalled
	case r.root.got == 0 && r.hasEnded():
		return backends.ErrGone
	case r.root.got == 0:
		return failed
	}
	return nil
}

// topAt returns the top-level element at a point, the topmost by the stacking
// order of the display where that is known.
func (r *reading) topAt(screen []xwindow, at tree.Point) (*element, origin, error) {
	matches := matchWindows(r, screen)
	level := map[uint32]int{}
	for i, w := range screen {
		level[w.id] = i + 1
	}
	var best *element
	bestLevel := -1
	for _, e := range r.root.children {
		m := matches[e]
		// GTK4 says showing for frames, but not for dialogs; the display lists only
		// what is on the screen.
		if !m.frame.Contains(at) || !m.origin.proven() || !e.state(stateShowing) && m.x == nil {
			continue
		}
		l := 0
		if m.x != nil {
			l = level[m.x.id]
		}
		if l > bestLevel {
			best, bestLevel = e, l
		}
	}
	for _, e := range r.root.children {
		if best == nil && e.state(stateShowing) && !matches[e].origin.proven() {
			return nil, origin{}, fmt.Errorf("hit test %q: where its window %q is on the screen is not proven: %w", r.app.Name, e.name, backends.ErrUnsupported)
		}
	}
	for i, w := range screen {
		if client := w.client(); i+1 > bestLevel && client.Contains(at) {
			// Something of the application lies above that the tree does not explain:
			// what is below it is not what a click would reach.
			return nil, origin{}, fmt.Errorf("hit test %q: the window %q is not in the tree: %w", r.app.Name, w.title, backends.ErrUnsupported)
		}
	}
	return best, matches[best].origin, nil
}

// hitWindow goes from a window down to the deepest element at a point, which is
// in the application's coordinates. What
// is not answered on the way is an error: an element further up would be taken
// for what a click reaches.
func (b *Backend) hitWindow(ctx context.Context, r *reading, top ref, at tree.Point) (ref, error) {
	deepest := top
	seen := map[ref]bool{top: true}
	point := at // as the deepest calls it
	var off drift
	var pane ref // of what LibreOffice draws, and the place by which it was judged
	var filled tree.Rect
	for range tree.MaxDepth {
		if r.office {
			if err := b.driftInto(ctx, r, deepest, &off); err != nil {
				return ref{}, err
			}
			if point = off.local(at); off.drawn && pane.null() {
				pane, filled = deepest, off.area
			}
		}
		next, err := b.hit(ctx, deepest, point, r.coordinates())
		if err == nil && (next.null() || next == deepest) {
			// GTK3 answers nothing for the content of a notebook, and some toolkits
			// answer a container itself: look at the children's places.
			next, err = b.hitChildren(ctx, r, deepest, point)
		}
		if err != nil {
			return ref{}, err
		}
		if next.null() || seen[next] {
			break
		}
		seen[next] = true
		deepest = next
	}
	if !pane.null() {
		body, err := b.call(ctx, pane, callGetExtents, r.coordinates())
		if area, ok := rectOf(first(body)); err != nil || !ok || area != filled {
			return ref{}, fmt.Errorf("the window changed meanwhile: %w", cmp.Or(err, backends.ErrUnsupported))
		}
	}
	return deepest, nil
}

// hit asks an element what is at a point in it, a null reference where that is
// nothing or the element cannot tell.
func (b *Backend) hit(ctx context.Context, in ref, p tree.Point, coordinates uint32) (ref, error) {
	body, err := b.call(ctx, in, callGetAtPoint, int32(p.X), int32(p.Y), coordinates)
	if err != nil {
		return ref{}, unlessUnsupported(err)
	}
	found, _ := refOf(first(body))
	return found, nil
}

// unlessUnsupported drops the error of what the application does not offer, for
// which there is another way.
func unlessUnsupported(err error) error {
	if errors.Is(err, backends.ErrUnsupported) {
		return nil
	}
	return err
}

// hitChildren finds the child at a point by extents: the smallest that shows and
// contains it, a null reference where there is none. The content of a GTK3
// notebook is below its tab but not inside the tab's extents, so tabs are looked
// through, and so are viewports without a place.
func (b *Backend) hitChildren(ctx context.Context, r *reading, in ref, at tree.Point) (ref, error) {
	children, err := b.children(ctx, in)
	if err != nil || len(children) > maxVirtual {
		return ref{}, unlessUnsupported(err)
	}
	type place struct {
		ref     ref
		role    uint32
		states  uint64
		extents tree.Rect
	}
	var failed error
	// answer takes the first value of a reply. A child that is gone meanwhile or
	// has no place is not at the point.
	answer := func(take func(v any)) then {
		return func(body []any, err error) {
			switch {
			case err == nil:
				take(first(body))
			case failed == nil && !errors.Is(err, backends.ErrGone):
				failed = unlessUnsupported(err)
			}
		}
	}
	places := make([]place, len(children))
	for i, c := range children {
		places[i].ref = c
		if c.null() {
			continue
		}
		if !r.gtk4 { // where neither says more
			r.p.add(c, callGetState, answer(func(v any) { places[i].states, _ = bitsOf(v) }))
			r.p.add(c, callGetRole, answer(func(v any) { places[i].role, _ = v.(uint32) }))
		}
		r.p.add(c, callGetExtents, answer(func(v any) { places[i].extents, _ = rectOf(v) }), r.coordinates())
	}
	r.p.run()
	if failed != nil {
		return ref{}, failed
	}
	best := -1
	for i, p := range places {
		if sane(p.extents) && p.extents.Contains(at) && (r.gtk4 || hasState(p.states, stateShowing)) &&
			(best < 0 || p.extents.Area() < places[best].extents.Area()) {
			best = i
		}
	}
	if best >= 0 {
		return places[best].ref, nil
	}
	for _, p := range places {
		// GTK 3 says of a viewport that was scrolled that it does not show and is
		// nowhere, while its content is where it is.
		if p.role == rolePageTab && hasState(p.states, stateShowing) || p.role == roleViewport && !sane(p.extents) {
			if found, err := b.hitChildren(ctx, r, p.ref, at); err != nil || !found.null() {
				return found, err
			}
		}
	}
	return ref{}, nil
}

// parent returns the parent of an element, a null reference where it names none.
func (b *Backend) parent(ctx context.Context, of ref) (ref, error) {
	v, err := b.get(ctx, of, ifaceAccessible, "Parent")
	if err != nil {
		return ref{}, unlessUnsupported(err)
	}
	p, _ := refOf(v)
	return p, nil
}

// chain returns the elements from a window down to one in it. What the tree
// leaves out, the pages of GTK4's stacks, is left out.
func (b *Backend) chain(ctx context.Context, r *reading, top, deepest ref) ([]tree.Handle, error) {
	up := []tree.Handle{deepest.handle()}
	for at := deepest; at != top && len(up) < tree.MaxDepth; {
		p, err := b.parent(ctx, at)
		if err != nil {
			return nil, err
		}
		if p.null() || p.path == rootPath {
			break
		}
		at = p
		if r.gtk4 {
			body, err := b.call(ctx, at, callGetInterfaces)
			if err = unlessUnsupported(err); err != nil {
				return nil, err
			}
			e := element{got: gotInterfaces, role: rolePanel}
			if e.interfaces, _ = first(body).([]string); len(e.interfaces) > 0 && e.stackPage() {
				continue
			}
		}
		up = append(up, at.handle())
	}
	slices.Reverse(up)
	return up, nil
}
