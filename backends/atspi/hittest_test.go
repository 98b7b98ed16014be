package atspi

import (
	"slices"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// What the application says is at the middle of an element must be that element
// or something in it: the conversion to the screen is then right.
func TestHitTest(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			app := application(t, b, startOrders(t, toolkit).PID())
			s := observe(t, b, app)
			hits := 0
			for i := range s.Nodes {
				n := &s.Nodes[i]
				if n.Role != tree.RoleButton && n.Role != tree.RoleTextbox && n.Role != tree.RoleCheckbox && n.Role != tree.RoleRadio {
					continue
				}
				if !n.States.Has(tree.Showing) || !n.Bounds.Usable() {
					continue
				}
				hits++
				chain, err := b.HitTest(deadline(t), app, n.Bounds.Center())
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Contains(chain, n.Handle) {
					t.Errorf("at the middle of %s %q %v is %v, want %s", n.Role, n.Name.Value, n.Bounds, names(s, chain), n.Handle)
					continue
				}
				// The chain is the path of the tree.
				want := []tree.Handle{chain[len(chain)-1]}
				for _, id := range s.Ancestors(s.Find(want[0])) {
					if id != 0 {
						want = append([]tree.Handle{s.Nodes[id].Handle}, want...)
					}
				}
				if !slices.Equal(chain, want) {
					t.Errorf("chain of %q is %v, in the tree %v", n.Name.Value, names(s, chain), names(s, want))
				}
			}
			if hits < 8 {
				t.Errorf("%d elements were tried, want at least 8", hits)
			}
			w := s.Windows[0]
			chain, err := b.HitTest(deadline(t), app, tree.Point{X: w.Frame.X + w.Frame.W + 5, Y: w.Frame.Y})
			if err != nil || len(chain) > 0 {
				t.Errorf("beside the window is %v, %v", names(s, chain), err)
			}
		})
	}
}

func names(s *tree.Snapshot, chain []tree.Handle) []string {
	var list []string
	for _, h := range chain {
		n := s.Node(s.Find(h))
		if n == nil {
			list = append(list, "not in the tree: "+string(h))
			continue
		}
		list = append(list, string(n.Role)+" "+n.Name.Value)
	}
	return list
}

// An open menu is hit before the window under it, and a real click there lands.
func TestHitTestMenu(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			form := startOrders(t, toolkit)
			app := application(t, b, form.PID())
			var file *tree.Node
			s := observe(t, b, app)
			for i := range s.Nodes {
				if n := &s.Nodes[i]; n.Name.Value == "File" && (n.Role == tree.RoleMenu || n.Role == tree.RoleMenuItem) {
					file = n
				}
			}
			if file == nil {
				t.Fatal("there is no menu File")
			}
			click(t, file.Bounds.Center())
			var item tree.Node
			await(t, "the menu to open", func() bool {
				s = observe(t, b, app)
				for _, n := range s.Nodes {
					if n.Role == tree.RoleMenuItem && n.Name.Value == "New" && n.States.Has(tree.Showing) && n.Bounds.Usable() {
						item = n
						return true
					}
				}
				return false
			})
			chain, err := b.HitTest(deadline(t), app, item.Bounds.Center())
			if err != nil || !slices.Contains(chain, item.Handle) {
				t.Errorf("at the menu item %v is %v, %v", item.Bounds, names(s, chain), err)
			}
			live, err := b.ReadNode(deadline(t), app, item.Handle)
			if err != nil || live.Bounds != item.Bounds || live.States != item.States {
				t.Errorf("alone: %v %v, %v; in the tree %v %v", live.Bounds, live.States.Words(), err, item.Bounds, item.States.Words())
			}
			click(t, item.Bounds.Center())
			logged(t, form, "menu", "file-new")
		})
	}
}
