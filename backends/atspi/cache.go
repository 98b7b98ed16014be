package atspi

import "time"

// askCache asks for the application's cache: in GTK one call brings the basics
// of every element that was ever asked for. Qt answers an empty list, Chromium
// that it has none; then everything is walked.
func (r *reading) askCache() {
	r.p.add(ref{r.owner, cachePath}, callGetItems, func(body []any, err error) {
		if err == nil {
			r.fillFromCache(body)
		}
	})
}

// patience lets a big cache take the whole deadline, once the root has shown
// that the application answers.
func (r *reading) patience() {
	if deadline, ok := r.p.ctx.Deadline(); ok {
		r.p.quiet = max(time.Until(deadline), r.b.options.Call)
	}
}

// fillFromCache takes over the cache's items: ((so)(so)(so)iiassusau) today,
// ((so)(so)(so)a(so)assusau) in bridges of the old kind.
func (r *reading) fillFromCache(body []any) {
	items, ok := first(body).([][]any)
	if !ok {
		return
	}
	r.cacheKids = map[*element][]*element{}
	for _, item := range items {
		r.takeItem(item)
	}
	if r.gtk4 {
		for e, kids := range r.cacheKids {
			for _, k := range kids {
				k.page = e.stackPage()
			}
		}
	}
}

func (r *reading) takeItem(item []any) {
	self, ok := refOf(at(item, 0))
	if !ok || self.null() || len(item) < 9 {
		return
	}
	parent, _ := refOf(item[2])
	rest := item[3:]
	claimed, index := -1, -1
	if i, ok := intOf(rest[0]); ok && len(rest) == 7 {
		index = i
		if n, ok := intOf(rest[1]); ok {
			claimed = n
		}
		rest = rest[2:]
	} else if kids, ok := refsOf(rest[0]); ok {
		claimed = len(kids)
		rest = rest[1:]
	}
	if len(rest) != 5 {
		return
	}
	interfaces, ok1 := rest[0].([]string)
	name, ok2 := stringOf(rest[1])
	role, ok3 := rest[2].(uint32)
	description, ok4 := stringOf(rest[3])
	states, ok5 := bitsOf(rest[4])
	if !(ok1 && ok2 && ok3 && ok4 && ok5) {
		return
	}
	e := r.element(self)
	if e.got != gotAll {
		e.interfaces, e.name, e.role, e.description, e.states = r.share(interfaces).full, name, role, description, states
		e.got = gotAll
	}
	// The cache of GTK4 says that the application has no children.
	if e != r.root && e.claimed < 0 {
		e.claimed = claimed
	}
	e.index = index
	if !parent.null() {
		p := r.element(parent)
		r.cacheKids[p] = append(r.cacheKids[p], e)
	}
}

// cachedChildren returns the children by the cache, in order, where they are
// without doubt all of them: as many as claimed, with the places 0 to n-1.
func (r *reading) cachedChildren(e *element) ([]*element, bool) {
	listed := r.cacheKids[e]
	n := len(listed)
	if n == 0 || n != e.claimed {
		return nil, false
	}
	kids := make([]*element, n)
	for _, k := range listed {
		if k.index < 0 || k.index >= n || kids[k.index] != nil {
			return nil, false
		}
		kids[k.index] = k
	}
	if !r.gtk4 {
		return kids, true
	}
	// The cache has the pages of a GTK4 stack between the stack and the content,
	// GetChildren goes past them. What GetChildren names is the tree.
	for i, k := range kids {
		if !k.stackPage() {
			continue
		}
		content := r.cacheKids[k]
		if len(content) != 1 {
			return nil, false
		}
		kids[i] = content[0]
	}
	return kids, true
}

// stackPage reports whether an element of GTK4 is the page of a stack or a
// notebook: an object that is no widget and so has no place on the screen.
func (e *element) stackPage() bool {
	return e.got&gotInterfaces != 0 && !e.has(ifaceComponent) && e.role == rolePanel
}

// finishDeferred completes the elements that were only listed so far. When they
// are many, one more reading of the cache, which knows them now, is cheaper than
// four calls for each.
func (r *reading) finishDeferred() {
	waiting := r.deferred
	r.deferred = nil
	if len(waiting) > 16 && r.p.stalled == nil {
		r.patience()
		r.askCache()
		r.p.run()
		r.p.quiet = r.b.options.Call
	}
	for _, e := range waiting {
		if e.got == gotAll {
			r.details(e)
			continue
		}
		r.basics(e)
	}
}
