package inspector

import (
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// Written resolves a locator that a person wrote or chose from what is shown. It is
// [Frozen.Match], but that an element whose name is only its value may be called by its
// label, as [Frozen.Short] calls it: the combo box "Country" of GTK 3 is named "France"
// once that is chosen. The resolution has the locator that stands for it, with the label
// as a key, which is what a step keeps.
func (f *Frozen) Written(l Locator) Resolution {
	r := f.Match(l)
	called, ok := f.calledByLabel(l)
	if !ok {
		return r
	}
	s := f.Match(called)
	s.Matches = slices.DeleteFunc(s.Matches, func(id tree.NodeID) bool {
		return slices.Contains(r.Matches, id) || l.Last().Named && !called.Last().Named && !f.valueAsName(&f.Nodes[id])
	})
	if len(s.Matches) == 0 {
		return r
	}
	if len(r.Matches) == 0 {
		r.Locator = s.Locator
	}
	// One may be named so and another labelled so: a person may mean either, and what
	// could not be read may be either.
	r.Matches, r.Reason = append(r.Matches, s.Matches...), ""
	r.Undecided = slices.DeleteFunc(slices.Concat(r.Undecided, s.Undecided), func(id tree.NodeID) bool { return slices.Contains(r.Matches, id) })
	slices.Sort(r.Undecided)
	r.Undecided = slices.Compact(r.Undecided)
	if r.Complete && !s.Complete {
		r.Complete, r.Missed = false, s.Missed
	}
	return r.settle()
}

// MatchTarget finds all that a target's locator fits, whatever else is known of the one
// that was recorded: for counting, and for what is to be gone. A locator that a person
// wrote is taken as [Frozen.Written] takes it.
func (f *Frozen) MatchTarget(t Target) Resolution {
	if t.written() {
		return f.Written(t.Locator)
	}
	return f.Match(t.Locator)
}

// written reports whether a person wrote the target: nothing is known but its locator.
func (t Target) written() bool {
	return len(t.Witnesses) == 0 && t.Within == nil && t.Proof.Locator.IsZero()
}

// calledByLabel puts labels in place of the names of what is named by its value. ok is
// false where the locator names nothing that may be.
func (f *Frozen) calledByLabel(l Locator) (called Locator, ok bool) {
	called.Segments = slices.Clone(l.Segments)
	for i, seg := range called.Segments {
		_, nth := seg.Key(KeyNth)
		_, labelled := seg.Key(KeyLabelledBy)
		if !seg.Named || nth || labelled || !showsValue(seg.Role) {
			continue
		}
		label := seg.Name
		seg.Named, seg.Name = false, ""
		called.Segments[i] = with(seg, KeyLabelledBy, label)
		if i < len(called.Segments)-1 && !slices.ContainsFunc(f.Match(Locator{called.Segments[:i+1]}).Matches, func(id tree.NodeID) bool { return f.valueAsName(&f.Nodes[id]) }) {
			called.Segments[i] = l.Segments[i] // it has a name of its own
			continue
		}
		ok = true
	}
	return called, ok
}

// showsValue reports whether elements of a role may be named by what they hold.
func showsValue(r tree.Role) bool {
	switch r {
	case tree.RoleCombobox, tree.RoleTextbox, tree.RoleSearchbox, tree.RoleSpinbutton, tree.RoleSlider:
		return true
	}
	return false
}
