package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// twoSaves is a window with "New", two times "Save", and a button without a name.
func twoSaves() *tree.Snapshot {
	return snapshotOf(button("new", "New", 110, 110), button("save1", "Save", 110, 150), button("save2", "Save", 110, 190), button("bare", "", 110, 230))
}

// clickStage presses and releases the pointer at a point of the screen.
func clickStage(d *desk, p tree.Point) {
	d.window.Canvas().Capture() // paints once, so that the stage knows its size
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = d.stage.PlaceOf(p)
	d.stage.MouseDown(e)
	d.stage.MouseUp(e)
	d.idle()
}

func TestTreeAndStageFollowEachOther(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	clickStage(d, tree.Point{X: 120, Y: 120})
	if got := d.selected(); got != "New" {
		t.Errorf("after a click on New in the picture the tree has %q", got)
	}
	d.focusTree()
	d.key(fyne.KeyDown)
	d.idle()
	if e, ok := d.element.Shown(); !ok || e.Frozen.Nodes[e.Node].Handle != "save1" {
		t.Error("the element pane does not follow the tree")
	}
	marks := d.stage.Marks()
	if len(marks) != 2 || marks[0].Kind != view.MarkTwin || marks[0].Number != 1 || marks[0].Bounds.Y != 190 ||
		marks[1].Kind != view.MarkSelected || marks[1].Bounds.Y != 150 {
		t.Errorf("marks on the stage: %+v", marks)
	}
}

func TestProofCardLeadsToTheTwin(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.selectHandle("save1")
	d.idle()
	card := d.find("list", "Proof")
	if got := card.Children[0].Label; got != "matched 2 of 6 compared" {
		t.Errorf("proof says %q", got)
	}
	if got := d.find("textbox", "Locator").Value; got != `window "Orders" > button "Save"` {
		t.Errorf("locator %q", got)
	}
	twin := card.Children[len(card.Children)-1]
	test.TapCanvas(d.window.Canvas(), twin.Position.AddXY(40, twin.Size.Height/2))
	d.idle()
	if d.sel.handle != "save2" {
		t.Errorf("the twin leads to %q", d.sel.handle)
	}
}

func TestBadges(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	want := map[string]string{
		"New": "unique by role and name", "Save": "ambiguous: 2 elements with this role and name", "[button]": "has no name",
	}
	for label, words := range want {
		if row := d.find("treeitem", label); !row.Has(words) {
			t.Errorf("%s: states %v, want %q", label, row.States, words)
		}
	}
	if got, want := d.counts.Text(), "6 elements · 4 interactive · 1 unique · 2 ambiguous · 1 unnamed"; got != want {
		t.Errorf("status bar %q, want %q", got, want)
	}
}

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
	d := openOrders(t, b, Services{Observe: 300 * time.Millisecond})
	b.set(func(b *scripted) { b.hang = true })
	b.says(backends.Event{Kind: backends.EventState, Source: "new"})
	began := time.Now()
	d.selectHandle("new") // while the observation hangs
	if took := time.Since(began); took > 100*time.Millisecond {
		t.Errorf("selecting took %v while the application did not answer", took)
	}
	d.until("it is said", func() bool { return d.problem != "" })
	if got := d.health.Text(); !strings.Contains(got, "does not answer") || !strings.HasSuffix(got, "complete") {
		t.Errorf("status %q", got)
	}
	if !d.has("treeitem", "New") {
		t.Error("what was seen last is gone")
	}
	b.set(func(b *scripted) { b.hang = false })
	d.until("it answers again", func() bool { return d.problem == "" })
	if got := d.health.Text(); !strings.HasPrefix(got, "live") {
		t.Errorf("status %q after it answered again", got)
	}
}

func TestInspectingNeverActs(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	for _, h := range []tree.Handle{"new", "save1", "save2", "bare"} {
		d.selectHandle(h)
		d.key(fyne.KeyReturn, fyne.KeySpace)
	}
	clickStage(d, tree.Point{X: 120, Y: 120})
	d.run("refresh")
	d.idle()
	if b.acted != 0 {
		t.Errorf("looking at elements acted %d times", b.acted)
	}
}

func TestPauseReadsNothingUntilAsked(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	d.run("pause")
	d.idle()
	before := b.observed
	b.says(backends.Event{Kind: backends.EventState, Source: "new", Detail: "focused", On: true})
	d.until("the event is listed", func() bool { return d.Idle() && len(d.App.events) > 0 })
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

func TestChooserIsSearchedByKeyboard(t *testing.T) {
	b := &scripted{snapshot: twoSaves, events: make(chan backends.Event), apps: []tree.Application{
		{Handle: "x", Name: "Editor", PID: 12, Toolkit: "qt"},
		{Handle: "y", Name: "Stuck", PID: 13, Problem: "no answer in 0.8 s"},
		orders,
	}}
	d := open(t, Services{Backend: b, Screen: flat{}})
	if !d.has("status", "Which application?") {
		t.Error("the empty window does not say what to do")
	}
	d.run("application")
	d.idle()
	rows := d.find("listbox", "Applications").Children
	if len(rows) != 3 || rows[1].Label != "Stuck" || !hasCell(rows[1], "does not answer") {
		t.Errorf("applications: %+v", rows)
	}
	test.Type(d.chooser.Entry, "ord")
	d.key(fyne.KeyReturn)
	d.until("Orders is shown", func() bool { return d.seen != nil && d.Idle() })
	if got := d.appButton.Text(); got != "Orders (gtk)" {
		t.Errorf("application button %q", got)
	}
	if got := d.prefs.application(); got != "Orders" {
		t.Errorf("remembered application %q", got)
	}
}

func TestKeyboardAlone(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		return snapshotOf(el{handle: "box", role: tree.RoleGroup, name: "Box", children: []el{button("a", "Apple", 110, 110), button("b", "Pear", 110, 140)}}, button("c", "Plum", 110, 170))
	}}, Services{})
	d.run("go-tree")
	for _, step := range []struct {
		key  fyne.KeyName
		want string
	}{
		{fyne.KeyDown, "Orders"}, {fyne.KeyDown, "Box"}, {fyne.KeyRight, "Apple"}, {fyne.KeyLeft, "Box"},
		{fyne.KeyEnd, "Plum"}, {fyne.KeyHome, "Orders"}, {fyne.KeyUp, "Orders"},
	} {
		d.key(step.key)
		d.idle()
		if got := d.selected(); got != step.want {
			t.Fatalf("after %s %q is selected, want %q", step.key, got, step.want)
		}
	}
	f := d.window.Canvas().Focused()
	f.TypedRune('p')
	f.TypedRune('l')
	d.idle()
	if got := d.selected(); got != "Plum" {
		t.Errorf("typing pl finds %q", got)
	}
	d.key(fyne.KeyHome, fyne.KeyDown, fyne.KeyLeft)
	d.idle()
	if d.has("treeitem", "Apple") {
		t.Error("Left did not close the branch")
	}
	d.run("copy-locator")
	if got, want := d.fyne.Clipboard().Content(), `window "Orders" > group "Box"`; got != want {
		t.Errorf("clipboard %q, want %q", got, want)
	}
}

func TestSearch(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.run("search")
	test.Type(d.searchEntry, "role:button save")
	d.idle()
	if got := d.foundText.Text(); got != "1 of 2" || d.sel.handle != "save1" {
		t.Errorf("found %q, selected %q", got, d.sel.handle)
	}
	d.key(fyne.KeyReturn)
	d.idle()
	if got := d.foundText.Text(); got != "2 of 2" || d.sel.handle != "save2" {
		t.Errorf("after Enter %q, selected %q", got, d.sel.handle)
	}
	d.searchEntry.SetText(`button "New"`)
	d.idle()
	if d.sel.handle != "new" {
		t.Errorf("the locator found %q", d.sel.handle)
	}
	d.searchEntry.SetText("nothing like this")
	d.idle()
	if got := d.foundText.Text(); got != "none" {
		t.Errorf("found %q", got)
	}
	d.key(fyne.KeyEscape)
	if d.searchEntry.Text != "" {
		t.Error("Esc did not clear the search")
	}
}

func TestPick(t *testing.T) {
	points := make(chan tree.Point, 1)
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Pick: func(ctx context.Context, _ time.Duration) (tree.Point, error) {
		select {
		case p := <-points:
			return p, nil
		case <-ctx.Done():
			return tree.Point{}, ctx.Err()
		}
	}})
	d.run("pick")
	points <- tree.Point{X: 115, Y: 195}
	d.until("the element is selected", func() bool { return d.sel.handle == "save2" && d.Idle() })
	d.run("pick")
	d.key(fyne.KeyEscape)
	d.until("picking has ended", func() bool { return d.picking == nil && d.Idle() })
	if d.sel.handle != "save2" {
		t.Error("a cancelled pick changed the selection")
	}
}

func TestCommandsWithoutServicesSayWhy(t *testing.T) {
	d := open(t, Services{})
	for _, id := range []string{"application", "record", "replay", "save", "open", "sample", "pick", "import"} {
		if d.command(id).why() == "" {
			t.Errorf("%s seems possible without anything to do it with", id)
		}
		d.run(id)
		if d.message.Text() == "" {
			t.Errorf("%s does not say why it cannot be done", id)
		}
	}
	if !d.find("button", "Record").Has("disabled") {
		t.Error("the record button is not disabled")
	}
}

func TestEveryCommandIsAMenuItemWithItsOwnShortcut(t *testing.T) {
	d := open(t, Services{})
	taken := map[string]string{}
	items := 0
	for _, m := range d.window.MainMenu().Items {
		for _, it := range m.Items {
			if it.IsSeparator {
				continue
			}
			items++
			if it.Shortcut == nil {
				t.Errorf("%s has no shortcut", it.Label)
				continue
			}
			if other, ok := taken[it.Shortcut.ShortcutName()]; ok {
				t.Errorf("%s and %s share %s", it.Label, other, it.Shortcut.ShortcutName())
			}
			taken[it.Shortcut.ShortcutName()] = it.Label
		}
	}
	if items != len(d.commands) {
		t.Errorf("%d menu items for %d commands", items, len(d.commands))
	}
}

func TestSnapshotFileIsShownOffline(t *testing.T) {
	d := open(t, Services{OpenSnapshot: func(string) (*tree.Snapshot, error) { return twoSaves(), nil }, Files: answers{path: "/tmp/bug.snapshot"}})
	d.run("open")
	d.until("it is shown", func() bool { return d.seen != nil && d.Idle() })
	if got := d.health.Text(); !strings.HasPrefix(got, "snapshot file") {
		t.Errorf("status %q", got)
	}
	if d.command("record").why() == "" {
		t.Error("a file can be recorded")
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

// answers gives the same file name to every question.
type answers struct {
	path string
	err  error
}

func (a answers) Open(string, string, ...string) (string, error) { return a.path, a.err }
func (a answers) Save(string, string, string) (string, error)    { return a.path, a.err }

func hasCell(d view.Description, text string) bool {
	_, ok := d.Find("cell", text)
	return ok
}
