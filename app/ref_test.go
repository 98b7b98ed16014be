package app

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// copiedRef copies the ref of an element in both ways and checks that it is the one
// that is shown.
func copiedRef(t *testing.T, d *desk, h tree.Handle) inspector.Ref {
	t.Helper()
	d.selectHandle(h)
	d.idle()
	d.run("copy-ref")
	text := d.fyne.Clipboard().Content()
	ref, err := inspector.ParseRef(text)
	if err != nil {
		t.Fatal(err)
	}
	if d.seen.frozen.ByRef(ref) != d.sel.node {
		t.Errorf("%s is another element in the window", text)
	}
	d.run("copy-json")
	if !strings.Contains(d.fyne.Clipboard().Content(), `"ref": "`+text+`"`) {
		t.Errorf("the JSON has another ref than %s", text)
	}
	return ref
}

// TestRefsOfTheWindowAreOfNoStore: the store numbers its snapshots s1, s2, …. A ref of
// the window that read so was another application's element on the command line.
func TestRefsOfTheWindowAreOfNoStore(t *testing.T) {
	saved := twoSaves()
	saved.ID = "s1" // as saved from the command line
	one := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	two := open(t, Services{OpenSnapshot: func(string) (*tree.Snapshot, error) { return saved, nil }, Files: answers{path: "/tmp/bug.snapshot"}})
	two.run("open")
	two.until("it is shown", func() bool { return two.seen != nil && two.Idle() })
	a, b := copiedRef(t, one, "save1"), copiedRef(t, two, "save1")
	if a.Stored() || b.Stored() {
		t.Errorf("%s and %s may be refs of a store", a, b)
	}
	if a.Snapshot == b.Snapshot {
		t.Errorf("two programs gave the ID %s", a.Snapshot)
	}
}
