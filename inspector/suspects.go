package inspector

import (
	"slices"
	"sync"

	"github.com/samebutton/samebutton/backends/tree"
)

// facet is an index over one property that locators have a key for.
type facet struct {
	nodes map[string][]tree.NodeID // by normalised text, in document order
	// unread lists nodes of which it could not be read: it may be any text.
	unread []tree.NodeID
}

// listing is nodes in a few lists, each in document order.
type listing [][]tree.NodeID

func (l listing) size() int {
	n := 0
	for _, part := range l {
		n += len(part)
	}
	return n
}

// suspects returns every node that the last segment may fit, in document order.
// All other nodes were compared through an index: their role, name or one of the
// keys is known and different, or no container around them is what the locator
// says. Of all indexes the one that leaves the fewest nodes is used: a table of
// 2,000 rows has 2,000 buttons "Delete", and one of them in the row "Pear".
func (f *Frozen) suspects(segs []wanted) []tree.NodeID {
	last := len(segs) - 1
	found := f.described(&segs[last])
	if last > 0 {
		around := f.described(&segs[last-1])
		// Each container costs a binary search or two, and a list to be sorted.
		if 4*around.size() < found.size() {
			return f.below(around, found)
		}
	}
	return inOrder(found)
}

// described returns the nodes that a segment may fit by the best of its indexes.
func (f *Frozen) described(s *wanted) listing {
	best := listing{f.byRole[s.role], f.unreadRoles}
	if s.named && s.title == nil {
		best = listing{f.byName[roleName{s.role, s.name}], f.unreadNames[s.role], f.unreadRoles}
	}
	for _, k := range s.keys {
		if len(best[0]) == 0 {
			break // nothing but what could not be read
		}
		index, ok := f.facets[k.Name]
		if !ok {
			continue
		}
		x := index()
		if l := (listing{x.nodes[k.Value], x.unread}); l.size() < best.size() {
			best = l
		}
	}
	return best
}

// below returns the nodes of a listing that lie below one of the containers.
func (f *Frozen) below(containers, nodes listing) []tree.NodeID {
	var inside []tree.NodeID
	for _, part := range containers {
		for _, c := range part {
			for _, list := range nodes {
				from, _ := slices.BinarySearch(list, c+1)
				to, _ := slices.BinarySearch(list, f.ends[c])
				inside = append(inside, list[from:to]...)
			}
		}
	}
	slices.Sort(inside)
	return slices.Compact(inside) // containers lie inside each other
}

func inOrder(l listing) []tree.NodeID {
	all := slices.Concat(l...)
	slices.Sort(all)
	return slices.Compact(all) // a label that fits beside one that was not read
}

// makeFacets prepares the indexes, each of which is built when it is first asked.
func (f *Frozen) makeFacets() map[KeyName]func() *facet {
	index := func(read func(id tree.NodeID) fact) func() *facet {
		return sync.OnceValue(func() *facet {
			x := &facet{nodes: map[string][]tree.NodeID{}}
			for i := range f.Nodes {
				x.add(tree.NodeID(i), read(tree.NodeID(i)))
			}
			return x
		})
	}
	return map[KeyName]func() *facet{
		KeyID:          index(func(id tree.NodeID) fact { return compared(f.Nodes[id].AccessibleID) }),
		KeyDescription: index(func(id tree.NodeID) fact { return compared(f.Nodes[id].Description) }),
		KeyRow:         index(func(id tree.NodeID) fact { return f.rows().row(id) }),
		KeyLabelledBy:  sync.OnceValue(f.indexLabels),
	}
}

func (x *facet) add(id tree.NodeID, t fact) {
	switch t.state {
	case tree.Known:
		x.nodes[t.text] = append(x.nodes[t.text], id)
	case tree.Unreadable:
		x.unread = append(x.unread, id)
	}
}

// indexLabels lists elements by each of their labels.
func (f *Frozen) indexLabels() *facet {
	x := &facet{nodes: map[string][]tree.NodeID{}}
	for i := range f.Nodes {
		id := tree.NodeID(i)
		texts, unread := f.labels(id)
		slices.Sort(texts)
		for _, text := range slices.Compact(texts) {
			x.add(id, fact{text, tree.Known})
		}
		if unread {
			x.add(id, fact{})
		}
	}
	return x
}

// labels returns the texts of an element's labels; unread says that there are some
// that could not be read, or were not.
func (f *Frozen) labels(id tree.NodeID) (texts []string, unread bool) {
	n := &f.Nodes[id]
	note := func(t fact) {
		switch t.state {
		case tree.Known:
			texts = append(texts, t.text)
		case tree.Unreadable:
			unread = true
		}
	}
	if n.NameFrom == tree.NameLabelledBy {
		note(f.names[id])
	}
	for _, r := range n.Relations {
		if r.Kind != tree.LabelledBy {
			continue
		}
		unread = unread || r.Outside > 0
		for _, t := range r.Targets {
			note(f.names[t])
		}
	}
	return texts, unread
}
