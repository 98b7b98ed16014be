package inspector

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// ResolveToAct is [Frozen.ResolveTarget] for what is acted on. An element that has a name
// must be known by it, or by its id, its label or the headings of its cell: a target that
// says only where it is ([Frozen.TargetByPlace], or a locator that a person wrote) fits
// whatever came to be in that place, be it "Save" or "Delete". An ordinal is what a person
// asked for, and windows have no place.
func (f *Frozen) ResolveToAct(t Target) Resolution {
	r := f.ResolveTarget(t)
	id := r.Node()
	if r.Outcome != Unique || id == f.Top(id) || f.valueAsName(&f.Nodes[id]) {
		return r
	}
	name := f.names[id]
	nameless := name.state == tree.Absent || name.state == tree.Known && (name.text == "" || !name.usable())
	if nameless || slices.ContainsFunc(append([]Locator{t.Locator, r.Locator}, t.Witnesses...), Locator.tells) {
		return r
	}
	if name.state != tree.Known {
		r.Outcome, r.Reason = Unknown, fmt.Sprintf("%s says where an element is, and what its name is could not be read", t.Locator)
		return r
	}
	r.Outcome = Ambiguous
	r.Reason = fmt.Sprintf("%s says where an element is, and not that it is %q: that is no proof of what would be acted on", t.Locator, brief(name.text))
	return r
}

// tells reports whether a locator says what the element itself is.
func (l Locator) tells() bool {
	if l.IsZero() {
		return false
	}
	return l.Last().Named || has(l, KeyID) || has(l, KeyLabelledBy) || has(l, KeyNth) || has(l, KeyRow) && has(l, KeyColumn)
}
