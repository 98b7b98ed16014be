package screen

import (
	"context"
	"image/color"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
)

// recolour has a window at place paint other colours and waits until both are seen.
func recolour(t *testing.T, s *Screen, target *program, w tree.Window, left, right color.RGBA) {
	t.Helper()
	target.add <- window{xproto.Window(w.XID), 24, uint16(place.W), uint16(place.H), left, right}
	if err := xproto.ClearAreaChecked(target.conn, true, xproto.Window(w.XID), 0, 0, 0, 0).Check(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(90 * time.Second); ; time.Sleep(time.Millisecond) {
		got := take(t, s, place, w).Image
		if got.RGBAAt(0, place.H-1) == left && got.RGBAAt(place.W-1, place.H-1) == right {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the window is never seen in %v and %v", left, right)
		}
	}
}

// What is developed is what there was when it was exposed, also where the window has
// painted something else since, was covered, or is gone.
func TestExposureKeepsWhatThereWas(t *testing.T) {
	for _, covered := range []bool{false, true} {
		xvfb(t, "320x200x24")
		s, target, other := ready(t), start(t), start(t)
		w := target.open(place, red, lime, 24)
		if covered {
			other.open(all, ink, sky, 24)
		}
		sees(t, s, all, w, halves(place, red, lime)...) // painted
		for range 3 {
			develop, err := s.Expose(t.Context(), all, []tree.Window{w})
			if err != nil {
				t.Fatal(err)
			}
			recolour(t, s, target, w, white, white)
			got, err := develop(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !compare(t, got, halves(place, red, lime)...) {
				t.Error("it shows what came later")
			}
			recolour(t, s, target, w, red, lime)
		}
		s.desk.pixmaps.mu.Lock()
		if n := len(s.desk.pixmaps.unused); n > 2 {
			t.Errorf("%d pixmaps for two pictures at a time", n)
		}
		s.desk.pixmaps.mu.Unlock()

		develop, err := s.Expose(t.Context(), all, []tree.Window{w})
		if err != nil {
			t.Fatal(err)
		}
		if err := xproto.DestroyWindowChecked(target.conn, xproto.Window(w.XID)).Check(); err != nil {
			t.Fatal(err)
		}
		if got, err := develop(t.Context()); err != nil || !compare(t, got, halves(place, red, lime)...) {
			t.Errorf("of a window that is gone: %v", err)
		}
	}
}

// An exposure that nobody looks at leaves nothing in the display.
func TestExposureThatIsDropped(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target := ready(t), start(t)
	w := target.open(place, red, lime, 24)
	develop, err := s.Expose(t.Context(), all, []tree.Window{w})
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := develop(ended); err == nil {
		t.Error("developed after the end")
	}
	for limit := time.Now().Add(90 * time.Second); ; time.Sleep(time.Millisecond) {
		s.desk.pixmaps.mu.Lock()
		n := len(s.desk.pixmaps.unused)
		s.desk.pixmaps.mu.Unlock()
		if n == 1 {
			return
		}
		if time.Now().After(limit) {
			t.Fatal("its pixels stay in the display")
		}
	}
}

func BenchmarkExpose(b *testing.B) {
	xvfb(b, "1600x1000x24")
	s, target := ready(b), start(b)
	area := tree.Rect{X: 100, Y: 100, W: 900, H: 640}
	w := target.open(area, red, lime, 24)
	for b.Loop() {
		develop, err := s.Expose(b.Context(), area, []tree.Window{w})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if _, err := develop(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
