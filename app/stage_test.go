package app

import (
	"fmt"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func near(a, b fyne.Position) bool {
	return math.Abs(float64(a.X-b.X)) < 1.5 && math.Abs(float64(a.Y-b.Y)) < 1.5
}

func TestZoomKeepsTheMiddleAndFitShowsAll(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	if got := d.zoomText.Text(); got != "100 %" {
		t.Errorf("before the first paint the zoom is %q", got)
	}
	d.window.Canvas().Capture()
	if got := d.stage.Zoom(); got != 1 {
		t.Fatalf("a window that fits is shown at %.2f, want 1", got)
	}
	d.window.Resize(fyne.NewSize(700, 500))
	d.window.Canvas().Capture()
	if got, want := d.zoomText.Text(), fmt.Sprintf("%.0f %%", 100*d.stage.Zoom()); got != want || d.stage.Zoom() >= 1 {
		t.Errorf("in a small window the zoom is %q, in truth %q", got, want)
	}
	d.window.Resize(fyne.NewSize(1200, 800))
	d.window.Canvas().Capture()
	middle := tree.Point{X: 300, Y: 250}
	before := d.stage.PlaceOf(middle)
	d.run("zoom-in")
	d.run("zoom-in")
	if d.stage.Zoom() <= 1.2 || !near(d.stage.PlaceOf(middle), before) {
		t.Errorf("zoom %.2f moved the middle from %v to %v", d.stage.Zoom(), before, d.stage.PlaceOf(middle))
	}
	if got := d.prefs.zoom(); got != d.stage.Zoom() {
		t.Errorf("remembered zoom %.2f", got)
	}
	at := d.stage.PlaceOf(middle)
	d.stage.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(30, -20)})
	if got := d.stage.PlaceOf(middle); !near(got, at.AddXY(30, -20)) {
		t.Errorf("dragging by 30, -20 moved a point from %v to %v", at, got)
	}
	d.stage.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 10)})
	if got := d.stage.PlaceOf(middle); !near(got, at.AddXY(30, -10)) {
		t.Errorf("the wheel moved the point to %v", got)
	}
	d.run("zoom-fit")
	if !d.stage.Fitted() || d.prefs.zoom() != 0 {
		t.Error("fit is not remembered")
	}
}

func TestPictureCannotBeLost(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.window.Canvas().Capture()
	for range 200 {
		d.stage.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(100, 100)})
	}
	if p, size := d.stage.PlaceOf(tree.Point{X: 100, Y: 100}), d.stage.Size(); p.X > size.Width || p.Y > size.Height {
		t.Errorf("the picture was dragged out of sight, to %v of %v", p, size)
	}
}

func TestHoverNamesTheElement(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.window.Canvas().Capture()
	e := &desktop.MouseEvent{}
	e.Position = d.stage.PlaceOf(tree.Point{X: 120, Y: 160})
	d.stage.MouseMoved(e)
	if got := d.tips.Text(); len(got) != 2 || got[0] != `button "Save"` || got[1] != "ambiguous: 2 elements with this role and name" {
		t.Errorf("beside the pointer: %q", got)
	}
	d.watch.paused.Store(true)
	gone := *d.seen
	gone.frozen, gone.seq = inspector.Freeze(snapshotOf(button("new", "New", 110, 110))), gone.seq+1
	d.present(gone)
	if got := d.tips.Text(); len(got) == 0 || got[0] != `window "Orders"` {
		t.Errorf("after the element vanished below the pointer: %q", got)
	}
	d.stage.MouseOut()
	if got := d.tips.Text(); len(got) != 0 {
		t.Errorf("the hint stays: %q", got)
	}
}

func TestClickMeansTheButtonThenItsLabel(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		b := button("save", "Save", 110, 110)
		b.children = []el{{handle: "label", role: tree.RoleLabel, name: "Save", at: tree.Rect{X: 120, Y: 114, W: 30, H: 14}}}
		return snapshotOf(b)
	}}, Services{})
	for i, want := range []tree.Handle{"save", "label", "save"} {
		clickStage(d, tree.Point{X: 130, Y: 120})
		if d.sel.handle != want {
			t.Errorf("click %d selects %q, want %q", i+1, d.sel.handle, want)
		}
	}
}

func TestBoxesWithoutNamesAreNotOutlinedAsTwins(t *testing.T) {
	box := func(h tree.Handle, x int) el {
		return el{handle: h, role: tree.RoleGeneric, at: tree.Rect{X: x, Y: 110, W: 20, H: 20}}
	}
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot { return snapshotOf(box("a", 110), box("b", 140), box("c", 170)) }}, Services{})
	d.selectHandle("a")
	d.idle()
	if got := d.stage.Marks(); len(got) != 1 || got[0].Kind != view.MarkSelected {
		t.Errorf("marks %+v", got)
	}
}

func TestDraggingDoesNotSelect(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.window.Canvas().Capture()
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = d.stage.PlaceOf(tree.Point{X: 120, Y: 120})
	d.stage.MouseDown(e)
	d.stage.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(9, 9)})
	d.stage.MouseUp(e)
	d.idle()
	if d.sel.handle != "" {
		t.Errorf("a drag selected %q", d.sel.handle)
	}
}

func TestUnprovenBoundsAreSaidNotDrawn(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		s := twoSaves()
		s.Nodes[2].Bounds.Confidence = tree.Unproven
		return s
	}}, Services{})
	d.selectHandle("new")
	d.idle()
	if got := d.find("img", "Screenshot"); !saysNote(got, "its bounds are not proven") {
		t.Errorf("the stage does not say why nothing is outlined: %+v", got)
	}
}

func saysNote(d view.Description, text string) bool {
	_, ok := d.Find("note", "no outline: "+text)
	return ok
}

func TestRememberedZoomIsUsed(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.run("zoom-in")
	d.run("zoom-in")
	want := d.stage.Zoom()
	again := &desk{t: t, queue: make(chan func(), 4096)}
	again.App = New(d.fyne, Services{Backend: &scripted{snapshot: twoSaves, events: make(chan backends.Event)}, Screen: flat{}, Post: func(f func()) { again.queue <- f }})
	defer again.close()
	again.window.Resize(fyne.NewSize(1200, 800))
	again.window.Show()
	again.observe(orders)
	again.until("it is shown", func() bool { return again.seen != nil && again.Idle() })
	if got := again.stage.Zoom(); got != want || again.zoomText.Text() != "156 %" {
		t.Errorf("zoom %.2f, shown as %q, want %.2f", got, again.zoomText.Text(), want)
	}
	middle, size := again.stage.PlaceOf(tree.Point{X: 300, Y: 250}), again.stage.Size()
	if !near(middle, fyne.NewPos(size.Width/2, size.Height/2)) {
		t.Errorf("the middle of the picture is at %v of %v", middle, size)
	}
}

func TestWindowIsRemembered(t *testing.T) {
	d := open(t, Services{})
	d.run("theme-light")
	d.run("pane-drawer")
	s := d.bench.Sizes()
	s.Left = 222
	d.bench.SetSizes(s)
	d.bench.OnResized()
	d.run("filter")
	d.eventTools.entry.SetText("focus")
	again := New(d.fyne, Services{Post: func(f func()) {}})
	defer again.close()
	if text, _ := again.drawer.Events.Filter(); !again.prefs.filter() || text != "focus" || again.eventTools.entry.Text != "focus" {
		t.Errorf("filters: tree %t, events %q", again.prefs.filter(), text)
	}
	if m := again.prefs.mode(); m != view.ModeLight {
		t.Errorf("theme %q", m)
	}
	if got := again.bench.Sizes(); got.Left != 222 || !got.HideBottom {
		t.Errorf("sizes %+v", got)
	}
	d.fyne.Preferences().SetFloat(keyLeft, math.NaN())
	if got := d.prefs.sizes().Left; got != 300 {
		t.Errorf("nonsense in the preferences gives a pane of %v", got)
	}
}

func TestUnnamedBoxesAreLeftOutUnlessAsked(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		return snapshotOf(el{handle: "box", role: tree.RoleGeneric, children: []el{button("a", "Apple", 110, 110)}})
	}}, Services{})
	if d.has("treeitem", "[generic]") || !d.has("treeitem", "Apple") {
		t.Error("a box that only arranges is a row of the tree")
	}
	d.run("boxes")
	if !d.has("treeitem", "[generic]") {
		t.Error("boxes cannot be shown")
	}
	d.run("boxes")
	d.selectHandle("box")
	d.idle()
	if d.selected() != "[generic]" {
		t.Error("a box that is selected is not in the tree")
	}
}

// What is looked at stays where it is when a banner comes or goes.
func TestTheBannerMovesNothing(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: withStatus}, Services{})
	d.idle()
	at := func() (fyne.Position, fyne.Size) {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(d.stage), d.stage.Size()
	}
	place, size := at()
	if d.banner.Object.Visible() || size.IsZero() {
		t.Fatalf("banner %v, stage %v", d.banner.Object.Visible(), size)
	}
	for _, on := range []bool{true, false} {
		if on {
			d.pointAt("assert")
			strip := fyne.CurrentApp().Driver().AbsolutePositionForObject(d.banner.Object)
			if h := d.banner.Object.Size().Height; h != view.StatusHeight || strip != place.SubtractXY(0, h) {
				t.Errorf("the banner is %v high at %v, the picture at %v", h, strip, place)
			}
		} else {
			d.stopPointing()
		}
		if nowAt, nowSize := at(); d.banner.Object.Visible() != on || nowAt != place || nowSize != size {
			t.Errorf("banner shown %v: the picture is at %v, %v; it was at %v, %v", on, nowAt, nowSize, place, size)
		}
	}
}
