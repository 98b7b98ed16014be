package app

import (
	"runtime"
	"slices"
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
	d.find("status", "6 elements")
	for _, text := range []string{"4 interactive", "1 unique", "2 ambiguous", "1 unnamed"} {
		d.find("button", text)
	}
	if d.has("button", "0 by context") || d.has("button", "0 unproven") {
		t.Error("what there is none of is counted")
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
	if runtime.GOOS == "linux" && (!hasCell(rows[2], "started "+began(orders, time.Now()).Format("2006-01-02 15:04")) && !hasCell(rows[2], "started "+began(orders, time.Now()).Format("15:04:05"))) {
		t.Errorf("when it was started is not told: %+v", rows[2])
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
	d.searchEntry.SetText(`button "New`)
	d.idle()
	if got, said := d.foundText.Text(), d.message.Text(); got != "no locator" || !strings.HasPrefix(said, `parse locator "button \"New" at `) {
		t.Errorf("a broken locator: found %q, message %q", got, said)
	}
	d.searchEntry.SetText(`button "New"`)
	d.idle()
	if got := d.message.Text(); got != "" || d.foundText.Text() != "1 of 1" {
		t.Errorf("the mended locator: found %q, message %q", d.foundText.Text(), got)
	}
	d.key(fyne.KeyEscape)
	if d.searchEntry.Text != "" {
		t.Error("Esc did not clear the search")
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

func hasCell(d view.Description, text string) bool {
	_, ok := d.Find("cell", text)
	return ok
}

func TestTheAskedApplicationIsShownFirst(t *testing.T) {
	apps := []tree.Application{{Name: "orders-gtk3", PID: 7}, {Name: "orders-gtk4", PID: 8}, {Name: "orders", PID: 9}, {Name: "hung", PID: 10, Problem: "does not answer"}}
	for asked, want := range map[string][]int{
		"orders": {9}, "8": {8}, "GTK": {7, 8}, "orders-gtk3": {7}, "nobody": nil, "hung": nil,
	} {
		var got []int
		for _, app := range named(apps, asked, true) {
			got = append(got, app.PID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", asked, got, want)
		}
	}
	if got := named(apps, "gtk", false); got != nil {
		t.Errorf("the last application was found by a part of its name: %v", got)
	}
}
