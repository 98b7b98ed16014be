package inspector

import (
	"fmt"
	"iter"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// TargetByPlace names an element by all but its own name: its id, label, row, the
// containers around it, or its role where no other of the role is there. It is for
// looking at an element whose name is the text that changes, such as a status line
// ("Saved order 1042"); what is to be acted on is named by [Frozen.Target]. The proof
// is the same: the locator matched exactly this element in a complete observation, and
// replay refuses what else matches it by then. Where nothing but the name tells the
// element from others of its role, the standing is ambiguous, and the locator is what
// they have in common.
func (f *Frozen) TargetByPlace(id tree.NodeID) Target {
	t := f.locateBy(id, f.byPlace(id))
	t.Role, t.Describe = f.Nodes[id].Role, f.describePlace(id, t.Locator)
	if around, ok := f.Within(id); ok {
		t.Within = &around
	}
	if f.Nodes[id].Secret {
		t.Describe += secretMark
	}
	t.Proof = f.Prove(t.Locator, id)
	return t
}

// byPlace lists the ways to name a node without its name, the most telling first.
func (f *Frozen) byPlace(id tree.NodeID) iter.Seq[candidate] {
	return func(yield func(candidate) bool) {
		n, top := &f.Nodes[id], f.Top(id)
		if top == tree.None || id == top {
			return
		}
		var all []candidate
		add := func(standing Standing, own bool, segs ...Segment) {
			all = append(all, candidate{locator: Locator{slices.Concat([]Segment{f.scope(top)}, segs)}, standing: standing, own: own})
		}
		other := func(c fact) bool { return c.usable() && c.text != f.names[id].text }
		self := bare(n.Role)
		if aid := compared(n.AccessibleID); other(aid) && !generated(aid.text) {
			add(StandingUnique, false, with(self, KeyID, aid.text))
		}
		if l := f.labelled(id); other(l) {
			add(StandingUnique, false, with(self, KeyLabelledBy, l.text))
		}
		if row := f.rows().row(id); other(row) {
			rowed := with(self, KeyRow, row.text)
			if col := f.rows().column(id); other(col) {
				rowed = with(rowed, KeyColumn, col.text)
			}
			add(StandingContext, false, rowed)
		}
		if d := compared(n.Description); other(d) {
			add(StandingContext, false, with(self, KeyDescription, d.text))
		}
		for g := range f.namedContainers(id, top) {
			if g.Name != f.names[id].text {
				add(StandingContext, false, g, self)
			}
		}
		for up := n.Parent; up != tree.None && up != top; up = f.Nodes[up].Parent {
			if f.Nodes[up].Role == tree.RoleStatus {
				add(StandingContext, false, bare(tree.RoleStatus), self)
				break
			}
		}
		chain := f.roleChain(id, top)
		if len(chain) > 0 {
			add(StandingContext, false, append(chain, self)...)
		}
		add(StandingContext, true, self)
		if !slices.ContainsFunc(chain, places) {
			add(StandingContext, false, with(self, KeyIn, ""))
		}
		for _, c := range all {
			if !yield(c) {
				return
			}
		}
	}
}

// describePlace names a node for a person by what its locator says of it.
func (f *Frozen) describePlace(id tree.NodeID, l Locator) string {
	s := fmt.Sprintf("[%s]", f.Nodes[id].Role)
	if !l.IsZero() {
		for _, k := range l.Last().Keys {
			switch k.Name {
			case KeyID:
				s += fmt.Sprintf(" with the id %q", k.Value)
			case KeyLabelledBy:
				s += fmt.Sprintf(" labelled %q", k.Value)
			case KeyDescription:
				s += fmt.Sprintf(" described as %q", k.Value)
			case KeyRow, KeyColumn:
				s += fmt.Sprintf(" in %s %q", k.Name, k.Value)
			}
		}
		for i := len(l.Segments) - 2; i > 0; i-- {
			s += " in " + l.Segments[i].words()
		}
	}
	if top := f.Top(id); top != tree.None && top != id {
		s += " in " + f.Short(top)
	}
	return s
}
