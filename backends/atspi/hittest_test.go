package atspi

import (
	"errors"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
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

// hitThings is a window with a panel all over it and a button in the panel's
// corner, and a menu with an item.
func hitThings() map[string]*thing {
	nodes := things(map[string][]string{"root": {"win"}, "win": {"panel", "menu"}, "panel": {"save"}, "save": nil, "menu": {"item"}, "item": nil})
	nodes["win"].role, nodes["panel"].role, nodes["menu"].role, nodes["item"].role = roleFrame, rolePanel, roleMenu, roleMenuItem
	nodes["win"].extents = tree.Rect{W: 500, H: 500}
	nodes["panel"].extents = tree.Rect{W: 500, H: 500}
	nodes["save"].extents = tree.Rect{X: 10, Y: 10, W: 50, H: 20}
	nodes["menu"].extents = tree.Rect{X: 600, Y: 0, W: 100, H: 100}
	nodes["item"].extents = tree.Rect{X: 600, Y: 20, W: 100, H: 20}
	return nodes
}

// keysOf lists the objects of a provider that a chain names.
func keysOf(chain []tree.Handle) string {
	var list []string
	for _, h := range chain {
		list = append(list, path.Base(string(h)))
	}
	return strings.Join(list, " ")
}

// What is not answered on the way to an element is an error; the element reached
// so far is not what a click would reach.
func TestHitTestHangs(t *testing.T) {
	for _, c := range []struct{ thing, member string }{
		{"", ""},
		{"root", "GetChildren"}, {"win", "GetAccessibleAtPoint"}, {"win", "GetChildren"}, {"panel", "GetExtents"},
		{"panel", "GetChildren"}, {"save", "GetState"}, {"save", "GetExtents"}, {"save", "GetRole"}, {"save", "GetChildren"}, {"save", "Get"},
	} {
		t.Run(c.thing+" "+c.member, func(t *testing.T) {
			b := open(t, Options{Call: 200 * time.Millisecond})
			nodes := hitThings()
			if c.thing != "" {
				nodes[c.thing].hangs = map[string]bool{c.member: true}
			}
			app := newProvider(t, nodes).application()
			app.PID = 0 // it has no window on the display
			chain, err := b.HitTest(deadline(t), app, tree.Point{X: 20, Y: 15})
			switch {
			case c.thing == "" && (err != nil || keysOf(chain) != "win panel save"):
				t.Errorf("found %q, %v", keysOf(chain), err)
			case c.thing != "" && (chain != nil || !errors.Is(err, backends.ErrTimeout)):
				t.Errorf("found %q, %v, want a timeout", keysOf(chain), err)
			}
		})
	}
}

// In an open popup nothing is found as long as something of it is missing; what
// is missing elsewhere does not matter.
func TestHitTestPopupIncomplete(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(nodes map[string]*thing)
		want  error
	}{
		"complete":          {func(map[string]*thing) {}, nil},
		"item hangs":        {func(n map[string]*thing) { n["item"].hangs = map[string]bool{"GetExtents": true} }, backends.ErrTimeout},
		"items hang":        {func(n map[string]*thing) { n["menu"].hangs = map[string]bool{"GetChildren": true} }, backends.ErrTimeout},
		"items missing":     {func(n map[string]*thing) { claim(n, "menu", 5) }, backends.ErrUnsupported},
		"missing elsewhere": {func(n map[string]*thing) { claim(n, "panel", 5) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, Options{Call: 200 * time.Millisecond})
			nodes := hitThings()
			c.spoil(nodes)
			app := newProvider(t, nodes).application()
			popup := xwindow{id: 1, popup: true, area: tree.Rect{X: 600, Y: 0, W: 100, H: 100}}
			chain, err := b.hitPopup(deadline(t), app, []xwindow{popup}, &popup, tree.Point{X: 650, Y: 30})
			if !errors.Is(err, c.want) || c.want == nil && keysOf(chain) != "win menu item" || c.want != nil && chain != nil {
				t.Errorf("found %q, %v, want %v", keysOf(chain), err, c.want)
			}
		})
	}
}
