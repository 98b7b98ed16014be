package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// threeFields has two buttons and a text, in which a walk can go wrong.
func threeFields() *tree.Snapshot {
	return snapshotOf(button("new", "New", 110, 110), button("save", "Save", 210, 110),
		el{handle: "name", role: tree.RoleTextbox, name: "Name", at: tree.Rect{X: 110, Y: 200, W: 200, H: 24}})
}

// walkOf is an audit of threeFields with a walk through the elements with the handles;
// "" is a stop that nobody told.
func walkOf(w audit.TabWalk, handles ...tree.Handle) *audit.Report {
	f := inspector.Freeze(threeFields())
	w.Window = f.Windows[0].Node
	for _, h := range handles {
		stop := audit.TabStop{Node: tree.None}
		if h != "" {
			stop.Node = f.ByHandle(h)
			stop.Bounds = f.Nodes[stop.Node].Bounds
		}
		w.Stops = append(w.Stops, stop)
	}
	return audit.Run(&audit.Subject{Frozen: f, Tabs: &w}, audit.Options{})
}

// walker is a walk of which the test says how it goes.
type walker struct {
	asked   chan TabWalk
	ends    chan *audit.Report
	stopped bool
}

func newWalker() *walker {
	return &walker{asked: make(chan TabWalk, 1), ends: make(chan *audit.Report, 1)}
}

func (w *walker) walk(ctx context.Context, asked TabWalk) (*audit.Report, error) {
	asked.At(TabWaits)
	w.asked <- asked
	select {
	case r := <-w.ends:
		if r == nil {
			return nil, errors.New("Tab was not pressed: another window has the keyboard")
		}
		return r, nil
	case <-ctx.Done():
		w.stopped = true
		return nil, ctx.Err()
	}
}

func (d *desk) stopRows() (rows []string) {
	list, _ := d.Describe().Find("list", "Stops")
	for _, c := range list.Children {
		rows = append(rows, strings.TrimSpace(c.Label+"|"+c.Value))
	}
	return rows
}

func (d *desk) numbers() (plates []string) {
	for _, m := range d.find("img", "Screenshot").Children {
		if m.Role == "mark" && m.Value == "stop" {
			plates = append(plates, m.Label)
		}
	}
	return plates
}

func TestTheTabOrderIsWalked(t *testing.T) {
	w := newWalker()
	b := &scripted{snapshot: threeFields}
	d := openOrders(t, b, Services{WalkTabs: w.walk, OpenSnapshot: func(string) (*tree.Snapshot, error) { return threeFields(), nil }})
	if why := d.command("tab-numbers").why(); why != "walk the Tab order first" {
		t.Errorf("before a walk: %q", why)
	}
	d.run("tab-order")
	if d.tabs.cancel != nil || !d.has("dialog", "Walk Tab Order") || !d.has("button", "Press Tab") {
		t.Fatal("it does not ask before")
	}
	d.key(fyne.KeyEscape)
	if d.question != nil || d.tabs.cancel != nil {
		t.Fatal("Esc is no no")
	}
	d.run("tab-order")
	d.key(fyne.KeyReturn)
	asked := <-w.asked
	if asked.Application.Name != "Orders" || asked.Window != "" || asked.ThroughText {
		t.Errorf("asked for %+v", asked)
	}
	d.until("it is told what to do", func() bool { return strings.Contains(d.bannerText.Text(), "Click into Orders") })
	asked.At(TabPresses)
	d.until("it is told what is done", func() bool { return strings.Contains(d.bannerText.Text(), "Pressing Tab in Orders") })
	if d.drawer.Tabs.Selected() != view.TabOrder || d.command("tab-order").menuLabel() != "Stop Pressing Tab" {
		t.Errorf("tab %d, %q", d.drawer.Tabs.Selected(), d.command("tab-order").menuLabel())
	}
	if why := d.command("open").why(); why != "Tab is being pressed: stop that first" {
		t.Errorf("a snapshot can be opened meanwhile: %q", why)
	}
	w.ends <- walkOf(audit.TabWalk{Closed: true, Restored: true}, "new", "save", "name", "save", "new")
	d.until("it has ended", func() bool { return d.tabs.cancel == nil && d.Idle() })
	want := []string{"4 stops, came round|", `button "New"|`, `button "Save"|`, `textbox "Name"|`, `button "Save"|again, as 2`, "The focus is where it was before|"}
	if got := d.stopRows(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("listed %q", got)
	}
	if got := d.numbers(); strings.Join(got, ";") != "1;2, 4;3;" {
		t.Errorf("numbers %q", got)
	}
	if line := d.legendLine("Tab order"); !strings.HasPrefix(line, "Tab order: 4 stops, came round · at ") {
		t.Errorf("legend %q", line)
	}
	if d.auditing.report == nil || d.banner.Object.Visible() {
		t.Error("no audit came of it, or the banner stays")
	}
	d.tapOn(d.find("listitem", `textbox "Name"`))
	d.idle()
	if d.sel.handle != "name" {
		t.Errorf("the stop led to %q", d.sel.handle)
	}

	// An element that is gone has no number, and the others keep theirs where they are now.
	b.set(func(b *scripted) {
		b.snapshot = func() *tree.Snapshot {
			return snapshotOf(button("new", "New", 110, 110), button("save", "Save", 310, 160))
		}
	})
	d.run("refresh")
	d.until("the window is read again", func() bool { return len(d.numbers()) == 3 && d.Idle() })
	if at := d.marked(view.MarkStop); at[1] != (tree.Rect{X: 310, Y: 160, W: 60, H: 24}) {
		t.Errorf("drawn at %v", at)
	}
	if line := d.legendLine("Tab order"); !strings.Contains(line, "1 not drawn: no place is known now") {
		t.Errorf("legend %q", line)
	}
	d.run("tab-numbers")
	if len(d.numbers()) != 0 || d.legendLine("Tab order") != "" {
		t.Error("the numbers cannot be hidden")
	}
	d.leave()
	if d.tabs.of != nil || len(d.stopRows()) != 0 {
		t.Error("the walk through the application that was left is still there")
	}
}

func TestAWalkThatDidNotComeRound(t *testing.T) {
	w := newWalker()
	d := openOrders(t, &scripted{snapshot: threeFields}, Services{WalkTabs: w.walk})
	d.run("tab-order")
	d.key(fyne.KeyReturn)
	<-w.asked
	w.ends <- walkOf(audit.TabWalk{Ended: "nobody said any more where the focus went", NotRestored: "another window has the keyboard"}, "new", "")
	d.until("it has ended", func() bool { return d.tabs.cancel == nil && d.Idle() })
	want := []string{
		"2 stops, ended: nobody said any more where the focus went|", `button "New"|`, "nobody said which element had the focus|",
		"The focus is not where it was before|another window has the keyboard",
	}
	if got := d.stopRows(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("listed %q", got)
	}
	if icon, _, text, _ := d.stopWords(); icon != "warning" || !strings.Contains(text, "ended: nobody said") || !strings.Contains(text, "1 not drawn") {
		t.Errorf("legend %q %q", icon, text)
	}
}

func TestEscStopsAWalk(t *testing.T) {
	w := newWalker()
	d := openOrders(t, &scripted{snapshot: threeFields}, Services{WalkTabs: w.walk})
	for _, stop := range []func(){func() { d.key(fyne.KeyEscape) }, func() { d.run("tab-order") }} {
		d.run("tab-order")
		d.key(fyne.KeyReturn)
		<-w.asked
		stop()
		d.until("it has ended", func() bool { return d.tabs.cancel == nil && d.Idle() })
		if got := d.message.Text(); !w.stopped || got != "called off: Tab was not pressed" {
			t.Errorf("stopped %v, message %q", w.stopped, got)
		}
		w.stopped = false
	}
	d.run("tab-order")
	d.key(fyne.KeyReturn)
	<-w.asked
	w.ends <- nil
	d.until("the failure is told", func() bool { return strings.Contains(d.message.Text(), "another window has the keyboard") })
	d.run("tab-order")
	d.key(fyne.KeyReturn)
	<-w.asked
	d.leave()
	d.until("leaving the application has ended it", func() bool { return d.tabs.cancel == nil && d.Idle() })
	if !w.stopped {
		t.Error("Tab is pressed on in an application that was left")
	}
}

func TestTabCannotBePressedInASnapshot(t *testing.T) {
	w := newWalker()
	d := openOrders(t, &scripted{snapshot: threeFields}, Services{
		WalkTabs: w.walk, OpenSnapshot: func(string) (*tree.Snapshot, error) { return threeFields(), nil }, Files: answers{path: "bug.samebutton-snapshot"},
	})
	d.run("open")
	d.until("it is shown", func() bool { return d.Idle() && d.offline != "" })
	if why := d.command("tab-order").why(); why != "Tab cannot be pressed in a saved snapshot" {
		t.Errorf("%q", why)
	}
	without := openOrders(t, &scripted{snapshot: threeFields}, Services{})
	if why := without.command("tab-order").why(); !strings.Contains(why, "cannot be pressed here") {
		t.Errorf("%q", why)
	}
}
