package inspector

import (
	"iter"
	"regexp"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// candidate is one way to name a node. own says that it describes the element by
// itself, without the context that only tells twins apart.
type candidate struct {
	locator  Locator
	standing Standing
	own      bool
	// witnessOnly: evidence of place that tells no twins apart.
	witnessOnly bool
}

// candidates lists the ways to name a node, the simplest and most readable
// first. All are scoped by the role and title of the window, since windows are
// matched by role and title together, never by title alone (DESIGN 4). They are
// made one at a time: mostly the first settles it, and there is one for each named
// container of a deep tree.
func (f *Frozen) candidates(id tree.NodeID) iter.Seq[candidate] {
	return func(yield func(candidate) bool) { f.propose(id, yield) }
}

func (f *Frozen) propose(id tree.NodeID, yield func(candidate) bool) {
	n := &f.Nodes[id]
	top := f.Top(id)
	if top == tree.None {
		return
	}
	if id == top {
		yield(candidate{locator: Locator{[]Segment{f.scope(id)}}, standing: StandingUnique, own: true})
		return
	}
	self := f.segment(id)
	scope := f.scope(top)
	in := func(standing Standing, own bool, segs ...Segment) candidate {
		return candidate{locator: Locator{slices.Concat([]Segment{scope}, segs)}, standing: standing, own: own}
	}
	named := self.Named && !f.valueAsName(n)
	if named && !yield(in(StandingUnique, true, self)) {
		return
	}
	if aid := compared(n.AccessibleID); aid.usable() && !generated(aid.text) &&
		!yield(in(StandingUnique, true, with(bare(n.Role), KeyID, aid.text))) {
		return
	}
	if l := f.labelled(id); l.usable() && (!named || l.text != f.names[id].text) &&
		!yield(in(StandingUnique, true, with(bare(n.Role), KeyLabelledBy, l.text))) {
		return
	}
	if !named {
		self = bare(n.Role)
	}
	rowed := self
	if row := f.rows().row(id); row.usable() {
		rowed = with(rowed, KeyRow, row.text)
		if col := f.rows().column(id); col.usable() {
			rowed = with(rowed, KeyColumn, col.text)
		}
		if !yield(in(StandingContext, false, rowed)) {
			return
		}
	}
	if d := compared(n.Description); d.usable() && (!named || d.text != f.names[id].text) &&
		!yield(in(StandingContext, false, with(self, KeyDescription, d.text))) {
		return
	}
	var last Segment
	for g := range f.namedContainers(id, top) {
		if len(g.Keys) == 0 && len(last.Keys) == 0 && g.Role == last.Role && g.Name == last.Name {
			continue // one in another of the same name, as in trees: the same words
		}
		last = g
		if !yield(in(StandingContext, false, g, self)) || len(rowed.Keys) > 0 && !yield(in(StandingContext, false, g, rowed)) {
			return
		}
	}
	chain := f.roleChain(id, top)
	if len(chain) > 0 && named {
		// Roles alone tell no twins apart: only labelled context may (DESIGN 2.1).
		c := in(StandingContext, false, append(chain, self)...)
		c.witnessOnly = true
		if !yield(c) {
			return
		}
	}
	if named && !slices.ContainsFunc(chain, places) {
		c := in(StandingContext, false, with(self, KeyIn, ""))
		c.witnessOnly = true
		if !yield(c) {
			return
		}
	}
	if !named {
		yield(in(StandingContext, true, self))
	}
}

// longestWord is how long, in bytes, a text may be that names an element: a whole
// document as a name is known and compared, but nobody can read such a locator.
const longestWord = 1024

// usable reports whether a text can name an element.
func (c fact) usable() bool { return c.state == tree.Known && len(c.text) <= longestWord }

// segment returns role and name of a node; without a usable name only the role.
func (f *Frozen) segment(id tree.NodeID) Segment {
	if nm := f.names[id]; nm.usable() {
		return Segment{Role: f.Nodes[id].Role, Named: true, Name: nm.text}
	}
	return Segment{Role: f.Nodes[id].Role}
}

// scope returns the segment of a window. Its name is a title template, in which
// a star of the title itself must not stand for anything else: editors write
// "*name" for what is not saved.
func (f *Frozen) scope(top tree.NodeID) Segment {
	s := f.segment(top)
	if s.Role.TopLevel() {
		s.Name = escapeStars(s.Name)
	}
	return s
}

func bare(r tree.Role) Segment { return Segment{Role: r} }

func with(s Segment, k KeyName, v string) Segment {
	s.Keys = append(slices.Clone(s.Keys), Key{k, v})
	return s
}

// valueAsName reports whether the name of a node is only its value, so that it
// will change: GTK3 and Qt give the current item of a combo box as its name.
func (f *Frozen) valueAsName(n *tree.Node) bool { return f.valued()[n.ID] }

// makeValued answers for all nodes: every item of a list asks it of the combo box
// around it, which is answered by a look at all items.
func (f *Frozen) makeValued() []bool {
	valued := make([]bool, len(f.Nodes))
	for i := range f.Nodes {
		valued[i] = f.namedByValue(&f.Nodes[i])
	}
	return valued
}

func (f *Frozen) namedByValue(n *tree.Node) bool {
	if n.NameFrom == tree.NameLabelledBy {
		// GTK3 and Qt give a combo box the name of its label only while it is empty.
		return n.Role == tree.RoleCombobox
	}
	if !showsValue(n.Role) {
		return false
	}
	if text := f.names[n.ID].text; n.Role == tree.RoleCombobox && (f.hasItemNamed(n.ID, text) || f.hasEntryWith(n.ID, text)) {
		return true
	}
	v := compared(n.Value)
	return v.state == tree.Known && v.text == f.names[n.ID].text
}

// hasItemNamed reports whether an item below a node has the name.
func (f *Frozen) hasItemNamed(id tree.NodeID, name string) bool {
	for i := id + 1; i < f.ends[id]; i++ {
		if f.names[i] == (fact{name, tree.Known}) && f.Nodes[i].Interactive() {
			return true
		}
	}
	return false
}

// hasEntryWith reports whether a text box below a node holds the text.
func (f *Frozen) hasEntryWith(id tree.NodeID, text string) bool {
	for i := id + 1; i < f.ends[id]; i++ {
		if f.Nodes[i].Role.EditsText() && compared(f.Nodes[i].Value) == (fact{text, tree.Known}) {
			return true
		}
	}
	return false
}

// namedContainers returns the segments of the named containers around a node,
// nearest first, without its window.
func (f *Frozen) namedContainers(id, top tree.NodeID) iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		for up := f.Nodes[id].Parent; up != tree.None && up != top; up = f.Nodes[up].Parent {
			n := &f.Nodes[up]
			if !f.names[up].usable() || !n.Role.Container() || isRow(n.Role) {
				continue
			}
			s := f.segment(up)
			if f.valueAsName(n) { // a combo box that has an entry
				l := f.labelled(up)
				if !l.usable() {
					continue
				}
				s = with(bare(n.Role), KeyLabelledBy, l.text)
			}
			if !yield(s) {
				return
			}
		}
	}
}

// roleChain returns the roles of the containers around a node from the outside
// to the inside, with names where they have some; generic boxes are left out,
// since toolkits add and drop them freely.
func (f *Frozen) roleChain(id, top tree.NodeID) []Segment {
	var segs []Segment
	for up := f.Nodes[id].Parent; up != tree.None && up != top; up = f.Nodes[up].Parent {
		if n := &f.Nodes[up]; n.Role.Container() && !isRow(n.Role) {
			s := f.segment(up)
			if f.valueAsName(n) {
				s = bare(n.Role)
			}
			segs = append(segs, s)
		}
	}
	slices.Reverse(segs)
	return segs
}

// generatedID matches ids that look made by a program: long digit runs, hex of
// eight and more, UUIDs, object paths. They differ after a restart.
var generatedID = regexp.MustCompile(`(?i)[0-9]{4,}|[0-9a-f]{8,}|[0-9a-f]{4}-[0-9a-f]{4}|^[0-9]+$|^/|^:`)

func generated(id string) bool { return generatedID.MatchString(id) }
