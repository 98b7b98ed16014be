//go:build linux && cgo

package e2e

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/samples/orders"
)

// rig is one running Orders with the backend that reads it.
type rig struct {
	t       testing.TB
	ctx     context.Context
	orders  *orders.App
	backend *atspi.Backend
	app     tree.Application
	ended   sync.Once
	last    string // what was in the way, for a message
}

// note keeps what is in the way of what is waited for.
func (r *rig) note(words string) { r.last = words }

// eachToolkit runs a test against Orders in every toolkit.
func eachToolkit(t *testing.T, f func(t *testing.T, toolkit orders.Toolkit)) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) { f(t, toolkit) })
	}
}

// start starts Orders and waits until it can be read whole.
func start(t testing.TB, toolkit orders.Toolkit, flags ...string) *rig {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	t.Cleanup(cancel)
	app, err := orders.Start(ctx, screenDesktop, toolkit, flags...)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, ctx: ctx, orders: app}
	t.Cleanup(r.close)
	r.observe("Orders", app.PID())
	return r
}

// observe opens a backend of the rig's own and waits until it can read the process
// whole and knows its window.
func (r *rig) observe(name string, pid int) {
	r.t.Helper()
	b, err := atspi.Open(r.ctx, atspi.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { b.Close() })
	r.backend = b
	r.until(name+" is on the bus and readable", func() bool {
		apps, err := b.Applications(r.ctx)
		if err != nil {
			return false
		}
		for _, a := range apps {
			if a.PID == pid {
				r.app = a
				s, err := b.Observe(r.ctx, backends.Scope{Application: a})
				return err == nil && s.Complete() && len(s.Windows) > 0 && s.Windows[0].XID != 0
			}
		}
		return false
	})
}

// close ends Orders; a second call does nothing.
func (r *rig) close() {
	r.ended.Do(func() {
		if err := r.orders.Close(); err != nil {
			r.t.Errorf("end Orders: %v", err)
		}
	})
}

// until polls a condition.
func (r *rig) until(what string, holds func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			var log []orders.Entry
			if r.orders != nil {
				log, _ = r.orders.Log()
			}
			r.t.Fatalf("never came true: %s\nlog of Orders: %v", what, lines(log))
		}
	}
}

// lines shortens a log for a message.
func lines(log []orders.Entry) []string {
	var ls []string
	for _, e := range log {
		ls = append(ls, fmt.Sprintf("%s %s %s", e.Event, e.ID, e.Value))
	}
	return ls
}

// frozen observes the application, once it answers.
func (r *rig) frozen() *inspector.Frozen {
	r.t.Helper()
	var s *tree.Snapshot
	r.until("the application can be read", func() (ok bool) {
		var err error
		s, err = r.backend.Observe(r.ctx, backends.Scope{Application: r.app})
		return err == nil
	})
	return inspector.Freeze(s)
}

// find returns the single element that a locator names, once there is one.
func (r *rig) find(locator string) (*inspector.Frozen, tree.NodeID) {
	r.t.Helper()
	return r.findThat(locator, func(*inspector.Frozen, tree.NodeID) bool { return true })
}

// findThat returns the single element that a locator names, once it fits.
func (r *rig) findThat(locator string, fits func(*inspector.Frozen, tree.NodeID) bool) (*inspector.Frozen, tree.NodeID) {
	r.t.Helper()
	l, err := inspector.ParseLocator(locator)
	if err != nil {
		r.t.Fatal(err)
	}
	r.note("")
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		f := r.frozen()
		res := f.Written(l)
		if res.Outcome == inspector.Unique && fits(f, res.Node()) {
			return f, res.Node()
		}
		if time.Now().After(end) {
			var all []string
			for i := range f.Nodes {
				if f.Nodes[i].States.Has(tree.Showing) {
					all = append(all, f.Path(tree.NodeID(i)))
				}
			}
			r.t.Fatalf("%s is %s, and not as it should be: %s%s\nshowing:\n%s", locator, res.Outcome, res.Reason, r.last, strings.Join(all, "\n"))
		}
	}
}

// target returns the recorded form of an element.
func (r *rig) target(locator string) inspector.Target {
	r.t.Helper()
	f, id := r.find(locator)
	return f.Target(id)
}

// events returns the application's own log entries of one kind of event.
func (r *rig) events(event, id string) []orders.Entry {
	r.t.Helper()
	log, err := r.orders.Log()
	if err != nil {
		r.t.Fatal(err)
	}
	var found []orders.Entry
	for _, e := range log {
		if e.Event == event && (id == "" || e.ID == id) {
			found = append(found, e)
		}
	}
	return found
}

// pressed returns how often any button was pressed, by the application's log.
func (r *rig) pressed() int { return len(r.events("clicked", "")) }

func (r *rig) control(line string) {
	r.t.Helper()
	if err := r.orders.Control(r.ctx, line); err != nil {
		r.t.Fatal(err)
	}
}
