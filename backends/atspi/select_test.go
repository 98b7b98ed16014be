package atspi

import (
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// What fails after a part of it was done is not "nothing was sent": that would be tried
// again.
func TestAPartOfASelectionMayHaveLanded(t *testing.T) {
	items := []tree.Handle{"one", "two", "three"}
	for failing, want := range map[tree.Handle]backends.Delivery{"one": backends.NotDelivered, "two": backends.Uncertain, "": backends.Delivered} {
		var done []tree.Handle
		err := oneByOne(items, func(h tree.Handle) error {
			if h == failing {
				return notDelivered("toggle: %w", backends.ErrGone)
			}
			done = append(done, h)
			return nil
		})
		if got := backends.DeliveryOf(err); got != want {
			t.Errorf("%q failing after %q: %s", failing, done, got)
		}
	}
}
