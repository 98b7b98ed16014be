//go:build cgo

package main

import (
	"context"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// onX is a display with windows of other programs.
type onX struct {
	t    *testing.T
	conn *xgb.Conn
}

func (x onX) window(r tree.Rect) xproto.Window {
	x.t.Helper()
	id, err := xproto.NewWindowId(x.conn)
	if err == nil {
		err = xproto.CreateWindowChecked(x.conn, 0, id, xconn.Root(x.conn).Root, int16(r.X), int16(r.Y), uint16(r.W), uint16(r.H), 0,
			xproto.WindowClassInputOutput, 0, xproto.CwBackPixel, []uint32{0xffffff}).Check()
	}
	if err == nil {
		err = xproto.MapWindowChecked(x.conn, id).Check()
	}
	if err != nil {
		x.t.Fatal(err)
	}
	return id
}

func (x onX) configure(w xproto.Window, mask uint16, values ...uint32) {
	x.t.Helper()
	if err := xproto.ConfigureWindowChecked(x.conn, w, mask, values).Check(); err != nil {
		x.t.Fatal(err)
	}
}

// outlined returns what the edges of the marker enclose, empty where they are
// hidden or lie below a window.
func (x onX) outlined(m *screenMarker, below xproto.Window) tree.Rect {
	m.mu.Lock()
	edges, open := m.edges, m.conn != nil
	m.mu.Unlock()
	if !open {
		return tree.Rect{}
	}
	children, err := xproto.QueryTree(x.conn, xconn.Root(x.conn).Root).Reply()
	if err != nil {
		x.t.Fatal(err)
	}
	place := map[xproto.Window]int{}
	for i, c := range children.Children {
		place[c] = i
	}
	var rects [4]tree.Rect
	for i, e := range edges {
		a, err := xproto.GetWindowAttributes(x.conn, e).Reply()
		g, failed := xproto.GetGeometry(x.conn, xproto.Drawable(e)).Reply()
		if err != nil || failed != nil || a.MapState != xproto.MapStateViewable || place[e] < place[below] {
			return tree.Rect{}
		}
		rects[i] = tree.Rect{X: int(g.X), Y: int(g.Y), W: int(g.Width), H: int(g.Height)}
	}
	left, top := rects[2], rects[0]
	return tree.Rect{X: left.X + left.W, Y: top.Y + top.H, W: rects[3].X - left.X - left.W, H: left.H}
}

func TestTheOutlineIsOnlyWhereTheElementCanBeSeen(t *testing.T) {
	t.Setenv("DISPLAY", display(t))
	conn, err := xconn.Open(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	x := onX{t, conn}
	frame := tree.Rect{X: 50, Y: 60, W: 200, H: 150}
	target := x.window(frame)
	other := x.window(tree.Rect{X: 400, Y: 300, W: 100, H: 100})
	m := &screenMarker{}
	defer m.close()
	button := tree.Rect{X: 70, Y: 80, W: 40, H: 20}
	in := tree.Window{XID: uint32(target), Frame: frame}
	expect := func(what string, want tree.Rect) {
		t.Helper()
		var got tree.Rect
		for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
			if got = x.outlined(m, target); got == want {
				return
			}
		}
		t.Fatalf("%s: outlined %v, want %v", what, got, want)
	}
	m.show(button, in)
	expect("a button in sight", button)
	x.configure(target, xproto.ConfigWindowX|xproto.ConfigWindowY, 150, 90)
	moved := tree.Rect{X: 170, Y: 110, W: 40, H: 20}
	expect("its window was moved", moved)
	x.configure(other, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowStackMode, 190, 100, xproto.StackModeAbove)
	expect("another window covers it", tree.Rect{})
	x.configure(target, xproto.ConfigWindowStackMode, xproto.StackModeAbove)
	expect("its window was raised", moved)
	x.configure(other, xproto.ConfigWindowX|xproto.ConfigWindowStackMode, 300, xproto.StackModeAbove)
	expect("another window covers something else", moved)
	x.configure(target, xproto.ConfigWindowWidth, 220)
	expect("its window was resized", tree.Rect{})
	in.Frame = tree.Rect{X: 150, Y: 90, W: 220, H: 150}
	m.show(tree.Rect{X: 180, Y: 110, W: 50, H: 20}, in)
	expect("the next observation", tree.Rect{X: 180, Y: 110, W: 50, H: 20})
	if err := xproto.UnmapWindowChecked(conn, target).Check(); err != nil {
		t.Fatal(err)
	}
	expect("its window was minimised", tree.Rect{})
	if err := xproto.MapWindowChecked(conn, target).Check(); err != nil {
		t.Fatal(err)
	}
	expect("its window came back", tree.Rect{X: 180, Y: 110, W: 50, H: 20})
	m.show(tree.Rect{}, tree.Window{})
	expect("nothing is selected", tree.Rect{})
	m.show(button, tree.Window{Frame: frame})
	expect("a window that nothing identifies", tree.Rect{})
	m.close()
	m.show(button, in)
	if m.conn != nil {
		t.Error("a closed marker connects again")
	}
}
