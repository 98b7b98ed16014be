package inspector

import (
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
	r := Resolution{Locator: l, Snapshot: f.ID, Compared: len(f.Nodes), Complete: f.Complete(), frozen: f}
	if l.IsZero() {
		return r.settle()
	}
	last := l.Last()
	for _, id := range f.suspects(l) {
		switch f.fits(id, last, len(l.Segments) == 1).and(f.chain(id, l.Segments[:len(l.Segments)-1])) {
		case yes:
			r.Matches = append(r.Matches, id)
		case maybe:
			r.Undecided = append(r.Undecided, id)
		}
	}
	if v, ok := last.Key(KeyNth); ok {
		r.pick(v)
	}
	return r.settle()
}

// suspects returns every node that the last segment may fit, in document order.
// All other nodes were compared through the index: their role or name is known
// and different.
func (f *Frozen) suspects(l Locator) []tree.NodeID {
	last := l.Last()
	template := len(l.Segments) == 1 && last.Role.TopLevel()
	if !last.Named || template {
		return f.inOrder(f.byRole[last.Role], f.unreadRoles)
	}
	return f.inOrder(f.byName[roleName{last.Role, Normalize(last.Name)}], f.unreadNames[last.Role], f.unreadRoles)
}

func (f *Frozen) inOrder(lists ...[]tree.NodeID) []tree.NodeID {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return all
}

// chain answers whether the segments fit ancestors of id, outermost first. The
// nearest fitting ancestor is taken for each: on a chain that finds a way
// whenever there is one.
func (f *Frozen) chain(id tree.NodeID, outer []Segment) answer {
	if f.climb(id, outer, yes) {
		return yes
	}
	if f.climb(id, outer, maybe) {
		return maybe
	}
	return no
}

func (f *Frozen) climb(id tree.NodeID, outer []Segment, least answer) bool {
	up := f.Nodes[id].Parent
	for i := len(outer) - 1; i >= 0; i-- {
		for up != tree.None && f.fits(up, outer[i], i == 0) < least {
			up = f.Nodes[up].Parent
		}
		if up == tree.None {
			return false
		}
		up = f.Nodes[up].Parent
	}
	return true
}

// fits answers whether one node is what a segment describes; first says that the
// segment is the outermost, whose name may be a title template.
func (f *Frozen) fits(id tree.NodeID, s Segment, first bool) answer {
	n := &f.Nodes[id]
	a := yes
	if n.RoleUnread() {
		a = maybe
	} else if n.Role != s.Role {
		return no
	}
	if s.Named {
		a = a.and(f.nameFits(id, s, first))
	}
	for _, k := range s.Keys {
		if a == no {
			return no
		}
		if k.Name != KeyNth {
			a = a.and(f.keyFits(id, k))
		}
	}
	return a
}

func (f *Frozen) nameFits(id tree.NodeID, s Segment, first bool) answer {
	nm := f.names[id]
	switch {
	case nm.state == tree.Unreadable:
		return maybe
	case nm.state == tree.Absent:
		return no
	case first && s.Role.TopLevel():
		return truth(matchTitle(Normalize(s.Name), nm.text))
	}
	return truth(Normalize(s.Name) == nm.text)
}

func (f *Frozen) keyFits(id tree.NodeID, k Key) answer {
	want := Normalize(k.Value)
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
	n := &f.Nodes[id]
	a := no
	if n.NameFrom == tree.NameLabelledBy {
		a = f.names[id].is(want)
	}
	for _, r := range n.Relations {
		if r.Kind != tree.LabelledBy {
			continue
		}
		if r.Outside > 0 {
			a = max(a, maybe)
		}
		for _, t := range r.Targets {
			a = max(a, f.names[t].is(want))
		}
	}
	return a
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
