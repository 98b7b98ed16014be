package inspector

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends/tree"
)

func words(cs []Change) []string {
	var w []string
	for _, c := range cs {
		w = append(w, c.Words)
	}
	return w
}

const diffBefore = `
application "demo" handle=app
  window "W" handle=w
    button "Play" handle=play
    checkbox "On" handle=on
    group "G" handle=g
      label "x" handle=x
`

func TestDiff(t *testing.T) {
	a := sketched(t, diffBefore)
	b := sketched(t, `
application "demo" handle=app
  window "W" handle=w
    button "Pause" handle=play
    checkbox "On" handle=on checked
    list "L" handle=l
      listitem "y" handle=y
`)
	want := []string{
		`group "G" vanished`,
		`button "Pause": name "Play" is now "Pause"`,
		`checkbox "On": +checked`,
		`list "L" appeared`,
	}
	if d := cmp.Diff(want, words(Diff(a, b))); d != "" {
		t.Error(d)
	}
	if cs := Diff(a, a); len(cs) != 0 {
		t.Errorf("a snapshot differs from itself: %v", words(cs))
	}
}

// TestBlurred: what a twin makes ambiguous is told; what was ambiguous before, and
// the twin itself, are not.
func TestBlurred(t *testing.T) {
	a := sketched(t, diffBefore)
	b := sketched(t, `
application "demo" handle=app
  window "W" handle=w
    button "Play" handle=play
    button "Play" handle=other
    checkbox "On" handle=on
    group "G" handle=g
      label "x" handle=x
`)
	if got := words(Blurred(a, b)); !slices.Equal(got, []string{`button "Play" cannot be told from all others any more`}) {
		t.Errorf("got %q", got)
	}
	if got := words(Blurred(b, b)); got != nil {
		t.Errorf("nothing has changed, and got %q", got)
	}
	if got := words(Blurred(b, a)); got != nil {
		t.Errorf("a twin went, and got %q", got)
	}
}

func TestWhatWasNotReadHasNotVanished(t *testing.T) {
	s := sketchSnapshot(t, `
application "demo" handle=app
  window "W" handle=w
    button unreadable-name handle=play
`)
	s.Cuts = []tree.Cut{{Node: 1, Reason: tree.CutTime, Missing: -1}}
	if cs := Diff(sketched(t, diffBefore), Freeze(s)); len(cs) != 0 {
		t.Errorf("said of a partial reading: %v", words(cs))
	}
}

func TestHitIndexPrefersPopupsThenTheSmallest(t *testing.T) {
	s := sketchSnapshot(t, `
application "demo"
  window "W"
    menubar
      menu "File"
        menuitem "Open"
    group "G"
      button "Save"
        label "Save"
    button "Hidden"
`)
	place := func(role tree.Role, name string, r tree.Rect) {
		for i := range s.Nodes {
			if n := &s.Nodes[i]; n.Role == role && n.Name.Value == name {
				n.Bounds = tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact}
			}
		}
	}
	place(tree.RoleWindow, "W", tree.Rect{X: -10, Y: -10, W: 3000, H: 2000})
	place(tree.RoleGroup, "G", tree.Rect{X: 0, Y: 100, W: 400, H: 300})
	place(tree.RoleButton, "Save", tree.Rect{X: 10, Y: 110, W: 60, H: 30})
	place(tree.RoleLabel, "Save", tree.Rect{X: 20, Y: 115, W: 30, H: 20})
	place(tree.RoleMenuItem, "Open", tree.Rect{X: 0, Y: 90, W: 200, H: 40})
	place(tree.RoleButton, "Hidden", tree.Rect{X: 300, Y: 300, W: 10, H: 10})
	i := slices.IndexFunc(s.Nodes, func(n tree.Node) bool { return n.Name.Value == "Hidden" })
	s.Nodes[i].States = 0
	f := Freeze(s)
	for _, tc := range []struct {
		at   tree.Point
		want string
	}{
		{tree.Point{X: 25, Y: 120}, `menuitem "Open"`},
		{tree.Point{X: 25, Y: 134}, `label "Save"`},
		{tree.Point{X: 65, Y: 135}, `button "Save"`},
		{tree.Point{X: 305, Y: 305}, `group "G"`},
		{tree.Point{X: -5, Y: -5}, `window "W"`},
	} {
		if got := f.Hits().At(tc.at); f.Short(got) != tc.want {
			t.Errorf("%v: %s, want %s", tc.at, f.Short(got), tc.want)
		}
	}
	if got := f.Hits().At(tree.Point{X: 5000, Y: 5}); got != tree.None {
		t.Errorf("outside: %d", got)
	}
	if got := f.Owner(f.Hits().At(tree.Point{X: 25, Y: 134})); f.Short(got) != `button "Save"` {
		t.Errorf("owner of the label: %s", f.Short(got))
	}
	within := f.Hits().Within(tree.Rect{X: 0, Y: 100, W: 30, H: 20})
	if !slices.IsSorted(within) || len(within) != 5 {
		t.Errorf("within: %v", within)
	}
}

// GTK3 has the page of a notebook below its tab, though not on it.
func TestAClickOnAPageIsNotOneOnItsTab(t *testing.T) {
	s := sketchSnapshot(t, `
application "demo"
  window "W"
    tab "Order"
      label "Order"
      group "Page"
`)
	for i, r := range []tree.Rect{{}, {W: 400, H: 300}, {X: 10, Y: 0, W: 50, H: 20}, {X: 15, Y: 5, W: 40, H: 10}, {X: 0, Y: 20, W: 400, H: 280}} {
		s.Nodes[i].Bounds = tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact}
	}
	f := Freeze(s)
	if got := f.Owner(f.Hits().At(tree.Point{X: 200, Y: 150})); f.Short(got) != `group "Page"` {
		t.Errorf("the page belongs to %s", f.Short(got))
	}
	if got := f.Owner(f.Hits().At(tree.Point{X: 20, Y: 8})); f.Short(got) != `tab "Order"` {
		t.Errorf("the caption of the tab belongs to %s", f.Short(got))
	}
}
