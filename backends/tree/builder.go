package tree

import (
	"fmt"
	"slices"
	"time"
)

// Builder assembles a snapshot in document order. It is for one goroutine.
type Builder struct {
	s Snapshot
}

// NewBuilder starts a snapshot of the application as read by the named backend.
func NewBuilder(backend string, app Application) *Builder {
	return &Builder{s: Snapshot{Backend: backend, Application: app}}
}

// Add appends a node under parent ([None] for the root, which must be first) and
// returns its ID. ID, Parent and Children of the argument are ignored. A parent
// that was never added is a fault of the caller and panics.
func (b *Builder) Add(parent NodeID, n Node) NodeID {
	id := NodeID(len(b.s.Nodes))
	if (parent == None) != (id == 0) || int(parent) >= len(b.s.Nodes) {
		panic(fmt.Sprintf("tree: add node %d under parent %d", id, parent))
	}
	n.ID, n.Parent, n.Children = id, parent, nil
	b.s.Nodes = append(b.s.Nodes, n)
	if parent != None {
		p := &b.s.Nodes[parent]
		p.Children = append(p.Children, id)
	}
	return id
}

// Grow makes room for n more nodes, so that adding them leaves no outgrown copies.
func (b *Builder) Grow(n int) { b.s.Nodes = slices.Grow(b.s.Nodes, n) }

// Room makes room for the children of an added node, for the same reason.
func (b *Builder) Room(id NodeID, children int) {
	b.s.Nodes[id].Children = make([]NodeID, 0, children)
}

// Node gives access to an added node until Snapshot is called.
func (b *Builder) Node(id NodeID) *Node { return &b.s.Nodes[id] }

// Len returns the number of nodes added so far.
func (b *Builder) Len() int { return len(b.s.Nodes) }

// Cut notes a place where the observation is not complete.
func (b *Builder) Cut(c Cut) { b.s.Cuts = append(b.s.Cuts, c) }

// Window notes a top-level window.
func (b *Builder) Window(w Window) { b.s.Windows = append(b.s.Windows, w) }

// Taken notes when the reading began and how long it took.
func (b *Builder) Taken(began time.Time, took time.Duration) { b.s.Taken, b.s.Took = began, took }

// Snapshot hands the finished snapshot over; the builder must not be used after.
func (b *Builder) Snapshot() *Snapshot {
	s := b.s
	b.s = Snapshot{}
	return &s
}
