package app

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// eventRows returns the labels of the events that are listed.
func (d *desk) eventRows() []string {
	d.idle()
	var labels []string
	if list, ok := d.Describe().Find("log", "Events"); ok {
		for _, row := range list.Children {
			labels = append(labels, row.Label)
		}
	}
	return labels
}

func TestEventsArePausedFilteredAndLeadToTheirElement(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	d.run("events")
	say := func(kind backends.EventKind, source, detail, summary string) {
		b.says(backends.Event{Kind: kind, Source: tree.Handle(source), Detail: detail, On: true})
		d.until("the list says "+summary, func() bool { return d.Idle() && d.drawer.Events.Summary() == summary })
	}
	say(backends.EventFocus, "new", "focused", "1 event")
	say(backends.EventState, "save2", "checked", "2 events")
	if got := d.eventRows(); len(got) != 2 || got[1] != "state  +checked" {
		t.Fatalf("events listed: %q", got)
	}
	d.tapOn(d.find("listitem", "state  +checked"))
	if d.sel.handle != "save2" {
		t.Errorf("the event led to %q", d.sel.handle)
	}
	d.run("events-pause")
	say(backends.EventFocus, "save1", "focused", "2 events · 1 since the pause")
	if got := d.eventRows(); len(got) != 2 {
		t.Errorf("while paused: %q", got)
	}
	d.run("events-pause")
	if got := d.eventRows(); len(got) != 3 {
		t.Errorf("after the pause: %q", got)
	}
	d.eventTools.entry.SetText("save checked")
	if got := d.eventRows(); len(got) != 1 || got[0] != "state  +checked" {
		t.Errorf("filtered by text: %q", got)
	}
	d.eventTools.entry.SetText("")
	d.drawer.Events.SetFilter("", "focus")
	if got := d.eventRows(); len(got) != 2 {
		t.Errorf("filtered by kind: %q", got)
	}
	d.run("events-clear")
	if got := d.eventRows(); len(got) != 0 || d.drawer.Events.Summary() != "" {
		t.Errorf("after clearing: %q", got)
	}
	d.drawer.Events.SetFilter("", "")
	d.window.Canvas().Focus(d.eventTools.entry)
	d.eventTools.entry.SetText("x")
	d.key(fyne.KeyEscape)
	if text, _ := d.prefs.eventFilter(); text != "" || d.eventTools.entry.Text != "" {
		t.Error("Esc does not clear the filter")
	}
}

func TestEventsHoldNoPassword(t *testing.T) {
	b := &scripted{snapshot: func() *tree.Snapshot {
		return snapshotOf(el{handle: "pass", role: tree.RolePassword, name: "Password", secret: true, at: tree.Rect{X: 110, Y: 110, W: 90, H: 20}})
	}}
	d := openOrders(t, b, Services{})
	d.run("events")
	b.says(backends.Event{Kind: backends.EventText, Source: "pass", Detail: "insert", Text: "hunter2"})
	d.until("the event is listed", func() bool { return d.drawer.Events.Summary() != "" })
	if got := d.eventRows(); len(got) != 1 || got[0] != "text  insert" {
		t.Errorf("events listed: %q", got)
	}
}

func TestAFloodOfEventsIsBounded(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.run("events")
	flood := make([]view.EventItem, 300)
	for range 10 {
		d.drawer.Events.Add(flood)
	}
	if got := d.drawer.Events.Summary(); got != "last 1000 events" {
		t.Errorf("kept: %q", got)
	}
	d.run("events-pause")
	for range 10 {
		d.drawer.Events.Add(flood)
	}
	if got := d.drawer.Events.Summary(); got != "last 1000 events · 3000 since the pause" {
		t.Errorf("kept while paused: %q", got)
	}
	d.run("events-pause")
	if got := d.drawer.Events.Summary(); got != "last 1000 events" {
		t.Errorf("kept after the pause: %q", got)
	}
}

// What is typed into a password field is not listed even where a backend tells it,
// nor where nobody knows yet what kind of field it is.
func TestEventsOfPasswordFieldsAreListedWithoutText(t *testing.T) {
	b := &scripted{snapshot: func() *tree.Snapshot {
		unread := el{handle: "unread", at: tree.Rect{X: 110, Y: 190, W: 60, H: 24}}
		pin := el{handle: "pin", role: tree.RolePassword, name: "PIN", at: tree.Rect{X: 110, Y: 150, W: 60, H: 24}, secret: true}
		return snapshotOf(button("new", "New", 110, 110), pin, unread)
	}}
	d := openOrders(t, b, Services{})
	d.run("events")
	for _, source := range []tree.Handle{"pin", "unread", "nobody", "new"} {
		b.says(backends.Event{Kind: backends.EventText, Source: source, Detail: "insert", Text: "4711"})
	}
	d.until("all are listed", func() bool { return d.Idle() && d.drawer.Events.Summary() == "4 events" })
	want := []string{"text  insert", "text  insert", "text  insert", `text  insert "4711"`}
	if got := d.eventRows(); !slices.Equal(got, want) {
		t.Errorf("events listed: %q", got)
	}
}
