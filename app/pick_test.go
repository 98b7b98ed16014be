package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// finger points at the screen for a test.
type finger struct {
	over    chan Pointed // what the pointer is over
	pressed chan Pointed
	delay   time.Duration
}

func newFinger() *finger {
	return &finger{over: make(chan Pointed), pressed: make(chan Pointed, 1)}
}

func (f *finger) pick(ctx context.Context, delay time.Duration, over func(Pointed)) (Pointed, error) {
	f.delay = delay
	for {
		select {
		case p := <-f.over:
			over(p)
		case p := <-f.pressed:
			return p, nil
		case <-ctx.Done():
			return Pointed{}, ctx.Err()
		}
	}
}

func at(x, y, pid int) Pointed { return Pointed{At: tree.Point{X: x, Y: y}, PID: pid} }

// raisedWindow counts how often it was brought to the front.
type raisedWindow struct {
	fyne.Window
	times int
}

func (w *raisedWindow) RequestFocus() { w.times++ }

func TestPick(t *testing.T) {
	f := newFinger()
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Pick: f.pick})
	raised := &raisedWindow{Window: d.window}
	d.window = raised
	d.run("pick")
	f.over <- at(115, 155, orders.PID)
	d.until("what the pointer is over is outlined", func() bool { return d.wantedOutline().area.Y == 150 })
	f.pressed <- at(115, 195, orders.PID)
	d.until("the element is selected", func() bool { return d.sel.handle == "save2" && d.Idle() })
	if got := d.message.Text(); got != `picked button "Save"` {
		t.Errorf("message after picking %q", got)
	}
	if raised.times != 1 {
		t.Errorf("the window was brought to the front %d times", raised.times)
	}
	d.run("pick")
	d.key(fyne.KeyEscape)
	d.until("picking has ended", func() bool { return d.picked.cancel == nil && d.Idle() })
	if d.sel.handle != "save2" || d.message.Text() != "picking cancelled" {
		t.Errorf("a cancelled pick selected %q and says %q", d.sel.handle, d.message.Text())
	}
	d.run("pick")
	f.pressed <- Pointed{At: tree.Point{X: 115, Y: 115}, PID: 1, Ours: true}
	d.until("picking has ended", func() bool { return d.picked.cancel == nil && d.Idle() })
	if d.sel.handle != "save2" || !strings.Contains(d.message.Text(), "Samebutton itself") {
		t.Errorf("our own window: selected %q, said %q", d.sel.handle, d.message.Text())
	}
}

// TestPickSeesWhatHasJustOpened: a menu that opened after the last observation is
// read before the place is looked up.
func TestPickSeesWhatHasJustOpened(t *testing.T) {
	f := newFinger()
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{Pick: f.pick})
	raised := &raisedWindow{Window: d.window}
	d.window = raised
	d.run("pick-later")
	if got := d.message.Text(); !strings.Contains(got, "picked in 3 s") {
		t.Errorf("the countdown says %q", got)
	}
	b.set(func(b *scripted) {
		b.snapshot = func() *tree.Snapshot {
			return snapshotOf(button("new", "New", 110, 110), el{handle: "menu", role: tree.RoleMenu, at: tree.Rect{X: 105, Y: 140, W: 200, H: 100}, children: []el{
				{handle: "item", role: tree.RoleMenuItem, name: "Duplicate", at: tree.Rect{X: 106, Y: 150, W: 198, H: 24}},
			}})
		}
	})
	f.pressed <- at(115, 155, orders.PID)
	d.until("the item is selected", func() bool { return d.sel.handle == "item" && d.Idle() })
	if f.delay != pickDelay {
		t.Errorf("the delay was %v", f.delay)
	}
	if raised.times != 0 {
		t.Error("the window took the keyboard, which closes the menu")
	}
}

func TestPickGoesToTheOtherApplication(t *testing.T) {
	f := newFinger()
	other := tree.Application{Handle: "x", Name: "Editor", PID: 12}
	b := &scripted{snapshot: twoSaves, apps: []tree.Application{orders, other}, events: make(chan backends.Event)}
	d := open(t, Services{Backend: b, Screen: flat{}, Pick: f.pick})
	d.run("pick")
	f.pressed <- at(115, 195, 12)
	d.until("its element is selected", func() bool { return d.sel.handle == "save2" && d.Idle() })
	if d.target.Name != "Editor" {
		t.Errorf("%s is shown", d.target.Name)
	}
	d.run("pick")
	f.pressed <- at(115, 195, 999)
	d.until("picking has ended", func() bool { return d.picked.cancel == nil && d.Idle() })
	if got := d.message.Text(); d.target.Name != "Editor" || !strings.Contains(got, "process 999") {
		t.Errorf("after a press on what is no application %s is shown; said %q", d.target.Name, got)
	}
}

func TestPickThatFailsSaysWhy(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Pick: func(context.Context, time.Duration, func(Pointed)) (Pointed, error) {
		return Pointed{}, errors.New("an application holds the pointer")
	}})
	d.run("pick")
	d.until("picking has ended", func() bool { return d.picked.cancel == nil && d.Idle() })
	if got := d.message.Text(); got != "an application holds the pointer" {
		t.Errorf("said %q", got)
	}
}
