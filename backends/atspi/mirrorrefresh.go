package atspi

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// readMarked reads what is marked and makes the image of it. Where the application
// stays silent there is none, and the next one is made of a whole reading.
func (m *mirror) readMarked(ctx context.Context, todo marks, s *stream) (backends.Image, error) {
	r, began := m.r, time.Now()
	ctx, err := m.b.own(ctx, m.app, r.root.ref)
	if err != nil {
		return backends.Image{}, err
	}
	bus, err := m.b.onBus(ctx)
	if err != nil {
		return backends.Image{}, err
	}
	r.connect(ctx, bus)
	defer r.p.close()
	r.recent, r.astray = nil, nil
	seen := <-m.b.lookAt(ctx, m.app.PID)
	todo.windows = todo.windows || m.windowsDiffer(seen)
	changes := m.b.watch.changes(r.owner)
	defer changes.end()

	f := &refresh{reading: r, last: m.image.Snapshot, order: m.order, read: map[*element]bool{}, placed: map[*element]bool{}, listing: map[*element]bool{}, asked: map[*element]bool{}, strangers: m.strangers}
	if todo.sweep {
		m.sweep.apply(f)
	}
	f.apply(todo)
	f.settle(changes)
	if r.p.stalled != nil {
		return backends.Image{}, r.p.stalled
	}
	// What an application that ended did not answer is not away, and not as it was.
	if r.p.failed && r.hasEnded() {
		return backends.Image{}, backends.ErrGone
	}
	if r.leftSocket() {
		return backends.Image{}, errSocketBroke
	}
	if r.root.gone {
		return backends.Image{}, backends.ErrGone
	}
	a := r.assemble(began, seen)
	image := m.compare(r, a)
	m.keep(ctx, r, a, s)
	m.later(f, todo, &image, time.Since(began))
	return image, nil
}

// refresh is one reading of what is marked.
type refresh struct {
	*reading
	last      *tree.Snapshot    // the one before
	order     []*element        // by its nodes
	read      map[*element]bool // asked again for all that they say of themselves
	placed    map[*element]bool // asked again where they are
	listing   map[*element]bool // asked again for their children
	asked     map[*element]bool // asked by a sweep
	strangers map[ref]bool      // asked for their parents, since everything was read
	// unsettled are the elements whose children changed to the end; touched is all
	// that something was said of.
	unsettled, touched []*element
}

// apply asks for what is marked.
func (f *refresh) apply(todo marks) {
	for _, top := range f.root.children {
		if f.checkPlace(top); todo.windows {
			f.touched = append(f.touched, top)
			f.reread(top)
		}
	}
	if todo.windows && f.web { // Chromium tells of a title, and not of the page's name
		for _, e := range f.order {
			if e.role == roleDocumentWeb || e.role == roleDocumentFrame {
				f.reread(e)
			}
		}
	}
	if f.gtk4 { // an input method shows and takes back what it composes, and nothing tells of it
		for _, e := range f.order {
			if e.unsure {
				f.reread(e)
			}
		}
	}
	for at, k := range todo.of {
		e := f.index[at]
		switch {
		case e == nil && k != markEnd:
			f.findPlace(at, 0)
			continue
		case e == nil:
			continue
		case k&markEnd != 0 && e.parent != nil && !f.listing[e.parent]:
			f.relist(e.parent)
		}
		f.touched = append(f.touched, e)
		if k&markChildren != 0 {
			f.relist(e)
		}
		switch {
		case k&markSelf != 0:
			f.reread(e)
			f.rereadHolder(e)
		case k&markStates != 0:
			f.restate(e)
			f.rereadHolder(e)
		}
		if k&markItems != 0 {
			for _, c := range e.children {
				f.restate(c)
			}
		}
		if k&markPlace != 0 {
			f.checkPlace(e)
		}
		if k&markFocus != 0 {
			f.unfocus(e)
		}
	}
	f.p.run()
}

// findPlace looks for the place of an element that says something and is not in the
// tree: GTK3 and Qt do not say of every parent that it got a child. One that is no
// child of its parent is not asked twice.
func (f *refresh) findPlace(at ref, depth int) {
	if f.strangers[at] || len(f.strangers) > maxMarks || depth > tree.MaxDepth {
		return
	}
	f.strangers[at] = true
	f.p.add(at, callGet, func(body []any, err error) {
		parent, ok := refOf(variantAt(body, 0))
		if err != nil || !ok || parent.null() {
			return
		}
		if e := f.index[parent]; e == nil {
			f.findPlace(parent, depth+1)
		} else if !f.listing[e] {
			f.touched = append(f.touched, e)
			f.relist(e)
		}
	}, ifaceAccessible, "Parent")
}

// rereadHolder reads what says which of its items is chosen: Qt calls the list of the
// tabs by the one that shows, and sends an event of the tab only.
func (f *refresh) rereadHolder(e *element) {
	if e.parent == nil || f.isGTK() {
		return
	}
	switch e.parent.role {
	case rolePageTabList, roleComboBox, roleListBox:
		f.reread(e.parent)
	}
}

// unfocus asks what had the focus whether it still has.
func (f *refresh) unfocus(now *element) {
	for i := range f.last.Nodes {
		if e := f.order[i]; e != now && f.last.Nodes[i].States.Has(tree.Focused) {
			f.restate(e)
		}
	}
}

// checkPlace asks an element where it is: what is in it moves with it. GTK3 tells of
// bounds whenever it lays out, moved or not, and with what moved of all that holds it.
// A window that moved is not told of by every toolkit.
func (f *refresh) checkPlace(e *element) {
	if f.placed[e] || !e.has(ifaceComponent) {
		return
	}
	if !f.wantsExtents(e) {
		f.restate(e)
		return
	}
	was, read := e.extents, e.extentsRead
	f.p.add(e.ref, callGetExtents, func(body []any, err error) {
		if rect, ok := rectOf(first(body)); err == nil && ok && (rect != was || read != tree.Known) {
			f.touched = append(f.touched, e)
			f.place(e)
		}
	}, f.coordinates())
}

// showingByPlace reports whether something shows or not by where it is, and does not
// tell: GTK3 says showing of what has a place on the screen, tells it when a widget is
// mapped, and gives it the place after that (measured: a new button of a toolbar).
func (r *reading) showingByPlace() bool { return r.isGTK() && !r.gtk4 }

// placeAll asks again where elements are, with all below them: from the top down,
// since the places of GTK4 depend on those above.
func (f *refresh) placeAll(moved []*element) {
	set := make(map[*element]bool, len(moved))
	for _, e := range moved {
		set[e] = true
	}
	for e := range set {
		above := false
		for up, n := e.parent, 0; up != nil && !above && n < tree.MaxDepth; up, n = up.parent, n+1 {
			above = set[up]
		}
		if !above {
			f.place(e)
		}
	}
}

func (f *refresh) place(e *element) {
	if f.placed[e] {
		return
	}
	f.placed[e] = true
	e.extents, e.extentsRead, e.extentsAnswered = tree.Rect{}, tree.Unreadable, false
	delete(f.awaiting, e)
	if e.has(ifaceComponent) && f.wantsExtents(e) {
		f.readExtentsBelow(e)
	}
	if f.showingByPlace() {
		f.restate(e)
	}
	if e.role == roleScrollBar && e.valueRange != nil {
		e.valueRange, e.stale = nil, true
		f.readValue(e) // how far it goes depends on the size, and GTK3 does not tell
	}
	for _, c := range e.children {
		f.place(c)
	}
}

// relist asks for the children again.
func (f *refresh) relist(e *element) {
	e.cuts = nil // of the list before
	f.recent, f.listing[e] = append(f.recent, e), true
	if e.listsOnDemand() { // the cells that were on the screen may hold something else
		for _, c := range e.children {
			f.reread(c)
		}
	}
	f.again(e)
}

// reread asks again for all that an element says of itself.
func (f *refresh) reread(e *element) {
	if f.read[e] {
		return
	}
	f.read[e] = true
	before := e.name
	e.forget()
	delete(f.awaiting, e)
	f.askBasics(e, func() {
		if e.got == 0 { // nothing is there any more, so nothing is below it
			e.children, e.listed, e.claimed, e.cuts = nil, -1, -1, nil
		}
		f.details(e)
		if e.got&gotProperties != 0 && e.claimed >= 0 && e.claimed != e.named() && !e.listsOnDemand() {
			f.relist(e)
		}
		if e.name != before {
			f.renamed(e)
		}
		if e.role == roleScrollBar && e.parent != nil {
			f.place(e.parent) // scrolled: nothing tells that of what is in there
			f.relistOnDemand(e.parent, 0)
		}
	})
}

// forget drops what an element said of itself.
func (e *element) forget() {
	e.gone, e.stale, e.got = false, true, 0
	e.name, e.description, e.role, e.states = "", "", 0, 0
	e.id, e.text, e.secret, e.unsure, e.valueRange = tree.Text{}, tree.Text{}, false, false, nil
	e.interfaces, e.attributes, e.attributesRead, e.actions = nil, nil, false, nil
	e.actionsRead = false
	e.relations, e.labels = nil, tree.Unreadable
	e.extents, e.extentsRead, e.extentsAnswered = tree.Rect{}, tree.Unreadable, false
}

// listsOnDemand reports whether an element has too many children to be listed.
func (e *element) listsOnDemand() bool {
	return e.claimed > maxVirtual && e.state(stateManagesDescendants)
}

// relistOnDemand asks for the cells on the screen of the large tables in something
// that was scrolled.
func (f *refresh) relistOnDemand(e *element, depth int) {
	if e.listsOnDemand() && !f.listing[e] {
		f.relist(e)
	}
	for _, c := range e.children {
		if depth < tree.MaxDepth && !e.listsOnDemand() {
			f.relistOnDemand(c, depth+1)
		}
	}
}

// named returns the number of children that the application named.
func (e *element) named() int {
	if e.listed >= 0 {
		return e.listed
	}
	return len(e.children)
}

// renamed reads what may take its name from an element: what it labels, and what
// it is the content of.
func (f *refresh) renamed(e *element) {
	if e.turn == f.turn { // it is in the last snapshot
		for _, rel := range f.last.Nodes[e.node].Relations {
			if rel.Kind != tree.LabelFor {
				continue
			}
			for _, id := range rel.Targets {
				f.reread(f.order[id])
			}
		}
	}
	up := e.parent
	for n := 0; up != nil && n < 3; up, n = up.parent, n+1 {
		if personActsOn(up) {
			f.reread(up)
			return
		}
	}
}

// restate asks for the states again, and for what depends on them.
func (f *refresh) restate(e *element) {
	if f.read[e] {
		return
	}
	if !f.isGTK() {
		f.reread(e) // the actions of other toolkits depend on the states
		return
	}
	f.p.add(e.ref, callGetState, func(body []any, err error) {
		bits, ok := bitsOf(first(body))
		if err != nil || !ok || e.got&gotStates == 0 || (bits^e.states)&(1<<stateEditable|1<<stateMultiLine) != 0 {
			f.reread(e)
			return
		}
		shown := (bits^e.states)&(1<<stateShowing) != 0
		e.states, e.stale = bits, true
		if shown {
			delete(f.placed, e) // perhaps passed over because it did not show
			f.place(e)
		}
	})
}

// settle reads until everything that was asked is answered, once more what changed
// meanwhile, and notes what did not come to rest.
func (f *refresh) settle(changes *changes) {
	f.drain()
	for range 2 {
		restless, astray := f.restless(changes.take()), f.astray
		if f.astray = nil; len(restless)+len(astray) == 0 {
			break
		}
		for _, e := range restless {
			f.relist(e)
		}
		for _, e := range astray {
			f.reread(e)
		}
		f.placeAll(astray)
		f.drain()
	}
	last := changes.take()
	for _, e := range f.restless(last) {
		n := len(e.cuts)
		f.cutUnsettled(e, last[e.ref.path])
		if len(e.cuts) > n && e.cuts[n].Reason == tree.CutChanged {
			f.unsettled = append(f.unsettled, e)
		}
	}
	for _, e := range f.recent {
		f.readLabelsOutside(e)
	}
	for e := range f.read {
		f.readLabelsOutside(e)
	}
	if len(f.recent)+len(f.placed) > 0 {
		f.readStacks()
	}
	f.p.run()
}

// restless lists, of what was read now, the elements that are not at rest.
func (f *refresh) restless(changed map[dbus.ObjectPath]bool) []*element {
	seen := map[*element]bool{}
	var list []*element
	check := func(e *element) {
		if e == nil || seen[e] || !e.visited {
			return
		}
		seen[e] = true
		if changed[e.ref.path] || e.nulls > 0 || e.lostChild() || e.listed >= 0 && e.claimed >= 0 && e.listed != e.claimed {
			list = append(list, e)
		}
	}
	for _, e := range f.recent {
		check(e)
	}
	for path := range changed {
		check(f.index[ref{f.owner, path}])
	}
	for e := range f.read {
		if e.gone {
			check(e.parent)
		}
	}
	return list
}

// prune forgets the elements that are not in the tree any more, or never were, but
// for the labels among them: one that comes back is read anew.
func (r *reading) prune(a *assembly) {
	r.count, r.recent, r.deferred, r.cacheKids = len(a.order), nil, nil, nil
	for _, e := range a.order {
		for _, target := range e.labelTargets() {
			label := r.index[target]
			if _, inside := a.nodeOf(target); label != nil && !inside {
				r.outside[target] = r.ownName(label)
			}
		}
	}
	if len(r.index) == len(a.order) {
		return
	}
	r.index = make(map[ref]*element, len(a.order))
	for _, e := range a.order {
		r.index[e.ref] = e
	}
}
