package fake

import "github.com/samebutton/samebutton/backends/tree"

// render makes a snapshot of what is below root, at most limit elements (0: all).
func (m *Model) render(app tree.Application, root *element, limit int) *tree.Snapshot {
	b := tree.NewBuilder(name, app)
	ids := map[tree.Handle]tree.NodeID{}
	var order []*element
	var add func(e *element, parent tree.NodeID)
	add = func(e *element, parent tree.NodeID) {
		n := e.copied()
		id := b.Add(parent, n)
		ids[n.Handle] = id
		order = append(order, e)
		if e.parent == m.root && n.Role.TopLevel() {
			b.Window(tree.Window{
				Node: id, Title: n.Name.Value, XID: xid(e), Frame: n.Bounds.Rect, Evidence: "fake",
				Active: n.States.Has(tree.Active), Modal: n.States.Has(tree.Modal),
			})
		}
		if len(e.cuts) > 0 {
			for _, c := range e.cuts {
				c.Node = id
				b.Cut(c)
			}
			return
		}
		for i, c := range e.children {
			if limit > 0 && b.Len() >= limit {
				b.Cut(tree.Cut{Node: id, Reason: tree.CutCount, Missing: len(e.children) - i, Detail: "more elements than asked for"})
				return
			}
			add(c, id)
		}
	}
	add(root, tree.None)
	for i, e := range order {
		for _, r := range e.relations {
			out := tree.Relation{Kind: r.kind}
			for _, h := range r.targets {
				if id, ok := ids[h]; ok {
					out.Targets = append(out.Targets, id)
				} else {
					out.Outside++
				}
			}
			n := b.Node(tree.NodeID(i))
			n.Relations = append(n.Relations, out)
		}
	}
	return b.Snapshot()
}

// copied returns the node so that later edits do not reach it.
func (e *element) copied() tree.Node {
	n := e.node
	if n.Range != nil {
		r := *n.Range
		n.Range = &r
	}
	return n
}

// xid gives a window a number that stays while it lives.
func xid(e *element) uint32 {
	n := uint32(0x1000000)
	for _, c := range []byte(e.node.Handle) {
		n = n*31 + uint32(c)
	}
	return n&0x1fffffff | 1
}

// hit returns the elements from the window down to the deepest shown one at a
// point; windows and elements that come later lie above.
func (m *Model) hit(at tree.Point) []tree.Handle {
	var chain []tree.Handle
	for e := m.root; ; {
		var next *element
		for _, c := range e.children {
			n := &c.node
			if n.Bounds.Usable() && n.Bounds.Contains(at) && n.States.Has(tree.Showing) {
				next = c
			}
		}
		if next == nil {
			return chain
		}
		chain = append(chain, next.node.Handle)
		e = next
	}
}
