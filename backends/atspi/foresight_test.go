package atspi

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// What is asked ahead is answered as ever, and the second time nothing is left to ask.
func TestForesight(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			app := application(t, b, startOrders(t, toolkit).PID())
			s := observe(t, b, app)
			pin := tree.NodeID(slices.IndexFunc(s.Nodes, func(n tree.Node) bool { return n.Secret }))
			tried := 0
			for i := range s.Nodes {
				n := &s.Nodes[i]
				if !n.Interactive() || !n.States.Has(tree.Showing) || !n.Bounds.Usable() || tried > 8 {
					continue
				}
				at := n.Bounds.Center()
				chain, err := b.HitTest(deadline(t), app, at)
				if err != nil || len(chain) == 0 {
					continue // a menu that is closed
				}
				tried++
				live, err := b.ReadNode(deadline(t), app, n.Handle)
				if err != nil {
					t.Fatal(err)
				}
				left := 0
				for range 2 {
					asked, done := b.Foresee(deadline(t), s, at, s.Find(chain[len(chain)-1]), n.ID, pin)
					again, err := b.Pinpoint(asked, app, at)
					if err != nil || again != chain[len(chain)-1] {
						t.Errorf("at the middle of %s %q is %v, %v, want %v", n.Role, n.Name.Value, again, err, names(s, chain))
					}
					for _, placed := range []bool{false, true} {
						alone, err := b.Identify(asked, app, n.Handle, placed)
						if err != nil || alone.Role != live.Role || alone.Name != live.Name || placed && alone.Bounds != live.Bounds {
							t.Errorf("%s %q alone is %+v, %v", n.Role, n.Name.Value, alone, err)
						}
					}
					if secret, err := b.Identify(asked, app, s.Nodes[pin].Handle, true); err != nil || secret.Bounds != s.Nodes[pin].Bounds {
						t.Errorf("password field %v, in the tree %v, %v", secret.Bounds, s.Nodes[pin].Bounds, err)
					}
					left = 0
					for _, calls := range foresightOf(asked).missed {
						left += len(calls)
					}
					done()
				}
				if left > 0 {
					t.Errorf("%d questions about %s %q were asked in vain twice", left, n.Role, n.Name.Value)
				}
			}
			if tried < 6 {
				t.Errorf("%d elements were tried", tried)
			}
		})
	}
}

// The application decides, not what it was seen like.
func TestForesightIsNoAnswer(t *testing.T) {
	standIn(t, hitWindow)
	b := open(t, Options{Call: brief})
	p := host(t, hitThings()...)
	app, at := p.application(), tree.Point{X: 20, Y: 15}
	s := p.observe(t, b, 0)
	see := func() ([]tree.Handle, error) {
		asked, done := b.Foresee(deadline(t), s, at, s.Find(p.ref("save").handle()), s.Find(p.ref("save").handle()))
		defer done()
		at, err := b.Pinpoint(asked, app, at)
		return []tree.Handle{at}, err
	}
	for range 2 {
		if chain, err := see(); err != nil || keysOf(chain) != "save" {
			t.Fatalf("found %q, %v", keysOf(chain), err)
		}
	}
	p.do(t, extents("save", 300, 300, 50, 20), add("panel", "delete"), extents("delete", 10, 10, 50, 20))
	if chain, err := see(); err != nil || keysOf(chain) != "delete" {
		t.Errorf("another is there now; found %q, %v", keysOf(chain), err)
	}
	p.do(t, trouble("hang", "panel", "GetAccessibleAtPoint"))
	if chain, err := see(); chain[0] != "" || !errors.Is(err, backends.ErrTimeout) {
		t.Errorf("it hangs; found %q, %v", keysOf(chain), err)
	}
	// Who does not wait gets no answer of before.
	ended, end := context.WithCancel(t.Context())
	asked, done := b.Foresee(ended, s, at, tree.None)
	end()
	if chain, err := b.HitTest(asked, app, at); chain != nil || err == nil {
		t.Errorf("after the end; found %q, %v", keysOf(chain), err)
	}
	done()
}
