package atspi

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Places in browsers, measured with Chromium 156 and Firefox 153 at one and at two
// pixels for each CSS pixel, by clicks that the page reported: Firefox, and
// Chromium inside of a page, answer in pixels of the screen. The controls of
// Chromium itself and its windows answer in units of the scale (a window of
// 1600x1000 pixels is 800x500), while GetAccessibleAtPoint takes pixels everywhere.

// within returns the origin for an element and what is below it: that of its window
// but in a page.
func (r *reading) within(e *element, o origin) origin {
	if r.web && e.role == roleDocumentWeb {
		return origin{scale: 1, window: o.window, borrowed: !o.proven()}
	}
	return o
}

// neverOpened reports whether a window can be one of those that Chromium makes at
// the start and keeps for later, with nothing in them: two say that they show below
// the address bar. What is drawn inside of another window, such as the question
// whether pages shall be restored, has no X window either, but a name.
func neverOpened(e *element) bool {
	if e.got != gotAll || e.name != "" || personActsOn(e) {
		return false
	}
	for _, c := range e.children {
		if !neverOpened(c) {
			return false
		}
	}
	return true
}

// isChromium tells Chromium from Firefox.
func isChromium(app tree.Application) bool { return strings.EqualFold(app.Toolkit, "chromium") }

// placeless are the extents of Firefox for what has none, or none yet.
var placeless = tree.Rect{X: -1, Y: -1, W: -1, H: -1}

// notPlacedYet reports whether an element of Firefox shows and has no place. So it
// is for a moment after a page was loaded, and when the first one ever asks: the
// process of a page tells that of the windows only what was wanted before. Then
// attributes are missing too.
func (r *reading) notPlacedYet(e *element) bool {
	return r.web && !isChromium(r.app) && e.extentsRead == tree.Known && e.extents == placeless && e.state(stateShowing)
}

// hitSettled goes from a window of Chromium to the deepest element at a point.
//
// Chromium looks into the page only after it has answered, and answers what it
// found the last time where the point lies in the place that had then, whichever
// element is asked. Seen: a row of tabs for one of its tabs, also when the tab was
// asked; and for half a minute, until the test gave up, a button that had been
// scrolled away. So only the window is asked, and again when the page had time to
// answer; the answer must lie at the point, and where it does not, it is looked for
// where it is now, which Chromium then remembers instead.
func (b *Backend) hitSettled(ctx context.Context, r *reading, top ref, at tree.Point, o origin) (ref, error) {
	const tries, pause = 12, 10 * time.Millisecond
	var failed error
	for try := range tries {
		if try > 0 {
			ctx = fresh(ctx)
		}
		found, err := b.hit(ctx, top, at, coordScreen)
		if err != nil {
			return ref{}, err
		}
		if found.null() {
			found = top
		}
		answered := time.After(pause) // by the page
		body, err := b.call(ctx, found, callGetExtents, coordScreen)
		place, ok := rectOf(first(body))
		there := err == nil && ok && (place.Contains(at) || o.onScreen(place).Contains(at))
		switch {
		case err != nil:
			failed = err
		case ok && !there && sane(place):
			if _, err := b.hit(fresh(ctx), top, place.Center(), coordScreen); err != nil {
				failed = err
			}
		}
		select {
		case <-answered:
		case <-ctx.Done():
			return ref{}, fmt.Errorf("%w: %w", backends.ErrTimeout, ctx.Err())
		}
		if there {
			again, err := b.hit(fresh(ctx), top, at, coordScreen)
			if err == nil && (again == found || again.null() && found == top) {
				return found, nil
			}
			failed = err
		}
	}
	return ref{}, fmt.Errorf("the browser does not tell what is at the point now: %w", cmp.Or(failed, backends.ErrUnsupported))
}
