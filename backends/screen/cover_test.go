//go:build unix

package screen

import (
	"errors"
	"testing"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
)

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

// What was painted is seen even where it has the colour of what covers it.
func TestCoverOfTheSameColour(t *testing.T) {
	xvfb(t, "320x200x24")
	s, target, other := ready(t), start(t), start(t)
	w := target.open(place, white, red, 24)
	other.open(all, white, white, 24)
	sees(t, s, all, w, halves(place, white, red)...)
}
