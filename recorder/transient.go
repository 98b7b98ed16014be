package recorder

import (
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Some elements have no handle that lasts: Qt makes the items of a tree anew each
// time it is asked for them, and says of them that they are transient. They are known
// by what lasts around them.

// sameTransient reports whether a node of one look and a node of another are the same
// although their handles differ: both are transient, in the same element, and it has
// the same items in the same order, of the same roles, names and places.
func sameTransient(f *inspector.Frozen, a tree.NodeID, g *inspector.Frozen, b tree.NodeID) bool {
	if a <= 0 || b <= 0 {
		return false
	}
	up, over := f.Node(f.Nodes[a].Parent), g.Node(g.Nodes[b].Parent)
	if up == nil || over == nil || up.Handle != over.Handle || len(up.Children) != len(over.Children) {
		return false
	}
	if slices.Index(up.Children, a) != slices.Index(over.Children, b) || !f.Nodes[a].States.Has(tree.Transient) {
		return false
	}
	for i, c := range up.Children {
		x, y := &f.Nodes[c], &g.Nodes[over.Children[i]]
		if x.Role != y.Role || x.Name != y.Name || x.Bounds != y.Bounds || x.States.Has(tree.Transient) != y.States.Has(tree.Transient) {
			return false
		}
	}
	return true
}

// known returns the last element of an answer to a hit test that is in the model. One
// below it that is not counts for nothing only where it has no lasting handle.
func known(f *inspector.Frozen, chain []tree.Handle) tree.NodeID {
	for i, h := range slices.Backward(chain) {
		switch id := f.ByHandle(h); {
		case id == tree.None:
		case i == len(chain)-1, i == len(chain)-2 && f.Nodes[id].States.Has(tree.ManagesDescendants) && holdsTransients(f, id):
			return id
		default:
			return tree.None
		}
	}
	return tree.None
}

func holdsTransients(f *inspector.Frozen, id tree.NodeID) bool {
	return slices.ContainsFunc(f.Nodes[id].Children, func(c tree.NodeID) bool { return f.Nodes[c].States.Has(tree.Transient) })
}
