//go:build linux && cgo

package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// person drives Orders with real input, as somebody at the desk would.
type person struct {
	*rig
	pointer *input.Pointer
	pace    time.Duration // before each thing that is done
	clicked int           // the process that was clicked last, whose the keyboard is then
}

func newPerson(r *rig) *person {
	p, err := input.NewPointer()
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(p.Close)
	return &person{rig: r, pointer: p, pace: pace}
}

// click clicks the middle of an element, once it has a place that does not move.
func (p *person) click(locator string) {
	p.t.Helper()
	p.clickAt(p.at(locator))
}

// choose clicks whichever of the locators names something that shows: toolkits
// build the list of a combo box from different roles.
func (p *person) choose(locators ...string) {
	p.t.Helper()
	var shown string
	p.until("one of these shows: "+strings.Join(locators, ", "), func() bool {
		f := p.frozen()
		for _, l := range locators {
			loc, err := inspector.ParseLocator(l)
			if err != nil {
				p.t.Fatal(err)
			}
			if r := f.Match(loc); r.Outcome == inspector.Unique && f.Nodes[r.Node()].States.Has(tree.Showing) && f.Nodes[r.Node()].Bounds.Usable() {
				shown = l
				return true
			}
		}
		return false
	})
	p.click(shown)
}

// enter clicks into a text box and types when it has the keyboard, as a person
// who looks at the caret does.
func (p *person) enter(locator, text string) {
	p.t.Helper()
	p.click(locator)
	p.findThat(locator, func(f *inspector.Frozen, id tree.NodeID) bool { return f.Nodes[id].States.Has(tree.Focused) })
	p.types(text)
}

// pace is the pause of a person between two things they do: what is tested here is
// that a flow is recorded; how fast one can go is in speed_test.go.
const pace = 250 * time.Millisecond

// clickAt clicks a place where the application is seen.
func (p *person) clickAt(at tree.Point) {
	p.t.Helper()
	p.clickOn(p.app.PID, at)
}

// clickOn clicks a place where a window of the process is seen.
func (p *person) clickOn(pid int, at tree.Point) {
	p.t.Helper()
	time.Sleep(p.pace)
	reached(p.t, p.ctx, at, of(pid))
	p.must(p.pointer.Move(p.ctx, at))
	p.must(p.pointer.Click(p.ctx, 1))
	p.clicked = pid
}

// keyboard waits until what was clicked last has the keyboard.
func (p *person) keyboard() {
	p.t.Helper()
	if p.clicked != 0 {
		keyboarded(p.t, p.ctx, p.pointer, p.clicked)
	}
}

func (p *person) types(text string) {
	p.t.Helper()
	p.keyboard()
	if err := p.pointer.Type(p.ctx, text); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) keys(keys ...string) {
	p.t.Helper()
	time.Sleep(p.pace)
	p.keyboard()
	if err := p.pointer.Chord(p.ctx, keys...); err != nil {
		p.t.Fatal(err)
	}
}

// logged waits until Orders itself has written down that something happened.
func (p *person) logged(event, id string, holds func(orders.Entry) bool) {
	p.t.Helper()
	p.until("Orders logs "+event+" "+id, func() bool {
		for _, e := range p.events(event, id) {
			if holds == nil || holds(e) {
				return true
			}
		}
		return false
	})
}

// record records what do does.
func (p *person) record(journal recorder.Journal, do func()) recorder.Recording {
	p.t.Helper()
	l, err := input.NewListener(input.Options{})
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	ready := make(chan struct{})
	var (
		rec  recorder.Recording
		done = make(chan error, 1)
		once sync.Once
	)
	go func() {
		var err error
		rec, err = recorder.Record(ctx, recorder.SessionOptions{
			Backend: p.backend, Listener: l, Journal: journal, Application: p.app, Name: "test",
			OnReady: func() { once.Do(func() { close(ready) }) },
			OnStep: func(i int, s recorder.Step) {
				if os.Getenv("SAMEBUTTON_TEST_VERBOSE") != "" {
					p.t.Logf("step %d: %s [%s] held %v effects %v", i, s.Title, s.Light, s.Held, s.Effects)
				}
			},
		})
		done <- err
	}()
	select {
	case <-ready:
	case err := <-done:
		p.t.Fatalf("recording ended before it began: %v", err)
	case <-time.After(patience):
		p.t.Fatal("recorder was never ready")
	}
	do()
	stop()
	select {
	case err := <-done:
		if err != nil {
			p.t.Fatal(err)
		}
	case <-time.After(patience):
		p.t.Fatal("recording did not end")
	}
	if m, ok := journal.(*memory); ok {
		p.reduced(rec, m.log)
	}
	return rec
}

// reduced makes sure that the log of a recording gives its steps again. With
// SAMEBUTTON_TEST_LOGS the logs are saved in that folder: they are what the tests of
// the reducer run on.
func (p *person) reduced(rec recorder.Recording, packed []byte) {
	p.t.Helper()
	l, err := recorder.ReadLog(packed)
	if err != nil {
		p.t.Fatal(err)
	}
	again, err := recorder.Reduce(l)
	if err != nil {
		p.t.Fatal(err)
	}
	if diff := cmp.Diff(rec.Steps, again, cmpopts.EquateEmpty()); diff != "" {
		p.t.Errorf("its log gives other steps (-recorded +reduced):\n%s", diff)
	}
	if folder := os.Getenv("SAMEBUTTON_TEST_LOGS"); folder != "" {
		name := strings.ReplaceAll(p.t.Name(), "/", "-") + ".log.gz"
		if err := os.WriteFile(filepath.Join(folder, name), packed, 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
}

func titles(rec recorder.Recording) []string {
	var ts []string
	for _, s := range rec.Steps {
		ts = append(ts, s.Title)
	}
	return ts
}

func value(v string) func(orders.Entry) bool {
	return func(e orders.Entry) bool { return e.Text() == v }
}

const secretPIN = "4711-geheim"

func TestRecordAndReplayEndInTheSameState(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		p := newPerson(start(t, toolkit))
		rec := p.record(&memory{}, func() {
			p.enter(`textbox "Customer"`, "Annna")
			p.keys("BackSpace")
			p.keys("BackSpace")
			p.types("a Müller")
			p.logged("text", "customer", value("Anna Müller"))
			p.enter(`textbox "Street"`, "東京 1-2")
			p.logged("text", "street", value("東京 1-2"))
			p.enter(`password "PIN"`, secretPIN)
			p.logged("text", "pin", nil)
			p.click(`checkbox "Express delivery"`)
			p.logged("toggled", "express", nil)
			p.click(`radio "Card"`)
			p.logged("toggled", "", nil)
			p.click(saveButton)
			p.logged("saved", "", nil)
		})
		want := []string{
			`Type "Anna Müller" into textbox "Customer" in window "Orders"`,
			`Type "東京 1-2" into textbox "Street" in window "Orders"`,
			`Type parameter pin into password "PIN" in window "Orders" (secret)`,
			`Check checkbox "Express delivery" in window "Orders"`,
			`Check radio "Card" in window "Orders"`,
			`Click button "Save" in window "Orders"`,
		}
		if d := cmp.Diff(want, titles(rec)); d != "" {
			t.Fatalf("steps (-want +got):\n%s", d)
		}
		recorded, err := p.orders.Form(p.ctx)
		if err != nil {
			t.Fatal(err)
		}

		again := start(t, toolkit)
		pl := recorder.NewPlayer(recorder.PlayerOptions{
			Backend: again.backend, Journal: &memory{}, Pointer: newPerson(again).pointer,
			Parameters: map[string]string{"pin": secretPIN}, Wait: patience,
		})
		p.close()
		run, err := pl.Replay(again.ctx, rec, again.app)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range run.Steps {
			if s.Verdict != recorder.VerdictPassed {
				t.Errorf("%s: %s, %s, %s: %s", s.Title, s.Verdict, s.Delivery, s.Effect, s.Error)
			}
		}
		replayed, err := again.orders.Form(again.ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(recorded, replayed); d != "" {
			t.Errorf("end state (-recorded +replayed):\n%s", d)
		}
		if n := len(again.events("saved", "")); n != 1 {
			t.Errorf("saved %d times", n)
		}
	})
}

// Menus, combo boxes, dialogs, tabs, rows and key chords.
func TestRecordAndReplayPopups(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		p := newPerson(start(t, toolkit))
		rec := p.record(&memory{}, func() {
			p.choose(`combobox [labelled-by="Country"]`, `combobox "Country"`)
			p.choose(`menuitem "Japan"`, `option "Japan"`, `listitem "Japan"`, `combobox "Country" > label "Japan"`)
			p.logged("selected", "country", value("Japan"))
			p.click(`button "Details…"`)
			p.logged("dialog-opened", "", nil)
			p.enter(`textbox "Reference"`, "R-7")
			p.click(`dialog "Order details" > button "Apply"`)
			p.logged("dialog-closed", "", nil)
			p.choose(`menu "View"`, `menuitem "View"`)
			p.choose(`menuitemcheckbox "Show totals"`, `menuitem "Show totals"`)
			p.logged("menu", "", nil)
			p.click(`tab "Items"`)
			p.choose(`button "Delete" [row="Pear"]`, `group "Pear" > button "Delete"`)
			p.logged("deleted", "", nil)
			p.findThat(`window "Orders"`, func(f *inspector.Frozen, id tree.NodeID) bool { return f.Nodes[id].States.Has(tree.Active) })
			p.keys("ctrl", "s")
			p.logged("saved", "", nil)
		})
		want := []string{
			`Choose "Japan" in combobox "Country" in window "Orders"`,
			`Click button "Details…" in window "Orders"`,
			`Type "R-7" into textbox "Reference" in dialog "Order details"`,
			`Click button "Apply" in dialog "Order details"`,
			`Choose menu View > Show totals`,
			`Click tab "Items" in window "Orders"`,
			`Click button "Delete" in row "Pear" in window "Orders"`,
			`Press ctrl+s in window "Orders"`,
		}
		if toolkit.IsQt() { // shows no table cells: the rows are named groups
			want[6] = `Click button "Delete" in group "Pear" in window "Orders"`
		}
		if d := cmp.Diff(want, titles(rec)); d != "" {
			log, _ := p.orders.Log()
			t.Fatalf("steps (-want +got):\n%s\nlog of Orders: %q", d, lines(log))
		}
		// Where it is known what opened the dialog, what is done in it expects it.
		opened, typed := rec.Steps[1], rec.Steps[2]
		switch e := typed.Expect; {
		case opened.EffectsUnknown && e == nil: // the person was faster than the application
		case e == nil || e.Locator.String() != `dialog "Order details"` || e.By != opened.ID:
			t.Errorf("%s expects %+v; what it came by did %v (unknown: %v)", typed.Title, e, opened.Effects, opened.EffectsUnknown)
		}
		recorded, err := p.orders.Form(p.ctx)
		if err != nil {
			t.Fatal(err)
		}
		p.close()

		again := start(t, toolkit)
		pl := recorder.NewPlayer(recorder.PlayerOptions{
			Backend: again.backend, Journal: &memory{}, Pointer: newPerson(again).pointer, Wait: patience,
		})
		run, err := pl.Replay(again.ctx, rec, again.app)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range run.Steps {
			if s.Verdict != recorder.VerdictPassed {
				t.Errorf("%s: %s, %s, %s: %s %q", s.Title, s.Verdict, s.Delivery, s.Effect, s.Error, s.Changes)
			}
		}
		replayed, err := again.orders.Form(again.ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(recorded, replayed); d != "" {
			t.Errorf("end state (-recorded +replayed):\n%s", d)
		}
		for _, once := range []struct{ event, id string }{
			{"dialog-opened", "dialog-details"}, {"clicked", "details-apply"}, {"menu", "view-totals"},
			{"deleted", "item-pear"}, {"deleted", ""}, {"key", "save"}, {"saved", ""},
		} {
			if n := len(again.events(once.event, once.id)); n != 1 {
				t.Errorf("%s %s is in the log %d times", once.event, once.id, n)
			}
		}
	})
}

// Keys in lists and menus are recorded as what they choose, not as keys.
func TestRecordKeyboard(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		p := newPerson(start(t, toolkit))
		open := func(role tree.Role) func() bool {
			return func() bool {
				f := p.frozen()
				for i := range f.Nodes {
					if n := &f.Nodes[i]; n.Role == role && n.States.Has(tree.Showing) && (n.States.Has(tree.Focused) || n.States.Has(tree.Selected)) {
						return true
					}
				}
				return false
			}
		}
		rec := p.record(&memory{}, func() {
			p.choose(`combobox [labelled-by="Country"]`, `combobox "Country"`)
			p.until("the list has the keyboard", func() bool {
				return open(tree.RoleMenuItem)() || open(tree.RoleListItem)() || open(tree.RoleOption)()
			})
			p.keys("Down")
			p.keys("Return")
			p.logged("selected", "country", value("Japan"))
			p.enter(`textbox "Street"`, "x")
			p.logged("text", "street", value("x"))
		})
		want := []string{
			`Choose "Japan" in combobox "Country" in window "Orders"`,
			`Type "x" into textbox "Street" in window "Orders"`,
		}
		if d := cmp.Diff(want, titles(rec)); d != "" {
			t.Errorf("steps (-want +got):\n%s", d)
		}
	})
}
