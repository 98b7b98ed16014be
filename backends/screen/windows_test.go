//go:build unix

package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/composite"
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
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
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
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
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
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
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

func TestCaptureWindows(t *testing.T) {
	for _, depth := range []byte{24, 32} {
		xvfb(t, "320x200x24")
		s, target, other := ready(t), start(t), start(t)
		other.open(tree.Rect{X: 10, Y: 5, W: 200, H: 180}, ink, ink, 24) // below
		w := target.open(place, red, lime, depth)

		sees(t, s, all, w, halves(place, red, lime)...)
		menu := tree.Rect{X: 60, Y: 120, W: 40, H: 60}
		target.open(menu, white, ink, depth) // not among the windows that are asked for
		both := append(halves(place, red, lime), halves(menu, white, ink)...)
		sees(t, s, all, w, both...)
		if s.desk.backings[xproto.Window(w.XID)] != nil {
			t.Error("a window that nothing covers is redirected")
		}

		partly := tree.Rect{X: 100, Y: 50, W: 300, H: 70}
		other.open(partly, sky, sky, 24)
		sees(t, s, all, w, both...)
		sees(t, s, tree.Rect{X: 90, Y: 40, W: 50, H: 50}, w, both...)

		other.open(all, ink, sky, 24)
		for range 2 {
			sees(t, s, all, w, both...)
		}
		sees(t, s, tree.Rect{X: -30, Y: 100, W: 90, H: 500}, w, both...)
		plain, err := s.Capture(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		if !compare(t, plain, halves(all, ink, sky)...) {
			t.Error("the screen is not as it was")
		}
	}
}

// What was painted is seen even where it has the colour of what covers it.
func TestCoverOfTheSameColour(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, white, red, 24)
	other.open(all, white, white, 24)
	sees(t, s, all, w, halves(place, white, red)...)
}

// A window in a frame of a window manager, and a dialog of the same program.
func TestFramedWindows(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, manager, other := ready(t), start(t), start(t), start(t)
	frame := tree.Rect{X: 50, Y: 40, W: 120, H: 100}
	f := manager.open(frame, ink, ink, 24)
	inside := tree.Rect{X: 52, Y: 60, W: 116, H: 78}
	w := target.open(inside, red, lime, 24)
	if err := xproto.ReparentWindowChecked(manager.conn, xproto.Window(w.XID), xproto.Window(f.XID), 2, 20).Check(); err != nil {
		t.Fatal(err)
	}
	second := tree.Rect{X: 150, Y: 100, W: 60, H: 60}
	g := manager.open(second, sky, sky, 24)
	dialog := target.open(tree.Rect{X: 160, Y: 110, W: 40, H: 40}, white, white, 24)
	if err := xproto.ReparentWindowChecked(manager.conn, xproto.Window(dialog.XID), xproto.Window(g.XID), 10, 10).Check(); err != nil {
		t.Fatal(err)
	}
	target.settled(tree.Rect{X: 160, Y: 110}, white)
	want := append([]patch{{frame, ink}}, halves(inside, red, lime)...)
	want = append(want, patch{second, sky}, patch{dialog.Frame, white})
	sees(t, s, all, w, want...)
	other.open(all, Neutral, Neutral, 24)
	sees(t, s, all, w, want...)
}

// A program that hangs does not paint what was covered, and no pixel of the
// cover is taken for it.
func TestHungApplication(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, red, lime, 24)
	cover := tree.Rect{X: 100, Y: 10, W: 60, H: 180}
	other.open(cover, sky, ink, 24)
	target.hangs.Store(true)
	hole := tree.Rect{X: 100, Y: 30, W: 60, H: 100}
	for range 2 {
		sees(t, s, all, w, append(halves(place, red, lime), patch{hole, Neutral})...)
	}
	if _, err := s.CaptureWindows(t.Context(), tree.Rect{X: 110, Y: 40, W: 20, H: 20}, []tree.Window{w}); !errors.Is(err, ErrUnpainted) {
		t.Errorf("nothing of it was painted: %v", err)
	}
	target.hangs.Store(false)
	target.wake <- struct{}{}
	sees(t, s, all, w, halves(place, red, lime)...)
}

// The server paints the background of a window that has one; no program has to.
func TestBackgroundBelowACover(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, red, red, 24)
	target.hangs.Store(true)
	if err := xproto.ChangeWindowAttributesChecked(target.conn, xproto.Window(w.XID), xproto.CwBackPixel, []uint32{pixel(red)}).Check(); err != nil {
		t.Fatal(err)
	}
	other.open(all, sky, ink, 24)
	sees(t, s, all, w, patch{place, red})
}

func TestResizedBelowACover(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, red, red, 24)
	other.open(all, sky, sky, 24)
	sees(t, s, all, w, patch{place, red})
	target.hangs.Store(true)
	now := tree.Rect{X: 20, Y: 10, W: 280, H: 170}
	target.add <- window{xproto.Window(w.XID), 24, uint16(now.W), uint16(now.H), lime, lime}
	if err := xproto.ConfigureWindowChecked(target.conn, xproto.Window(w.XID), xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight,
		[]uint32{uint32(now.X), uint32(now.Y), uint32(now.W), uint32(now.H)}).Check(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		c, err := s.CaptureWindows(t.Context(), all, []tree.Window{w})
		if err == nil {
			compare(t, c) // nothing but grey: the new pixels were not painted
		} else if !errors.Is(err, ErrUnpainted) {
			t.Fatal(err)
		}
	}
	target.hangs.Store(false)
	target.wake <- struct{}{}
	sees(t, s, all, w, patch{now, lime})
}

func TestWindowsThatCannotBeSeen(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, red, lime, 24)
	second := target.open(tree.Rect{X: 250, Y: 10, W: 40, H: 40}, sky, sky, 24)
	fails := func(area tree.Rect, want error, windows ...tree.Window) {
		t.Helper()
		if _, err := s.CaptureWindows(t.Context(), area, windows); !errors.Is(err, want) {
			t.Errorf("%v: %v, want %v", area, err, want)
		}
	}
	fails(tree.Rect{X: 400, Y: 400, W: 10, H: 10}, ErrOutside, w)
	fails(tree.Rect{}, ErrOutside, w)
	fails(all, ErrUnidentified)
	fails(all, ErrUnidentified, tree.Window{Frame: place})
	fails(tree.Rect{X: 0, Y: 0, W: 20, H: 20}, ErrHidden, w)
	xproto.UnmapWindowChecked(target.conn, xproto.Window(w.XID)).Check()
	fails(place, ErrHidden, w)
	other.open(all, ink, ink, 24)
	fails(place, ErrHidden, w)
	sees(t, s, all, second, patch{second.Frame, sky})
	target.conn.Close()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, err := s.CaptureWindows(t.Context(), all, []tree.Window{w, second}); errors.Is(err, ErrHidden) {
			break
		}
		if time.Now().After(end) {
			t.Fatal("an ended program is still shown")
		}
	}
	if len(s.desk.backings) != 0 {
		t.Errorf("kept of windows that ended: %v", s.desk.backings)
	}
}

// Windows open, move and end while pictures are taken; each picture is right or
// fails, and the connection survives.
func TestDyingWindows(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	other.open(all, sky, sky, 24)
	stable := target.open(tree.Rect{X: 5, Y: 5, W: 20, H: 20}, white, white, 24)
	if err := xproto.ConfigureWindowChecked(target.conn, xproto.Window(stable.XID), xproto.ConfigWindowStackMode, []uint32{xproto.StackModeBelow}).Check(); err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan struct{}), make(chan struct{})
	current := atomic.Uint32{}
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			w := target.create(place, red, lime, 24)
			xproto.ConfigureWindow(target.conn, xproto.Window(w.XID), xproto.ConfigWindowStackMode, []uint32{xproto.StackModeBelow})
			target.show(w)
			current.Store(w.XID)
			time.Sleep(4 * time.Millisecond) // lets pictures meet it at any stage
			xproto.DestroyWindowChecked(target.conn, xproto.Window(w.XID)).Check()
		}
	}()
	good := 0
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		c, err := s.CaptureWindows(t.Context(), place, []tree.Window{{XID: current.Load()}})
		if err != nil {
			continue
		}
		good++
		for i := 0; i < len(c.Image.Pix); i += 4 {
			if got := (color.RGBA{c.Image.Pix[i], c.Image.Pix[i+1], c.Image.Pix[i+2], 0xff}); got != red && got != lime && got != Neutral {
				t.Fatalf("a picture shows %v", got)
			}
		}
	}
	close(stop)
	<-done
	t.Logf("%d pictures", good)
	sees(t, s, all, stable, patch{stable.Frame, white})
}

func TestWithoutComposite(t *testing.T) {
	xvfb(t, "320x200x24", "-extension", "Composite")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, red, lime, 24)
	sees(t, s, all, w, halves(place, red, lime)...)
	other.open(tree.Rect{X: 190, Y: 120, W: 50, H: 50}, sky, sky, 24)
	if _, err := s.CaptureWindows(t.Context(), all, []tree.Window{w}); !errors.Is(err, ErrCovered) {
		t.Errorf("covered: %v", err)
	}
	part := tree.Rect{X: 40, Y: 30, W: 100, H: 60}
	sees(t, s, part, w, halves(place, red, lime)...)
}

// After Close the window is drawn as before, and pictures can be taken again.
func TestCloseUndoes(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, red, lime, 24)
	other.open(all, sky, sky, 24)
	sees(t, s, all, w, halves(place, red, lime)...)
	if err := composite.Init(other.conn); err != nil {
		t.Fatal(err)
	}
	if _, err := composite.QueryVersion(other.conn, 0, 4).Reply(); err != nil {
		t.Fatal(err)
	}
	redirected := func() bool {
		id, err := xproto.NewPixmapId(other.conn)
		if err != nil {
			t.Fatal(err)
		}
		if composite.NameWindowPixmapChecked(other.conn, xproto.Window(w.XID), id).Check() != nil {
			return false
		}
		return xproto.FreePixmapChecked(other.conn, id).Check() == nil
	}
	if !redirected() {
		t.Fatal("a covered window is not redirected")
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for end := time.Now().Add(5 * time.Second); redirected(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the window stays redirected")
		}
	}
	sees(t, s, all, w, halves(place, red, lime)...)
}

// A stopped server costs each caller its own deadline.
func TestWindowsOfHungDisplay(t *testing.T) {
	server := xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, red, lime, 24)
	other.open(all, sky, sky, 24)
	take(t, s, all, w)
	if err := server.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		began := time.Now()
		_, err := s.CaptureWindows(ctx, all, []tree.Window{w})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > time.Second {
			t.Fatalf("stopped server, after %v: %v", time.Since(began), err)
		}
	}
	if err := server.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	sees(t, s, all, w, halves(place, red, lime)...)
	if len(xgb.NewEventFuncs) != eventsKnown || len(xgb.NewErrorFuncs) != errorsKnown {
		t.Error("global maps of xgb were written")
	}
}

// A display that ended and came back is connected to again.
func TestEndedDisplay(t *testing.T) {
	server := xvfb(t, "320x200x24")
	s, target := ready(t), start(t)
	w := target.open(place, red, lime, 24)
	take(t, s, all, w)
	_ = server.Process.Kill()
	_ = server.Wait()
	for range 2 {
		if _, err := s.CaptureWindows(t.Context(), all, []tree.Window{w}); err == nil {
			t.Fatal("a picture of a display that ended")
		}
	}
	if s.desk != nil {
		t.Error("the connection to it is kept")
	}
}

func BenchmarkCaptureWindows(b *testing.B) {
	for _, covered := range []string{"uncovered", "covered", "covered at first"} {
		b.Run(covered, func(b *testing.B) {
			xvfb(b, "1600x1000x24")
			s, target, other := ready(b), start(b), start(b)
			area := tree.Rect{X: 100, Y: 100, W: 900, H: 640}
			w := target.open(area, red, lime, 24)
			if covered != "uncovered" {
				other.open(tree.Rect{W: 1600, H: 1000}, sky, sky, 24)
			}
			take(b, s, area, w)
			for b.Loop() {
				if covered == "covered at first" {
					b.StopTimer()
					if err := s.Close(); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
				take(b, s, area, w)
			}
		})
	}
}
