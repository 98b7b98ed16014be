package main

import (
	"maps"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// graft puts a new reading of one region into a copy of a snapshot. The reading
// is not empty.
func graft(saved *inspector.Frozen, root tree.NodeID, part *tree.Snapshot) *inspector.Frozen {
	// In document order a region is one run of nodes.
	end := root + 1
	for int(end) < len(saved.Nodes) && saved.Nodes[end].Parent >= root {
		end++
	}
	grown := tree.NodeID(len(part.Nodes)) - (end - root)
	outer := func(id tree.NodeID) tree.NodeID {
		switch {
		case id < end && id > root:
			// An element of the old region: still there under its handle, or gone.
			if at := part.Find(saved.Nodes[id].Handle); at != tree.None {
				return at + root
			}
			return tree.None
		case id >= end:
			return id + grown
		}
		return id
	}
	inner := func(id tree.NodeID) tree.NodeID { return id + root }

	merged := *saved.Snapshot
	merged.Nodes = make([]tree.Node, 0, len(saved.Nodes)+int(grown))
	for _, n := range saved.Nodes[:root] {
		merged.Nodes = append(merged.Nodes, moved(n, outer))
	}
	for i, n := range part.Nodes {
		n = moved(n, inner)
		if i == 0 {
			n.Parent = saved.Nodes[root].Parent
		}
		merged.Nodes = append(merged.Nodes, n)
	}
	for _, n := range saved.Nodes[end:] {
		merged.Nodes = append(merged.Nodes, moved(n, outer))
	}
	merged.Windows = slices.Clone(saved.Windows)
	for i := range merged.Windows {
		merged.Windows[i].Node = outer(merged.Windows[i].Node)
	}
	merged.Windows = slices.DeleteFunc(merged.Windows, func(w tree.Window) bool { return w.Node == tree.None })
	merged.Cuts = nil
	for _, c := range saved.Cuts {
		if c.Node < root || c.Node >= end { // the region was read completely now
			c.Node = outer(c.Node)
			merged.Cuts = append(merged.Cuts, c)
		}
	}
	return inspector.Freeze(&merged)
}

// moved returns a node with all its links renumbered; links to nodes that are
// gone become links outside the snapshot.
func moved(n tree.Node, to func(tree.NodeID) tree.NodeID) tree.Node {
	list := func(ids []tree.NodeID) []tree.NodeID {
		var out []tree.NodeID
		for _, id := range ids {
			if id = to(id); id != tree.None {
				out = append(out, id)
			}
		}
		return out
	}
	n.ID = to(n.ID)
	if n.Parent != tree.None {
		n.Parent = to(n.Parent)
	}
	n.Children = list(n.Children)
	var relations []tree.Relation
	for _, r := range n.Relations {
		kept := list(r.Targets)
		relations = append(relations, tree.Relation{Kind: r.Kind, Targets: kept, Outside: r.Outside + len(r.Targets) - len(kept)})
	}
	n.Relations = relations
	return n
}

// sameRefs reports whether both have the same refs, for the same elements.
func sameRefs(a, b *inspector.Frozen) bool {
	refs := func(f *inspector.Frozen) map[inspector.Ref]tree.Handle {
		m := map[inspector.Ref]tree.Handle{}
		for i := range f.Nodes {
			if ref := f.Ref(tree.NodeID(i)); ref.N != 0 {
				m[ref] = f.Nodes[i].Handle
			}
		}
		return m
	}
	return maps.Equal(refs(a), refs(b))
}
