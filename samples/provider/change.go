package provider

import (
	"fmt"
	"slices"
)

// change sets what a script says of an object.
func (f *forest) change(self int32, s Node) error {
	n := &f.nodes[self]
	if s.Role != "" {
		role, err := number(roles, "role", s.Role)
		if err != nil {
			return err
		}
		n.role = uint16(role)
	}
	if s.Name != nil {
		n.name = *s.Name
	}
	if s.NameBytes != nil {
		n.name = string(s.NameBytes)
	}
	if s.Description != nil {
		n.description = *s.Description
	}
	if s.Claims != nil {
		n.claims = *s.Claims
	}
	if s.Extents != nil {
		n.extents, n.has = *s.Extents, n.has|hasComponent
	}
	if s.ID != nil {
		n.own().id = *s.ID
	}
	if s.Text != nil {
		n.own().text = *s.Text
		n.has |= hasText
	}
	if s.Value != nil {
		n.own().value = *s.Value
		n.has |= hasValue
	}
	if s.Actions != nil {
		n.own().actions = s.Actions
		n.has |= hasAction
	}
	if s.Data != nil {
		n.own().data = *s.Data
	}
	if s.Does != nil {
		n.own().does = s.Does
	}
	if s.Attributes != nil {
		n.own().attributes = s.Attributes
	}
	if s.Table != nil {
		n.own().table = s.Table
		n.has |= hasTable
		if s.Table.Virtual {
			n.states |= 1 << 31 // manages-descendants
		}
	}
	if err := n.changeWords(s); err != nil {
		return err
	}
	return f.relate(self, s.Relations)
}

// changeWords sets states and interfaces.
func (n *node) changeWords(s Node) error {
	if s.States != nil {
		n.states = 0
	}
	on, err := bits(states, "state", append(slices.Clone(s.States), s.On...))
	if err != nil {
		return err
	}
	off, err := bits(states, "state", s.Off)
	if err != nil {
		return err
	}
	n.states = (n.states | on) &^ off
	more, err := bits(interfaces, "interface", s.Interfaces)
	if err != nil {
		return err
	}
	n.has |= uint16(more)
	if n.has&hasText != 0 && n.states&(1<<7) != 0 { // editable
		n.has |= hasEditableText
	}
	return nil
}

// relate sets the relations of an object.
func (f *forest) relate(self int32, by map[string][]string) error {
	if by == nil {
		return nil
	}
	var list []relation
	for word, keys := range by {
		kind, err := number(relations, "relation", word)
		if err != nil {
			return err
		}
		r := relation{kind: uint32(kind)}
		for _, key := range keys {
			target, err := f.reserve(key)
			if err != nil {
				return err
			}
			r.targets = append(r.targets, target)
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b relation) int { return int(a.kind) - int(b.kind) })
	f.nodes[self].own().relations = list
	return nil
}

// reorder puts the children of an object into the order of the keys.
func (f *forest) reorder(self int32, keys []string) error {
	n := &f.nodes[self]
	order := make([]int32, 0, len(keys))
	for _, key := range keys {
		child, err := f.reserve(key)
		if err != nil {
			return err
		}
		order = append(order, child)
	}
	sorted := func(list []int32) []int32 { return slices.Sorted(slices.Values(list)) }
	if !slices.Equal(sorted(order), sorted(n.children)) {
		return fmt.Errorf("reorder %q: the keys are not those of its children", f.key(self))
	}
	f.nodes[self].children = order
	return nil
}

// swap lets two objects and what is below them, child by child, be each other: a
// toolkit that uses its widgets again for other things.
func (f *forest) swap(a, b int32) error {
	x, y := &f.nodes[a], &f.nodes[b]
	if len(x.children) != len(y.children) {
		return fmt.Errorf("swap %q and %q: they are not built alike", f.key(a), f.key(b))
	}
	for i := range x.children {
		if err := f.swap(x.children[i], y.children[i]); err != nil {
			return err
		}
	}
	was, is := *x, *y
	*x, *y = is, was
	x.key, x.parent, x.children, x.extents = was.key, was.parent, was.children, was.extents
	y.key, y.parent, y.children, y.extents = is.key, is.parent, is.children, is.extents
	return nil
}

// window returns the top-level object that holds another.
func (f *forest) window(self int32) int32 {
	for range len(f.nodes) { // a cycle of parents ends somewhere
		parent := f.nodes[self].parent
		if parent <= 0 {
			return self
		}
		self = parent
	}
	return self
}
