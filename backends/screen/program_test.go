//go:build unix

package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

var (
	lime  = color.RGBA{0x20, 0xd0, 0x40, 0xff}
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.RGBA{0x08, 0x08, 0x08, 0xff}
)

func pixel(c color.RGBA) uint32 {
	return uint32(c.A)<<24 | uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
}

// program is an X client whose windows have no background: like a toolkit's they
// show what the program paints after an Expose, the left half in one colour and
// the right half in another.
type program struct {
	t     testing.TB
	conn  *xgb.Conn
	gc    map[byte]xproto.Gcontext
	hangs atomic.Bool
	add   chan window
	// wake makes it paint what it was asked for while it hung.
	wake chan struct{}
}

type window struct {
	id          xproto.Window
	depth       byte
	w, h        uint16
	left, right color.RGBA
}

func start(t testing.TB) *program {
	t.Helper()
	conn, err := xconn.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, conn: conn, gc: map[byte]xproto.Gcontext{}, add: make(chan window), wake: make(chan struct{})}
	t.Cleanup(conn.Close)
	events := make(chan xproto.ExposeEvent, 64)
	go func() {
		for {
			event, err := conn.WaitForEvent()
			if event == nil && err == nil {
				return
			}
			if e, ok := event.(xproto.ExposeEvent); ok {
				events <- e
			}
		}
	}()
	go func() {
		shown := map[xproto.Window]window{}
		missed := map[xproto.Window]bool{}
		for {
			select {
			case w := <-p.add:
				shown[w.id] = w
			case e := <-events:
				if p.hangs.Load() {
					missed[e.Window] = true
					continue
				}
				p.paint(shown[e.Window])
			case <-p.wake:
				for id := range missed {
					p.paint(shown[id])
				}
				missed = map[xproto.Window]bool{}
			case <-t.Context().Done():
				return
			}
		}
	}()
	return p
}

func (p *program) paint(w window) {
	if w.id == 0 {
		return
	}
	gc, ok := p.gc[w.depth]
	if !ok {
		gc, _ = xproto.NewGcontextId(p.conn)
		xproto.CreateGC(p.conn, gc, xproto.Drawable(w.id), 0, nil)
		p.gc[w.depth] = gc
	}
	for i, c := range []color.RGBA{w.left, w.right} {
		xproto.ChangeGC(p.conn, gc, xproto.GcForeground, []uint32{pixel(c)})
		xproto.PolyFillRectangle(p.conn, xproto.Drawable(w.id), gc, []xproto.Rectangle{{X: int16(i) * int16(w.w/2), Width: w.w / 2, Height: w.h}})
	}
}

// open shows a window above all others and waits until it is painted.
func (p *program) open(r tree.Rect, left, right color.RGBA, depth byte) tree.Window {
	p.t.Helper()
	w := p.create(r, left, right, depth)
	p.show(w)
	p.settled(r, left)
	// The other half is painted by a request of its own.
	root := xconn.Root(p.conn)
	edge := min(r.X+r.W, int(root.WidthInPixels)) - 1
	if bottom := min(r.Y+r.H, int(root.HeightInPixels)) - 1; edge >= r.X+r.W/2 {
		p.settled(tree.Rect{X: edge, Y: bottom}, right)
	}
	return w
}

func (p *program) create(r tree.Rect, left, right color.RGBA, depth byte) tree.Window {
	p.t.Helper()
	root := xconn.Root(p.conn)
	id, err := xproto.NewWindowId(p.conn)
	if err != nil {
		p.t.Fatal(err)
	}
	visual, mask, values := root.RootVisual, uint32(xproto.CwBorderPixel|xproto.CwEventMask), []uint32{0, xproto.EventMaskExposure}
	if depth == 32 {
		for _, d := range root.AllowedDepths {
			if d.Depth == 32 {
				visual = d.Visuals[0].VisualId
			}
		}
		colormap, _ := xproto.NewColormapId(p.conn)
		xproto.CreateColormap(p.conn, xproto.ColormapAllocNone, colormap, root.Root, visual)
		mask |= xproto.CwColormap
		values = append(values, uint32(colormap))
	}
	if err := xproto.CreateWindowChecked(p.conn, depth, id, root.Root, int16(r.X), int16(r.Y), uint16(r.W), uint16(r.H), 0,
		xproto.WindowClassInputOutput, visual, mask, values).Check(); err != nil {
		p.t.Fatal(err)
	}
	p.add <- window{id, depth, uint16(r.W), uint16(r.H), left, right}
	return tree.Window{XID: uint32(id), Frame: r}
}

func (p *program) show(w tree.Window) {
	p.t.Helper()
	if err := xproto.MapWindowChecked(p.conn, xproto.Window(w.XID)).Check(); err != nil {
		p.t.Fatal(err)
	}
}

// settled waits until the screen shows a colour at the corner of an area.
func (p *program) settled(r tree.Rect, c color.RGBA) {
	p.t.Helper()
	for end := time.Now().Add(90 * time.Second); ; time.Sleep(time.Millisecond) {
		got, err := xproto.GetImage(p.conn, xproto.ImageFormatZPixmap, xproto.Drawable(xconn.Root(p.conn).Root), int16(max(r.X, 0)), int16(max(r.Y, 0)), 1, 1, 0xffffffff).Reply()
		if err == nil && xgb.Get32(got.Data)&0xffffff == pixel(c)&0xffffff {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("the window at %v never showed %v: %v", r, c, err)
		}
	}
}

// patch is a rectangle of one colour.
type patch struct {
	r tree.Rect
	c color.RGBA
}

// sees takes pictures until one shows the patches on grey. One that comes before
// the application has painted may be grey in place of a patch, and nothing else.
func sees(t testing.TB, s *Screen, area tree.Rect, w tree.Window, patches ...patch) {
	t.Helper()
	for end := time.Now().Add(90 * time.Second); ; time.Sleep(time.Millisecond) {
		got, err := s.CaptureWindows(t.Context(), area, []tree.Window{w})
		if err == nil && compare(t, got, patches...) {
			return
		}
		if err != nil && !errors.Is(err, ErrUnpainted) {
			t.Fatal(err)
		}
		if time.Now().After(end) {
			t.Fatalf("the windows are never seen as a whole: %v", err)
		}
	}
}

// compare compares every pixel with patches on grey and reports whether all are
// equal; a pixel that is neither right nor grey ends the test.
func compare(t testing.TB, got *tree.Capture, patches ...patch) bool {
	t.Helper()
	equal := true
	want := image.NewRGBA(image.Rect(0, 0, got.Rect.W, got.Rect.H))
	fill(want, want.Rect, Neutral)
	for _, p := range patches {
		x, y := p.r.X-got.Rect.X, p.r.Y-got.Rect.Y
		fill(want, image.Rect(x, y, x+p.r.W, y+p.r.H), p.c)
	}
	if got.Image.Rect != want.Rect || got.Hash != tree.PixelHash(got.Image) {
		t.Fatalf("image of %v, hash %s", got.Image.Rect, got.Hash)
	}
	for y := range got.Rect.H {
		for x := range got.Rect.W {
			is := got.Image.RGBAAt(x, y)
			equal = equal && is == want.RGBAAt(x, y)
			if is != want.RGBAAt(x, y) && is != Neutral {
				t.Fatalf("pixel %d,%d of %v is %v, want %v", x, y, got.Rect, is, want.RGBAAt(x, y))
			}
		}
	}
	return equal
}

// halves are the two colours of a window.
func halves(r tree.Rect, left, right color.RGBA) []patch {
	w := r.W / 2
	return []patch{{tree.Rect{X: r.X, Y: r.Y, W: w, H: r.H}, left}, {tree.Rect{X: r.X + w, Y: r.Y, W: w, H: r.H}, right}}
}

func ready(t testing.TB) *Screen {
	t.Helper()
	s, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func take(t testing.TB, s *Screen, area tree.Rect, windows ...tree.Window) *tree.Capture {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	c, err := s.CaptureWindows(ctx, area, windows)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var (
	place = tree.Rect{X: 40, Y: 30, W: 160, H: 100}
	all   = tree.Rect{W: 320, H: 200}
)
