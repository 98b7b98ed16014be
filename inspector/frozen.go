package inspector

import (
	"sync"

	"github.com/samebutton/samebutton/backends/tree"
)

// Frozen is a snapshot made ready for questions: normalised names, labels, table
// headers and refs. It is immutable for its users; parts are computed at first use.
type Frozen struct {
	*tree.Snapshot

	names  []fact // by NodeID, normalised
	tops   []tree.NodeID
	ends   []tree.NodeID // by NodeID: the node behind the last one below it
	byRole map[tree.Role][]tree.NodeID
	byName map[roleName][]tree.NodeID
	// unreadNames lists, by role, nodes whose name could not be read: each may be
	// the one that is asked for.
	unreadNames map[tree.Role][]tree.NodeID
	// unreadRoles lists nodes whose role could not be read.
	unreadRoles []tree.NodeID

	refs    []int32 // by NodeID; 0 = no ref
	byRef   map[int32]tree.NodeID
	lastRef int32 // the highest number that the snapshot ever gave

	handle func() map[tree.Handle]tree.NodeID
	facets map[KeyName]func() *facet
	valued func() []bool // by NodeID: the name is only the value
	hits   func() *HitIndex
	rows   func() *rowIndex
	survey func() *Survey
	plain  func() bool

	blind      func() []blind
	blindBelow func() []bool
	blindSpots func() *blindSpots
}

// fact is a text as it is compared.
type fact struct {
	text  string
	state tree.Presence
}

type roleName struct {
	role tree.Role
	name string
}

// Freeze prepares a snapshot. The snapshot must not change any more.
func Freeze(s *tree.Snapshot) *Frozen {
	f := &Frozen{
		Snapshot:    s,
		names:       make([]fact, len(s.Nodes)),
		tops:        make([]tree.NodeID, len(s.Nodes)),
		ends:        make([]tree.NodeID, len(s.Nodes)),
		byRole:      map[tree.Role][]tree.NodeID{},
		byName:      make(map[roleName][]tree.NodeID, len(s.Nodes)),
		unreadNames: map[tree.Role][]tree.NodeID{},
		refs:        make([]int32, len(s.Nodes)),
		byRef:       map[int32]tree.NodeID{},
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		f.names[i] = compared(n.Name)
		f.tops[i] = tree.None
		switch {
		case n.Parent == 0:
			f.tops[i] = n.ID
		case n.Parent != tree.None:
			f.tops[i] = f.tops[n.Parent]
		}
		f.add(n)
	}
	f.number()
	f.findEnds()
	f.handle = sync.OnceValue(f.makeHandles)
	f.facets = f.makeFacets()
	f.valued = sync.OnceValue(f.makeValued)
	f.hits = sync.OnceValue(f.makeHits)
	f.rows = sync.OnceValue(f.makeRows)
	f.survey = sync.OnceValue(f.makeSurvey)
	f.plain = sync.OnceValue(f.plainWindows)
	f.blind = sync.OnceValue(f.makeBlind)
	f.blindBelow = sync.OnceValue(f.makeBlindBelow)
	f.blindSpots = sync.OnceValue(f.makeBlindSpots)
	return f
}

// findEnds fills ends: in document order a node and what is below it are one run.
func (f *Frozen) findEnds() {
	for i := len(f.Nodes) - 1; i >= 0; i-- {
		f.ends[i] = max(f.ends[i], tree.NodeID(i+1))
		if p := f.Nodes[i].Parent; p != tree.None {
			f.ends[p] = max(f.ends[p], f.ends[i])
		}
	}
}

func (f *Frozen) add(n *tree.Node) {
	if n.RoleUnread() {
		f.unreadRoles = append(f.unreadRoles, n.ID)
		return
	}
	f.byRole[n.Role] = append(f.byRole[n.Role], n.ID)
	switch nm := f.names[n.ID]; nm.state {
	case tree.Known:
		k := roleName{n.Role, nm.text}
		f.byName[k] = append(f.byName[k], n.ID)
	case tree.Unreadable:
		f.unreadNames[n.Role] = append(f.unreadNames[n.Role], n.ID)
	}
}

// compared brings a text to its form for comparing. A text of white space only
// is no name: nobody can tell it from none.
func compared(t tree.Text) fact {
	if t.State != tree.Known {
		return fact{state: t.State}
	}
	if s := Normalize(t.Value); s != "" {
		return fact{s, tree.Known}
	}
	return fact{state: tree.Absent}
}

// Inside reports whether id is root or a descendant of it, at once in a tree of any depth.
func (f *Frozen) Inside(id, root tree.NodeID) bool {
	return root != tree.None && root <= id && id < f.ends[root]
}

// End returns the ID behind the last element below id: what is below id are the numbers
// from id+1 to it.
func (f *Frozen) End(id tree.NodeID) tree.NodeID { return f.ends[id] }

// Name returns the normalised name of a node, and whether it is known.
func (f *Frozen) Name(id tree.NodeID) (string, bool) {
	return f.names[id].text, f.names[id].state == tree.Known
}

// Top returns the top-level node that holds id, None for the application.
func (f *Frozen) Top(id tree.NodeID) tree.NodeID { return f.tops[id] }

// ByHandle returns the node with the backend's handle, or None.
func (f *Frozen) ByHandle(h tree.Handle) tree.NodeID {
	if id, ok := f.handle()[h]; ok {
		return id
	}
	return tree.None
}

func (f *Frozen) makeHandles() map[tree.Handle]tree.NodeID {
	m := make(map[tree.Handle]tree.NodeID, len(f.Nodes))
	for i := range f.Nodes {
		m[f.Nodes[i].Handle] = tree.NodeID(i)
	}
	return m
}
