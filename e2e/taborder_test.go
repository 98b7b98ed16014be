//go:build linux && cgo

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/samples/orders"
)

// tabOrder is what the audit tells of a walk with Tab.
type tabOrder struct {
	Closed, Left, Restored bool
	Ended                  string
	Stops, Back            []struct{ Element string }
}

func (o tabOrder) elements() []string {
	var all []string
	for _, s := range o.Stops {
		all = append(all, s.Element)
	}
	return all
}

// tabs audits Orders with a walk with Tab. A machine that was too slow for the whole
// walk gets another.
func (c *cli) tabs(flags ...string) tabOrder {
	c.t.Helper()
	for range 3 {
		o, code := c.run(append([]string{"audit", "--app", fmt.Sprint(c.orders.PID()), "--tab-order", "--fail-on", "none"}, flags...)...)
		var data struct{ Tabs *tabOrder }
		if err := json.Unmarshal(o.Data, &data); code != exitOK || err != nil || data.Tabs == nil {
			c.t.Fatalf("exit %d: %s %v", code, o.Error.Message, err)
		}
		if !strings.Contains(data.Tabs.Ended, "its time was over") {
			return *data.Tabs
		}
	}
	c.t.Skip("the machine was three times too slow for a walk of 20 s")
	return tabOrder{}
}

// The walk comes to the fields in their order, and Orders, by its own log and form, is
// as it was.
func TestTabOrder(t *testing.T) {
	fields := []string{
		`textbox "Customer"`, `textbox "Street"`, `combobox "Country"`, `textbox "Notes"`, `checkbox "Express delivery"`,
		`spinbutton "Quantity"`, `slider "Discount"`, `radio "Invoice"`, `password "PIN"`, `button "Details…"`,
	}
	for _, tc := range []struct {
		toolkit orders.Toolkit
		before  []string // the tool bar, through which arrow keys go in GTK, and the tabs
	}{
		{orders.GTK3, []string{`button "New"`, `tablist "Pages"`}},
		{orders.Qt, []string{`button "New"`, `button "Save"`, `tablist "Order"`}},
	} {
		t.Run(string(tc.toolkit), func(t *testing.T) {
			c := newCLI(newPerson(start(t, tc.toolkit)))
			before, err := c.orders.Form(c.ctx)
			if err != nil {
				t.Fatal(err)
			}
			began := len(c.events("", ""))
			keyboarded(t, c.ctx, c.pointer, c.orders.PID())
			// Its notes may take Tab as text, as far as anybody can tell from outside.
			short := c.tabs()
			if last := short.Stops[len(short.Stops)-1].Element; last != `textbox "Notes"` || short.Closed || !strings.Contains(short.Ended, "may take Tab as text") {
				t.Errorf("ended %q at %s", short.Ended, last)
			}
			whole := c.tabs("--tab-through-text")
			want := append(append(tc.before, fields...), tc.before[0])
			if d := cmp.Diff(want, whole.elements()); d != "" || !whole.Closed {
				t.Errorf("ended %q, stops (-want +got):\n%s", whole.Ended, d)
			}
			// Shift+Tab comes into the tool bar of GTK 3 at its other end.
			if n := len(fields); len(whole.Back) < n || whole.Back[n-1].Element != fields[0] || !whole.Restored || !short.Restored {
				t.Errorf("back %v, restored %v and %v", whole.Back, short.Restored, whole.Restored)
			}
			after, err := c.orders.Form(c.ctx)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(before, after); d != "" {
				t.Errorf("the form was changed:\n%s", d)
			}
			for _, e := range c.events("", "")[began:] {
				switch e.Event {
				case "text", "clicked", "toggled", "selected", "value", "saved", "menu", "key":
					t.Errorf("log: %s %s %s", e.Event, e.ID, e.Value)
				}
			}
		})
	}
}
