package inspector

import (
	"slices"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// What a parent clips is not what lies at a point, in Qt, where the parents clip and
// what they clip says that it shows.
func TestHitsAreClipped(t *testing.T) {
	shown := func(r tree.Rect) tree.Bounds { return tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact} }
	build := func(toolkit string) *Frozen {
		b := tree.NewBuilder("test", tree.Application{Name: "a", Toolkit: toolkit})
		add := func(in tree.NodeID, role tree.Role, name string, x, y, w, h int) tree.NodeID {
			return b.Add(in, tree.Node{Handle: tree.Handle(name), Role: role, Name: tree.KnownText(name), Bounds: shown(tree.Rect{X: x, Y: y, W: w, H: h})})
		}
		app := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication})
		win := add(app, tree.RoleWindow, "window", 0, 0, 500, 500)
		bar := add(win, tree.RoleToolbar, "bar", 0, 0, 200, 30)
		add(bar, tree.RoleButton, "cut", 0, 0, 50, 30)
		add(bar, tree.RoleButton, "partly", 180, 0, 50, 30)
		add(bar, tree.RoleButton, "pack", 250, 0, 50, 30)
		pane := add(win, tree.RoleGeneric, "pane", 0, 100, 200, 100)
		content := add(pane, tree.RoleGeneric, "content", 0, 50, 200, 1000)
		add(content, tree.RoleButton, "note", 0, 150, 50, 20)
		add(content, tree.RoleButton, "far note", 0, 300, 50, 20)
		box := add(pane, tree.RoleCombobox, "box", 100, 180, 50, 20)
		list := add(box, tree.RoleList, "list", 100, 200, 50, 100)
		add(list, tree.RoleListItem, "item", 100, 220, 50, 20)
		return Freeze(b.Snapshot())
	}
	for _, c := range []struct {
		x, y          int
		qt, elsewhere tree.Handle
	}{
		{10, 10, "cut", "cut"}, {190, 10, "partly", "partly"}, {210, 10, "window", "partly"}, {260, 10, "window", "pack"},
		{10, 160, "note", "note"}, {10, 310, "window", "far note"}, {60, 310, "window", "content"}, {110, 230, "item", "item"},
	} {
		p := tree.Point{X: c.x, Y: c.y}
		for toolkit, want := range map[string]tree.Handle{"Qt": c.qt, "gtk": c.elsewhere} {
			f := build(toolkit)
			if got := f.Nodes[f.Hits().At(p)].Handle; got != want {
				t.Errorf("%s: at %v lies %s, want %s", toolkit, p, got, want)
			}
			if within := f.Hits().Within(tree.Rect{X: c.x, Y: c.y, W: 1, H: 1}); !slices.ContainsFunc(within, func(id tree.NodeID) bool { return f.Nodes[id].Handle == want }) {
				t.Errorf("%s: within the pixel at %v are %v, and not %s", toolkit, p, within, want)
			}
		}
	}
}
