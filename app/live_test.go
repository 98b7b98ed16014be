package app

import (
	"errors"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

func TestPartialObservationIsShownAsPartial(t *testing.T) {
	b := &scripted{snapshot: func() *tree.Snapshot {
		s := twoSaves()
		s.Cuts = []tree.Cut{{Node: 1, Reason: tree.CutTime, Missing: -1}}
		return s
	}}
	d := openOrders(t, b, Services{})
	if got := d.health.Text(); !strings.HasPrefix(got, "live · ") || !strings.HasSuffix(got, "partial: 1 cut (time)") {
		t.Errorf("status %q", got)
	}
	if row := d.find("treeitem", "New"); row.Has("unique by role and name") {
		t.Error("an element of a partial observation is said to be unique")
	}
}

func TestSelectionFoldingAndScrollingSurviveRefresh(t *testing.T) {
	many := func(first string) *tree.Snapshot {
		box := el{handle: "box", role: tree.RoleGroup, name: "Box", children: []el{button("inner", "Inner", 110, 110)}}
		all := []el{box}
		if first != "" {
			all = append([]el{button("first", first, 110, 140)}, all...)
		}
		for i := range 80 {
			all = append(all, button(tree.Handle(rune('a'+i)), strings.Repeat("x", i+1), 110, 150+i))
		}
		return snapshotOf(all...)
	}
	b := &scripted{snapshot: func() *tree.Snapshot { return many("") }}
	d := openOrders(t, b, Services{})
	d.fold(d.seen.frozen.ByHandle("box"), false)
	d.selectHandle(tree.Handle(rune('a' + 60)))
	d.idle()
	place := func() fyne.Position { return d.find("treeitem", strings.Repeat("x", 61)).Position }
	before := place()
	b.set(func(b *scripted) { b.snapshot = func() *tree.Snapshot { return many("Brand new") } })
	b.says(backends.Event{Kind: backends.EventChildren, Source: "window"})
	d.until("the new element is shown", func() bool { return d.Idle() && d.has("treeitem", "Brand new") })
	if got := d.selected(); got != strings.Repeat("x", 61) {
		t.Errorf("selection is %q", got)
	}
	if !d.find("treeitem", "Box").Has("collapsed") {
		t.Error("the closed branch is open")
	}
	if after := place(); after != before {
		t.Errorf("the selected row moved from %v to %v although a row came in above it", before, after)
	}
}

func TestVanishedElementStaysAsGhost(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	d.selectHandle("save1")
	d.idle()
	b.set(func(b *scripted) {
		b.snapshot = func() *tree.Snapshot {
			return snapshotOf(button("new", "New", 110, 110), button("save2", "Save", 110, 190))
		}
	})
	b.says(backends.Event{Kind: backends.EventChildren, Source: "window"})
	d.until("the ghost is shown", func() bool { return d.Idle() && d.sel.ghost != nil })
	var labels []string
	for _, row := range d.find("tree", "").Children {
		labels = append(labels, row.Label)
		if row.Has("vanished") != (len(labels) == 3) {
			t.Errorf("row %d %q: states %v", len(labels), row.Label, row.States)
		}
	}
	if got := strings.Join(labels, ","); got != "Orders,New,Save,Save" {
		t.Errorf("rows %s: the ghost must stand where the element was", got)
	}
	if !d.find("region", "Element").Has("vanished") {
		t.Error("the element pane does not say that the element vanished")
	}
	if len(d.stage.Marks()) != 0 {
		t.Error("the ghost is outlined")
	}
	b.set(func(b *scripted) { b.snapshot = twoSaves })
	b.says(backends.Event{Kind: backends.EventChildren, Source: "window"})
	d.until("it is back", func() bool { return d.Idle() && d.sel.ghost == nil })
	if d.selected() != "Save" || d.sel.node == tree.None {
		t.Error("an element that came back is not selected again")
	}
}

func TestReusedHandleIsAnotherElement(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	d.selectHandle("save1")
	d.idle()
	b.set(func(b *scripted) {
		b.snapshot = func() *tree.Snapshot {
			return snapshotOf(el{handle: "save1", role: tree.RoleLabel, name: "Save", at: tree.Rect{X: 110, Y: 150, W: 60, H: 24}})
		}
	})
	b.says(backends.Event{Kind: backends.EventChildren, Source: "window"})
	d.until("the new tree is shown", func() bool { return d.Idle() && len(d.seen.frozen.Nodes) == 3 })
	if d.sel.ghost == nil {
		t.Error("a label with the handle of the button was taken for it")
	}
}

func TestLateObservationIsDropped(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.watch.paused.Store(true)
	d.idle()
	shown := d.seen
	d.present(observation{watch: d.watch, seq: shown.seq - 1, frozen: shown.frozen})
	if d.seen != shown {
		t.Error("an older observation replaced a newer one")
	}
	d.present(observation{watch: &watch{a: d.App}, seq: 1 << 40, frozen: shown.frozen})
	if d.seen != shown {
		t.Error("an observation of another application was shown")
	}
}

func TestStoppedApplicationBlocksNothing(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{Observe: 1500 * time.Millisecond})
	b.set(func(b *scripted) { b.hang = true })
	b.says(backends.Event{Kind: backends.EventState, Source: "new"})
	began := time.Now()
	d.selectHandle("new") // while the observation hangs
	if took := time.Since(began); took > time.Second {
		t.Errorf("selecting took %v while the application did not answer", took)
	}
	d.until("it is said", func() bool { return d.problem != "" })
	if got := d.health.Text(); !strings.Contains(got, "does not answer") || !strings.HasSuffix(got, "complete") {
		t.Errorf("status %q", got)
	}
	row := d.find("treeitem", "New")
	if !row.Has("not proven now: Orders does not answer") || !row.Has("selected") {
		t.Errorf("what was seen last is shown as %v", row.States)
	}
	if cell := row.Children[0]; cell.Value != "question" {
		t.Errorf("the badge is %q", cell.Value)
	}
	if card := d.find("list", "Proof"); card.Children[0].Label != "not proven now: Orders does not answer" {
		t.Errorf("the proof says %q", card.Children[0].Label)
	}
	if said := d.bannerText.Text(); !d.banner.Object.Visible() || !strings.HasPrefix(said, "Orders does not answer: as it was at ") {
		t.Errorf("over the screenshot: %q", said)
	}
	if got := d.counts.Text(); got != "6 elements · none proven now" || d.has("button", "1 unique") {
		t.Errorf("status bar %q", got)
	}
	b.set(func(b *scripted) { b.hang = false })
	d.until("it answers again", func() bool { return d.problem == "" })
	if got := d.health.Text(); !strings.HasPrefix(got, "live") {
		t.Errorf("status %q after it answered again", got)
	}
	d.idle()
	if row := d.find("treeitem", "New"); !row.Has("unique by role and name") || d.banner.Object.Visible() {
		t.Errorf("after it answered again: %v", row.States)
	}
	if card := d.find("list", "Proof"); strings.HasPrefix(card.Children[0].Label, "not proven") {
		t.Errorf("the proof still says %q", card.Children[0].Label)
	}
}

func TestPauseReadsNothingUntilAsked(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	d.run("pause")
	d.idle()
	before := b.observed
	b.says(backends.Event{Kind: backends.EventState, Source: "new", Detail: "focused", On: true})
	d.until("the event is listed", func() bool { return d.Idle() && d.drawer.Events.Summary() != "" })
	if b.observed != before {
		t.Error("a paused window read the application")
	}
	if got := d.health.Text(); !strings.HasPrefix(got, "paused") {
		t.Errorf("status %q", got)
	}
	d.run("refresh")
	d.until("it was read once", func() bool { return d.Idle() && b.observed == before+1 })
	d.showDrawer(view.TabEvents)
	if row := d.find("log", "Events").Children[0]; row.Label != "state  +focused" || row.Value != `button "New"` {
		t.Errorf("event row %q %q", row.Label, row.Value)
	}
}

func TestBackendErrorSaysWhatToDo(t *testing.T) {
	b := &scripted{err: errors.Join(backends.ErrNoBus), events: make(chan backends.Event)}
	d := open(t, Services{Backend: b})
	d.observe(orders)
	d.until("the problem is shown", func() bool { return d.problem != "" })
	if !strings.Contains(d.problem, "samebutton doctor") {
		t.Errorf("problem %q", d.problem)
	}
	if !d.has("status", "Orders "+d.problem) {
		t.Error("the empty stage does not tell the problem")
	}
}

func TestLateProofIsDropped(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	for _, h := range []tree.Handle{"new", "save1", "bare", "save2"} {
		d.selectHandle(h) // the proofs of all four are made at the same time
	}
	for !d.Idle() {
		(<-d.queue)()
		e, _ := d.element.Shown()
		if got := e.Frozen.Nodes[e.Node].Handle; got != "save2" {
			t.Fatalf("the proof of %q came late and is shown for save2", got)
		}
	}
}

// Samebutton's own window usually lies over the application.
func TestStageShowsNothingThatCoversTheApplication(t *testing.T) {
	screen := fake.NewScreen(800, 600)
	screen.Cover(tree.Rect{W: 800, H: 600}, color.White)
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Screen: screen})
	if d.seen.capture == nil {
		t.Fatalf("no picture: %s", d.seen.pictureProblem)
	}
	if got := d.seen.capture.Image.RGBAAt(150, 150); got != (color.RGBA{0x80, 0x80, 0x80, 0xff}) {
		t.Errorf("the stage shows %v", got)
	}
}
