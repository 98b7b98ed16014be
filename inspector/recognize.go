package inspector

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// ResolveTarget looks for a recorded target (DESIGN 2.1). The locator must match
// exactly one node, or one that lies in the recorded containers where the others do
// not. No witness may point at another node, and none that says what the element
// itself is may be contradicted; where the target had witnesses, at least one must
// agree. The node must lie in the recorded containers: a lookalike in another place is
// not the recorded element, whether that is still there or not.
func (f *Frozen) ResolveTarget(t Target) Resolution {
	r := f.MatchTarget(t)
	if t.Standing != StandingUnique && t.Standing != StandingContext {
		if r.Outcome == Unique {
			// The one that is left need not be the one that was recorded.
			r.Outcome, r.Reason = Ambiguous, "the element could not be told from its twins when it was recorded"
		}
		return r
	}
	if r.Outcome == Ambiguous {
		r = f.narrow(t, r)
	}
	if r.Outcome != Unique {
		return r
	}
	return f.recognize(t, r)
}

// narrow finds among several matches the one in the recorded containers, where a
// witness points at it and nothing that may be another could not be read.
func (f *Frozen) narrow(t Target, r Resolution) Resolution {
	if t.Within == nil || !r.Complete || len(r.Undecided) > 0 {
		return r
	}
	node := tree.None
	for _, m := range r.Matches {
		around, ok := f.Within(m)
		if !ok || node != tree.None && sameLocator(around, *t.Within) {
			return r
		}
		if sameLocator(around, *t.Within) {
			node = m
		}
	}
	for _, w := range t.Witnesses {
		if wr := f.Match(w); wr.Outcome == Unique && wr.Node() == node {
			return wr
		}
	}
	return r
}

// recognize makes sure that the one match is the recorded element.
func (f *Frozen) recognize(t Target, r Resolution) Resolution {
	node, agree := r.Node(), 0
	refuse := func(o Outcome, format string, args ...any) Resolution {
		r.Outcome, r.Reason = o, fmt.Sprintf(format, args...)
		if o == Stale {
			r.Matches = nil
		}
		return r
	}
	for _, w := range t.Witnesses {
		wr := f.Match(w)
		switch {
		case wr.Outcome == Unknown:
			return refuse(Unknown, "witness %s: %s", w, wr.Reason)
		case wr.Outcome == Unique && wr.Node() == node:
			agree++
		case wr.Outcome == Unique:
			r.Matches = append(r.Matches, wr.Node())
			return refuse(Ambiguous, "witness %s points at another element, %s", w, f.describe(wr.Node(), Locator{}))
		case wr.Outcome == Stale && decisive(w):
			return refuse(Stale, "%s matches, but not what was recorded of it beside that: %s", r.Locator, w)
		}
	}
	if agree == 0 && len(t.Witnesses) > 0 {
		return refuse(Stale, "%s matches, but no witness agrees: what was around the recorded element is gone (%s)", r.Locator, t.Witnesses[0])
	}
	if t.Within == nil {
		return r
	}
	around, ok := f.Within(node)
	switch {
	case !ok:
		return refuse(Unknown, "what is around %s could not be read", f.Short(node))
	case !sameLocator(around, *t.Within):
		return refuse(Stale, "%s matches, but lies %s now, and was recorded %s", r.Locator, placeWords(around), placeWords(*t.Within))
	}
	return r
}

// Within returns the containers between a node and its window: those that have a name,
// and those that are more than a box. Boxes without a name come and go with the layout,
// and rows are told by their headings. ok is false where a container could not be read.
func (f *Frozen) Within(id tree.NodeID) (around Locator, ok bool) {
	top := f.Top(id)
	if id == top {
		return Locator{}, true
	}
	for up := f.Nodes[id].Parent; up != tree.None && up != top; up = f.Nodes[up].Parent {
		n := &f.Nodes[up]
		if n.RoleUnread() {
			return Locator{}, false
		}
		if !n.Role.Container() || isRow(n.Role) {
			continue
		}
		s := f.segment(up)
		if f.valueAsName(n) {
			s = bare(n.Role)
		}
		switch {
		case f.names[up].state == tree.Unreadable:
			return Locator{}, false
		case places(s):
			around.Segments = append(around.Segments, s)
		}
	}
	slices.Reverse(around.Segments)
	return around, true
}

// Evidence returns the nodes by whose words an element is known: its window, the named
// containers around it, what heads its row, its labels, and itself, last.
func (f *Frozen) Evidence(id tree.NodeID) []tree.NodeID {
	var list []tree.NodeID
	for up := f.Nodes[id].Parent; up > 0; up = f.Nodes[up].Parent {
		if _, named := f.Name(up); named || isRow(f.Nodes[up].Role) || up == f.Top(id) {
			list = append(list, up)
		}
	}
	slices.Reverse(list)
	if row := f.rows().rowOf[id]; row != tree.None {
		if heading := f.rows().row(id); heading.state == tree.Known {
			for h := row + 1; h < f.ends[row]; h++ {
				if f.names[h] == heading && !f.Nodes[h].Interactive() {
					list = append(list, h)
					break
				}
			}
		}
	}
	for _, r := range f.Nodes[id].Relations {
		if r.Kind == tree.LabelledBy {
			list = append(list, r.Targets...)
		}
	}
	return append(list, id)
}

// places reports whether a container says where an element is.
func places(s Segment) bool { return s.Named || s.Role != tree.RoleGroup }

func placeWords(around Locator) string {
	if around.IsZero() {
		return "in no container"
	}
	return "in " + around.String()
}

// has reports whether the last segment of a locator has a key.
func has(l Locator, key KeyName) bool {
	_, ok := l.Last().Key(key)
	return ok
}

// decisive reports whether a witness says what the element itself is, so that an
// element of which that is not so is another one: its id, or the headings of its row
// and column. Ids with digits are left out: many are counted by the program.
func decisive(w Locator) bool {
	if id, ok := w.Last().Key(KeyID); ok {
		return !strings.ContainsAny(id, "0123456789")
	}
	return has(w, KeyRow) || has(w, KeyColumn)
}
