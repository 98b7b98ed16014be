package atspi

import (
	"context"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Identify implements [backends.Aimer]. The role of the items of lists and menus
// depends on what holds them, and the place in a page on the page: of those the whole
// is read.
func (b *Backend) Identify(ctx context.Context, app tree.Application, h tree.Handle, placed bool) (tree.Node, error) {
	if isOffice(app) || placed && isWeb(app) {
		return b.ReadNode(ctx, app, h)
	}
	ctx = about(ctx, h)
	r, err := b.newReading(ctx, app, h, 1)
	if err != nil {
		return tree.Node{}, err
	}
	defer r.p.close()
	screen := b.lookAt(ctx, app.PID)
	e := r.root
	e.visited, e.listed = true, 0 // the children are not wanted
	r.askBasics(e, func() {
		if r.wantsAttributes(e) {
			r.readAttributes(e)
		}
		if r.wantsRelations(e) && r.ownName(e).State == tree.Absent {
			r.readRelations(e)
		}
	})
	if placed {
		r.readExtents(e)
	}
	r.p.run()
	r.readOutsideLabels()
	if placed {
		r.readTop()
	}
	r.p.run()
	if err := r.rootFailed(); err != nil {
		return tree.Node{}, err
	}
	if e.role == roleListItem || r.web && (e.role == roleMenu || e.role == roleMenuItem) {
		return b.ReadNode(ctx, app, h)
	}
	var o origin
	if placed {
		seen := <-screen
		if seen.err != nil {
			return tree.Node{}, fmt.Errorf("read element: %w: %w", backends.ErrTimeout, seen.err)
		}
		o = matchWindows(r, seen.windows)[r.top].origin
	}
	return r.node(e, tree.RoleGeneric, o), nil
}

// ReadNode implements [backends.NodeReader].
func (b *Backend) ReadNode(ctx context.Context, app tree.Application, h tree.Handle) (tree.Node, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.options.Observe)
		defer cancel()
	}
	ctx = about(ctx, h)
	r, err := b.newReading(ctx, app, h, 1)
	if err != nil {
		return tree.Node{}, err
	}
	defer r.p.close()
	screen := b.lookAt(ctx, app.PID)
	e := r.root
	e.visited, e.listed = true, 0 // the children are not wanted
	r.basics(e)
	r.p.run()
	r.readOutsideLabels()
	r.readAbove()
	r.p.run()
	if err := r.rootFailed(); err != nil {
		return tree.Node{}, err
	}
	seen := <-screen
	if seen.err != nil {
		return tree.Node{}, fmt.Errorf("read element: %w: %w", backends.ErrTimeout, seen.err)
	}
	s := matchSurfaces(r, seen.windows)
	p := r.placeOfRoot(s)
	if o, ok := s.popovers[e]; ok {
		p.origin = o
	}
	if top, isTop := s.tops[e]; isTop {
		p.origin = top.origin
	}
	p.origin = r.within(e, p.origin)
	n := r.node(e, p.role, p.origin)
	if r.office {
		n.Bounds = p.drift.of(e).boundsOf(r, e, p.origin)
	}
	if x := s.tops[e].x; x != nil && x.modal {
		n.States = n.States.With(tree.Modal)
	}
	n.States, n.Bounds, _ = p.sight.look(e, n.States, n.Bounds, s.of(e))
	return n, nil
}

// rootFailed returns why the element that is read alone could not be read.
func (r *reading) rootFailed() error {
	e := r.root
	switch {
	case e.got == 0 && r.p.stalled == nil && r.leftSocket() && !r.hasEnded():
		return fmt.Errorf("read element: %w", errSocketBroke)
	case e.gone || e.state(stateDefunct):
		return fmt.Errorf("read element: %w", backends.ErrGone)
	case r.p.stalled != nil && e.got != gotAll:
		return fmt.Errorf("read element: %w", r.p.stalled)
	}
	return nil
}
