package rules

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// shape is a tree as no program has it: of it, a rule that compares each element with each
// other takes minutes where one that looks things up takes milliseconds.
type shape struct {
	name   string
	role   tree.Role
	called string // the name of all, "" for none
	grid   bool   // each has a place of its own, else all lie on one another
	deep   bool   // one in another as deep as can be, half of all at the foot of the last, else below one parent
	hub    tree.RelationKind
	near   int // each is related to so many after it
	states []tree.State
}

var shapes = []shape{
	{name: "all related to one", role: tree.RoleTextbox, grid: true, hub: tree.LabelledBy},
	{name: "each related to 100", role: tree.RoleTextbox, grid: true, hub: tree.ControlledBy, near: 100},
	{name: "all open, no menu", role: tree.RoleCombobox, called: "Country", grid: true, states: []tree.State{tree.Expanded, tree.Focusable}},
	{name: "all of one name", role: tree.RoleButton, called: "Delete", grid: true, states: []tree.State{tree.Focusable}},
	{name: "all in one place", role: tree.RoleButton, called: "Delete", states: []tree.State{tree.Focusable}},
	{name: "pictures below one parent", role: tree.RoleImage, grid: true},
	{name: "lists below one parent", role: tree.RoleList, grid: true},
	{name: "texts in one place", role: tree.RoleLabel, called: "Customer"},
	{name: "boxes as deep as can be", role: tree.RoleGeneric, grid: true, deep: true, states: []tree.State{tree.Focusable}},
	{name: "buttons as deep as can be", role: tree.RoleButton, called: "Delete", grid: true, deep: true, states: []tree.State{tree.Focusable}},
	{name: "menus as deep as can be", role: tree.RoleMenuItem, called: "Open", grid: true, deep: true, states: []tree.State{tree.Expanded, tree.HasPopup}},
}

func (h shape) draw(nodes int) *tree.Snapshot {
	p := &office{Builder: tree.NewBuilder("bench", tree.Application{Handle: "app", Name: "Page", PID: 1})}
	p.Grow(nodes)
	app := p.add(tree.None, tree.RoleApplication, "Page", tree.Rect{}).ID
	all := tree.Rect{W: 40_000, H: 40_000}
	parent := p.add(p.add(app, tree.RoleWindow, "Orders", all, tree.Active).ID, tree.RoleGeneric, "Parts", all).ID
	first, depth := tree.NodeID(p.Len()), 0
	for i := 0; p.Len() < nodes; i++ {
		r := tree.Rect{X: 10, Y: 10, W: 20, H: 20}
		if h.grid {
			r.X, r.Y = 21*(i%1000), 21*(i/1000)
		}
		role := h.role
		if role == tree.RoleLabel && i%2 == 1 {
			role = tree.RoleTextbox
		}
		called := h.called
		if role != h.role {
			called = ""
		}
		n := p.add(parent, role, called, r, h.states...)
		n.Interfaces = []string{"Accessible", "Component", "Action"}
		if role.Interactive() {
			n.Actions = []tree.Action{{Verb: tree.VerbPress, Native: "click"}}
		}
		if depth++; h.deep && depth < tree.MaxDepth-4 {
			parent = n.ID
		}
	}
	for i := first; h.hub != "" && int(i) < nodes; i++ {
		var to []tree.NodeID
		for k := range tree.NodeID(h.near) {
			to = append(to, first+(i-first+k+1)%(tree.NodeID(nodes)-first))
		}
		kind := h.hub
		switch {
		case h.near > 0:
		case i > first:
			to = []tree.NodeID{first}
		default:
			kind = tree.LabelFor
			for k := first + 1; int(k) < nodes; k++ {
				to = append(to, k)
			}
		}
		p.Node(i).Relations = []tree.Relation{{Kind: kind, Targets: to}}
	}
	return p.Snapshot()
}

// subject has the evidence that can be made of a drawing.
func (h shape) subject(nodes int) *audit.Subject {
	f := inspector.Freeze(h.draw(nodes))
	f.Survey()
	s := &audit.Subject{Frozen: f, Earlier: f, Heard: &audit.Heard{Throughout: true}, Hits: map[tree.NodeID]audit.Hit{}, URIs: map[tree.NodeID]string{},
		Tabs: &audit.TabWalk{Window: 1, Closed: true}, Links: &audit.Links{Parents: map[tree.NodeID]tree.NodeID{}}}
	for i := 3; i < len(f.Nodes); i++ {
		id := tree.NodeID(i)
		s.Hits[id] = audit.Hit{Node: 3}
		s.Links.Parents[id] = f.Nodes[i].Parent
		if i < 200 {
			s.Tabs.Stops = append(s.Tabs.Stops, audit.TabStop{Node: id, Bounds: f.Nodes[i].Bounds})
		}
	}
	return s
}

// BenchmarkShapes is a whole audit of each shape, findings described and scored: no rule
// may take a time that grows with the square of the elements.
func BenchmarkShapes(b *testing.B) {
	for _, h := range shapes {
		for _, nodes := range []int{2_500, 10_000, 50_000} {
			if h.deep && nodes > 10_000 {
				continue // describing an element takes time in proportion to its depth
			}
			s := h.subject(nodes)
			b.Run(fmt.Sprintf("%s/nodes=%d", h.name, nodes), func(b *testing.B) {
				found := 0
				for b.Loop() {
					found = len(audit.Run(s, audit.Options{Rules: All()}).Findings)
				}
				b.ReportMetric(float64(found), "findings")
			})
		}
	}
}
