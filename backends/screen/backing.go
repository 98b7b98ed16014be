package screen

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
)

const (
	// repaint is how long the first picture waits for the application to paint
	// what was covered.
	repaint = 150 * time.Millisecond
	// glance is the time between two looks at what was painted.
	glance = 3 * time.Millisecond
)

// patience returns until when to wait for the application to paint.
func patience(ctx context.Context) time.Time {
	wait := repaint
	if end, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(end)/2)
	}
	return time.Now().Add(wait)
}

// backing is what is known of the own pixels of a redirected window. At first
// the server copies into them what the screen shows, covering windows included;
// whatever may still be such a copy is not seen. All is in coordinates of the
// window with its border.
type backing struct {
	size   tree.Rect
	border int
	// damage collects where was painted since the window was redirected, shown
	// is what the screen showed then; both are kept while unseen is.
	damage damage.Damage
	shown  pixels
	// unseen marks the pixels that may be copies, nil where there is none.
	unseen []bool
	// waited says that the application had its time to paint.
	waited bool
}

// reveal makes sure that a covered layer has pixels of its own and that the
// application had its time to paint them. The backing is nil where someone else
// redirected the window, a compositing manager, so that its pixels were always its
// own.
func (d *desk) reveal(ctx context.Context, sc scene, i int, until time.Time) (*backing, error) {
	l := sc.layers[i]
	if b := d.backings[l.id]; b != nil && b.fits(l) && (b.unseen == nil || b.waited) {
		return b, nil
	}
	on := clip(l.rect, sc.area)
	part := moved(on, l)
	_, b, err := d.pixels(l, part, sc)
	if err != nil || b == nil || b.unseen == nil || b.waited {
		return b, err
	}
	if err := d.await(ctx, b, moved(clip(l.inner, on), l), until); err != nil {
		return nil, err
	}
	if _, b, err = d.pixels(l, part, sc); err != nil {
		return nil, err
	}
	b.waited = true
	return b, nil
}

// fits reports whether a layer still has the pixels that were made for it.
func (b *backing) fits(l layer) bool {
	return b.size.W == l.rect.W && b.size.H == l.rect.H && b.border == l.border
}

// moved returns an area of the screen in the coordinates of a layer.
func moved(r tree.Rect, l layer) tree.Rect {
	r.X -= l.rect.X
	r.Y -= l.rect.Y
	return r
}

// pixels reads a part of a window's own pixels, redirecting it first where it is
// not. The backing is nil where the window has been redirected by someone else,
// a compositing manager, so that its pixels were always its own.
func (d *desk) pixels(l layer, part tree.Rect, sc scene) (pixels, *backing, error) {
	b := d.backings[l.id]
	if b != nil && !b.fits(l) {
		d.letGo(l.id) // its pixels were made anew, with copies
		b = nil
	}
	if b != nil {
		if _, err := d.painted(b); err != nil {
			return pixels{}, nil, err
		}
	}
	p, err := d.own(l, part)
	if err != nil && b == nil {
		if b, err = d.redirect(l, sc); err != nil {
			return pixels{}, nil, err
		}
		p, err = d.own(l, part)
	}
	if err != nil {
		return pixels{}, nil, err
	}
	if b != nil {
		b.compare(p)
		d.settle(b)
	}
	return p, b, nil
}

// own reads a part of a redirected window's own pixels.
func (d *desk) own(l layer, part tree.Rect) (pixels, error) {
	name := composite.NameWindowPixmapChecked(d.conn, l.id, d.pixmap)
	wait := askPixels(d.conn, xproto.Drawable(d.pixmap), l.depth, part)
	free := xproto.FreePixmapChecked(d.conn, d.pixmap)
	named := name.Check()
	p, err := wait()
	_ = free.Check() // fails where naming has failed
	if named != nil {
		return pixels{}, fmt.Errorf("read covered window: %w", named)
	}
	return p, err
}

// redirect gives a window pixels of its own. The server is held for it, because
// what the screen shows just before tells copies from what the window paints.
func (d *desk) redirect(l layer, sc scene) (*backing, error) {
	id, err := damage.NewDamageId(d.conn)
	if err != nil {
		return nil, fmt.Errorf("redirect covered window: %w", err)
	}
	on := clip(l.rect, sc.whole)
	watch := damage.CreateChecked(d.conn, id, xproto.Drawable(l.id), damage.ReportLevelNonEmpty)
	hold := xproto.GrabServerChecked(d.conn)
	wait := askPixels(d.conn, xproto.Drawable(d.root), d.depth, on)
	redirect := composite.RedirectWindowChecked(d.conn, l.id, composite.RedirectAutomatic)
	reset := damage.SubtractChecked(d.conn, id, xfixes.RegionNone, xfixes.RegionNone)
	release := xproto.UngrabServerChecked(d.conn)
	shown, err := wait()
	for _, failed := range []error{watch.Check(), hold.Check(), redirect.Check(), reset.Check(), release.Check()} {
		if err == nil {
			err = failed
		}
	}
	b := &backing{size: tree.Rect{W: l.rect.W, H: l.rect.H}, border: l.border, damage: id, shown: shown}
	d.backings[l.id] = b
	d.fresh = append(d.fresh, l.id)
	if err != nil {
		d.letGo(l.id)
		return nil, fmt.Errorf("redirect covered window: %w", err)
	}
	b.shown.at = moved(on, l)
	b.unseen = make([]bool, b.size.W*b.size.H)
	b.mark(b.size, true)
	b.mark(b.shown.at, false) // what lies outside of the display was never painted
	above := false
	for _, o := range sc.layers {
		if above {
			b.mark(moved(o.rect, l), true)
		}
		above = above || o.id == l.id
	}
	return b, nil
}

// mark sets whether an area is unseen.
func (b *backing) mark(r tree.Rect, unseen bool) {
	r = clip(r, b.size)
	for y := r.Y; y < r.Y+r.H; y++ {
		row := b.unseen[y*b.size.W+r.X:][:r.W]
		for x := range row {
			row[x] = unseen
		}
	}
}

// hides reports whether a pixel of an area is unseen.
func (b *backing) hides(r tree.Rect) bool {
	r = clip(r, b.size)
	for y := r.Y; y < r.Y+r.H; y++ {
		if slices.Contains(b.unseen[y*b.size.W+r.X:][:r.W], true) {
			return true
		}
	}
	return false
}

// compare takes pixels that differ from what the screen showed as seen: the
// server itself paints the background of windows that have one.
func (b *backing) compare(p pixels) {
	if b.unseen == nil {
		return
	}
	both := clip(p.at, b.shown.at)
	for y := both.Y; y < both.Y+both.H; y++ {
		row := b.unseen[y*b.size.W+both.X:][:both.W]
		is, was := p.bgra[p.offset(both.X, y):], b.shown.bgra[b.shown.offset(both.X, y):]
		for x := range row {
			if i := 4 * x; row[x] && (is[i] != was[i] || is[i+1] != was[i+1] || is[i+2] != was[i+2]) {
				row[x] = false
			}
		}
	}
}

// painted takes what was painted since the last call as seen and reports whether
// there was anything.
func (d *desk) painted(b *backing) (bool, error) {
	if b.unseen == nil {
		return false, nil
	}
	taken := damage.SubtractChecked(d.conn, b.damage, xfixes.RegionNone, d.region)
	region, err := xfixes.FetchRegion(d.conn, d.region).Reply()
	if failed := taken.Check(); err == nil {
		err = failed
	}
	if err != nil {
		return false, fmt.Errorf("read covered window: %w", err)
	}
	for _, r := range region.Rectangles { // without the border
		b.mark(tree.Rect{X: int(r.X) + b.border, Y: int(r.Y) + b.border, W: int(r.Width), H: int(r.Height)}, false)
	}
	return len(region.Rectangles) > 0, nil
}

// await waits until an area was painted and painting pauses. Applications that
// do not paint it in time are no error.
func (d *desk) await(ctx context.Context, b *backing, area tree.Rect, until time.Time) error {
	for {
		painting, err := d.painted(b)
		if err != nil {
			return err
		}
		if !painting && !b.hides(area) || !time.Now().Before(until) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(glance):
		}
	}
}

// settle ends the watch over a window of which all was seen.
func (d *desk) settle(b *backing) {
	if b.unseen == nil || b.hides(b.size) {
		return
	}
	_ = damage.DestroyChecked(d.conn, b.damage).Check() // it may have ended with its window
	b.damage, b.unseen, b.shown = 0, nil, pixels{}
}

// letGo draws a window as before. It may have ended.
func (d *desk) letGo(id xproto.Window) {
	b := d.backings[id]
	delete(d.backings, id)
	undo := composite.UnredirectWindowChecked(d.conn, id, composite.RedirectAutomatic)
	if b.damage != 0 {
		_ = damage.DestroyChecked(d.conn, b.damage).Check()
	}
	_ = undo.Check()
}
