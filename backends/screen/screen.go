// Package screen takes pictures of an X display: of what it shows with
// kbinani/screenshot, of an application's windows that others cover through the
// Composite extension.
//
// Promise: a picture shows exactly the asked area, clipped to the display, with
// opaque pixels, and its hash depends on the pixels alone. A picture of windows
// never shows what covers them (a window that has just opened shows, as on the
// screen, what was there until its application paints). A display that does not answer
// costs the caller its deadline and no more: at most one question is
// outstanding, later callers wait for it within their own deadline.
//
// Thread rule: all methods may be called from any goroutine; pictures are taken
// one after the other. Ownership: a capture belongs to whoever asked for it;
// whoever opens a Screen closes it.
//
// Nothing here uses cgo.
package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"
	"github.com/kbinani/screenshot"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// ErrNoDisplay says that there is no display to take a picture of.
var ErrNoDisplay = xconn.ErrNoDisplay

// ErrOutside says that an area shares no pixel with the display.
var ErrOutside = errors.New("area lies outside of the display")

// openLimit bounds the questions of Open and Displays, which have no context.
const openLimit = 5 * time.Second

var (
	_ backends.Screen  = (*Screen)(nil)
	_ backends.Exposer = (*Screen)(nil)
)

// Screen takes pictures of the display in DISPLAY.
type Screen struct {
	display string
	// turn holds one token: who has it may ask the display.
	turn chan struct{}
	// desk is the connection that looks at windows, nil before the first picture
	// of windows; it belongs to whoever has the turn.
	desk *desk
	// reader is the connection that pictures are developed over, nil before the
	// first one; it belongs to whoever is developing. renew says that it failed.
	developing sync.Mutex
	reader     *xgb.Conn
	renew      bool
}

// Open checks that the display in DISPLAY answers and that its pixels can be
// read. The error of a missing display is [ErrNoDisplay].
func Open() (*Screen, error) {
	s := &Screen{display: os.Getenv("DISPLAY"), turn: make(chan struct{}, 1)}
	ctx, cancel := context.WithTimeout(context.Background(), openLimit)
	defer cancel()
	if _, err := s.layout(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// Displays returns the areas of the monitors in screen pixels, the primary one
// first, or nil where the display does not answer.
func (s *Screen) Displays() []tree.Rect {
	ctx, cancel := context.WithTimeout(context.Background(), openLimit)
	defer cancel()
	l, err := s.layout(ctx)
	if err != nil {
		return nil
	}
	return l.monitors
}

// Capture takes a picture of an area in screen pixels, clipped to the display;
// Capture.Rect is what remained. It fails with [ErrOutside] where nothing
// remains, and with the context's error where the display does not answer.
func (s *Screen) Capture(ctx context.Context, area tree.Rect) (*tree.Capture, error) {
	l, err := s.layout(ctx)
	if err != nil {
		return nil, fmt.Errorf("capture screen: %w", err)
	}
	clipped := clip(area, l.whole)
	if clipped.Empty() {
		return nil, fmt.Errorf("capture screen: %w: %dx%d at %d,%d on a display of %dx%d",
			ErrOutside, area.W, area.H, area.X, area.Y, l.whole.W, l.whole.H)
	}
	type picture struct {
		img   *image.RGBA
		taken time.Time
	}
	shot, err := ask(ctx, s, func() (picture, error) {
		taken := time.Now()
		// kbinani counts from the corner of the primary monitor.
		img, err := screenshot.Capture(clipped.X-l.monitors[0].X, clipped.Y-l.monitors[0].Y, clipped.W, clipped.H)
		return picture{img, taken}, err
	})
	if err != nil {
		return nil, fmt.Errorf("capture screen: %w", err)
	}
	return &tree.Capture{Rect: clipped, Scale: 1, Taken: shot.taken, Hash: tree.PixelHash(shot.img), Image: shot.img}, nil
}

// layout is where the pixels of a display are. monitors is never empty.
type layout struct {
	whole    tree.Rect
	monitors []tree.Rect
}

// layout asks anew each time: monitors come and go.
func (s *Screen) layout(ctx context.Context) (layout, error) {
	if s.display == "" {
		return layout{}, fmt.Errorf("%w (DISPLAY is not set)", ErrNoDisplay)
	}
	return ask(ctx, s, func() (layout, error) {
		conn, err := xconn.Open(context.Background(), s.display)
		if err != nil {
			return layout{}, err
		}
		defer conn.Close()
		if err := readable(conn); err != nil {
			return layout{}, err
		}
		root := xconn.Root(conn)
		l := layout{whole: tree.Rect{W: int(root.WidthInPixels), H: int(root.HeightInPixels)}}
		if err := xinerama.Init(conn); err != nil {
			return layout{}, fmt.Errorf("ask display for its monitors: %w", err)
		}
		reply, err := xinerama.QueryScreens(conn).Reply()
		if err != nil {
			return layout{}, fmt.Errorf("ask display for its monitors: %w", err)
		}
		for _, m := range reply.ScreenInfo {
			l.monitors = append(l.monitors, tree.Rect{X: int(m.XOrg), Y: int(m.YOrg), W: int(m.Width), H: int(m.Height)})
		}
		if len(l.monitors) == 0 {
			return layout{}, errors.New("ask display for its monitors: it has none")
		}
		return l, nil
	})
}

// readable checks that pixels are stored as kbinani expects them: four bytes,
// blue first. A display of 16 bits would give a wrong picture without an error.
func readable(conn *xgb.Conn) error {
	setup := xproto.Setup(conn)
	depth := xconn.Root(conn).RootDepth
	if depth != 24 && depth != 32 {
		return fmt.Errorf("read pixels of display: %d bits for a pixel are not supported; use a display of 24 bits", depth)
	}
	for _, format := range setup.PixmapFormats {
		if format.Depth == depth && format.BitsPerPixel == 32 && setup.ImageByteOrder == xproto.ImageOrderLSBFirst {
			return nil
		}
	}
	return errors.New("read pixels of display: their layout is not supported; use a local display of 24 bits")
}

// ask runs question when it is the caller's turn. The turn ends with the answer,
// even where the caller has given up before.
func ask[T any](ctx context.Context, s *Screen, question func() (T, error)) (T, error) {
	var none T
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return none, fmt.Errorf("display does not answer: %w", ctx.Err())
	}
	answer, err := xconn.Await(ctx, func() (T, error) {
		defer func() { <-s.turn }()
		return question()
	}, nil)
	if err != nil && ctx.Err() != nil {
		return none, fmt.Errorf("display does not answer: %w", ctx.Err())
	}
	return answer, err
}

// clip returns the part of r inside whole.
func clip(r, whole tree.Rect) tree.Rect {
	if r.Empty() {
		return tree.Rect{}
	}
	x, w := clipSpan(r.X, r.W, whole.X, whole.W)
	y, h := clipSpan(r.Y, r.H, whole.Y, whole.H)
	if w <= 0 || h <= 0 {
		return tree.Rect{}
	}
	return tree.Rect{X: x, Y: y, W: w, H: h}
}

// clipSpan works for any numbers: areas come from applications, and GTK's
// "nowhere" is the smallest integer. A display has 16 bits, so that moving what
// is far beyond them to far changes no result and cannot overflow.
func clipSpan(at, size, from, span int) (start, length int) {
	const far = 1 << 40
	at, size = max(-far, min(at, far)), min(size, far)
	start = max(at, from)
	return start, min(at+size, from+span) - start
}
