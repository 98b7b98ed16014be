package app

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends/tree"
)

// cutShort is Orders with a table of which only some rows were read.
func cutShort() *tree.Snapshot {
	s := snapshotOf(button("new", "New", 110, 110), el{handle: "table", role: tree.RoleTable, name: "Items", at: tree.Rect{X: 110, Y: 150, W: 200, H: 100}})
	s.Cuts = []tree.Cut{{Node: s.Find("table"), Reason: tree.CutVirtualChildren, Missing: 4000}}
	return s
}

func TestWhatIsMissingIsListedWithItsReason(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: cutShort}, Services{})
	const words = "4,000 children not read: the application makes the children on demand"
	if row := d.find("treeitem", "Items"); !slices.Contains(row.States, words) {
		t.Errorf("the row of the table says %v", row.States)
	}
	if got := d.find("treeitem", "New"); !got.Has("not proven: the observation is not complete") {
		t.Errorf("New is %v", got.States)
	}
	d.find("button", "1 unproven")
	d.run("cuts")
	if got := d.find("list", "Not read").Children; len(got) != 1 || got[0].Label != `table "Items": read 0 of 4,000 children: the application makes the children on demand` {
		t.Fatalf("listed: %+v", got)
	}
	list := d.find("list", "Not read")
	// A list of items that does not say that it manages them may hide anything.
	if !strings.HasPrefix(list.Value, "Read: 4 elements. Below 1 place something is missing. Below 1 place anything can be missing") {
		t.Errorf("what follows: %q", list.Value)
	}
	d.key(fyne.KeyDown, fyne.KeyReturn)
	d.idle()
	if d.sel.handle != "table" || d.question != nil {
		t.Errorf("the line led to %q", d.sel.handle)
	}
}

// Where only items can be missing, the dialog says that buttons stay proven, and they do.
func TestWhatFollowsFromMissingItems(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		s := cutShort()
		n := &s.Nodes[s.Find("table")]
		n.States = n.States.With(tree.ManagesDescendants)
		return s
	}}, Services{})
	d.find("button", "1 unique")
	d.run("cuts")
	if got := d.find("list", "Not read").Value; !strings.Contains(got, "In 1 list or table only items can be missing, which are made on demand. Buttons") || strings.Contains(got, "anything") {
		t.Errorf("what follows: %q", got)
	}
}

func TestNothingIsMissing(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.run("cuts")
	if got := d.message.Text(); got != "the observation is complete: nothing is missing" {
		t.Errorf("said %q", got)
	}
}
