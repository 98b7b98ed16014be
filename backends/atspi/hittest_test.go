package atspi

import (
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
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

// hitWindow is the area of the window of hitThings.
var hitWindow = tree.Rect{W: 500, H: 500}

// hitThings is a window with a panel all over it and a button in the panel's
// corner, and a menu with an item.
func hitThings(more ...provider.Command) []provider.Command {
	role := func(key, role string) provider.Command { return set(key, provider.Node{Role: role}) }
	return with(with(shape(map[string][]string{"root": {"win"}, "win": {"panel", "menu"}, "panel": {"save"}, "save": nil, "menu": {"item"}, "item": nil}),
		role("win", "frame"), role("panel", "panel"), role("menu", "menu"), role("item", "menu item"),
		extents("win", 0, 0, 500, 500), extents("panel", 0, 0, 500, 500), extents("save", 10, 10, 50, 20),
		extents("menu", 600, 0, 100, 100), extents("item", 600, 20, 100, 20)), more...)
}

// keysOf lists the objects of a provider that a chain names.
func keysOf(chain []tree.Handle) string {
	var list []string
	for _, h := range chain {
		list = append(list, path.Base(string(h)))
	}
	return strings.Join(list, " ")
}

// Where no window of the display says where an application is, nothing is found
// there, and not "nothing is there".
func TestHitTestWithoutWindow(t *testing.T) {
	b := open(t, Options{})
	app := host(t, hitThings()...).application()
	chain, err := b.HitTest(deadline(t), app, tree.Point{X: 20, Y: 15})
	if chain != nil || !errors.Is(err, backends.ErrUnsupported) {
		t.Errorf("found %q, %v", keysOf(chain), err)
	}
	for _, n := range observe(t, b, app).Nodes {
		if n.Bounds.Usable() || n.Role == tree.RoleButton && n.Bounds.Space != tree.Elsewhere {
			t.Errorf("%s %q is at %+v", n.Role, n.Name.Value, n.Bounds)
		}
	}
}

// What is not answered on the way to an element is an error; the element reached
// so far is not what a click would reach.
func TestHitTestHangs(t *testing.T) {
	standIn(t, hitWindow)
	for _, c := range []struct{ key, member string }{
		{"", ""},
		{"root", "GetChildren"}, {"win", "GetAccessibleAtPoint"}, {"win", "GetChildren"}, {"panel", "GetExtents"},
		{"panel", "GetChildren"}, {"save", "GetState"}, {"save", "GetExtents"}, {"save", "GetRole"}, {"save", "GetChildren"}, {"save", "Get"},
	} {
		t.Run(c.key+" "+c.member, func(t *testing.T) {
			t.Parallel() // each waits for its own
			b := open(t, Options{Call: brief})
			p := host(t, hitThings()...)
			p.do(t, trouble("unknown-method", "", "GetAccessibleAtPoint")) // told by the extents
			if c.key != "" {
				p.do(t, trouble("hang", c.key, c.member))
			}
			app := p.application()
			chain, err := b.HitTest(deadline(t), app, tree.Point{X: 20, Y: 15})
			switch {
			case c.key == "" && (err != nil || keysOf(chain) != "win panel save"):
				t.Errorf("found %q, %v", keysOf(chain), err)
			case c.key != "" && (chain != nil || !errors.Is(err, backends.ErrTimeout)):
				t.Errorf("found %q, %v, want a timeout", keysOf(chain), err)
			}
		})
	}
}

// covered is a small element of the window that the popup of the test hides.
func covered(key, role, in string) provider.Command {
	return provider.Command{Do: "add", Key: in, Node: &provider.Node{Key: key, Role: role, Extents: &[4]int32{645, 25, 10, 10}}}
}

// In an open popup nothing is found as long as something of it is missing; what
// is missing elsewhere does not matter.
func TestHitTestPopupIncomplete(t *testing.T) {
	for name, c := range map[string]struct {
		spoil []provider.Command
		want  error
	}{
		"complete":          {nil, nil},
		"item hangs":        {[]provider.Command{trouble("hang", "item", "GetExtents")}, backends.ErrTimeout},
		"items hang":        {[]provider.Command{trouble("hang", "menu", "GetChildren")}, backends.ErrTimeout},
		"items missing":     {[]provider.Command{claims("menu", 5)}, backends.ErrUnsupported},
		"missing elsewhere": {[]provider.Command{claims("panel", 5)}, nil},
		"box under it":      {[]provider.Command{covered("box", "combo box", "panel")}, nil},
		"part of a box":     {[]provider.Command{covered("box", "combo box", "panel"), covered("part", "text", "box")}, nil},
		"one over another":  {[]provider.Command{covered("over", "push button", "menu")}, backends.ErrUnsupported},
		"one in another":    {[]provider.Command{provider.Command{Do: "add", Key: "item", Node: &provider.Node{Key: "in", Role: "label", Extents: &[4]int32{690, 20, 10, 10}}}}, nil},
		"title under it":    {[]provider.Command{covered("bar", "menu bar", "win"), covered("title", "menu", "bar")}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t, Options{Call: brief})
			app := host(t, hitThings(c.spoil...)...).application()
			popup := xwindow{id: 1, popup: true, area: tree.Rect{X: 600, Y: 0, W: 100, H: 100}}
			window := xwindow{id: 2, area: hitWindow}
			chain, err := b.hitPopup(deadline(t), app, []xwindow{window, popup}, &popup, tree.Point{X: 650, Y: 30})
			if !errors.Is(err, c.want) || c.want == nil && keysOf(chain) != "win menu item" || c.want != nil && chain != nil {
				t.Errorf("found %q, %v, want %v", keysOf(chain), err, c.want)
			}
		})
	}
}
