package atspi

import (
	"errors"
	"slices"
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

// A toolbar of Qt that was opened says of the buttons for which it has no room that
// they show, beyond its edge; nothing is there to be seen or pressed.
func TestToolbarWithoutRoom(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		if !toolkit.IsQt() {
			continue
		}
		t.Run(string(toolkit), func(t *testing.T) {
			needDesktop(t)
			b := open(t, Options{})
			form, err := orders.StartWorkshop(deadline(t), private, toolkit)
			var missing *orders.MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { form.Close() })
			app := application(t, b, form.PID())
			s := observe(t, b, app)
			bar, pack := find(t, s, tree.RoleToolbar, "Tools"), find(t, s, tree.RoleButton, "Pack")
			if !bar.Bounds.Usable() {
				t.Fatalf("the toolbar is at %+v", bar.Bounds)
			}
			at, _ := parseHandle(pack.Handle)
			claimed := tree.Rect{}
			arrow := tree.Point{X: bar.Bounds.X + bar.Bounds.W - 9, Y: bar.Bounds.Center().Y}
			placed := func(fits func(tree.Rect) bool) func() bool {
				return func() bool {
					body, err := b.call(deadline(t), at, callGetExtents, coordScreen)
					claimed, _ = rectOf(first(body))
					return err == nil && sane(claimed) && fits(claimed)
				}
			}
			// Opened, it has a second row, of which the toolbar shows 3 pixels.
			click(t, arrow)
			await(t, "Qt to give the button a place below", placed(func(r tree.Rect) bool { return r.Y > bar.Bounds.Y+bar.Bounds.H/2 }))
			if chain, err := b.HitTest(deadline(t), app, claimed.Center()); err != nil || slices.Contains(chain, pack.Handle) {
				t.Errorf("opened, at the place that Qt claims is %v, %v", names(s, chain), err)
			}
			click(t, arrow)
			await(t, "Qt to give the button a place beside", placed(func(r tree.Rect) bool { return !bar.Bounds.Intersects(r) }))
			s = observe(t, b, app)
			n := find(t, s, tree.RoleButton, "Pack")
			if n.States.Has(tree.Showing) || n.Bounds.Usable() {
				t.Errorf("Pack, which Qt has at %v: %v, at %+v", claimed, n.States.Words(), n.Bounds)
			}
			if live, err := b.ReadNode(deadline(t), app, n.Handle); err != nil || live.States != n.States || live.Bounds != n.Bounds {
				t.Errorf("alone: %v, at %+v, %v", live.States.Words(), live.Bounds, err)
			}
			if chain, err := b.HitTest(deadline(t), app, claimed.Center()); err != nil || slices.Contains(chain, n.Handle) {
				t.Errorf("at the place that Qt claims is %v, %v", names(s, chain), err)
			}
			if cut := find(t, s, tree.RoleButton, "Cut"); !cut.States.Has(tree.Showing) || !bar.Bounds.Contains(cut.Bounds.Center()) {
				t.Errorf("Cut: %v, at %+v", cut.States.Words(), cut.Bounds)
			}
		})
	}
}
