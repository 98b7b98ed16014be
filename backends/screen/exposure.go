package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
)

// exposure is a picture whose pixels lie in the display until they are developed,
// which may be done over another connection: reading those of a window of 900x640
// takes ten times as long as copying them there.
type exposure struct {
	scene   scene
	taken   time.Time
	pixmaps *pixmaps
	// pieces are the application's windows from the lowest to the highest.
	pieces []piece
}

// piece is what an exposure has of one layer.
type piece struct {
	layer layer
	on    tree.Rect // the part of it on the screen that is drawn
	// copied holds the pixels; several pieces may share one.
	copied  *copied
	covered bool
	// veil is what was known of the backing when it was copied, where not all of
	// its pixels were the window's own.
	veil *backing
}

// copied is a pixmap with a copy of an area.
type copied struct {
	id    xproto.Pixmap
	at    tree.Rect // on the screen
	depth byte
}

// expose copies one arrangement of the windows: where it is another one afterwards,
// what was copied may belong to neither.
func (d *desk) expose(ctx context.Context, area tree.Rect, windows []tree.Window) (*exposure, error) {
	sc, err := d.look(area, windows)
	for range attempts {
		if err != nil {
			return nil, err
		}
		e := &exposure{scene: sc, taken: time.Now(), pixmaps: &d.pixmaps}
		d.fresh = nil
		failure := d.copyAll(ctx, e)
		if err := ctx.Err(); err != nil {
			e.free(d.conn)
			return nil, err
		}
		was := sc
		sc, err = d.look(area, windows)
		if err != nil || !slices.Equal(sc.layers, was.layers) {
			// Where other windows lay when these were redirected is not known.
			for _, id := range d.fresh {
				if d.backings[id] != nil {
					d.letGo(id)
				}
			}
		}
		if err == nil && sc.same(was) && failure == nil {
			return e, nil
		}
		e.free(d.conn)
		if err == nil && sc.same(was) {
			return nil, failure
		}
	}
	if err != nil {
		return nil, err
	}
	return nil, ErrMoving
}

// copyAll copies the application's windows.
func (d *desk) copyAll(ctx context.Context, e *exposure) error {
	var shown *copied // what the screen shows of the area
	until := patience(ctx)
	for i, l := range e.scene.layers {
		on := clip(l.rect, e.scene.area)
		if !l.own || on.Empty() {
			continue
		}
		if e.scene.covered(i) {
			p, err := d.copyCovered(ctx, e.scene, i, until)
			if err != nil {
				return err
			}
			e.pieces = append(e.pieces, p)
			continue
		}
		if shown == nil {
			var err error
			if shown, err = d.copy(xproto.Drawable(d.root), d.depth, e.scene.area, e.scene.area); err != nil {
				return err
			}
		}
		e.pieces = append(e.pieces, piece{layer: l, on: on, copied: shown})
	}
	return nil
}

// copyCovered copies the own pixels of a layer over which others lie.
func (d *desk) copyCovered(ctx context.Context, sc scene, i int, until time.Time) (piece, error) {
	if !d.composite {
		return piece{}, ErrCovered
	}
	p := piece{layer: sc.layers[i], on: clip(sc.layers[i].rect, sc.area), covered: true}
	b, err := d.reveal(ctx, sc, i, until)
	if err != nil {
		return p, err
	}
	if b != nil && b.unseen != nil {
		if _, err := d.painted(b); err != nil {
			return p, err
		}
		veil := *b
		veil.unseen = slices.Clone(b.unseen)
		p.veil = &veil
	}
	err = composite.NameWindowPixmapChecked(d.conn, p.layer.id, d.pixmap).Check()
	if err != nil {
		return p, fmt.Errorf("read covered window: %w", err)
	}
	p.copied, err = d.copy(xproto.Drawable(d.pixmap), p.layer.depth, moved(p.on, p.layer), p.on)
	_ = xproto.FreePixmapChecked(d.conn, d.pixmap).Check()
	return p, err
}

// copy copies an area of a drawable, in its coordinates, to a pixmap of its own; at
// is the same area on the screen.
func (d *desk) copy(from xproto.Drawable, depth byte, area, at tree.Rect) (*copied, error) {
	id, err := d.pixmaps.take(d.conn)
	if err != nil {
		return nil, fmt.Errorf("copy pixels: %w", err)
	}
	w, h := uint16(area.W), uint16(area.H)
	made := xproto.CreatePixmapChecked(d.conn, depth, id, from, w, h)
	with := xproto.CreateGCChecked(d.conn, d.gc, xproto.Drawable(id), xproto.GcSubwindowMode|xproto.GcGraphicsExposures,
		[]uint32{xproto.SubwindowModeIncludeInferiors, 0})
	done := xproto.CopyAreaChecked(d.conn, from, xproto.Drawable(id), d.gc, int16(area.X), int16(area.Y), 0, 0, w, h)
	freed := xproto.FreeGCChecked(d.conn, d.gc).Check()
	if err := errors.Join(made.Check(), with.Check(), done.Check(), freed); err != nil {
		d.pixmaps.free(d.conn, id)
		return nil, fmt.Errorf("copy pixels: %w", err)
	}
	return &copied{id: id, at: at, depth: depth}, nil
}

// pixmaps are the ids of one connection for pixmaps. They are used again: a display
// gives each connection about two million.
type pixmaps struct {
	mu     sync.Mutex
	unused []xproto.Pixmap
}

func (p *pixmaps) take(conn *xgb.Conn) (xproto.Pixmap, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.unused); n > 0 {
		id := p.unused[n-1]
		p.unused = p.unused[:n-1]
		return id, nil
	}
	return xproto.NewPixmapId(conn)
}

// free frees a pixmap over any connection to the display; it may be gone.
func (p *pixmaps) free(conn *xgb.Conn, id xproto.Pixmap) {
	_ = xproto.FreePixmapChecked(conn, id).Check()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unused = append(p.unused, id)
}

// free frees what an exposure has in the display, over any connection to it.
func (e *exposure) free(conn *xgb.Conn) {
	for i, p := range e.pieces {
		if p.copied != nil && !e.shared(i) {
			e.pixmaps.free(conn, p.copied.id)
		}
	}
	e.pieces = nil
}

// shared reports whether an earlier piece has the same copy as one.
func (e *exposure) shared(i int) bool {
	return slices.ContainsFunc(e.pieces[:i], func(p piece) bool { return p.copied == e.pieces[i].copied })
}

// develop draws an exposure, reading its pixels over any connection to the display.
func (e *exposure) develop(conn *xgb.Conn) (*image.RGBA, error) {
	img := image.NewRGBA(image.Rect(0, 0, e.scene.area.W, e.scene.area.H))
	fill(img, img.Rect, Neutral)
	read := map[*copied]pixels{}
	covered, seen := false, false
	for i := range e.pieces {
		piece := &e.pieces[i]
		p, known := read[piece.copied]
		if !known {
			from, whole := piece.copied, tree.Rect{W: piece.copied.at.W, H: piece.copied.at.H}
			var err error
			if p, err = askPixels(conn, xproto.Drawable(from.id), from.depth, whole)(); err != nil {
				return nil, err
			}
			p.at = from.at
			read[from] = p
		}
		if piece.covered {
			covered = true
			seen = piece.draw(img, e.scene, p) || seen
			continue
		}
		p.draw(img, piece.on, e.scene.area, false)
		seen = true
	}
	if covered && !seen {
		return nil, ErrUnpainted
	}
	return img, nil
}

// draw draws what was seen of a covered window and reports whether that was
// anything.
func (p *piece) draw(img *image.RGBA, sc scene, px pixels) (some bool) {
	blended := sc.blended && p.layer.depth == 32
	if p.veil == nil {
		px.draw(img, p.on, sc.area, blended)
		return true
	}
	part := moved(p.on, p.layer)
	p.veil.compare(pixels{at: part, bgra: px.bgra})
	for y := range p.on.H { // in runs of what was seen and what was not
		row := p.veil.unseen[(part.Y+y)*p.veil.size.W+part.X:][:p.on.W]
		for x := 0; x < p.on.W; {
			run := x + 1
			for run < p.on.W && row[run] == row[x] {
				run++
			}
			r := tree.Rect{X: p.on.X + x, Y: p.on.Y + y, W: run - x, H: 1}
			if row[x] {
				fill(img, image.Rect(r.X-sc.area.X, r.Y-sc.area.Y, r.X-sc.area.X+r.W, r.Y-sc.area.Y+1), Neutral)
			} else {
				some = true
				px.draw(img, r, sc.area, blended)
			}
			x = run
		}
	}
	return some
}
