package atspi

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// A node read alone is the node of the snapshot.
func TestReadNode(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			app := application(t, b, startOrders(t, toolkit).PID())
			s := observe(t, b, app)
			inTree := cmpopts.IgnoreFields(tree.Node{}, "ID", "Parent", "Children", "Relations", "AccessibleID", "Attributes")
			compared := 0
			for _, n := range s.Nodes[1:] {
				if !n.Interactive() {
					continue
				}
				compared++
				live, err := b.ReadNode(deadline(t), app, n.Handle)
				if err != nil {
					t.Fatalf("%s %q: %v", n.Role, n.Name.Value, err)
				}
				if diff := cmp.Diff(n, live, inTree); diff != "" {
					t.Errorf("%s %q differs:\n%s", n.Role, n.Name.Value, diff)
				}
			}
			if compared < 20 {
				t.Errorf("%d nodes compared, want at least 20", compared)
			}
			dead := tree.Handle(strings.TrimRight(string(s.Nodes[5].Handle), "0123456789abcdef") + "999999")
			if _, err := b.ReadNode(deadline(t), app, dead); !errors.Is(err, backends.ErrGone) {
				t.Errorf("an element that is gone: %v", err)
			}
			if err := b.Act(deadline(t), app, dead, backends.Action{Verb: tree.VerbPress}); backends.DeliveryOf(err) != backends.NotDelivered {
				t.Errorf("act on an element that is gone: %v", err)
			}
		})
	}
}
