package atspi

import (
	"context"
	"testing"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// plainWalk is the independent observer: one call at a time, children only,
// nothing shared with the backend but the bus.
func plainWalk(t testing.TB, app tree.Application) map[tree.Handle]tree.Handle {
	t.Helper()
	address, err := busAddress(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	c, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	type object struct {
		Name string
		Path dbus.ObjectPath
	}
	parents := map[tree.Handle]tree.Handle{app.Handle: ""}
	var down func(o object)
	down = func(o object) {
		var children []object
		if err := c.Object(o.Name, o.Path).CallWithContext(deadline(t), "org.a11y.atspi.Accessible.GetChildren", 0).Store(&children); err != nil {
			t.Fatalf("%v: %v", o, err)
		}
		for _, k := range children {
			if k.Path == "/org/a11y/atspi/null" {
				continue
			}
			h := tree.Handle(k.Name + string(k.Path))
			if _, seen := parents[h]; seen {
				t.Fatalf("%v comes up twice", k)
			}
			parents[h] = tree.Handle(o.Name + string(o.Path))
			down(k)
		}
	}
	top, _ := parseHandle(app.Handle)
	down(object{top.name, top.path})
	return parents
}

// compare checks that a snapshot has the elements of the plain walk, under the
// same parents, and no others.
func compare(t *testing.T, s *tree.Snapshot, want map[tree.Handle]tree.Handle) {
	t.Helper()
	got := map[tree.Handle]bool{}
	for _, n := range s.Nodes {
		got[n.Handle] = true
		parent, ok := want[n.Handle]
		if !ok {
			t.Errorf("%s %q (%s) is not in the plain walk", n.Role, n.Name.Value, n.Handle)
			continue
		}
		if n.Parent != tree.None && s.Nodes[n.Parent].Handle != parent {
			t.Errorf("%s %q is under %s, by the plain walk under %s", n.Role, n.Name.Value, s.Nodes[n.Parent].Handle, parent)
		}
	}
	for h := range want {
		if !got[h] {
			t.Errorf("%s is missing", h)
		}
	}
	if !s.Complete() {
		t.Errorf("not complete: %v", s.Cuts)
	}
}

func TestObserveIsComplete(t *testing.T) {
	programs := []string{"gtk3-widget-factory", "gtk4-widget-factory", "mousepad", "gnome-calculator"}
	for _, name := range programs {
		t.Run(name, func(t *testing.T) {
			b := open(t, Options{})
			app := application(t, b, start(t, name).Process.Pid)
			s := observe(t, b, app)
			compare(t, s, plainWalk(t, app))
			if len(s.Nodes) < 90 {
				t.Errorf("%d nodes, want at least 90", len(s.Nodes))
			}
			// The second reading finds the cache filled.
			compare(t, observe(t, b, app), plainWalk(t, app))
		})
	}
	for _, toolkit := range orders.Toolkits() {
		t.Run("orders-"+string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			app := application(t, b, startOrders(t, toolkit).PID())
			compare(t, observe(t, b, app), plainWalk(t, app))
		})
	}
}

// A reading of a part has the same elements as that part of the whole.
func TestObserveRoot(t *testing.T) {
	b := open(t, Options{})
	app := application(t, b, startOrders(t, orders.GTK3).PID())
	whole := observe(t, b, app)
	frame := find(t, whole, tree.RoleGroup, "Recipient")
	part, err := b.Observe(deadline(t), scopeOf(app, frame.Handle))
	if err != nil {
		t.Fatal(err)
	}
	var want []tree.Handle
	for _, n := range whole.Nodes {
		if whole.Inside(n.ID, frame.ID) {
			want = append(want, n.Handle)
		}
	}
	if len(part.Nodes) != len(want) {
		t.Fatalf("%d nodes, want %d", len(part.Nodes), len(want))
	}
	for i, n := range part.Nodes {
		if n.Handle != want[i] {
			t.Errorf("node %d is %s, want %s", i, n.Handle, want[i])
		}
		if w := whole.Node(whole.Find(n.Handle)); n.Bounds != w.Bounds || n.Name != w.Name || n.NameFrom != w.NameFrom {
			t.Errorf("%s %q: %v %v, in the whole %v %v", n.Role, n.Name.Value, n.Bounds, n.Name, w.Bounds, w.Name)
		}
	}
}

func TestObserveSendsNothingThatChanges(t *testing.T) {
	var sent calls
	b := open(t, Options{OnCall: sent.record})
	app := application(t, b, startOrders(t, orders.GTK3).PID())
	observe(t, b, app)
	b.Probe(deadline(t))
	seen := map[string]int{}
	for _, call := range sent.since(0) {
		name, _, _ := cutSpace(call)
		seen[name]++
	}
	if seen["org.a11y.atspi.Accessible.GetRelationSet"] == 0 {
		t.Errorf("the recorder saw no reading call: %v", seen)
	}
	for _, m := range []*method{callDoAction, callSetText, callSet, callSelectChild, callGrabFocus} {
		if !Mutating(m.iface, m.member) {
			t.Errorf("%s does not count as mutating", m.name())
		}
		if seen[m.name()] > 0 {
			t.Errorf("%s was sent %d times", m.name(), seen[m.name()])
		}
	}
}

// The text of a password field is never asked for, in no toolkit.
func TestObserveNeverReadsPasswords(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			var sent calls
			b := open(t, Options{OnCall: sent.record})
			app := application(t, b, startOrders(t, toolkit).PID())
			s := observe(t, b, app)
			pin := find(t, s, tree.RolePassword, "PIN")
			if !pin.Secret || pin.Value.State == tree.Known {
				t.Errorf("password field: %+v", pin)
			}
			if err := b.Act(deadline(t), app, pin.Handle, setText("2468")); err != nil {
				t.Fatal(err)
			}
			s = observe(t, b, app)
			if _, err := b.ReadNode(deadline(t), app, pin.Handle); err != nil {
				t.Fatal(err)
			}
			for _, n := range s.Nodes {
				if s.Inside(n.ID, pin.ID) && n.Value.Value != "" {
					t.Errorf("%s in the password field has the value %q", n.Role, n.Value.Value)
				}
			}
			at, _ := parseHandle(pin.Handle)
			for _, call := range sent.since(0) {
				if name, path, _ := cutSpace(call); path == string(at.path) && name == callGetText.name() {
					t.Errorf("%s was sent to the password field", name)
				}
			}
		})
	}
}

func TestObserveAfterEnd(t *testing.T) {
	b := open(t, Options{})
	cmd := start(t, "gtk3-widget-factory")
	app := application(t, b, cmd.Process.Pid)
	cmd.Cancel()
	await(t, "an error", func() bool {
		_, err := b.Observe(context.Background(), scopeOf(app, ""))
		return err != nil
	})
}
