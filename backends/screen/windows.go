package screen

import (
	"context"
	"errors"
	"fmt"
	"image/color"

	"github.com/jezek/xgb"

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

// Expose implements [backends.Exposer]: what CaptureWindows does, in two parts. The
// pixels are copied inside of the display; develop reads them over a connection of
// its own, so that the next picture need not wait for that.
func (s *Screen) Expose(ctx context.Context, area tree.Rect, windows []tree.Window) (develop func(context.Context) (*tree.Capture, error), err error) {
	e, err := ask(ctx, s, func() (*exposure, error) {
		d, err := s.connected(ctx)
		if err != nil {
			return nil, err
		}
		e, err := d.expose(ctx, area, windows)
		if d.broken {
			d.conn.Close()
			s.desk = nil
		}
		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("expose windows: %w", err)
	}
	return func(ctx context.Context) (*tree.Capture, error) {
		c, err := xconn.Await(ctx, func() (*tree.Capture, error) { return s.develop(ctx, e) }, nil)
		if err != nil {
			return nil, fmt.Errorf("develop the picture of windows: %w", err)
		}
		return c, nil
	}, nil
}

// develop reads an exposure and frees it in any case.
func (s *Screen) develop(ctx context.Context, e *exposure) (*tree.Capture, error) {
	s.developing.Lock()
	defer s.developing.Unlock()
	if s.renew && s.reader != nil {
		s.reader.Close()
		s.reader = nil
	}
	if s.reader == nil {
		conn, err := xconn.Open(context.WithoutCancel(ctx), s.display)
		if err != nil {
			return nil, err
		}
		xconn.Drain(conn)
		s.reader, s.renew = conn, false
	}
	defer e.free(s.reader)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c, err := e.picture(s.reader)
	if err != nil {
		s.renew = true // the connection may have ended
		return nil, err
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
		s.developing.Lock()
		defer s.developing.Unlock()
		if s.reader != nil {
			s.reader.Close()
			s.reader = nil
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

// capture takes a picture over one connection.
func (d *desk) capture(ctx context.Context, area tree.Rect, windows []tree.Window) (*tree.Capture, error) {
	e, err := d.expose(ctx, area, windows)
	if err != nil {
		return nil, err
	}
	defer e.free(d.conn)
	return e.picture(d.conn)
}

// picture develops an exposure.
func (e *exposure) picture(conn *xgb.Conn) (*tree.Capture, error) {
	img, err := e.develop(conn)
	if err != nil {
		return nil, err
	}
	return &tree.Capture{Rect: e.scene.area, Scale: 1, Taken: e.taken, Image: img}, nil
}
