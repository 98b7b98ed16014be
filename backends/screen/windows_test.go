//go:build unix

package screen

import (
	"errors"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
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
	for end := time.Now().Add(90 * time.Second); ; time.Sleep(time.Millisecond) {
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
