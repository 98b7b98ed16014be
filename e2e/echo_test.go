//go:build linux && cgo

package e2e

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/samples/orders"
)

// Text that begins like what hides a text is recorded as text, though it was typed so
// slowly that each sign was seen alone; GTK 4 does not say which box hides its text.
func TestTypingThatBeginsLikeAnEcho(t *testing.T) {
	p := newPerson(start(t, orders.GTK4))
	t.Cleanup(func() { p.run("setxkbmap", "-layout", "us", "-variant", "") })
	const customer, street = `textbox "Customer"`, `textbox "Street"`
	rec := p.record(&memory{}, func() {
		// slowly types keys, each after what the one before it typed was seen.
		slowly := func(id string, keys []string, shown []string) {
			for i, k := range keys {
				p.press(k)
				if shown[i] != "" {
					p.holds(id, shown[i])
				}
				time.Sleep(pace) // the application is read with this alone
			}
		}
		p.into(customer)
		p.press("ctrl+a")
		slowly("customer", []string{"minus", "minus", "5"}, []string{"-", "--", "--5"})
		p.into(street)
		p.press("ctrl+a")
		p.run("setxkbmap", "-layout", "us", "-variant", "intl")
		slowly("street", []string{"BackSpace", "dead_acute", "e", "x"}, []string{"", "", "é", "éx"})
	})
	want := []string{`Type "--5" into textbox "Customer" in window "Orders"`, `Type "éx" into textbox "Street" in window "Orders"`}
	if d := cmp.Diff(want, titles(rec)); d != "" || len(rec.Parameters) > 0 {
		t.Errorf("parameters %v, steps (-want +got):\n%s", rec.Parameters, d)
	}
}
