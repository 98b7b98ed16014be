package atspi

import (
	"context"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// ReadNode implements [backends.NodeReader].
func (b *Backend) ReadNode(ctx context.Context, app tree.Application, h tree.Handle) (tree.Node, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.options.Observe)
		defer cancel()
	}
	r, err := b.newReading(ctx, app, h, 1)
	if err != nil {
		return tree.Node{}, err
	}
	defer r.p.close()
	screen := make(chan []xwindow, 1)
	go func() { screen <- b.display.windows(ctx, app.PID) }()
	e := r.root
	e.visited, e.listed = true, 0 // the children are not wanted
	r.basics(e)
	r.p.run()
	r.readOutsideLabels()
	r.findTop()
	r.p.run()
	switch {
	case e.gone || e.state(stateDefunct):
		return tree.Node{}, fmt.Errorf("read element: %w", backends.ErrGone)
	case e.got == 0 && r.p.stalled != nil:
		return tree.Node{}, fmt.Errorf("read element: %w", r.p.stalled)
	}
	n := r.node(e, tree.RoleUnknown, matchWindows(r, <-screen)[r.top].origin)
	if r.gtk4 && !topLevel(e.role) {
		return b.readShowing(ctx, r, n, app)
	}
	return n, nil
}

// readShowing completes a node of GTK4, which does not say what is showing: when
// the window answers that the element, or a part of it, is at its middle, then it
// is. Else only the whole tree tells.
func (b *Backend) readShowing(ctx context.Context, r *reading, n tree.Node, app tree.Application) (tree.Node, error) {
	if r.top != nil && n.Bounds.Usable() {
		middle := r.root.extents.Center()
		if hit, ok := b.hit(ctx, r.top.ref, middle, coordWindow); ok {
			for range maxDepth {
				if hit == r.root.ref {
					n.States = n.States.With(tree.Showing)
					return n, nil
				}
				if hit, ok = b.parent(ctx, hit); !ok {
					break
				}
			}
		}
	}
	s, err := b.Observe(ctx, backends.Scope{Application: app})
	if err != nil {
		return tree.Node{}, err
	}
	seen := s.Node(s.Find(n.Handle))
	if seen == nil {
		if s.Complete() {
			return tree.Node{}, fmt.Errorf("read element: %w", backends.ErrGone)
		}
		return n, nil
	}
	n.States, n.Bounds = seen.States, seen.Bounds
	return n, nil
}
