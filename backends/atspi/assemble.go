package atspi

import (
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// assemble builds the snapshot of what was read since began, in document order.
func (r *reading) assemble(began time.Time, seen sighting) *assembly {
	a := r.assembly(seen.windows)
	a.build()
	if seen.err != nil {
		a.builder.Cut(tree.Cut{Node: r.root.node, Reason: tree.CutUnreadable, Detail: errNoAnswer.Error()})
	}
	a.builder.Taken(began, time.Since(began))
	return a
}

func (r *reading) assembly(screen []xwindow) *assembly {
	r.turn++
	return &assembly{
		reading: r, screen: screen, surfaces: matchSurfaces(r, screen),
		builder: tree.NewBuilder(r.b.Name(), r.app), foreign: map[string]bool{},
		order: make([]*element, 0, r.count), was: make([]tree.NodeID, 0, r.count),
	}
}

// build adds all elements; after it the builder is complete and the elements know
// their nodes.
func (a *assembly) build() {
	a.builder.Grow(len(a.above) + a.count)
	a.add(a.root, tree.None, a.placeOfRoot(a.surfaces))
	a.link()
}

type assembly struct {
	*reading
	surfaces
	screen  []xwindow // of the application
	builder *tree.Builder
	order   []*element      // by node
	was     []tree.NodeID   // by node, the one of the same element in the snapshot before
	foreign map[string]bool // other connections that hold elements
}

// added reports whether an element is in the tree that is being built.
func (a *assembly) added(e *element) bool { return e.turn == a.turn }

// place is what an element takes over from what holds it.
type place struct {
	role   tree.Role // of the parent
	origin origin
	sight  sight
	drift  drift
	depth  int
}

// add appends an element and what is below it.
func (a *assembly) add(e *element, parent tree.NodeID, p place) {
	top, isTop := a.tops[e]
	if isTop {
		p.origin = top.origin
	}
	if o, ok := a.popovers[e]; ok {
		p.origin = o
	}
	p.origin = a.within(e, p.origin)
	n := a.again(e, p)
	if a.office {
		p.drift = p.drift.of(e)
		n.Bounds = p.drift.boundsOf(a.reading, e, p.origin)
	}
	var below sight
	n.States, n.Bounds, below = p.sight.look(e, n.States, n.Bounds, a.of(e))
	if isTop && top.x != nil && top.x.modal {
		n.States = n.States.With(tree.Modal) // Qt 5 tells only the window manager
	}
	id := a.builder.Add(parent, n)
	if len(e.children) > 0 {
		a.builder.Room(id, len(e.children))
	}
	was := tree.None
	if e.turn > 0 && e.turn == a.turn-1 {
		was = e.node
	}
	e.turn, e.node, e.stale = a.turn, id, false
	a.order, a.was = append(a.order, e), append(a.was, was)
	if e.ref.name != a.owner {
		a.foreign[e.ref.name] = true
	}
	if isTop {
		a.builder.Window(top.window(id, n))
	}
	for _, c := range e.cuts {
		c.Node = id
		a.builder.Cut(c)
	}
	if e.got != gotAll && !a.ended {
		reason := tree.CutUnreadable
		if a.p.stalled != nil {
			reason = tree.CutTime
		}
		a.builder.Cut(tree.Cut{Node: id, Reason: reason, Missing: 0, Detail: "what this element is could not be read"})
	}
	for i, c := range e.children {
		if a.added(c) {
			// An element under two parents is in the tree, once: nothing is missing.
			// GTK3 lists the menu of an open combo box under the box and under its
			// popup window. An element below itself is a tree that cannot be true.
			// What is acted on, or holds that, and is a child of two elements lies in
			// either: a lookalike in one of them would pass for it.
			if a.holds(c.node, id) {
				a.builder.Cut(tree.Cut{Node: id, Reason: tree.CutCycle, Missing: 1, Detail: "a child is one of its own ancestors"})
			} else if tells(c) && !slices.Contains(e.children[:i], c) {
				a.builder.Cut(tree.Cut{Node: id, Reason: tree.CutUnreadable, Missing: 1, Detail: "a child is that of another element, too"})
			}
			continue
		}
		if p.depth >= tree.MaxDepth {
			a.builder.Cut(tree.Cut{Node: id, Reason: tree.CutDepth, Missing: len(e.children)})
			break
		}
		a.add(c, id, place{n.Role, p.origin, below, p.drift, p.depth + 1})
	}
}

// again returns the node of an element: that of the snapshot before, with what depends
// on where it is now, where nothing else can have changed.
func (a *assembly) again(e *element, p place) tree.Node {
	if a.last == nil || e.stale || e.turn == 0 || e.turn != a.turn-1 || len(e.relations) > 0 || a.web {
		return a.node(e, p.role, p.origin)
	}
	n := a.last.Nodes[e.node]
	if n.Parent == tree.None || a.last.Nodes[n.Parent].Role != p.role {
		return a.node(e, p.role, p.origin)
	}
	n.Relations = nil
	n.States, n.Bounds = statesOf(e.states), a.boundsOf(e, p.origin)
	if !n.StatesRead {
		n.States = 0
	}
	return n
}

// holds reports whether a node is id or one of its ancestors.
func (a *assembly) holds(node, id tree.NodeID) bool {
	for ; id != tree.None; id = a.builder.Node(id).Parent {
		if id == node {
			return true
		}
	}
	return false
}

// node turns an element into a node of the model.
func (r *reading) node(e *element, parentRole tree.Role, o origin) tree.Node {
	n := tree.Node{
		Handle:       e.ref.handle(),
		NativeRole:   nativeRole(e.role),
		AccessibleID: r.idOf(e),
		StatesRead:   e.got&gotStates != 0,
		Bounds:       r.boundsOf(e, o),
		Attributes:   e.attributes,
		Secret:       e.role == rolePasswordText || e.secret,

		SecretUnproven: e.role != rolePasswordText && e.secret && e.unsure,
	}
	n.Name, n.NameFrom = r.nameOf(e)
	n.Role = tree.RoleUnknown
	if e.got&gotRole != 0 {
		n.Role = r.roleOf(e, n.Name.State != tree.Absent, parentRole)
	}
	if e.got&gotProperties != 0 {
		n.Description = tree.KnownText(e.description)
		if e.description == "" {
			n.Description = tree.AbsentText()
		}
	}
	if n.StatesRead {
		n.States = statesOf(e.states)
	}
	n.Interfaces = r.share(e.interfaces).short
	n.Actions = offers(e, n.Role)
	n.ActionsRead = e.actionsRead || e.got&gotInterfaces != 0 && !e.has(ifaceAction)
	n.RelationsRead = e.labels == tree.Known
	n.Value, n.Range = r.valueOf(e)
	n.Cell = e.cell
	return n
}

// idOf returns the accessible id. The caches of GTK do not hold it, so that there it
// is said only of what is asked for it, whichever way an element was read.
func (r *reading) idOf(e *element) tree.Text {
	if r.isGTK() && !personActsOn(e) {
		return tree.UnreadableText()
	}
	return e.id
}

// valueOf returns the text of what a person edits, or the number of a range.
func (r *reading) valueOf(e *element) (tree.Text, *tree.Range) {
	switch {
	case e.role == rolePasswordText || e.secret || e.got&gotInterfaces == 0 || e.got&gotRole == 0:
		return tree.UnreadableText(), nil
	case e.has(ifaceText) && wantsText(e):
		return e.text, e.valueRange
	case e.has(ifaceValue):
		if e.valueRange == nil {
			return tree.UnreadableText(), nil
		}
		return tree.KnownText(number(e.valueRange.Current)), e.valueRange
	case r.web && e.role == roleComboBox && len(e.children) > 0:
		return r.selectedItem(e), nil
	}
	return tree.AbsentText(), nil
}

// link fills in the relations, whose targets are known only when all nodes are.
// A label that was not asked itself gets the relation that what it labels named.
func (a *assembly) link() {
	for i, e := range a.order {
		for _, rel := range e.relations {
			kind, ok := relationKinds[rel.kind]
			if !ok {
				continue
			}
			link := tree.Relation{Kind: kind}
			for _, target := range rel.targets {
				if id, ok := a.nodeOf(target); ok {
					link.Targets = append(link.Targets, id)
				} else {
					link.Outside++
				}
			}
			n := a.builder.Node(tree.NodeID(i))
			n.Relations = append(n.Relations, link)
			if kind == tree.LabelledBy {
				for _, label := range link.Targets {
					a.labels(label, n.ID)
				}
			}
		}
	}
}

func (a *assembly) nodeOf(target ref) (tree.NodeID, bool) {
	e := a.index[target]
	if e == nil || !a.added(e) {
		return 0, false
	}
	return e.node, true
}

// labels notes that one node labels another.
func (a *assembly) labels(label, labelled tree.NodeID) {
	if a.order[label].labels == tree.Known {
		return // it said itself what it labels
	}
	n := a.builder.Node(label)
	for i := range n.Relations {
		if n.Relations[i].Kind == tree.LabelFor {
			n.Relations[i].Targets = append(n.Relations[i].Targets, labelled)
			return
		}
	}
	n.Relations = append(n.Relations, tree.Relation{Kind: tree.LabelFor, Targets: []tree.NodeID{labelled}})
}

// interfaces are those of an element as the application names them, and in short.
type interfaces struct{ full, short []string }

// share returns the interfaces of a list. Elements with the same ones share them:
// there are a few dozen lists in 50,000 elements.
func (r *reading) share(list []string) interfaces {
	if len(list) == 0 {
		return interfaces{full: list}
	}
	key := make([]byte, 0, 512)
	for _, name := range list {
		key = append(append(key, name...), 0) // which no text of D-Bus holds
	}
	if known, ok := r.shared[string(key)]; ok {
		return known
	}
	both := interfaces{full: slices.Clone(list), short: make([]string, len(list))}
	for i, name := range list {
		both.short[i] = shortInterface(name)
	}
	if r.shared == nil {
		r.shared = map[string]interfaces{}
	}
	r.shared[string(key)] = both
	return both
}

// shortInterface cuts "org.a11y.atspi." off.
func shortInterface(name string) string {
	const prefix = "org.a11y.atspi."
	if len(name) > len(prefix) && name[:len(prefix)] == prefix {
		return name[len(prefix):]
	}
	return name
}

// tells reports whether it matters where an element lies: it is acted on, or is a
// container by which others are known, and no menu, which popups hold too.
func tells(e *element) bool {
	if int(e.role) >= len(roleTable) {
		return false
	}
	role := roleTable[e.role].role
	return (role.Interactive() || role.Container()) && role != tree.RoleMenu && !role.TopLevel()
}
