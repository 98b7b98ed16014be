package inspector

import (
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// Some elements have no handle that lasts: Qt makes the items of a tree anew each time
// it is asked for them, and says of them that they are transient (measured with Qt 5.15
// and 6.4). Two readings of one that nobody touched have no item in common by handle.

// Successor returns the node of b that a node of a is: the one with its handle, or,
// where it is in an element whose children were all made anew, the child there of the
// same role and name, counted from the first. None where there is none.
func Successor(a *Frozen, id tree.NodeID, b *Frozen) tree.NodeID {
	if a.Node(id) == nil {
		return tree.None
	}
	if now := b.ByHandle(a.Nodes[id].Handle); now != tree.None {
		return now
	}
	up := a.Nodes[id].Parent
	return renewed(a, up, b)[id]
}

// renewals pairs all nodes of a with the nodes of b that took their place.
func renewals(a, b *Frozen) (later, earlier map[tree.NodeID]tree.NodeID) {
	later, earlier = map[tree.NodeID]tree.NodeID{}, map[tree.NodeID]tree.NodeID{}
	for i := range a.Nodes {
		if !a.Nodes[i].States.Has(tree.ManagesDescendants) {
			continue
		}
		for was, now := range renewed(a, tree.NodeID(i), b) {
			if now != tree.None {
				later[was], earlier[now] = now, was
			}
		}
	}
	return later, earlier
}

// renewed pairs the children of an element of a with those that b has in their place,
// None where there is none. It is empty but for elements that hold transient children
// of which b has none by its handle.
func renewed(a *Frozen, parent tree.NodeID, b *Frozen) map[tree.NodeID]tree.NodeID {
	if a.Node(parent) == nil || !a.Nodes[parent].States.Has(tree.ManagesDescendants) {
		return nil
	}
	over := b.ByHandle(a.Nodes[parent].Handle)
	if over == tree.None {
		return nil
	}
	children := a.Nodes[parent].Children
	if slices.ContainsFunc(children, func(c tree.NodeID) bool { return b.ByHandle(a.Nodes[c].Handle) != tree.None }) ||
		!slices.ContainsFunc(children, func(c tree.NodeID) bool { return a.Nodes[c].States.Has(tree.Transient) }) {
		return nil
	}
	type called struct {
		role tree.Role
		name tree.Text
	}
	waiting := map[called][]tree.NodeID{}
	for _, c := range b.Nodes[over].Children {
		k := called{b.Nodes[c].Role, b.Nodes[c].Name}
		waiting[k] = append(waiting[k], c)
	}
	pairs := map[tree.NodeID]tree.NodeID{}
	for _, c := range children {
		k := called{a.Nodes[c].Role, a.Nodes[c].Name}
		pairs[c] = tree.None
		if list := waiting[k]; len(list) > 0 {
			pairs[c], waiting[k] = list[0], list[1:]
		}
	}
	return pairs
}
