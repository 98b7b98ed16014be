package atspi

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

func TestEvents(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			var sent calls
			b := open(t, Options{OnCall: sent.record})
			app := application(t, b, startOrders(t, toolkit).PID())
			s := observe(t, b, app)
			ctx, cancel := context.WithCancel(deadline(t))
			defer cancel()
			events, err := b.Events(ctx, scopeOf(app, ""))
			if err != nil {
				t.Fatal(err)
			}
			wait := func(what string, match func(backends.Event) bool) {
				t.Helper()
				for {
					select {
					case e, ok := <-events:
						if !ok {
							t.Fatalf("the events ended before %s", what)
						}
						if e.Text == "2468" {
							t.Errorf("the text of the password field came with %+v", e)
						}
						if match(e) {
							return
						}
					case <-time.After(patience):
						t.Fatalf("no event for %s", what)
					}
				}
			}
			pin := find(t, s, tree.RolePassword, "PIN").Handle
			customer := find(t, s, tree.RoleTextbox, "Customer").Handle
			set := func(h tree.Handle, text string) {
				t.Helper()
				if err := b.Act(deadline(t), app, h, setText(text)); err != nil {
					t.Fatal(err)
				}
			}
			set(pin, "2468")
			set(customer, "Zoë")
			var typed backends.Event
			wait("the text", func(e backends.Event) bool {
				typed = e
				return e.Kind == backends.EventText && e.Source == customer && e.Detail == "insert"
			})
			if typed.Text != "Zoë" || typed.Length != 3 {
				t.Errorf("text event %+v", typed)
			}
			if typed.At.IsZero() {
				t.Error("no time of receipt")
			}
			cancel()
			for range events { // drained until closed
			}
			// What was registered is given back.
			await(t, "the registrations to be taken back", func() bool {
				counts := map[string]int{}
				for _, call := range sent.since(0) {
					name, _, _ := cutSpace(call)
					counts[name]++
				}
				return counts[callDeregister.name()] == len(eventNames)
			})
		})
	}
}

// A receiver that does not take events learns that it missed some.
func TestEventsLost(t *testing.T) {
	b := open(t, Options{})
	app := application(t, b, startOrders(t, orders.GTK3).PID())
	customer := find(t, observe(t, b, app), tree.RoleTextbox, "Customer").Handle
	events, err := b.Events(deadline(t), scopeOf(app, ""))
	if err != nil {
		t.Fatal(err)
	}
	for i := range eventQueue {
		if err := b.Act(deadline(t), app, customer, setText(strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for e := range events { // until the deadline closes it
		if n++; e.Kind == backends.EventLost {
			return
		}
	}
	t.Errorf("%d events and none says that some were lost", n)
}

// The end of the application is an event.
func TestEventsEnd(t *testing.T) {
	b := open(t, Options{})
	cmd := start(t, "gtk3-widget-factory")
	app := application(t, b, cmd.Process.Pid)
	events, err := b.Events(deadline(t), scopeOf(app, ""))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Cancel()
	for e := range events {
		if e.Kind == backends.EventApplication && e.Detail == "gone" {
			return
		}
	}
	t.Error("no event says that the application is gone")
}
