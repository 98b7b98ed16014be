package inspector

import (
	"fmt"
	"slices"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"pgregory.net/rapid"
)

// forest draws an application: windows, containers, tables and controls with few
// names, so that twins are common, and some properties that could not be read.
type forest struct {
	t *rapid.T
	b *tree.Builder
}

var (
	drawnNames = []string{"Save", "Open", "A1", "Orders"}
	leaves     = []tree.Role{tree.RoleButton, tree.RoleLabel, tree.RoleTextbox, tree.RoleCheckbox}
	boxes      = []tree.Role{tree.RoleGroup, tree.RoleToolbar, tree.RoleRow, tree.RoleListItem, tree.RoleDialog, tree.RoleWindow, tree.RoleTable}
	inItems    = []tree.Role{tree.RoleLabel, tree.RoleCheckbox, tree.RoleTextbox}
	inTables   = []tree.Role{tree.RoleRow, tree.RoleCell, tree.RoleColumnHeader, tree.RoleRowHeader}
)

func pick[T any](t *rapid.T, from []T, label string) T { return rapid.SampledFrom(from).Draw(t, label) }

func chance(t *rapid.T, percent int, label string) bool {
	return rapid.IntRange(0, 99).Draw(t, label) < percent
}

func (f *forest) node(role tree.Role) tree.Node {
	n := tree.Node{
		Role: role, NativeRole: string(role), Handle: tree.Handle(fmt.Sprintf("h%d", f.b.Len())), StatesRead: true,
		Name: tree.AbsentText(), Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
	}
	switch k := rapid.IntRange(0, 19).Draw(f.t, "named"); {
	case k < 14:
		n.Name, n.NameFrom = tree.KnownText(pick(f.t, drawnNames, "name")), tree.NameOwn
	case k == 14:
		n.Name = tree.UnreadableText()
	}
	if chance(f.t, 2, "role unread") {
		n.Role, n.NativeRole = "", ""
	}
	if chance(f.t, 10, "id") {
		n.AccessibleID = tree.KnownText(pick(f.t, []string{"save", "open"}, "id"))
	}
	return n
}

func (f *forest) below(parent tree.NodeID, depth int) {
	for range rapid.IntRange(0, 4).Draw(f.t, "children") {
		switch {
		case depth < 4 && chance(f.t, 15, "managed"):
			f.managed(parent)
		case depth < 4 && chance(f.t, 50, "box"):
			f.below(f.b.Add(parent, f.node(pick(f.t, boxes, "box role"))), depth+1)
		default:
			f.b.Add(parent, f.node(pick(f.t, leaves, "leaf role")))
		}
	}
}

// managed adds a table that makes its items on demand: cells by their addresses, or
// rows and cells with any names and with things in them.
func (f *forest) managed(parent tree.NodeID) {
	n := f.node(tree.RoleTable)
	n.States = tree.MakeStates(tree.ManagesDescendants)
	table := f.b.Add(parent, n)
	addressed := chance(f.t, 50, "addressed")
	for i := range rapid.IntRange(0, 6).Draw(f.t, "items") {
		if !addressed {
			item := f.b.Add(table, f.node(pick(f.t, inTables, "item role")))
			for range rapid.IntRange(0, 2).Draw(f.t, "in item") {
				f.b.Add(item, f.node(pick(f.t, inItems, "role in item")))
			}
			continue
		}
		c := f.node(tree.RoleCell)
		c.Role, c.NativeRole = tree.RoleCell, "cell"
		c.Cell = &tree.Cell{Row: i / 2, Column: i % 2, RowHeader: tree.AbsentText(), ColumnHeader: tree.AbsentText()}
		c.Name = tree.KnownText(Address(i/2, i%2))
		f.b.Add(table, c)
	}
}

func drawTree(t *rapid.T) *tree.Snapshot {
	f := forest{t, tree.NewBuilder("drawn", tree.Application{Name: "demo"})}
	root := f.node(tree.RoleApplication)
	root.Role = tree.RoleApplication
	f.b.Add(tree.None, root)
	for range rapid.IntRange(1, 3).Draw(t, "windows") {
		f.below(f.b.Add(0, f.node(pick(t, []tree.Role{tree.RoleWindow, tree.RoleWindow, tree.RoleDialog}, "top role"))), 0)
	}
	for range rapid.IntRange(0, 3).Draw(t, "labels") {
		id := rapid.IntRange(0, f.b.Len()-1).Draw(t, "labelled")
		label := rapid.IntRange(0, f.b.Len()-1).Draw(t, "label")
		n := f.b.Node(tree.NodeID(id))
		n.Relations = append(n.Relations, tree.Relation{Kind: tree.LabelledBy, Targets: []tree.NodeID{tree.NodeID(label)}})
	}
	return f.b.Snapshot()
}

// items reports whether only items are below a node, so that a backend may cut
// there because its children are virtual. An item whose role could not be read is
// one on a true tree; here it would leave the whole tree in doubt.
func items(s *tree.Snapshot, id tree.NodeID) bool {
	n := &s.Nodes[id]
	if !managing(n.Role) || !n.States.Has(tree.ManagesDescendants) {
		return false
	}
	for i := range s.Nodes {
		if s.Inside(tree.NodeID(i), id) && tree.NodeID(i) != id && (chrome[s.Nodes[i].Role] || s.Nodes[i].RoleUnread()) {
			return false
		}
	}
	return true
}

// cutTree returns the tree without some of the subtrees, with the cuts that say so.
func cutTree(t *rapid.T, s *tree.Snapshot) *tree.Snapshot {
	hidden := make([]bool, len(s.Nodes))
	b := tree.NewBuilder("drawn", s.Application)
	ids := map[tree.NodeID]tree.NodeID{}
	var walk func(id, parent tree.NodeID)
	walk = func(id, parent tree.NodeID) {
		n := s.Nodes[id]
		at := b.Add(parent, n)
		ids[id] = at
		lost := 0
		dense := chance(t, 12, "cut here")
		for _, c := range n.Children {
			if dense && chance(t, 60, "hide") {
				hidden[c] = true
				lost++
				continue
			}
			walk(c, at)
		}
		switch {
		case lost == 0:
		case items(s, id):
			b.Cut(tree.Cut{Node: at, Reason: tree.CutVirtualChildren, Missing: lost})
		default:
			b.Cut(tree.Cut{Node: at, Reason: tree.CutTime, Missing: -1})
		}
	}
	walk(0, tree.None)
	for old, at := range ids {
		for i, r := range s.Nodes[old].Relations {
			kept := tree.Relation{Kind: r.Kind}
			for _, target := range r.Targets {
				if id, ok := ids[target]; ok {
					kept.Targets = append(kept.Targets, id)
				} else {
					kept.Outside++
				}
			}
			if i == 0 {
				b.Node(at).Relations = nil
			}
			b.Node(at).Relations = append(b.Node(at).Relations, kept)
		}
	}
	return b.Snapshot()
}

// drawLocator draws one that names a node of the tree in some way, or another one.
func drawLocator(t *rapid.T, f *Frozen) Locator {
	id := tree.NodeID(rapid.IntRange(0, len(f.Nodes)-1).Draw(t, "node"))
	if cs := slices.Collect(f.candidates(id)); len(cs) > 0 && chance(t, 40, "candidate") {
		return pick(t, cs, "which").locator
	}
	var l Locator
	for up := f.Nodes[id].Parent; up != tree.None; up = f.Nodes[up].Parent {
		if chance(t, 35, "segment") {
			l.Segments = append([]Segment{f.drawSegment(t, up)}, l.Segments...)
		}
	}
	last := f.drawSegment(t, id)
	if chance(t, 15, "another name") {
		last.Named, last.Name = true, pick(t, append(drawnNames, "B2", "C7"), "wanted")
	}
	l.Segments = append(l.Segments, last)
	return l
}

func (f *Frozen) drawSegment(t *rapid.T, id tree.NodeID) Segment {
	s := f.segment(id)
	if s.Role == "" {
		s.Role = pick(t, append(leaves, boxes...), "role")
	}
	if chance(t, 30, "bare") {
		s.Named, s.Name = false, ""
	}
	key := func(k KeyName, v fact) {
		if v.state == tree.Known && chance(t, 30, string(k)) {
			s = with(s, k, v.text)
		}
	}
	key(KeyRow, f.rows().row(id))
	key(KeyColumn, f.rows().column(id))
	key(KeyLabelledBy, f.labelled(id))
	key(KeyID, compared(f.Nodes[id].AccessibleID))
	return s
}

// Whatever is proven from a part of a tree is true of the whole tree: the element
// that is the only one in the part is the only one at all, and what is gone is gone.
func TestNothingIsProvenThatTheWholeTreeDenies(t *testing.T) {
	proven, cuts := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := drawTree(t)
		part := cutTree(t, s)
		if err := part.Validate(); err != nil {
			t.Fatal(err)
		}
		whole, f := Freeze(s), Freeze(part)
		cuts += len(f.Cuts)
		for range 8 {
			l := drawLocator(t, whole)
			r, truth := f.Match(l), whole.Match(l)
			if r.Outcome != Unique && r.Outcome != Stale {
				continue
			}
			if len(f.Cuts) > 0 {
				proven++
			}
			if r.Outcome != truth.Outcome {
				t.Fatalf("%s: %s, on the whole tree %s (%s)\ncuts %v\n%s", l, r.Outcome, truth.Outcome, truth.Reason, f.Cuts, sprint(whole))
			}
			if r.Outcome == Unique && f.Nodes[r.Node()].Handle != whole.Nodes[truth.Node()].Handle {
				t.Fatalf("%s: another element than on the whole tree", l)
			}
		}
		badges := f.Survey().Badges
		for i := range f.Nodes {
			id := tree.NodeID(i)
			if badges[i] != BadgeUnique && badges[i] != BadgeContext {
				continue
			}
			target := f.Target(id)
			r := whole.Match(target.Locator)
			if target.Standing != StandingUnique && target.Standing != StandingContext || r.Outcome != Unique || whole.Nodes[r.Node()].Handle != f.Nodes[i].Handle {
				t.Fatalf("badge %d of %s: standing %s, %s is %s (%s) on the whole tree\ncuts %v\n%s", badges[i], f.Nodes[i].Handle, target.Standing, target.Locator, r.Outcome, r.Reason, f.Cuts, sprint(whole))
			}
		}
	})
	if cuts == 0 || proven == 0 {
		t.Errorf("%d cuts, %d answers proven beside cuts: the test tests nothing", cuts, proven)
	}
}

func sprint(f *Frozen) string {
	s := ""
	for i := range f.Nodes {
		n := &f.Nodes[i]
		s += fmt.Sprintf("%*s%d %s %s\n", 2*len(f.Ancestors(n.ID)), "", i, n.Handle, f.Short(n.ID))
	}
	return s
}
