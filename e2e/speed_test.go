//go:build linux && cgo

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// hasty is a person who clicks ten times and types twenty keys a second and looks at
// nothing: where everything is is known before.
type hasty struct {
	*person
	places map[string]tree.Point
}

const (
	clickPace = 100 * time.Millisecond
	keyPace   = 50 * time.Millisecond
)

func newHasty(p *person, locators ...string) *hasty {
	p.pace = 0
	h := &hasty{p, map[string]tree.Point{}}
	for _, l := range locators {
		h.places[l] = p.at(l)
	}
	return h
}

// dash clicks an element of newHasty.
func (h *hasty) dash(locator string) {
	h.t.Helper()
	next := time.Now().Add(clickPace)
	h.clickAt(h.places[locator])
	time.Sleep(time.Until(next))
}

// rattle types fast.
func (h *hasty) rattle(text string) {
	h.t.Helper()
	for _, c := range text {
		next := time.Now().Add(keyPace)
		h.types(string(c))
		time.Sleep(time.Until(next))
	}
}

// deed is something that was done, and what may be recorded of it.
type deed struct {
	title string // of its step; "" where it is none by itself
	click bool
}

// honest reports whether steps say what was done, in that order, and nothing else. Of
// a click they may also say that no element is known, which is counted.
func honest(steps []recorder.Step, deeds []deed) (unknown int, ok bool) {
	if len(deeds) == 0 {
		return 0, len(steps) == 0
	}
	d, rest := deeds[0], deeds[1:]
	if d.title == "" {
		if n, ok := honest(steps, rest); ok {
			return n, true
		}
	}
	if len(steps) == 0 {
		return 0, false
	}
	// Which of its locators names an element depends on what was read by then.
	title := strings.Replace(steps[0].Title, ` in toolbar "Main" in `, " in ", 1)
	switch s := steps[0]; {
	case d.title != "" && (title == d.title || d.click && title == clicked(d.title)):
		return honest(steps[1:], rest)
	case d.click && s.Kind == recorder.StepRawInput && s.Light == recorder.LightNoElement && (s.Target == nil || s.Target.Role.TopLevel()):
		n, ok := honest(steps[1:], rest)
		return n + 1, ok
	}
	return 0, false
}

// clicked is what is said of a check mark whose change was not seen in time: that it
// was clicked.
func clicked(title string) string {
	for _, verb := range []string{"Check ", "Uncheck "} {
		if what, ok := strings.CutPrefix(title, verb); ok {
			return "Click " + what
		}
	}
	return title
}

// However fast it comes, nothing is lost or doubled while it is recorded, and no step
// says what was not done. The judge is the log of Orders.
func TestRecordingKeepsUp(t *testing.T) {
	const (
		express  = `checkbox "Express delivery"`
		card     = `radio "Card"`
		invoice  = `radio "Invoice"`
		save     = `button "Save"`
		customer = `textbox "Customer"`
		street   = `textbox "Street"`
		inOrders = ` in window "Orders"`
	)
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		h := newHasty(newPerson(start(t, toolkit)), express, card, invoice, save, customer, street)
		var logged []string // what must be in the log
		var deeds []deed
		did := func(title string, entries ...string) {
			deeds = append(deeds, deed{title, true})
			logged = append(logged, entries...)
		}
		checked := false
		toggle := func() {
			checked = !checked
			h.dash(express)
			did(map[bool]string{true: "Check ", false: "Uncheck "}[checked]+express+inOrders, fmt.Sprintf("toggled express %v", checked))
		}
		types := func(locator, id, text string) {
			h.dash(locator)
			did("")
			h.rattle(text)
			// Qt hands each key to the accessibility bus first, and takes it when that has
			// answered: on a busy machine after a click that was made later.
			h.logged("text", id, value(text))
			deeds = append(deeds, deed{title: fmt.Sprintf("Type %q into %s%s", text, locator, inOrders)})
			for i := range text {
				logged = append(logged, fmt.Sprintf("text %s %q", id, text[:i+1]))
			}
		}
		rec := h.record(&memory{}, func() {
			for range 2 {
				toggle()
				h.dash(card)
				did("Check "+card+inOrders, "toggled card true")
				h.dash(save)
				did("Click "+save+inOrders, "clicked save", "saved save")
				h.dash(invoice)
				did("Check "+invoice+inOrders, "toggled invoice true")
			}
			types(customer, "customer", "anna maria")
			types(street, "street", "hof 7")
			toggle()

			// What opens is clicked as soon as it is there.
			h.choose(`combobox [labelled-by="Country"]`, `combobox "Country"`)
			did("")
			h.choose(`menuitem "Japan"`, `option "Japan"`, `listitem "Japan"`, `combobox "Country" > label "Japan"`)
			did(`Choose "Japan" in combobox "Country"`+inOrders, `selected country "Japan"`)
			did("") // the press on the item, where the choice was seen in the box
			h.logged("selected", "country", nil)
			h.click(`button "Details…"`)
			did(`Click button "Details…"`+inOrders, "clicked details", "dialog-opened dialog-details")
			h.click(`dialog "Order details" > button "Apply"`)
			did(`Click button "Apply" in dialog "Order details"`, "clicked details-apply", "dialog-closed dialog-details")
			h.logged("dialog-closed", "", nil)
			h.choose(`menu "View"`, `menuitem "View"`)
			did("")
			h.choose(`menuitemcheckbox "Show totals"`, `menuitem "Show totals"`)
			did(`Choose menu View > Show totals`, "menu view-totals")
			h.logged("menu", "", nil)
			h.dash(save)
			did("Click "+save+inOrders, "clicked save", "saved save")
			h.until("the last click is in the log", func() bool { return len(h.events("saved", "save")) >= 3 })
		})
		log, err := h.orders.Log()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(logged, brief(log)); d != "" {
			t.Errorf("log of Orders (-done +got):\n%s", d)
		}
		unknown, ok := honest(rec.Steps, deeds)
		if !ok {
			for _, s := range rec.Steps {
				if s.Kind == recorder.StepRawInput {
					t.Logf("held %v, target %+v", s.Held, s.Target)
				}
			}
			t.Errorf("recorded %q\nof %+v", titles(rec), deeds)
		}
		if unknown > 0 {
			t.Logf("of %d clicks %d without a matching element: %q", len(deeds), unknown, titles(rec))
		}
	})
}

// brief is a log without when and where things were, and without forms.
func brief(log []orders.Entry) []string {
	var list []string
	for _, e := range log {
		switch e.Event {
		case "ready", "state", "control":
		case "toggled", "text", "selected":
			list = append(list, fmt.Sprintf("%s %s %s", e.Event, e.ID, e.Value))
		default:
			list = append(list, e.Event+" "+e.ID)
		}
	}
	return list
}

// An application that is stopped keeps a click waiting no longer than 150 ms, and gets
// it once when it goes on.
func TestRecordingOfAStoppedApplication(t *testing.T) {
	for _, toolkit := range []orders.Toolkit{orders.GTK3, orders.Qt6} {
		t.Run(string(toolkit), func(t *testing.T) {
			const save = `button "Save"`
			h := newHasty(newPerson(start(t, toolkit)), save)
			rec := h.record(&memory{}, func() {
				if err := h.orders.Stop(); err != nil {
					t.Fatal(err)
				}
				h.dash(save)
				// The pointer of the display is free while the application is not.
				if err := h.pointer.Move(h.ctx, tree.Point{X: 3, Y: 3}); err != nil {
					t.Error(err)
				}
				if err := h.orders.Cont(); err != nil {
					t.Fatal(err)
				}
				h.logged("saved", "save", nil)
			})
			log, err := h.orders.Log()
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]string{"clicked save", "saved save"}, brief(log)); d != "" {
				t.Errorf("log of Orders (-done +got):\n%s", d)
			}
			if _, ok := honest(rec.Steps, []deed{{`Click button "Save" in window "Orders"`, true}}); !ok || rec.Steps[0].Held > 150*time.Millisecond {
				t.Errorf("recorded %+v", rec.Steps)
			}
		})
	}
}
