package atspi

import (
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/provider"
)

// What a whole reading found on its way to another place is found where it comes to
// rest, though nothing tells of it: featherpad animates a pane when it starts, and Qt 5
// sends no event of that.
func TestMirrorLooksAgainAfterAWholeReading(t *testing.T) {
	at := func(y, height int32) provider.Command {
		c := set("a", provider.Node{Extents: &[4]int32{10, y, 100, height}})
		c.Quiet = true
		return c
	}
	p := launch(t, "animated", append(leaves, at(40, 10))...)
	b := open(t, Options{})
	m := b.Mirror(listed(t, b, p.PID()), nil).(*mirror)
	defer m.Close()
	bounds := func() tree.Rect {
		t.Helper()
		image, err := m.Refresh(deadline(t))
		if err != nil {
			t.Fatal(err)
		}
		return image.Snapshot.Nodes[1].Bounds.Rect
	}
	if r := bounds(); r.H != 10 {
		t.Fatalf("the element is %v at first", r)
	}
	for _, height := range []int32{20, 30} { // the second one while the first is found
		tell(t, p, at(50-height, height))
		for end := time.Now().Add(patience); ; {
			select {
			case <-m.Due():
			case <-time.After(time.Until(end)):
				t.Fatalf("the mirror never found the height %d", height)
			}
			if bounds().H == int(height) {
				break
			}
		}
	}
}
