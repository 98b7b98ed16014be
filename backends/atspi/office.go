package atspi

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// drift is how far what an application says of places is from the screen.
//
// LibreOffice draws nearly all of a window itself, in a panel of GTK 3, below a menu
// bar that belongs to GTK. It says of what it draws where that would be without the
// menu bar: 25 pixels too high (measured with 7.4, until the pointer moves in the
// window; later versions may differ). Its answers about points are off by the same. The
// root pane of what it draws fills the panel, so that the two tell how far. Widgets of GTK that it puts in between (the
// name box, the sheet's buttons) are where they say: they fill the panel that it
// draws around them, but for the drift. What it draws in something without a place,
// like the copy of the menu bar that it keeps, is not on the screen.
type drift struct {
	by     tree.Point // to be added
	drawn  bool       // by LibreOffice
	lost   bool       // in something without a place
	doubt  bool       // the root pane does not fill what holds it
	area   tree.Rect  // of the last element, as it said
	placed bool
}

// isOffice reports whether an application is LibreOffice on GTK 3.
func isOffice(app tree.Application) bool {
	return app.Toolkit == "gtk" && !isGTK4(app) &&
		(app.Name == "soffice" || strings.HasPrefix(filepath.Base(app.Executable), "soffice"))
}

// into returns the drift of an element in the one that d is of. Heights of widgets
// may differ from the space that is left for them by a pixel or two.
func (d drift) into(role uint32, area tree.Rect, placed bool) drift {
	moved := tree.Point{X: d.area.X - area.X, Y: d.area.Y - area.Y}
	switch {
	case role == roleRootPane && !d.drawn:
		d.drawn, d.by = true, moved
		d.doubt = !d.placed || !placed || area.W != d.area.W || area.H != d.area.H
	case d.drawn && d.by != (tree.Point{}) && role == rolePanel && d.placed && placed &&
		moved == (tree.Point{X: -d.by.X, Y: -d.by.Y}) && area.W == d.area.W && abs(area.H-d.area.H) <= 2:
		d.drawn, d.by = false, tree.Point{}
	case d.drawn:
		d.lost = d.lost || !d.placed
	}
	d.area, d.placed = area, placed
	return d
}

// of returns the drift of an element of the tree in the one that d is of.
func (d drift) of(e *element) drift {
	return d.into(e.role, e.extents, e.extentsRead == tree.Known && sane(e.extents))
}

// boundsOf returns where an element that d is of is on the screen.
func (d drift) boundsOf(r *reading, e *element, o origin) tree.Bounds {
	switch {
	case d.drawn && d.lost:
		return tree.Bounds{State: tree.Absent}
	case d.drawn && d.doubt:
		o = origin{}
	}
	o.from = tree.Point{X: o.from.X - d.by.X, Y: o.from.Y - d.by.Y}
	return r.boundsOf(e, o)
}

// local returns a point in the coordinates of the window as the element that d is of
// would call it.
func (d drift) local(p tree.Point) tree.Point { return tree.Point{X: p.X - d.by.X, Y: p.Y - d.by.Y} }

// driftInto goes on with the drift into an element that is asked for its role and
// its extents. Where LibreOffice leaves in doubt how far off it is, there is no
// telling what is at a point.
func (b *Backend) driftInto(ctx context.Context, r *reading, into ref, d *drift) error {
	body, err := b.call(ctx, into, callGetRole)
	if err != nil {
		return err
	}
	role, _ := first(body).(uint32)
	body, err = b.call(ctx, into, callGetExtents, r.coordinates())
	if err = unlessUnsupported(err); err != nil {
		return err
	}
	area, ok := rectOf(first(body))
	if *d = d.into(role, area, ok && sane(area)); d.drawn && d.doubt {
		return backends.ErrUnsupported
	}
	return nil
}

// checkDrift asks the root panes again: LibreOffice corrects itself when its window
// is moved or touched, and what was read on both sides of that does not go together.
// Then nothing that it draws has a proven place until the next reading.
func (r *reading) checkDrift() {
	if !r.office || r.p.stalled != nil {
		return
	}
	r.each(func(e *element) {
		if e.role != roleRootPane || e.extentsRead != tree.Known {
			return
		}
		r.p.add(e.ref, callGetExtents, func(body []any, err error) {
			if rect, ok := rectOf(first(body)); !ok || err != nil || rect != e.extents {
				e.extentsRead = tree.Unreadable
			}
		}, r.coordinates())
	})
	r.p.run()
}
