package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// An application that hangs when it is chosen is said to hang everywhere, and read as
// what it is when it answers.
func TestAHungApplicationIsSaidToHangEverywhere(t *testing.T) {
	stuck := orders
	stuck.Toolkit, stuck.Problem = "", "does not answer"
	b := &scripted{snapshot: twoSaves, hang: true, events: make(chan backends.Event), apps: []tree.Application{stuck}}
	d := open(t, Services{Backend: b, Screen: flat{}, Observe: 300 * time.Millisecond, Record: func(context.Context, recorder.SessionOptions) (recorder.Recording, error) {
		return recorder.Recording{}, nil
	}})
	d.observe(stuck)
	d.find("status", "Reading Orders …")
	d.until("it is said to hang", func() bool { return d.problem != "" })
	const said = "Orders does not answer"
	if got := d.health.Text(); got != said {
		t.Errorf("toolbar: %q", got)
	}
	if n := d.find("status", said); !strings.Contains(n.Value, "asked again by itself") {
		t.Errorf("stage: %+v", n)
	}
	if n := d.find("status", "No elements"); n.Children[0].Label+" "+n.Children[1].Label != said {
		t.Errorf("tree: %+v", n.Children)
	}
	if why := d.command("record").why(); !strings.HasPrefix(why, said) {
		t.Errorf("it can be recorded: %q", why)
	}
	b.set(func(b *scripted) { b.hang, b.apps = false, []tree.Application{orders} })
	d.until("it is shown", func() bool { return d.seen != nil && d.Idle() })
	if got := d.appButton.Text(); got != "Orders (gtk)" {
		t.Errorf("the toolbar names %q", got)
	}
	if why := d.command("record").why(); why != "" {
		t.Errorf("it cannot be recorded: %s", why)
	}
}

func TestASnapshotSaysThatItIsOneAndLeadsBack(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{
		OpenSnapshot: func(string) (*tree.Snapshot, error) { return twoSaves(), nil }, Files: answers{path: "bug.samebutton-snapshot"},
	})
	if d.has("button", "Back to live") || d.command("live").why() == "" {
		t.Error("a live application offers a way back to live")
	}
	d.run("open")
	d.until("it is shown", func() bool { return d.offline != "" && d.Idle() })
	d.showDrawer(view.TabEvents)
	d.find("status", "A saved snapshot")
	d.find("button", "Back to live")
	d.buttons["live"].OnTapped()
	d.until("Orders is live again", func() bool { return d.offline == "" && d.seen != nil && d.Idle() })
	if got := d.health.Text(); !strings.HasPrefix(got, "live") || d.has("button", "Back to live") {
		t.Errorf("status %q", got)
	}
	d.find("status", "No events yet")
}
