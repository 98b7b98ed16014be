package file

import "github.com/samebutton/samebutton/backends/tree"

// region returns the part of a sound snapshot from root down, at most limit
// nodes of it (0 for all), without an ID. Pre-order makes it one run of nodes.
// The whole is returned with its nodes shared.
func region(s *tree.Snapshot, root tree.NodeID, limit int) *tree.Snapshot {
	part := *s
	part.ID = ""
	end := root + 1
	for int(end) < len(s.Nodes) && s.Nodes[end].Parent >= root {
		end++
	}
	if limit > 0 && int(end-root) > limit {
		end = root + tree.NodeID(limit)
	}
	if root == 0 && int(end) == len(s.Nodes) {
		return &part
	}
	inside := func(id tree.NodeID) bool { return id >= root && id < end }
	part.Nodes, part.Windows, part.Cuts = make([]tree.Node, 0, end-root), nil, nil
	for _, n := range s.Nodes[root:end] {
		kept := shift(n.Children, root, inside)
		if missing := len(n.Children) - len(kept); missing > 0 {
			part.Cuts = append(part.Cuts, tree.Cut{Node: n.ID - root, Reason: tree.CutCount, Missing: missing, Detail: "more elements than asked for"})
		}
		n.ID, n.Children = n.ID-root, kept
		if n.Parent -= root; n.ID == 0 {
			n.Parent = tree.None
		}
		var relations []tree.Relation
		for _, r := range n.Relations {
			kept := shift(r.Targets, root, inside)
			relations = append(relations, tree.Relation{Kind: r.Kind, Targets: kept, Outside: r.Outside + len(r.Targets) - len(kept)})
		}
		n.Relations = relations
		part.Nodes = append(part.Nodes, n)
	}
	for _, w := range s.Windows {
		if inside(w.Node) {
			w.Node -= root
			part.Windows = append(part.Windows, w)
		}
	}
	for _, c := range s.Cuts {
		if inside(c.Node) {
			c.Node -= root
			part.Cuts = append(part.Cuts, c)
		}
	}
	return &part
}

// shift returns the IDs that are inside, counted from root; nil for none.
func shift(ids []tree.NodeID, root tree.NodeID, inside func(tree.NodeID) bool) []tree.NodeID {
	var kept []tree.NodeID
	for _, id := range ids {
		if inside(id) {
			kept = append(kept, id-root)
		}
	}
	return kept
}
