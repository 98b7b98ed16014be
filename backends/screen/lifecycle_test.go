//go:build unix

package screen

import (
	"context"
	"errors"
	"image/color"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/freeze"
)

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
	for end := time.Now().Add(90 * time.Second); redirected(); time.Sleep(time.Millisecond) {
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
	if err := freeze.Stop(server.Process.Pid); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		began := time.Now()
		_, err := s.CaptureWindows(ctx, all, []tree.Window{w})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 10*time.Second {
			t.Fatalf("stopped server, after %v: %v", time.Since(began), err)
		}
	}
	if err := freeze.Continue(server.Process.Pid); err != nil {
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
