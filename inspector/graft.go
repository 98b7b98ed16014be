package inspector

import (
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// Graft returns a copy of a snapshot in which one region, root and what is below
// it, is what a complete reading of that region alone found: part, whose first node
// is root. It keeps the ID.
//
// Refs stay what they are, names of identities: an element that is still there has
// the ref that it had, a new one gets a number that the snapshot never gave, and
// the number of one that is gone is not given again.
func Graft(saved *Frozen, root tree.NodeID, part *tree.Snapshot) *tree.Snapshot {
	g := grafting{saved: saved, root: root, end: saved.ends[root], part: Freeze(part)}
	g.grown = tree.NodeID(len(part.Nodes)) - (g.end - root)
	merged := *saved.Snapshot
	merged.Nodes = make([]tree.Node, 0, len(saved.Nodes)+int(g.grown))
	for i, n := range saved.Nodes[:root] {
		merged.Nodes = append(merged.Nodes, g.moved(n, saved.refs[i], g.outer))
	}
	merged.LastRef = saved.lastRef
	for i, n := range part.Nodes {
		ref := g.keptRef(n.ID)
		if ref == 0 && n.Interactive() {
			merged.LastRef++
			ref = merged.LastRef
		}
		n = g.moved(n, ref, g.inner)
		if i == 0 {
			n.Parent = saved.Nodes[root].Parent
		}
		merged.Nodes = append(merged.Nodes, n)
	}
	for i, n := range saved.Nodes[g.end:] {
		merged.Nodes = append(merged.Nodes, g.moved(n, saved.refs[int(g.end)+i], g.outer))
	}
	merged.Windows = g.windows()
	merged.Cuts = nil
	for _, c := range saved.Cuts {
		if c.Node < root || c.Node >= g.end { // the region was read completely now
			c.Node = g.outer(c.Node)
			merged.Cuts = append(merged.Cuts, c)
		}
	}
	return &merged
}

// grafting is one call of Graft.
type grafting struct {
	saved     *Frozen
	root, end tree.NodeID // the old region
	part      *Frozen
	grown     tree.NodeID // nodes that the new region has more
}

// outer gives the new place of a node of the snapshot; None for one of the old
// region that is not there any more.
func (g *grafting) outer(id tree.NodeID) tree.NodeID {
	switch {
	case id > g.root && id < g.end:
		if at := g.part.ByHandle(g.saved.Nodes[id].Handle); at != tree.None {
			return at + g.root
		}
		return tree.None
	case id >= g.end:
		return id + g.grown
	}
	return id
}

// inner gives the new place of a node of the reading.
func (g *grafting) inner(id tree.NodeID) tree.NodeID { return id + g.root }

// keptRef returns the ref that an element of the reading had in the snapshot, 0 for
// none. A handle alone is no identity: toolkits show other rows with the widgets of
// those that were scrolled away, and Qt numbers cells by their place. So what lies
// in a row must be in a row with the same heading, and a row have the same name.
func (g *grafting) keptRef(id tree.NodeID) int32 {
	old := g.saved.ByHandle(g.part.Nodes[id].Handle)
	if old < g.root || old >= g.end {
		return 0
	}
	was, is := &g.saved.Nodes[old], &g.part.Nodes[id]
	if was.Role != is.Role || was.NativeRole != is.NativeRole {
		return 0
	}
	inRow := isRow(was.Role) || g.saved.rows().rowOf[old] != tree.None
	if inRow && (g.saved.names[old] != g.part.names[id] || g.heading(old) != g.part.rows().row(id)) {
		return 0
	}
	return g.saved.refs[old]
}

// heading returns the heading of the row around a node of the old region, where
// that row is in the region too: of others the reading knows nothing.
func (g *grafting) heading(old tree.NodeID) fact {
	if row := g.saved.rows().rowOf[old]; row >= g.root {
		return g.saved.rows().heading[row]
	}
	return fact{state: tree.Absent}
}

// windows returns those of the snapshot that are still there, as the reading saw
// them where it did.
func (g *grafting) windows() []tree.Window {
	var all []tree.Window
	for _, w := range g.saved.Windows {
		if w.Node = g.outer(w.Node); w.Node != tree.None {
			all = append(all, w)
		}
	}
	for _, w := range g.part.Windows {
		w.Node = g.inner(w.Node)
		all = slices.DeleteFunc(all, func(o tree.Window) bool { return o.Node == w.Node })
		all = append(all, w)
	}
	return all
}

// moved returns a node with its ref and with all its links renumbered; links to
// nodes that are gone become links outside the snapshot.
func (g *grafting) moved(n tree.Node, ref int32, to func(tree.NodeID) tree.NodeID) tree.Node {
	list := func(ids []tree.NodeID) []tree.NodeID {
		var out []tree.NodeID
		for _, id := range ids {
			if id = to(id); id != tree.None {
				out = append(out, id)
			}
		}
		return out
	}
	n.ID, n.Ref = to(n.ID), ref
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
