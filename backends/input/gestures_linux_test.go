//go:build cgo

package input

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// nothingPressed fails where a button or key is down, by what the display says.
func nothingPressed(t *testing.T, p *Pointer) {
	t.Helper()
	q, err := xproto.QueryPointer(p.conn, xconn.Root(p.conn).Root).Reply()
	must(t, err)
	const buttons = xproto.ButtonMask1 | xproto.ButtonMask2 | xproto.ButtonMask3
	const modifiers = xproto.ModMaskShift | xproto.ModMaskControl | xproto.ModMask1 | xproto.ModMask4
	if q.Mask&(buttons|modifiers) != 0 {
		t.Errorf("the display has buttons or modifiers down: %#x", q.Mask)
	}
	keys, err := xproto.QueryKeymap(p.conn).Reply()
	must(t, err)
	for i, b := range keys.Keys {
		if b != 0 {
			t.Errorf("the display has keys down: byte %d is %#x", i, b)
		}
	}
}

func TestPointerGesturesArrive(t *testing.T) {
	tg, p := startTarget(t), newPointer(t)
	at := tg.place("surface")
	must(t, p.Move(t.Context(), at))
	must(t, p.DoubleClick(t.Context()))
	must(t, p.Click(t.Context(), 1, "ctrl", "shift"))
	must(t, p.Scroll(t.Context(), 0, 2))
	must(t, p.Scroll(t.Context(), -1, -1))
	to := tree.Point{X: at.X + 60, Y: at.Y - 20}
	asked := false
	must(t, p.Drag(t.Context(), to, func(context.Context) error { asked = true; return nil }))
	nothingPressed(t, p)
	tg.await(t, "the end of the drag", func(l line) bool { return l.Event == "release" && l.X == to.X && l.Y == to.Y })
	if !asked {
		t.Error("nobody was asked before letting go")
	}
	var got []line
	for _, l := range tg.log("press", "release") {
		l.Time, l.State = 0, l.State&5
		got = append(got, l)
	}
	press := func(x, y, state int) line { return line{Event: "press", Button: 1, X: x, Y: y, State: state} }
	release := func(x, y, state int) line { return line{Event: "release", Button: 1, X: x, Y: y, State: state} }
	want := []line{
		press(at.X, at.Y, 0), release(at.X, at.Y, 0), press(at.X, at.Y, 0), release(at.X, at.Y, 0),
		press(at.X, at.Y, 5), release(at.X, at.Y, 5),
		press(at.X, at.Y, 0), release(to.X, to.Y, 0),
	}
	if len(got) != len(want) {
		t.Fatalf("%d events: %+v", len(got), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("event %d: %+v, want %+v", i, got[i], want[i])
		}
	}
	var turns []string
	for _, l := range tg.log("scroll") {
		turns = append(turns, l.Name)
	}
	if len(turns) != 4 || turns[0] != "down" || turns[1] != "down" || turns[2] != "up" || turns[3] != "left" {
		t.Errorf("the wheel went %q", turns)
	}
}

// However a drag ends, its button is up afterwards and nothing was dropped.
func TestPointerDragLetsGo(t *testing.T) {
	errNo := errors.New("something else is there")
	for _, tc := range []struct {
		name string
		sure func(cancel func()) error
		want error
	}{
		{"refused at the end", func(func()) error { return errNo }, errNo},
		{"ended by its context", func(cancel func()) error { cancel(); return nil }, context.Canceled},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tg, p := startTarget(t), newPointer(t)
			at := tg.place("surface")
			must(t, p.Move(t.Context(), at))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			err := p.Drag(ctx, tree.Point{X: at.X + 40, Y: at.Y}, func(context.Context) error { return tc.sure(cancel) })
			if !errors.Is(err, tc.want) || backends.DeliveryOf(err) != backends.Uncertain {
				t.Errorf("drag: %v", err)
			}
			tg.await(t, "the release", func(l line) bool { return l.Event == "release" })
			tg.await(t, "Escape", func(l line) bool { return l.Event == "key" && l.Name == "Escape" })
			nothingPressed(t, p)
		})
	}
	t.Run("stopped on the way", func(t *testing.T) {
		tg, p := startTarget(t), newPointer(t)
		must(t, p.Move(t.Context(), tree.Point{X: 5, Y: 5}))
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
		defer cancel()
		err := p.Drag(ctx, tg.place("surface"), nil)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("drag: %v", err)
		}
		p.Close() // waits for whoever has the pointer
		nothingPressed(t, newPointer(t))
	})
	t.Run("a panic", func(t *testing.T) {
		tg, p := startTarget(t), newPointer(t)
		must(t, p.Move(t.Context(), tg.place("surface")))
		sent := false
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_ = p.drag(t.Context(), tree.Point{X: 50, Y: 50}, func(context.Context) error { panic("in the question") }, &sent)
		}()
		nothingPressed(t, p)
	})
}

func TestPointerGesturesRefuse(t *testing.T) {
	p := newPointer(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for what, err := range map[string]error{
		"drag off screen":   p.Drag(t.Context(), tree.Point{X: 99999, Y: 1}, nil),
		"drag, ended":       p.Drag(ended, tree.Point{X: 1, Y: 1}, nil),
		"double, ended":     p.DoubleClick(ended),
		"scroll, ended":     p.Scroll(ended, 0, 1),
		"click, no such":    p.Click(t.Context(), 1, "ctlr"),
		"click, same twice": p.Click(t.Context(), 1, "ctrl", "ctrl"),
	} {
		if err == nil || backends.DeliveryOf(err) != backends.NotDelivered {
			t.Errorf("%s: %v", what, err)
		}
	}
	nothingPressed(t, p)
}
