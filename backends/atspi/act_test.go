package atspi

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
)

func scopeOf(app tree.Application, root tree.Handle) backends.Scope {
	return backends.Scope{Application: app, Root: root}
}

func setText(s string) backends.Action { return backends.Action{Verb: tree.VerbSetText, Text: s} }

func cutSpace(s string) (string, string, bool) { return strings.Cut(s, " ") }

// logged waits for an entry of the application's log.
func logged(t *testing.T, app *orders.App, event, id string) orders.Entry {
	t.Helper()
	e, err := app.WaitFor(deadline(t), func(e orders.Entry) bool { return e.Event == event && e.ID == id })
	if err != nil {
		t.Fatalf("%s %s: %v", event, id, err)
	}
	return e
}

// Every act is judged by what the application itself wrote down.
func TestAct(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			form := startOrders(t, toolkit)
			app := application(t, b, form.PID())
			s := observe(t, b, app)
			act := func(role tree.Role, name string, a backends.Action) {
				t.Helper()
				if err := b.Act(deadline(t), app, find(t, s, role, name).Handle, a); err != nil {
					t.Fatalf("%s %s %q: %v", a.Verb, role, name, err)
				}
			}
			act(tree.RoleTextbox, "Customer", setText("Anna"))
			if e := logged(t, form, "text", "customer"); e.Text() != "Anna" {
				t.Errorf("customer is %q", e.Text())
			}
			act(tree.RoleButton, "Save", backends.Action{Verb: tree.VerbPress})
			logged(t, form, "clicked", "save")
			act(tree.RoleSpinbutton, "Quantity", backends.Action{Verb: tree.VerbSetValue, Number: 7})
			if e := logged(t, form, "value", "quantity"); e.Number() != 7 {
				t.Errorf("quantity is %v", e.Number())
			}
			state, err := form.Form(deadline(t))
			if err != nil || state.Customer != "Anna" || state.Quantity != 7 {
				t.Errorf("form is %+v, %v", state, err)
			}
			entries, err := form.Log()
			if err != nil {
				t.Fatal(err)
			}
			clicks := 0
			for _, e := range entries {
				if e.Event == "clicked" {
					clicks++
				}
			}
			if clicks != 1 {
				t.Errorf("%d clicks in the log, want 1", clicks)
			}
		})
	}
}

func TestActNotDelivered(t *testing.T) {
	b := open(t, Options{})
	form := startOrders(t, orders.GTK3)
	app := application(t, b, form.PID())
	s := observe(t, b, app)
	label := find(t, s, tree.RoleTextbox, "Customer")
	quantity := find(t, s, tree.RoleSpinbutton, "Quantity")
	gone := tree.Handle(strings.Replace(string(label.Handle), "/accessible/", "/accessible/9", 1))
	for name, c := range map[string]struct {
		h tree.Handle
		a backends.Action
	}{
		"no such action": {label.Handle, backends.Action{Verb: tree.VerbToggle}},
		"out of range":   {quantity.Handle, backends.Action{Verb: tree.VerbSetValue, Number: 1e6}},
		"gone":           {gone, backends.Action{Verb: tree.VerbPress}},
		"no handle":      {"x", backends.Action{Verb: tree.VerbPress}},
		"no verb":        {label.Handle, backends.Action{Verb: "dance"}},
	} {
		err := b.Act(deadline(t), app, c.h, c.a)
		if err == nil || backends.DeliveryOf(err) != backends.NotDelivered {
			t.Errorf("%s: %v, want not delivered", name, err)
		}
	}
}

// A reply without a value is an error, not the end of the program.
func TestActEmptyReply(t *testing.T) {
	b := open(t, Options{})
	for _, member := range []string{"GetState", "GetActions", "GetName"} {
		p := host(t, with(leaves, clickable("a"), trouble("empty", "a", member))...)
		err := b.Act(deadline(t), p.application(), p.ref("a").handle(), backends.Action{Verb: tree.VerbPress})
		if err == nil || backends.DeliveryOf(err) != backends.NotDelivered {
			t.Errorf("%s: %v, want not delivered", member, err)
		}
	}
}

func clickable(key string) provider.Command {
	return set(key, provider.Node{Actions: []string{"click"}})
}

// What became of an act that went wrong, and that it was sent at most once.
func TestActDelivery(t *testing.T) {
	b := open(t, Options{Call: patience}) // only the deadline of the act ends it
	for name, c := range map[string]struct {
		trouble string
		want    backends.Delivery
		sent    int
	}{
		"done":           {"", backends.Delivered, 1},
		"refused":        {"false", backends.Uncertain, 1},
		"hangs":          {"hang", backends.Uncertain, 1},
		"no such method": {"unknown-method", backends.NotDelivered, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := host(t, with(leaves, clickable("a"))...)
			if c.trouble != "" {
				p.do(t, trouble(c.trouble, "a", "DoAction"))
			}
			const limit = 2 * time.Second
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			began := time.Now()
			err := b.Act(ctx, p.application(), p.ref("a").handle(), backends.Action{Verb: tree.VerbPress})
			if took := time.Since(began); took > limit+late {
				t.Errorf("took %v with a deadline of %v", took, limit)
			}
			if got := backends.DeliveryOf(err); got != c.want {
				t.Errorf("delivery is %s (%v), want %s", got, err, c.want)
			}
			if got := p.Journal(); len(got) != c.sent {
				t.Errorf("the application got %v, want %d acts", got, c.sent)
			}
		})
	}
}
