package app

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

func TestAnApplicationThatWasStartedAgainIsShown(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	d.selectHandle("new")
	d.idle()
	again := orders
	again.Handle, again.PID, again.Started = "app2", 4712, 2
	b.set(func(b *scripted) { b.err = fmt.Errorf("read: %w", backends.ErrGone) })
	d.run("refresh")
	d.until("it is said that it has ended", func() bool { return d.problem == hasEnded && d.Idle() })
	if d.target.PID != orders.PID {
		t.Error("something else is shown while nothing was started again")
	}
	b.set(func(b *scripted) {
		b.err = nil
		b.apps = []tree.Application{again, {Handle: "x", Name: "Other", PID: 5}}
		b.snapshot = func() *tree.Snapshot { // the same window, with other handles
			return snapshotOf(button("n1", "Newer", 110, 110), button("n2", "New", 110, 150))
		}
	})
	// The old process is asked again by itself; that it is gone leads to the new one.
	b.set(func(b *scripted) { b.gone = orders.PID })
	d.until("the new process is shown", func() bool { return d.target.PID == again.PID && d.seen != nil && d.Idle() })
	if d.sel.handle != "n2" {
		t.Errorf("selected is %q, want the button of the same locator", d.sel.handle)
	}
}
