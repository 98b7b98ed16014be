package atspi

import (
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// What a tab hides does not show and has no place, before it was ever shown and
// after it was left.
func TestShowingFollowsTabs(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			app := application(t, b, startOrders(t, toolkit).PID())
			turn := func(tab string) {
				t.Helper()
				s := observe(t, b, app)
				item := find(t, s, tree.RoleTab, tab)
				if item.Has(tree.VerbPress) {
					if err := b.Act(deadline(t), app, item.Handle, backends.Action{Verb: tree.VerbPress}); err != nil {
						t.Fatal(err)
					}
					return
				}
				list := s.Node(item.Parent)
				if err := b.Act(deadline(t), app, list.Handle, backends.Action{Verb: tree.VerbSelect, Item: item.Handle}); err != nil {
					t.Fatal(err)
				}
			}
			onScreen := func(s *tree.Snapshot, role tree.Role, name string) bool {
				for _, n := range s.Nodes {
					if n.Role != role || n.Name.Value != name {
						continue
					}
					if n.States.Has(tree.Showing) != n.Bounds.Usable() {
						t.Errorf("%s %q: showing %v, bounds %v", role, name, n.States.Has(tree.Showing), n.Bounds)
					}
					live, err := b.ReadNode(deadline(t), app, n.Handle)
					if err != nil {
						t.Fatal(err)
					}
					if live.States != n.States || live.Bounds != n.Bounds {
						t.Errorf("%s %q alone: %v %v, in the tree %v %v", role, name, live.States.Words(), live.Bounds, n.States.Words(), n.Bounds)
					}
					if n.Bounds.Usable() {
						return true
					}
				}
				return false
			}
			check := func(order, items bool) {
				t.Helper()
				s := observe(t, b, app)
				if got := onScreen(s, tree.RoleTextbox, "Customer"); got != order {
					t.Errorf("Customer on the screen: %v", got)
				}
				if got := onScreen(s, tree.RoleButton, "Delete"); got != items {
					t.Errorf("Delete on the screen: %v", got)
				}
				supplier := tree.RoleListItem
				if got := onScreen(s, supplier, "North orchard") || onScreen(s, tree.RoleOption, "North orchard"); got != items {
					t.Errorf("supplier on the screen: %v", got)
				}
			}
			check(true, false)
			turn("Items")
			await(t, "the tab to turn", func() bool {
				s := observe(t, b, app)
				return !s.Node(s.Find(findFirst(s, tree.RoleTextbox, "Customer"))).Bounds.Usable()
			})
			check(false, true)
			turn("Order")
			await(t, "the tab to turn back", func() bool {
				s := observe(t, b, app)
				return s.Node(s.Find(findFirst(s, tree.RoleTextbox, "Customer"))).Bounds.Usable()
			})
			check(true, false)
		})
	}
}

func findFirst(s *tree.Snapshot, role tree.Role, name string) tree.Handle {
	for _, n := range s.Nodes {
		if n.Role == role && n.Name.Value == name {
			return n.Handle
		}
	}
	return ""
}
