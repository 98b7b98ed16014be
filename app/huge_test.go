package app

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
)

// stall returns the longest that the window's goroutine was busy with one thing
// while an element was selected and all about it shown.
func (d *desk) stall(h tree.Handle) time.Duration {
	d.t.Helper()
	began := time.Now()
	d.selectHandle(h)
	longest := time.Since(began)
	for !d.Idle() {
		select {
		case f := <-d.queue:
			began := time.Now()
			f()
			longest = max(longest, time.Since(began))
		case <-time.After(time.Millisecond):
		}
	}
	return longest
}

// TestANameOf10MBStallsNothing: the window's goroutine does little more with such a
// name than with a short one.
func TestANameOf10MBStallsNothing(t *testing.T) {
	huge := strings.Repeat("名前 \u202e", 1_000_000)
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		return snapshotOf(button("short", "名前 \u202e", 110, 110), button("huge", huge, 110, 150), button("other", "Other", 110, 190))
	}}, Services{})
	count, few, many := time.Hour, time.Hour, time.Hour
	for range 2 { // the shortest: the machine has other things to do as well
		began := time.Now()
		if n := utf8.RuneCountInString(huge); n < 1_000_000 {
			t.Fatal(n)
		}
		count = min(count, time.Since(began))
		few = min(few, d.stall("short"))
		many = min(many, d.stall("huge"))
	}
	t.Logf("stalls: %v for 10 MB, %v for a short name; counting the runes takes %v", many, few, count)
	if many > 3*few+40*count {
		t.Errorf("the name of 10 MB stalls the window for %v, a short one for %v; counting its runes takes %v", many, few, count)
	}
	d.run("copy-json")
	d.idle()
	if got := d.fyne.Clipboard().Content(); len(got) < len(huge) {
		t.Errorf("the copied element has %d bytes", len(got))
	}
}
