//go:build linux && cgo

package e2e

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// run runs a program on the desktop, such as xdotool, which presses keys as fast as
// it is told and waits for nothing.
func (p *person) run(name string, args ...string) {
	p.t.Helper()
	if out, err := screenDesktop.Command(p.ctx, name, args...).CombinedOutput(); err != nil {
		p.t.Fatalf("%s %q: %v: %s", name, args, err, out)
	}
}

// press presses keys one after the other, 20 a second: as fast as a recording has to
// keep up with on a machine that has no time.
func (p *person) press(keys ...string) {
	p.t.Helper()
	p.keyboard()
	p.run("xdotool", append([]string{"key", "--delay", "50"}, keys...)...)
}

// into clicks into an element and waits until it has the keyboard.
func (p *person) into(locator string) {
	p.t.Helper()
	p.click(locator)
	p.findThat(locator, func(f *inspector.Frozen, id tree.NodeID) bool { return f.Nodes[id].States.Has(tree.Focused) })
}

// holds waits until a control last logged a text.
func (p *person) holds(id, text string) {
	p.t.Helper()
	p.until(id+" holds "+text, func() bool {
		es := p.events("text", id)
		return len(es) > 0 && es[len(es)-1].Text() == text
	})
}

// replayedOn replays a recording on a new Orders and returns the form that it left.
func replayedOn(t *testing.T, toolkit orders.Toolkit, rec recorder.Recording, parameters map[string]string) (orders.Form, recorder.Run) {
	t.Helper()
	again := start(t, toolkit)
	pl := recorder.NewPlayer(recorder.PlayerOptions{
		Backend: again.backend, Journal: &memory{}, Pointer: newPerson(again).pointer, Parameters: parameters, Wait: patience,
	})
	run, err := pl.Replay(again.ctx, rec, again.app)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range run.Steps {
		if s.Verdict != recorder.VerdictPassed {
			t.Errorf("%s: %s, %s, %s: %s %s", s.Title, s.Verdict, s.Delivery, s.Effect, s.Error, s.Hint)
		}
	}
	form, err := again.orders.Form(again.ctx)
	if err != nil {
		t.Fatal(err)
	}
	return form, run
}

// Whatever way a text is typed, its step is the text that the application has at the
// end, by its own log, and a replay ends in the same.
func TestTypingIsTheTextThatTheApplicationHas(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		p := newPerson(start(t, toolkit))
		special := "éü@z東京 한국 😀"
		if !toolkit.IsQt() {
			special += "é"
		}
		t.Cleanup(func() { p.run("setxkbmap", "-layout", "us", "-variant", "") })
		rec := p.record(&memory{}, func() {
			// Two fields, as fast as a person can; a busy machine is told later that the
			// keyboard has moved.
			p.into(`textbox "Customer"`)
			p.keyboard()
			p.run("xdotool", "type", "--delay", "50", "Anna\tMain St 1")
			p.holds("street", "Main St 1")
			// What is copied is seen only by the clipboard.
			p.press("ctrl+a", "ctrl+c")
			// Several lines, pasted behind.
			p.into(`textbox "Notes"`)
			p.press("o", "n", "x", "BackSpace", "e", "Return", "t", "w", "o", "space", "ctrl+v")
			p.holds("notes", "one\ntwo Main St 1")
			// All replaced, by dead keys, AltGr, letters of no layout, and a number.
			p.into(`textbox "Customer"`)
			p.press("ctrl+a")
			p.run("setxkbmap", "-layout", "us", "-variant", "intl")
			p.press("dead_acute", "e", "dead_diaeresis", "u")
			p.holds("customer", "éü")
			p.run("setxkbmap", "-layout", "de", "-variant", "")
			p.press("at", "z")
			p.holds("customer", "éü@z")
			p.run("setxkbmap", "-layout", "us")
			p.types("東京 한국 😀")
			if !toolkit.IsQt() {
				p.press("ctrl+shift+u", "e", "9", "space")
			}
			p.holds("customer", special)
			// A number is the value when the field is left.
			p.into(`spinbutton "Quantity"`)
			p.press("ctrl+a", "1", "2", "Tab")
			p.logged("value", "quantity", func(e orders.Entry) bool { return e.Number() == 12 })
			p.into(`password "PIN"`)
			p.press("1", "2", "BackSpace", "3")
			p.logged("text", "pin", nil)
			// An application that is busy with each character, and left behind.
			p.control("slow street=0.25")
			p.into(`textbox "Street"`)
			p.press("ctrl+a", "b", "c", "d", "BackSpace", "e", "shift+Tab", "End", "exclam")
			p.holds("customer", special+"!")
		})
		want := []string{
			`Type "Anna" into textbox "Customer" in window "Orders"`,
			`Type "Main St 1" into textbox "Street" in window "Orders"`,
			`Press ctrl+a in window "Orders"`,
			`Press ctrl+c in window "Orders"`,
			`Type "one\ntwo Main St 1" into textbox "Notes" in window "Orders"`,
			`Type "` + special + `" into textbox "Customer" in window "Orders"`,
			`Set spinbutton "Quantity" in window "Orders" to 12`,
			`Type parameter pin into password "PIN" in window "Orders" (secret)`,
			`Type "bce" into textbox "Street" in window "Orders"`,
			`Type "` + special + `!" into textbox "Customer" in window "Orders"`,
		}
		if d := cmp.Diff(want, titles(rec)); d != "" {
			log, _ := p.orders.Log()
			t.Fatalf("steps (-want +got):\n%s\nlog of Orders: %q", d, lines(log))
		}
		for _, s := range rec.Steps[2:4] {
			if s.Focus == nil || s.Focus.Name != "Street" {
				t.Errorf("%s acts on %+v", s.Title, s.Focus)
			}
		}
		recorded, err := p.orders.Form(p.ctx)
		if err != nil {
			t.Fatal(err)
		}
		p.close()
		replayed, _ := replayedOn(t, toolkit, rec, map[string]string{"pin": "13"})
		if d := cmp.Diff(recorded, replayed); d != "" {
			t.Errorf("end state (-recorded +replayed):\n%s", d)
		}
	})
}

// What the program does to a text is no typing, and where nothing is typed nothing is
// claimed.
func TestOnlyWhatAPersonTypesIsTyping(t *testing.T) {
	for _, toolkit := range []orders.Toolkit{orders.GTK3, orders.GTK4} {
		t.Run(string(toolkit), func(t *testing.T) {
			p := newPerson(start(t, toolkit))
			rec := p.record(&memory{}, func() {
				p.into(`textbox "Customer"`)
				p.press("x", "y")
				p.holds("customer", "xy")
				p.click(`button "New"`) // empties the form
				p.logged("clicked", "new", nil)
				p.into(`textbox "Customer"`)
				p.press("Right", "BackSpace", "Home", "ctrl+v") // nothing is there to delete or paste
			})
			for _, s := range rec.Steps {
				if s.Kind == recorder.StepSetText && s.Text != "xy" || s.Kind == recorder.StepRawInput {
					t.Errorf("recorded %s %q", s.Kind, s.Title)
				}
			}
			if len(rec.Steps) < 2 || rec.Steps[0].Text != "xy" || rec.Steps[1].Kind != recorder.StepActivate {
				t.Errorf("steps: %q", titles(rec))
			}
		})
	}
}
