package provider

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Event is one signal of AT-SPI.
type Event struct {
	// Name is the name by which clients register: "object:state-changed:focused".
	Name    string `json:"name"`
	Detail1 int32  `json:"detail1,omitempty"`
	Detail2 int32  `json:"detail2,omitempty"`
	// Count makes Detail1 the number of a repeat.
	Count bool `json:"count,omitempty"`
	// The value is the reference of Child where that is not empty, else Text.
	Text  string `json:"text,omitempty"`
	Child string `json:"child,omitempty"`
}

// event makes the signal. p.mu is held.
func (p *Provider) event(self int32, is Event) (*message, error) {
	parts := strings.SplitN(is.Name, ":", 3)
	if len(parts) < 2 || parts[0] == "" {
		return nil, fmt.Errorf("%q is no name of an event", is.Name)
	}
	minor := ""
	if len(parts) == 3 {
		minor = parts[2]
	}
	value := func(e *encoder) { e.variantString(is.Text) }
	if is.Child != "" {
		child, err := p.forest.reserve(is.Child)
		if err != nil {
			return nil, err
		}
		value = func(e *encoder) { e.variantRef(p.ref(child)) }
	}
	return p.signal(self, parts[0], parts[1], minor, is.Detail1, is.Detail2, value), nil
}

// signal makes the signal of the body (siiva{sv}).
func (p *Provider) signal(self int32, class, member, minor string, detail1, detail2 int32, value func(*encoder)) *message {
	e := &encoder{}
	e.string(minor)
	e.int32(detail1)
	e.int32(detail2)
	value(e)
	e.array(8, func() {})
	return &message{
		kind: typeSignal, flags: 1, path: p.forest.path(self), iface: prefix + "Event." + camel(class), member: camel(member),
		signature: "siiva{sv}", body: e.b,
	}
}

// camel turns "children-changed" into "ChildrenChanged".
func camel(words string) string {
	var s strings.Builder
	for _, w := range strings.Split(words, "-") {
		if w != "" {
			s.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return s.String()
}

func none(e *encoder) { e.variantInt(0) }

// came signals a new child, and puts it into the caches of clients.
func (p *Provider) came(parent, child int32, place int) []*message {
	list := []*message{p.signal(parent, "object", "children-changed", "add", int32(place), 0, func(e *encoder) { e.variantRef(p.ref(child)) })}
	if signature := p.itemSignature(); signature != "" && child >= 0 {
		e := &encoder{}
		p.item(e, child, place)
		list = append(list, &message{kind: typeSignal, flags: 1, path: cachePath, iface: prefix + "Cache", member: "AddAccessible", signature: signature, body: e.b})
	}
	return list
}

// went signals that a child was removed.
func (p *Provider) went(parent, child int32, place int) []*message {
	if parent < 0 || place < 0 {
		return nil
	}
	list := []*message{p.signal(parent, "object", "children-changed", "remove", int32(place), 0, func(e *encoder) { e.variantRef(p.ref(child)) })}
	if p.itemSignature() != "" && child >= 0 {
		e := &encoder{}
		e.ref(p.ref(child))
		list = append(list, &message{kind: typeSignal, flags: 1, path: cachePath, iface: prefix + "Cache", member: "RemoveAccessible", signature: "(so)", body: e.b})
	}
	return list
}

// childrenMoved signals another order: toolkits tell only that children changed.
func (p *Provider) childrenMoved(parent int32) []*message {
	return []*message{p.signal(parent, "object", "children-changed", "", 0, 0, none)}
}

// differences signals what a change made different. p.mu is held.
func (p *Provider) differences(self int32, before *node) []*message {
	var list []*message
	n := &p.forest.nodes[self]
	property := func(name string, value func(*encoder)) {
		list = append(list, p.signal(self, "object", "property-change", name, 0, 0, value))
	}
	if n.name != before.name {
		property("accessible-name", func(e *encoder) { e.variantString(n.name) })
	}
	if n.description != before.description {
		property("accessible-description", func(e *encoder) { e.variantString(n.description) })
	}
	if n.role != before.role {
		property("accessible-role", func(e *encoder) { e.variantUint(uint32(n.role)) })
	}
	if n.extra().value != before.extra().value {
		property("accessible-value", func(e *encoder) { e.variantDouble(float64(n.extra().value.Current)) })
	}
	for i, word := range states {
		if (n.states^before.states)&(1<<i) != 0 {
			list = append(list, p.signal(self, "object", "state-changed", word, int32(n.states>>i&1), 0, none))
		}
	}
	if n.extents != before.extents {
		list = append(list, p.signal(self, "object", "bounds-changed", "", 0, 0, func(e *encoder) {
			e.signature("(iiii)")
			e.extents(n.extents)
		}))
	}
	if is, was := n.extra().text, before.extra().text; is != was {
		list = append(list, p.textChanged(self, was, is)...)
	}
	return list
}

// swap lets two objects be each other and signals what each is now.
func (p *Provider) swap(a, b int32) ([]*message, json.RawMessage, error) {
	before := map[int32]node{}
	var note func(int32)
	note = func(i int32) {
		before[i] = p.forest.nodes[i]
		for _, c := range p.forest.nodes[i].children {
			note(c)
		}
	}
	note(a)
	note(b)
	if err := p.forest.swap(a, b); err != nil {
		return nil, nil, err
	}
	var list []*message
	for i, was := range before {
		list = append(list, p.differences(i, &was)...)
	}
	return list, nil, nil
}

// textChanged signals what was deleted and inserted between what stayed at both
// ends, in characters.
func (p *Provider) textChanged(self int32, was, is string) []*message {
	a, b := []rune(was), []rune(is)
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var list []*message
	for _, part := range []struct {
		minor string
		text  []rune
	}{{"delete", a[start : len(a)-end]}, {"insert", b[start : len(b)-end]}} {
		if len(part.text) > 0 {
			text := string(slices.Clone(part.text))
			list = append(list, p.signal(self, "object", "text-changed", part.minor, int32(start), int32(len(part.text)), func(e *encoder) { e.variantString(text) }))
		}
	}
	return list
}
