//go:build linux && cgo

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/samples/orders"
)

// listed are the lines of a list of the window, a line each.
func listed(list part) string {
	var all []string
	for _, row := range list.Children {
		all = append(all, strings.TrimSuffix(row.Label+" | "+row.Value, " | "))
	}
	return strings.Join(all, "\n")
}

// A walk with Tab from the window: it asks, waits for a click into Orders, numbers the
// stops in the picture and lists them, and leaves Orders as it was. Esc calls it off.
func TestTheTabOrderInTheWindow(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	before, err := w.orders.Form(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	began := len(w.events("", ""))
	w.press("tab", "Tab order")
	walk := func() {
		w.keys("ctrl", "alt", "k")
		w.press("button", "Press Tab")
		w.says("Click into orders-gtk3")
	}
	walk()
	w.keys("Escape")
	w.says("called off: Tab was not pressed")

	walk()
	w.click(`textbox "Customer"`)
	// A text of several lines may take Shift+Tab, too: from there the focus is asked for.
	const want = `4 stops, ended: textbox "Notes" may take Tab as text: none was sent to it
textbox "Customer"
textbox "Street"
combobox "Country"
textbox "Notes"
The focus is where it was before`
	if d := cmp.Diff(want, listed(w.shows("list", "Stops"))); d != "" {
		t.Errorf("listed (-want +got):\n%s", d)
	}
	w.says("Tab order: 4 stops, ended: ")
	stage := w.shows("img", "Screenshot")
	var numbers []string
	for _, m := range stage.Children {
		if m.Role == "mark" && m.Value == "stop" {
			numbers = append(numbers, m.Label)
		}
	}
	if d := cmp.Diff([]string{"1", "2", "3", "4"}, numbers); d != "" {
		t.Errorf("numbers (-want +got):\n%s", d)
	}
	after, err := w.orders.Form(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("the form was changed:\n%s", d)
	}
	for _, e := range w.events("", "")[began:] {
		switch e.Event {
		case "text", "clicked", "toggled", "selected", "value", "saved", "menu", "key":
			t.Errorf("log: %s %s %s", e.Event, e.ID, e.Value)
		}
	}

	w.press("tab", "Findings")
	w.keys("ctrl", "alt", "z")
	w.showsThat("what is drawn and in no element", func(top part) (part, bool) {
		legend, _ := top.find("region", "Legend")
		for _, line := range legend.Children {
			if strings.Contains(strings.ToLower(line.Label), "blind spot") && !strings.Contains(line.Label, "…") {
				return line, true
			}
		}
		return part{}, false
	})
}
