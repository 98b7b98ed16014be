package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"time"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

var (
	// ErrCovered says that another window covers the application's and that the
	// display cannot tell what lies below.
	ErrCovered = errors.New("covered by another window; move it, or use a display with the Composite extension")
	// ErrUnpainted says that the application has not painted what was covered.
	ErrUnpainted = errors.New("the application does not paint what other windows cover; move them away or try again")
	// ErrHidden says that none of the windows is on the screen within the area.
	ErrHidden = errors.New("no window of the application is on the screen there; it may be minimised or closed; open it again")
	// ErrUnidentified says that no X window is known to be the application's.
	ErrUnidentified = errors.New("no X window is proven to be the application's, so that others cannot be told from it")
	// ErrMoving says that windows moved while the picture was taken.
	ErrMoving = errors.New("windows move while the picture is taken; try again when they rest")
)

// Neutral is the flat grey of those parts of a picture of windows that belong to
// no window of the application, or whose pixels were not seen.
var Neutral = color.RGBA{0x80, 0x80, 0x80, 0xff}

// attempts is how often a picture is taken anew because windows moved.
const attempts = 3

// CaptureWindows takes a picture of an area in screen pixels, clipped to the
// display, as it looks with nothing but the application's windows on it: the
// given ones (only XID is read; 0 is passed over), and all others of the same X
// clients, such as menus, tooltips and dialogs. The rest of the area is
// [Neutral]; no pixel is transparent.
//
// What no foreign window covers is read from the screen. Windows that one covers
// are redirected (X Composite, automatic: the screen looks as before) until
// [Screen.Close] and read from their own pixels. Redirecting makes the
// application paint what was covered; the first picture waits for that up to
// 150 ms, or half of what is left of the context's time. Pixels that were not
// painted by then are [Neutral] too.
//
// It fails with [ErrOutside], [ErrUnidentified], [ErrHidden], [ErrCovered],
// [ErrUnpainted] (nothing of the covered windows was painted), [ErrMoving], and
// with the context's error where the display does not answer.
func (s *Screen) CaptureWindows(ctx context.Context, area tree.Rect, windows []tree.Window) (*tree.Capture, error) {
	c, err := ask(ctx, s, func() (*tree.Capture, error) {
		d, err := s.connected(ctx)
		if err != nil {
			return nil, err
		}
		c, err := d.capture(ctx, area, windows)
		if d.broken {
			d.conn.Close()
			s.desk = nil
		}
		return c, err
	})
	if err != nil {
		return nil, fmt.Errorf("capture windows: %w", err)
	}
	c.Hash = tree.PixelHash(c.Image)
	return c, nil
}

// Close lets windows be drawn as before and ends the connection. It may be
// called more than once; the Screen can be used again afterwards. It gives up
// where the display does not answer: the connection's end undoes the rest.
func (s *Screen) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), openLimit)
	defer cancel()
	_, err := ask(ctx, s, func() (struct{}, error) {
		if s.desk != nil {
			s.desk.conn.Close()
			s.desk = nil
		}
		return struct{}{}, nil
	})
	if err != nil {
		return fmt.Errorf("close screen: %w", err)
	}
	return nil
}

// connected returns the connection that looks at windows; the caller has the turn.
func (s *Screen) connected(ctx context.Context) (*desk, error) {
	if s.desk != nil {
		return s.desk, nil
	}
	if s.display == "" {
		return nil, fmt.Errorf("%w (DISPLAY is not set)", ErrNoDisplay)
	}
	conn, err := xconn.Open(ctx, s.display)
	if err != nil {
		return nil, err
	}
	d, err := newDesk(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	s.desk = d
	return d, nil
}

// capture takes a picture of one arrangement of the windows: where it is another
// one afterwards, what was read may belong to neither.
func (d *desk) capture(ctx context.Context, area tree.Rect, windows []tree.Window) (*tree.Capture, error) {
	sc, err := d.look(area, windows)
	for range attempts {
		if err != nil {
			return nil, err
		}
		taken := time.Now()
		d.fresh = nil
		img, failure := d.compose(ctx, sc)
		if err := ctx.Err(); err != nil {
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
		if err != nil {
			return nil, err
		}
		if !sc.same(was) {
			continue
		}
		if failure != nil {
			return nil, failure
		}
		return &tree.Capture{Rect: was.area, Scale: 1, Taken: taken, Image: img}, nil
	}
	return nil, ErrMoving
}

// compose draws the application's windows from the lowest to the highest.
func (d *desk) compose(ctx context.Context, sc scene) (*image.RGBA, error) {
	img := image.NewRGBA(image.Rect(0, 0, sc.area.W, sc.area.H))
	fill(img, img.Rect, Neutral)
	var shown *pixels // what the screen shows of the area
	until := patience(ctx)
	covered, seen := false, false
	for i, l := range sc.layers {
		part := clip(l.rect, sc.area)
		if !l.own || part.Empty() {
			continue
		}
		if !sc.covered(i) {
			if shown == nil {
				got, err := d.read(xproto.Drawable(d.root), d.depth, sc.area)
				if err != nil {
					return nil, err
				}
				shown = &got
			}
			shown.draw(img, part, sc.area, false)
			seen = true
			continue
		}
		covered = true
		some, err := d.drawCovered(ctx, img, sc, i, until)
		if err != nil {
			return nil, err
		}
		seen = seen || some
	}
	if covered && !seen {
		return nil, ErrUnpainted
	}
	return img, nil
}
