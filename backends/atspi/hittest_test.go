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
