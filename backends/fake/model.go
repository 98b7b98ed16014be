package fake

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Edit changes an application. It has it for itself while it runs.
type Edit func(m *Model)

// Model is the living tree of an application. Its methods panic for a handle
// that is not there: the test is wrong then.
type Model struct {
	root   *element
	dead   bool
	hung   bool
	events []backends.Event
	issued map[tree.Handle]bool // every handle that ever was, so that none comes again
}

func newModel(root *element) *Model {
	m := &Model{root: root, issued: map[tree.Handle]bool{}}
	m.adopt(root)
	m.layout()
	return m
}

// adopt names the elements that came without a handle.
func (m *Model) adopt(e *element) {
	if e.node.Handle == "" || m.issued[e.node.Handle] {
		e.node.Handle = m.free(e)
	}
	m.issued[e.node.Handle] = true
	for _, c := range e.children {
		m.adopt(c)
	}
}

func (m *Model) free(e *element) tree.Handle {
	base := e.node.Handle
	if base == "" {
		base = tree.Handle(string(e.node.Role) + ":" + e.node.Name.Value)
	}
	h := base
	for i := 2; m.issued[h]; i++ {
		h = tree.Handle(fmt.Sprintf("%s~%d", base, i))
	}
	return h
}

// Geometry of elements without given bounds, in pixels.
const (
	lineHeight = 24
	leafHeight = 20
	leafWidth  = 120
	margin     = 4
)

// layout places the elements that have no bounds of their own: leaves one below
// the other, others around their children.
func (m *Model) layout() {
	line := 0
	var place func(e *element, depth int)
	place = func(e *element, depth int) {
		line++
		top := line * lineHeight
		for _, c := range e.children {
			place(c, depth+1)
		}
		if e.placed {
			return
		}
		if e == m.root {
			e.node.Bounds = tree.Bounds{State: tree.Absent}
			return
		}
		r := tree.Rect{X: 20 + margin*depth, Y: top, W: leafWidth, H: leafHeight}
		for _, c := range e.children {
			if b := c.node.Bounds; b.Usable() {
				r = around(r, b.Rect)
			}
		}
		e.node.Bounds = tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact}
	}
	place(m.root, 0)
}

// around returns the rectangle around both, with a margin around the second.
func around(a, b tree.Rect) tree.Rect {
	x, y := min(a.X, b.X-margin), min(a.Y, b.Y-margin)
	return tree.Rect{
		X: x, Y: y,
		W: max(a.X+a.W, b.X+b.W+margin) - x,
		H: max(a.Y+a.H, b.Y+b.H+margin) - y,
	}
}

func (m *Model) find(h tree.Handle) *element {
	var walk func(e *element) *element
	walk = func(e *element) *element {
		if e.node.Handle == h {
			return e
		}
		for _, c := range e.children {
			if found := walk(c); found != nil {
				return found
			}
		}
		return nil
	}
	return walk(m.root)
}

func (m *Model) get(h tree.Handle) *element {
	e := m.find(h)
	if e == nil {
		panic(fmt.Sprintf("fake: no element %q", h))
	}
	return e
}

func (m *Model) emit(kind backends.EventKind, source tree.Handle, detail string, on bool, text string) {
	m.events = append(m.events, backends.Event{Kind: kind, Source: source, Detail: detail, On: on, Text: text, Length: len([]rune(text))})
}

// Has reports whether there is such an element.
func (m *Model) Has(h tree.Handle) bool { return m.find(h) != nil }

// Node returns an element as it is now, without ID, Parent, Children and Relations.
func (m *Model) Node(h tree.Handle) tree.Node { return m.get(h).copied() }

// Insert adds elements from an outline (see [Tree]) below parent, before its
// child number at, or at the end for -1, and returns the first one's handle.
func (m *Model) Insert(parent tree.Handle, at int, outline string) tree.Handle {
	elements, err := parse(outline)
	if err != nil {
		panic(fmt.Sprintf("fake: insert: %v", err))
	}
	p := m.get(parent)
	m.insert(p, at, elements...)
	return elements[0].node.Handle
}

func (m *Model) insert(p *element, at int, elements ...*element) {
	if at < 0 {
		at = len(p.children)
	}
	for _, e := range elements {
		e.parent = p
		m.adopt(e)
	}
	p.children = slices.Insert(p.children, at, elements...)
	m.layout()
	m.emit(backends.EventChildren, p.node.Handle, "add", true, "")
	for _, e := range elements {
		if p == m.root && e.node.Role.TopLevel() {
			m.emit(backends.EventWindow, e.node.Handle, "create", true, "")
		}
	}
}

// Remove takes an element and what is below it away.
func (m *Model) Remove(h tree.Handle) {
	e := m.get(h)
	p := e.parent
	p.children = slices.DeleteFunc(p.children, func(c *element) bool { return c == e })
	m.layout()
	m.emit(backends.EventChildren, p.node.Handle, "remove", false, "")
	if p == m.root && e.node.Role.TopLevel() {
		m.emit(backends.EventWindow, h, "destroy", false, "")
	}
}

// Twin adds an element like h, with what is below it, right after it (or before
// it) and returns its handle.
func (m *Model) Twin(h tree.Handle, before bool) tree.Handle {
	e := m.get(h)
	twin := e.clone()
	at := slices.Index(e.parent.children, e)
	if !before {
		at++
	}
	m.insert(e.parent, at, twin)
	return twin.node.Handle
}

// clone copies what an element looks like; handles are given anew.
func (e *element) clone() *element {
	c := *e
	c.node = e.copied()
	c.node.Handle, c.node.AccessibleID = "", tree.AbsentText()
	c.children = nil
	for _, child := range e.children {
		k := child.clone()
		k.parent = &c
		c.children = append(c.children, k)
	}
	return &c
}

// Reissue puts another element that looks the same in the place of h, as
// toolkits do when they build a view anew, and returns its handle.
func (m *Model) Reissue(h tree.Handle) tree.Handle {
	e := m.get(h)
	e.node.Handle = m.free(e)
	m.issued[e.node.Handle] = true
	m.emit(backends.EventChildren, e.parent.node.Handle, "add", true, "")
	return e.node.Handle
}

// Rename gives an element another name.
func (m *Model) Rename(h tree.Handle, name string) {
	e := m.get(h)
	e.node.Name, e.node.NameFrom = tree.KnownText(name), tree.NameOwn
	m.emit(backends.EventProperty, h, "accessible-name", true, name)
}

// SetValue gives an element another value. Of a secret one nothing is told.
func (m *Model) SetValue(h tree.Handle, value string) {
	e := m.get(h)
	if e.node.Secret {
		m.emit(backends.EventText, h, "insert", true, "")
		return
	}
	e.node.Value = tree.KnownText(value)
	if e.node.Role.EditsText() {
		m.emit(backends.EventText, h, "insert", true, value)
		return
	}
	m.emit(backends.EventProperty, h, "accessible-value", true, value)
}

// SetStates adds states, or with - takes them away: "checked -enabled".
func (m *Model) SetStates(h tree.Handle, words string) {
	e := m.get(h)
	before := e.node.States
	after, err := applyStates(before, words)
	if err != nil {
		panic(fmt.Sprintf("fake: set states: %v", err))
	}
	e.node.States = after
	for _, s := range (before ^ after).All() {
		m.emit(backends.EventState, h, s.String(), after.Has(s), "")
	}
}

// Move gives an element other bounds; what is below it stays where it is.
func (m *Model) Move(h tree.Handle, to tree.Rect) {
	e := m.get(h)
	e.node.Bounds, e.placed = tree.Bounds{Rect: to, State: tree.Known, Confidence: tree.Exact}, true
	m.layout()
	m.emit(backends.EventBounds, h, "", true, "")
}

// Withhold makes a property (see the key unreadable of [Tree]) unreadable.
func (m *Model) Withhold(h tree.Handle, property string) {
	if err := m.get(h).withhold(property, true); err != nil {
		panic(fmt.Sprintf("fake: %v", err))
	}
}

// Cut makes observations incomplete at an element: its children are not read.
func (m *Model) Cut(h tree.Handle, reason tree.CutReason) {
	e := m.get(h)
	e.cuts = []tree.Cut{{Reason: reason, Missing: -1, Detail: "scripted"}}
}

// Mend undoes Cut.
func (m *Model) Mend(h tree.Handle) { m.get(h).cuts = nil }

// Hang stops the application from answering: calls wait until their context ends.
func (m *Model) Hang() { m.hung = true }

// Resume ends Hang; calls that wait go on waiting.
func (m *Model) Resume() { m.hung = false }

// Die ends the application.
func (m *Model) Die() {
	m.dead = true
	m.emit(backends.EventApplication, m.root.node.Handle, backends.DetailGone, false, "")
}

// Replace puts another tree in the place of the whole one.
func (m *Model) Replace(outline string) {
	roots, err := parse(outline)
	if err != nil || len(roots) != 1 {
		panic(fmt.Sprintf("fake: replace: one root is wanted, %v", err))
	}
	// The application stays itself.
	roots[0].node.Handle = m.root.node.Handle
	m.root = roots[0]
	for _, c := range m.root.children {
		m.adopt(c)
	}
	m.layout()
	m.emit(backends.EventChildren, m.root.node.Handle, "add", true, "")
}
