package atspi

import (
	"errors"
	"sort"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// visit takes an element into the tree and goes on below it, once.
func (r *reading) visit(e *element, depth int) {
	if e.visited {
		return
	}
	e.visited, e.depth = true, depth
	r.count++
	r.recent = append(r.recent, e)
	switch {
	case e.got == gotAll:
		r.details(e)
		r.descend(e)
	case r.gtk4 && e != r.root:
		// GTK4 puts an element into its cache when it is first named by its
		// parent: list everything, then read the cache again.
		r.deferred = append(r.deferred, e)
		r.list(e)
	default:
		r.basics(e)
	}
}

// basics asks what an element is, then what depends on the answers.
func (r *reading) basics(e *element) {
	r.askBasics(e, func() {
		if e == r.root && !e.visited {
			r.patience()
			return
		}
		r.details(e)
		if e.listed < 0 {
			r.descend(e)
		}
	})
}

// askBasics asks what an element is: four calls.
func (r *reading) askBasics(e *element, then func()) {
	e.pending = 4
	answered := func(err error) {
		e.gone = e.gone || errors.Is(err, backends.ErrGone)
		if e.pending--; e.pending > 0 {
			return
		}
		// Some toolkits say "unknown method" of a path where nothing is any more.
		e.gone = e.gone || e.got == 0 && r.p.stalled == nil
		then()
	}
	r.properties(e.ref, ifaceAccessible, accessibleProperties, func(values map[string]any, err error) {
		r.takeProperties(e, values, err)
		answered(err)
	})
	r.p.add(e.ref, callGetRole, func(body []any, err error) {
		if role, ok := first(body).(uint32); ok && err == nil {
			e.role = role
			e.got |= gotRole
		}
		answered(err)
	})
	r.p.add(e.ref, callGetState, func(body []any, err error) {
		if bits, ok := bitsOf(first(body)); ok && err == nil {
			e.states = bits
			e.got |= gotStates
		}
		answered(err)
	})
	r.p.add(e.ref, callGetInterfaces, func(body []any, err error) {
		if list, ok := first(body).([]string); ok && err == nil {
			e.interfaces = r.share(list).full
			e.got |= gotInterfaces
		}
		answered(err)
	})
}

// takeProperties takes over the properties of the Accessible interface. The
// attributes that GTK3 gives say only that it is GTK, and its cache has none; those of
// browsers, with the id, are asked for where they are wanted (web.go).
func (r *reading) takeProperties(e *element, values map[string]any, err error) {
	name, ok := stringOf(values["Name"])
	if err != nil || !ok {
		return
	}
	e.got |= gotProperties
	e.name = name
	e.description, _ = stringOf(values["Description"])
	if v, answered := values["AccessibleId"]; answered && (!r.web || r.single()) {
		e.id = tree.AbsentText()
		if id, _ := stringOf(v); id != "" {
			e.id = tree.KnownText(id)
		}
	}
	if n, ok := intOf(values["ChildCount"]); ok {
		e.claimed = n
	}
	if attributes, ok := values["Attributes"].(map[string]string); ok && !r.isGTK() && (!r.web || r.single()) {
		r.takeAttributes(e, attributes)
	}
}

func attributesOf(m map[string]string) []tree.Attribute {
	list := make([]tree.Attribute, 0, len(m))
	for k, v := range m {
		list = append(list, tree.Attribute{Key: clean(k), Value: clean(v)})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Key < list[j].Key })
	return list
}

// descend goes on to an element's children, by the cache where that is complete.
func (r *reading) descend(e *element) {
	if e.claimed < 0 && e.state(stateManagesDescendants) {
		r.countThenDescend(e)
		return
	}
	switch {
	case e.claimed == 0 && e != r.root, r.overLimit(e):
		return
	}
	if kids, ok := r.cachedChildren(e); ok {
		r.adopt(e, kids)
		return
	}
	r.list(e)
}

// overLimit notes where an element has more children than are listed.
func (r *reading) overLimit(e *element) bool {
	// Those that were listed before are in the tree and count among the limit.
	missing := e.claimed - len(e.children)
	switch {
	case e.claimed > maxVirtual && e.state(stateManagesDescendants):
		e.cuts = nil // the same was said when they were counted before
		r.virtual = append(r.virtual, e)
		e.cut(tree.CutVirtualChildren, missing, "%d children made on demand are not listed", missing)
	case missing > r.limit-r.count:
		e.cuts = nil
		e.cut(tree.CutCount, missing, "%d children are more than the limit of %d elements allows", missing, r.limit)
	default:
		return false
	}
	return true
}

func (r *reading) countThenDescend(e *element) {
	r.p.add(e.ref, callGet, func(body []any, err error) {
		n, ok := intOf(variantAt(body, 0))
		if err != nil || !ok || n < 0 {
			r.cutFailed(e, -1, "the number of children", err)
			return
		}
		e.claimed = n
		r.descend(e)
	}, ifaceAccessible, "ChildCount")
}

// list asks an element for its children.
func (r *reading) list(e *element) {
	r.p.add(e.ref, callGetChildren, func(body []any, err error) {
		refs, ok := refsOf(first(body))
		if err != nil || !ok {
			r.cutFailed(e, e.claimed, "the children", err)
			return
		}
		e.cuts = nil // what is said here of children was said of an earlier list
		e.listed, e.nulls = len(refs), 0
		kids := make([]*element, 0, len(refs))
		for _, at := range refs {
			if at.null() {
				e.nulls++
				continue
			}
			kids = append(kids, r.element(at))
		}
		r.adopt(e, kids)
	})
}

// adopt makes kids the children of e and visits them, as far as the limits go.
func (r *reading) adopt(e *element, kids []*element) {
	if len(kids) == 0 {
		e.children = nil
		return
	}
	if e.depth >= tree.MaxDepth {
		e.cut(tree.CutDepth, len(kids), "deeper than %d levels", tree.MaxDepth)
		return
	}
	e.children = e.children[:0:0]
	for i, k := range kids {
		if !k.visited && r.count >= r.limit {
			e.cut(tree.CutCount, len(kids)-i, "the limit of %d elements is reached", r.limit)
			return
		}
		e.children = append(e.children, k)
		if k.visited && k.parent != e {
			r.astray = append(r.astray, k)
		}
		k.parent = e
		r.visit(k, e.depth+1)
	}
}

// again reads an element's count and children once more, within the same limits.
// What was missing stays missing until a list of them has come.
func (r *reading) again(e *element) {
	r.p.add(e.ref, callGet, func(body []any, err error) {
		n, ok := intOf(variantAt(body, 0))
		switch {
		case ok && err == nil && n >= 0:
			e.claimed = n
		case e.claimed < 0 && e.state(stateManagesDescendants):
			r.cutFailed(e, -1, "the number of children", err)
			return
		}
		if !r.overLimit(e) {
			r.list(e)
		}
	}, ifaceAccessible, "ChildCount")
}

// cutFailed notes that something below an element could not be read.
func (r *reading) cutFailed(e *element, missing int, what string, err error) {
	switch {
	case errors.Is(err, backends.ErrTimeout):
		e.cut(tree.CutTime, missing, "%s did not come in time", what)
	case errors.Is(err, backends.ErrGone):
		e.gone = true // its parent is read again
	case err != nil:
		e.cut(tree.CutUnreadable, missing, "%s could not be read: %v", what, err)
	default:
		e.cut(tree.CutUnreadable, missing, "%s came in a form that AT-SPI does not know", what)
	}
}
