package atspi

import (
	"context"
	"slices"
	"time"
)

// A browser does not tell everything when it is asked for the first time. Firefox
// has the process of a page send only what was wanted before: places and
// attributes come 30 to 300 ms later. Chromium without its switch begins to build
// the trees of its pages then: the first reading finds an empty page, the next one
// all of it (measured with Firefox 153 and Chromium 156). So what is missing is
// waited for, and the reading is made anew.

// unready returns an element of a browser of which something is still to come, nil
// where there is none.
func (r *reading) unready() *element {
	if !r.web || r.p.stalled != nil {
		return nil
	}
	if isChromium(r.app) {
		return r.emptyPage(r.root)
	}
	var found *element
	r.walk(func(e *element) {
		if found == nil && r.untold(e) {
			found = e
		}
	})
	return found
}

// untold reports whether Firefox did not tell the place of a page, or the
// attributes of an element, which each has.
func (r *reading) untold(e *element) bool {
	if e.role == roleDocumentWeb {
		return r.notPlacedYet(e)
	}
	return e.attributesRead && len(e.attributes) == 0 && e.role != roleApplication
}

// emptyPage returns a page of Chromium that shows and has neither name nor content,
// and that was not waited for before: it may really be empty.
func (r *reading) emptyPage(e *element) *element {
	if topLevel(e.role) && neverOpened(e) {
		return nil
	}
	if e.role == roleDocumentWeb && e.name == "" && e.claimed == 0 && e.state(stateShowing) && !r.p.bus.waitedFor(e.ref) {
		return e
	}
	for _, c := range e.children {
		if c.depth <= e.depth {
			continue // named by one of its own descendants
		}
		if found := r.emptyPage(c); found != nil {
			return found
		}
	}
	return nil
}

// waitedFor reports whether a page was waited for in vain.
func (c *bus) waitedFor(page ref) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.blank[page]
}

// awaitReady waits for what a browser has to tell of an element, and reports
// whether it came: then that of the others has come too.
func (r *reading) awaitReady(e *element) bool {
	const patience, pause = time.Second, 20 * time.Millisecond
	ctx, cancel := context.WithTimeout(r.p.ctx, patience)
	defer cancel()
	for !r.told(ctx, e) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			if isChromium(r.app) {
				r.p.bus.mu.Lock()
				r.p.bus.blank[e.ref] = true
				r.p.bus.mu.Unlock()
			}
			return false
		}
	}
	return true
}

// told asks whether what was missing of an element is there.
func (r *reading) told(ctx context.Context, e *element) bool {
	switch {
	case isChromium(r.app):
		v, err := r.b.get(ctx, e.ref, ifaceAccessible, "ChildCount")
		if n, _ := intOf(v); n > 0 {
			return true
		}
		if err != nil || e.parent == nil {
			return ctx.Err() == nil
		}
		now, err := r.b.children(ctx, e.parent.ref)
		return err == nil && !slices.Contains(now, e.ref) // another element is the page now
	case e.role == roleDocumentWeb:
		body, err := r.b.call(ctx, e.ref, callGetExtents, coordScreen)
		rect, ok := rectOf(first(body))
		return err == nil && ok && rect != placeless
	}
	body, err := r.b.call(ctx, e.ref, callGetAttributes)
	attributes, _ := first(body).(map[string]string)
	return err == nil && len(attributes) > 0
}
