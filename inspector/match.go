package inspector

import (
	"cmp"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// answer is the result of one comparison when parts may be unreadable.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

func (a answer) and(b answer) answer { return min(a, b) }

// Match compares a locator with every node of the snapshot.
func (f *Frozen) Match(l Locator) Resolution {
	r, _ := f.search(l)
	return r
}

// search matches a locator; looked is the number of nodes that were looked at
// because the indexes did not settle them or lie around those, for those who search
// often.
func (f *Frozen) search(l Locator) (r Resolution, looked int) {
	r = Resolution{Locator: l, Snapshot: f.ID, Compared: len(f.Nodes), Complete: f.Complete()}
	if l.IsZero() {
		return r.settle(), 0
	}
	segs := wantedOf(l)
	b := f.blindFor(segs)
	r.Complete = b == nil && len(f.Nodes) > 0
	if b != nil {
		r.Missed = &Missed{Node: b.node, Where: cmp.Or(f.Path(b.node), f.Short(b.node)), Cut: b.cut}
	}
	suspects := f.suspects(segs)
	for _, id := range suspects {
		switch f.fits(id, &segs[len(segs)-1]).and(f.chain(id, segs[:len(segs)-1], &looked)) {
		case yes:
			r.Matches = append(r.Matches, id)
		case maybe:
			r.Undecided = append(r.Undecided, id)
		}
	}
	if v, ok := l.Last().Key(KeyNth); ok {
		r.pick(v)
	}
	return r.settle(), looked + len(suspects)
}

// wanted is a segment made ready for comparing with many nodes.
type wanted struct {
	role  tree.Role
	named bool
	name  string // normalised
	// title holds the parts of a title template; nil where the name is none.
	title []string
	keys  []Key // values normalised, without nth
	first bool  // the outermost of its locator
}

func wantedOf(l Locator) []wanted {
	segs := make([]wanted, len(l.Segments))
	for i, s := range l.Segments {
		w := &segs[i]
		w.role, w.named, w.first = s.Role, s.Named, i == 0
		if s.Named {
			w.name = Normalize(s.Name)
		}
		if s.Named && i == 0 && s.Role.TopLevel() {
			w.title = splitTemplate(w.name)
		}
		for _, k := range s.Keys {
			if k.Name != KeyNth {
				w.keys = append(w.keys, Key{k.Name, Normalize(k.Value)})
			}
		}
	}
	return segs
}

// chain answers whether the segments fit ancestors of id, outermost first. The
// nearest fitting ancestor is taken for each: on a chain that finds a way
// whenever there is one. The number of ancestors looked at is added to looked.
func (f *Frozen) chain(id tree.NodeID, outer []wanted, looked *int) answer {
	up := f.Nodes[id].Parent
	if f.climb(up, outer, yes, looked) {
		return yes
	}
	if f.climb(up, outer, maybe, looked) {
		return maybe
	}
	return no
}

// climb reports whether the segments fit up and nodes above it.
func (f *Frozen) climb(up tree.NodeID, outer []wanted, least answer, looked *int) bool {
	for i := len(outer) - 1; i >= 0; i-- {
		for ; up != tree.None && f.fits(up, &outer[i]) < least; *looked++ {
			up = f.Nodes[up].Parent
		}
		if up == tree.None {
			return false
		}
		up = f.Nodes[up].Parent
	}
	return true
}

// fits answers whether one node is what a segment describes. An outermost window is
// one of the application's own, not one inside another: else a part of one window
// that was not read would leave every other window in doubt.
func (f *Frozen) fits(id tree.NodeID, s *wanted) answer {
	n := &f.Nodes[id]
	a := yes
	if s.first && s.role == tree.RoleWindow && n.Parent > 0 {
		return no
	}
	if n.RoleUnread() {
		a = maybe
	} else if n.Role != s.role {
		return no
	}
	if s.named {
		a = a.and(f.nameFits(id, s))
	}
	for _, k := range s.keys {
		if a == no {
			return no
		}
		a = a.and(f.keyFits(id, k))
	}
	return a
}

func (f *Frozen) nameFits(id tree.NodeID, s *wanted) answer {
	nm := f.names[id]
	switch {
	case nm.state == tree.Unreadable:
		return maybe
	case nm.state == tree.Absent:
		return no
	case s.title != nil:
		return truth(matchTitle(s.title, nm.text))
	}
	return truth(s.name == nm.text)
}

func (f *Frozen) keyFits(id tree.NodeID, k Key) answer {
	want := k.Value
	n := &f.Nodes[id]
	switch k.Name {
	case KeyID:
		return compared(n.AccessibleID).is(want)
	case KeyDescription:
		return compared(n.Description).is(want)
	case KeyLabelledBy:
		return f.labelledBy(id, want)
	case KeyRow:
		return f.rows().row(id).is(want)
	case KeyColumn:
		return f.rows().column(id).is(want)
	case KeyIn:
		if want == "" {
			around, ok := f.Within(id)
			if !ok {
				return maybe
			}
			return truth(around.IsZero())
		}
		return f.inGroup(id, want)
	}
	return no
}

func (c fact) is(want string) answer {
	switch c.state {
	case tree.Unreadable:
		return maybe
	case tree.Absent:
		return no
	}
	return truth(c.text == want)
}

func truth(b bool) answer {
	if b {
		return yes
	}
	return no
}

// labelledBy answers whether one of the element's labels has the text. A label
// that is not in the snapshot was not read.
func (f *Frozen) labelledBy(id tree.NodeID, want string) answer {
	texts, unread := f.labels(id)
	switch {
	case slices.Contains(texts, want):
		return yes
	case unread:
		return maybe
	}
	return no
}

// labelled returns the text of the element's first label.
func (f *Frozen) labelled(id tree.NodeID) fact {
	n := &f.Nodes[id]
	if n.NameFrom == tree.NameLabelledBy {
		return f.names[id]
	}
	for _, r := range n.Relations {
		if r.Kind == tree.LabelledBy && len(r.Targets) > 0 {
			return f.names[r.Targets[0]]
		}
	}
	return fact{state: tree.Absent}
}

// inGroup answers whether a group around the element has the name.
func (f *Frozen) inGroup(id tree.NodeID, want string) answer {
	a := no
	for up := f.Nodes[id].Parent; up != tree.None; up = f.Nodes[up].Parent {
		switch n := &f.Nodes[up]; {
		case groups(n.Role):
			a = max(a, f.names[up].is(want))
		case n.RoleUnread():
			a = max(a, min(maybe, f.names[up].is(want))) // it may be a group
		}
	}
	return a
}

func groups(r tree.Role) bool {
	switch r {
	case tree.RoleGroup, tree.RoleRadioGroup, tree.RoleForm, tree.RoleRegion, tree.RoleTabpanel, tree.RoleToolbar:
		return true
	}
	return false
}
