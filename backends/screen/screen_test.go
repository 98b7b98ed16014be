//go:build unix

package screen

import (
	"bufio"
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/freeze"
)

// xvfb starts a private X server, points DISPLAY at it and returns its process.
func xvfb(t testing.TB, screen string, more ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Skip("Xvfb is not installed")
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append([]string{"-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"}, more...)...)
	cmd.ExtraFiles = []*os.File{write}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGCONT)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	number, err := bufio.NewReader(read).ReadString('\n')
	read.Close()
	if err != nil {
		t.Fatalf("Xvfb did not start: %v", err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	t.Setenv("XDG_SESSION_TYPE", "x11")
	return cmd
}

// paint fills rectangles of the root window, in order.
func paint(t *testing.T, fills map[color.RGBA]xproto.Rectangle, order ...color.RGBA) *xgb.Conn {
	t.Helper()
	conn, err := xconn.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	root := xconn.Root(conn).Root
	gc, err := xproto.NewGcontextId(conn)
	if err != nil {
		t.Fatal(err)
	}
	xproto.CreateGC(conn, gc, xproto.Drawable(root), xproto.GcSubwindowMode, []uint32{xproto.SubwindowModeIncludeInferiors})
	for _, c := range order {
		pixel := uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
		xproto.ChangeGC(conn, gc, xproto.GcForeground, []uint32{pixel})
		if err := xproto.PolyFillRectangleChecked(conn, xproto.Drawable(root), gc, []xproto.Rectangle{fills[c]}).Check(); err != nil {
			t.Fatal(err)
		}
	}
	return conn
}

var (
	sky = color.RGBA{0x10, 0x80, 0xf0, 0xff}
	red = color.RGBA{0xe0, 0x20, 0x30, 0xff}
)

// picture paints a sky of 320x200 with a red rectangle at 100,50 of 40x30.
func picture(t *testing.T) *xgb.Conn {
	return paint(t, map[color.RGBA]xproto.Rectangle{
		sky: {Width: 320, Height: 200},
		red: {X: 100, Y: 50, Width: 40, Height: 30},
	}, sky, red)
}

func TestCapture(t *testing.T) {
	xvfb(t, "320x200x24")
	picture(t)
	s, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Displays(); len(got) != 1 || got[0] != (tree.Rect{W: 320, H: 200}) {
		t.Fatalf("displays: %v", got)
	}
	for _, c := range []struct{ area, want tree.Rect }{
		{tree.Rect{W: 320, H: 200}, tree.Rect{W: 320, H: 200}},
		{tree.Rect{X: 100, Y: 50, W: 40, H: 30}, tree.Rect{X: 100, Y: 50, W: 40, H: 30}},
		{tree.Rect{X: 99, Y: 49, W: 3, H: 3}, tree.Rect{X: 99, Y: 49, W: 3, H: 3}},
		{tree.Rect{X: -20, Y: -30, W: 130, H: 90}, tree.Rect{W: 110, H: 60}},
		{tree.Rect{X: 130, Y: 70, W: 1000, H: 1000}, tree.Rect{X: 130, Y: 70, W: 190, H: 130}},
		{tree.Rect{X: -5, Y: -5, W: 10000, H: 10000}, tree.Rect{W: 320, H: 200}},
		{tree.Rect{X: 319, Y: 199, W: 1, H: 1}, tree.Rect{X: 319, Y: 199, W: 1, H: 1}},
		{tree.Rect{X: 10, Y: 10, W: math.MaxInt, H: math.MaxInt}, tree.Rect{X: 10, Y: 10, W: 310, H: 190}},
	} {
		got, err := s.Capture(t.Context(), c.area)
		if err != nil {
			t.Fatalf("%v: %v", c.area, err)
		}
		if got.Rect != c.want || got.Scale != 1 || got.Image.Rect != image.Rect(0, 0, c.want.W, c.want.H) {
			t.Fatalf("%v: rect %v, image %v, scale %v", c.area, got.Rect, got.Image.Rect, got.Scale)
		}
		if got.Hash != tree.PixelHash(got.Image) || got.Taken.IsZero() {
			t.Errorf("%v: hash %q, taken %v", c.area, got.Hash, got.Taken)
		}
		for y := range c.want.H {
			for x := range c.want.W {
				want := sky
				if (tree.Rect{X: 100, Y: 50, W: 40, H: 30}).Contains(tree.Point{X: x + c.want.X, Y: y + c.want.Y}) {
					want = red
				}
				if pixel := got.Image.RGBAAt(x, y); pixel != want {
					t.Fatalf("%v: pixel %d,%d is %v, want %v", c.area, x, y, pixel, want)
				}
			}
		}
	}
	for _, outside := range []tree.Rect{
		{}, {X: 320, W: 10, H: 10}, {Y: 200, W: 10, H: 10}, {X: -10, W: 10, H: 10}, {X: 5, Y: 5, W: -3, H: 4},
		{X: math.MinInt32, Y: math.MinInt32, W: 1, H: 1}, {X: math.MinInt, Y: math.MinInt, W: 5, H: 5}, {X: math.MaxInt, W: math.MaxInt, H: 1},
	} {
		if _, err := s.Capture(t.Context(), outside); !errors.Is(err, ErrOutside) {
			t.Errorf("%v: %v", outside, err)
		}
	}
}

// The second monitor is the primary one here, so that the corner of the primary
// is not the corner of the screen.
func TestCaptureSecondMonitorPrimary(t *testing.T) {
	xvfb(t, "320x200x24")
	picture(t)
	s, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("xrandr", "--setmonitor", "right*", "160/40x200/50+160+0", "none").CombinedOutput(); err != nil {
		t.Skipf("xrandr cannot make monitors here: %v %s", err, out)
	}

	if d := s.Displays(); len(d) < 1 || d[0].X != 160 {
		t.Skipf("this server does not report the monitor through Xinerama: %v", d)
	}
	got, err := s.Capture(t.Context(), tree.Rect{X: 99, Y: 49, W: 2, H: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got.Image.RGBAAt(0, 0) != sky || got.Image.RGBAAt(1, 1) != red {
		t.Errorf("pixels %v %v", got.Image.RGBAAt(0, 0), got.Image.RGBAAt(1, 1))
	}
}

func TestHash(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	for i := range img.Pix {
		img.Pix[i] = byte(i)
	}
	// printf '\0\0\0\3\0\0\0\2' followed by bytes 0..23, through sha256sum.
	const want = "e840361a167e3f25ece50d8050a02598a71fd2a1252aa467fff5e73333cd4824"
	if got := tree.PixelHash(img); got != want {
		t.Errorf("hash %s", got)
	}
	wide := image.NewRGBA(image.Rect(-4, -4, 9, 9))
	for y := range 2 {
		for x := range 3 {
			wide.SetRGBA(x+2, y+1, img.RGBAAt(x, y))
		}
	}
	if got := tree.PixelHash(wide.SubImage(image.Rect(2, 1, 5, 3)).(*image.RGBA)); got != want {
		t.Errorf("hash of a part %s", got)
	}
	flat := image.NewRGBA(image.Rect(0, 0, 2, 3))
	copy(flat.Pix, img.Pix)
	if tree.PixelHash(flat) == want {
		t.Error("the same bytes in another shape have the same hash")
	}
}

func TestNoDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if _, err := Open(); !errors.Is(err, ErrNoDisplay) || !errors.Is(err, backends.ErrNoBus) {
		t.Errorf("no DISPLAY: %v", err)
	}
	t.Setenv("DISPLAY", ":59999")
	if _, err := Open(); !errors.Is(err, ErrNoDisplay) {
		t.Errorf("nobody there: %v", err)
	}
}

func TestUnsupportedDepth(t *testing.T) {
	xvfb(t, "64x64x16")
	if _, err := Open(); err == nil || !strings.Contains(err.Error(), "16 bits") {
		t.Errorf("open on 16 bits: %v", err)
	}
}

// A stopped server costs each caller its own deadline, and works again later.
func TestHungDisplay(t *testing.T) {
	server := xvfb(t, "320x200x24")
	picture(t)
	s, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	area := tree.Rect{W: 320, H: 200}
	if err := freeze.Stop(server.Process.Pid); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		start := time.Now()
		_, err := s.Capture(ctx, area)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("stopped server: %v", err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Fatalf("gave up after %v", took)
		}
	}
	if err := freeze.Continue(server.Process.Pid); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	got, err := s.Capture(ctx, area)
	if err != nil {
		t.Fatal(err)
	}
	if got.Image.RGBAAt(110, 60) != red {
		t.Error("wrong picture after the server went on")
	}
}

// Taken before the first connection.
var eventsKnown, errorsKnown = len(xgb.NewEventFuncs), len(xgb.NewErrorFuncs)

// Pictures are taken while another connection reads events: xgb's global maps
// must not be written (see xconn). The runtime notices such a write only now and
// then, so the test also looks whether anything was added.
func TestCaptureBesideEvents(t *testing.T) {
	xvfb(t, "320x200x24")
	conn := picture(t)
	s, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	root := xconn.Root(conn)
	win, err := xproto.NewWindowId(conn)
	if err != nil {
		t.Fatal(err)
	}
	xproto.CreateWindow(conn, 0, win, root.Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOutput, 0, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
	stop, done := make(chan struct{}), make(chan struct{})
	var events atomic.Int64
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			xproto.ChangeProperty(conn, xproto.PropModeReplace, win, xproto.AtomWmName, xproto.AtomString, 8, 1, []byte("x"))
			if e, _ := conn.WaitForEvent(); e == nil {
				return
			}
			events.Add(1)
		}
	}()
	end := time.Now().Add(90 * time.Second)
	for n := 0; n < 60 || events.Load() < 10; n++ {
		if time.Now().After(end) {
			t.Fatalf("only %d events were read beside %d pictures", events.Load(), n)
		}
		if _, err := s.Capture(t.Context(), tree.Rect{W: 64, H: 64}); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	<-done
	if len(xgb.NewEventFuncs) != eventsKnown || len(xgb.NewErrorFuncs) != errorsKnown {
		t.Errorf("global maps of xgb were written: %d events, %d errors; before %d and %d",
			len(xgb.NewEventFuncs), len(xgb.NewErrorFuncs), eventsKnown, errorsKnown)
	}
}

// BenchmarkCapture measures a picture of a display of 1600 by 1000 pixels.
func BenchmarkCapture(b *testing.B) {
	xvfb(b, "1600x1000x24")
	s, err := Open()
	if err != nil {
		b.Fatal(err)
	}
	whole := s.Displays()[0]
	for b.Loop() {
		if _, err := s.Capture(b.Context(), whole); err != nil {
			b.Fatal(err)
		}
	}
}
