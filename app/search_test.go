package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
)

// tapOn presses a part of the window that is found by its meaning.
func (d *desk) tapOn(part view.Description) {
	d.t.Helper()
	if part.Size.Width <= 0 {
		d.t.Fatalf("%s %q is not to be seen", part.Role, part.Label)
	}
	test.TapCanvas(d.window.Canvas(), part.Position.AddXY(part.Size.Width/2, part.Size.Height/2))
	d.idle()
}

func TestACountLeadsToWhatItCounts(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.tapOn(d.find("button", "2 ambiguous"))
	if got := d.searchEntry.Text; got != "is:ambiguous" || d.sel.handle != "save1" {
		t.Errorf("looked for %q, selected %q", got, d.sel.handle)
	}
	d.tapOn(d.find("button", "2 ambiguous"))
	if d.sel.handle != "save2" {
		t.Errorf("pressed again it selects %q", d.sel.handle)
	}
	d.tapOn(d.find("button", "1 unnamed"))
	if d.sel.handle != "bare" {
		t.Errorf("unnamed leads to %q", d.sel.handle)
	}
}

func TestF3GoesOnWhereverTheKeyboardIs(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.run("search")
	test.Type(d.searchEntry, "save")
	d.idle()
	for _, c := range []struct {
		who   string
		focus fyne.Focusable
	}{{"the field", d.searchEntry}, {"the stage", d.stage}, {"a button", d.buttons["pause"]}} {
		before := d.sel.handle
		d.window.Canvas().Focus(c.focus)
		d.key(fyne.KeyF3)
		d.idle()
		if d.sel.handle == before {
			t.Errorf("F3 in %s does nothing", c.who)
		}
	}
	before := d.sel.handle
	d.focusTree()
	d.key(fyne.KeyF3)
	d.idle()
	if d.sel.handle == before {
		t.Error("F3 in the tree does nothing")
	}
}

func TestF6GoesThroughThePanes(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.selectHandle("new")
	d.idle()
	d.run("search")
	for _, step := range []struct {
		pane string
		has  func() bool
	}{{"tree", d.tree.Focused}, {"stage", d.stage.Focused}, {"element", d.element.Focused}, {"drawer", d.drawer.Focused}} {
		d.key(fyne.KeyF6)
		if !step.has() {
			t.Fatalf("F6 does not lead to the %s", step.pane)
		}
	}
	d.key(fyne.KeyF6)
	if d.window.Canvas().Focused() != fyne.Focusable(d.searchEntry) {
		t.Error("F6 does not come back to the search field")
	}
}

func TestArrowsDoNotFollowLinks(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.selectHandle("save1")
	d.idle()
	d.tapOn(d.find("tab", "Relations"))
	d.element.Focus(d.window.Canvas())
	d.key(fyne.KeyDown)
	d.idle()
	if d.sel.handle != "save1" {
		t.Fatalf("an arrow key in the relations selected %q", d.sel.handle)
	}
	d.key(fyne.KeyReturn)
	d.idle()
	if d.sel.handle != "window" {
		t.Errorf("Enter on the parent selected %q", d.sel.handle)
	}
}

func TestTheTreeShowsOnlyWhatWasFound(t *testing.T) {
	b := &scripted{snapshot: func() *tree.Snapshot {
		return snapshotOf(el{handle: "box", role: tree.RoleGroup, name: "Box", children: []el{
			button("a", "Apple", 110, 110), {handle: "plain", role: tree.RoleGeneric, children: []el{button("b", "Pear", 110, 140)}},
		}}, button("c", "Plum", 110, 170))
	}}
	d := openOrders(t, b, Services{})
	labels := func() string {
		var ls []string
		for _, row := range d.find("tree", "").Children {
			ls = append(ls, row.Label)
		}
		return strings.Join(ls, " ")
	}
	d.run("filter")
	if got := labels(); got != "Orders Box Apple Pear Plum" {
		t.Errorf("with nothing to look for the tree shows %s", got)
	}
	test.Type(d.searchEntry, "pear")
	d.idle()
	if got := labels(); got != "Orders Box Pear" {
		t.Errorf("looking for pear the tree shows %s", got)
	}
	d.searchEntry.SetText("role:generic") // only shown because it is what was looked for
	d.idle()
	if got := labels(); got != "Orders Box [generic]" {
		t.Errorf("looking for a box the tree shows %s", got)
	}
	d.searchEntry.SetText("pear")
	d.idle()
	d.run("refresh")
	d.idle()
	if got := labels(); got != "Orders Box Pear" {
		t.Errorf("read again the tree shows %s", got)
	}
	d.key(fyne.KeyEscape)
	d.idle()
	if got := labels(); got != "Orders Box Apple Pear Plum" {
		t.Errorf("after Esc the tree shows %s", got)
	}
}

func TestASearchThatCanFindNothingSaysWhy(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.searchEntry.SetText("role:buton")
	d.idle()
	if got := d.message.Text(); got != `"buton" is not a role; did you mean button?` || d.foundText.Text() != "cannot fit" {
		t.Errorf("said %q and %q", got, d.foundText.Text())
	}
	d.searchEntry.SetText("role:checkbox")
	d.idle()
	if got := d.message.Text(); got != "" || d.foundText.Text() != "none" {
		t.Errorf("then said %q and %q", got, d.foundText.Text())
	}
}
