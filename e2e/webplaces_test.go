//go:build linux && cgo

package e2e

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/samples/web"
)

// place is the place of an element by the page itself.
type place struct{ X, Y, W, H float64 }

// targets are elements of every kind, by locator and by the id in the page's log.
var targets = []struct{ locator, id string }{
	{`button "Press"`, "press"},
	{`link "Orders"`, "orders"},
	{`button "Send" [description="Sends the order at once"]`, "described"},
	{`button "Close window"`, "labelled"},
	{`togglebutton "Bold"`, "toggle"},
	{`button "Div button"`, "div-button"},
	{`button "Clear" [in="Billing"]`, "clear-1"},
	{`button "Clear" [in="Shipping"]`, "clear-2"},
	{`textbox "Email" [labelled-by="Email"]`, "email"},
	{`textbox "Voucher"`, "placeholder"},
	{`searchbox "Find"`, "find"},
	{`password "Pin"`, "pin"},
	{`checkbox "Express"`, "express"},
	{`radio "Invoice"`, "invoice"},
	{`switch "Night"`, "switch"},
	{`textbox "Note"`, "note"},
	{`button "In shadow"`, "in-shadow"},
	{`button "In frame"`, "in-frame"},
	{`button "More"`, "summary"},
	{`tab "Map"`, "tab-2"},
	{`button "Item 15"`, "item-15"},
	{`button "Delete" [row="Person 7"]`, "delete-7"},
	{`button "Delete" [row="Person 93"] [column="Do"]`, "delete-93"},
}

// What is reported of places is where a real click reaches the element, and what
// the application itself says is there.
func TestWebClicksReachWhatBoundsSay(t *testing.T) {
	eachBrowser(t, func(t *testing.T, name web.Browser, scale float64) {
		b := browse(t, name, web.Options{Page: web.Page{Rows: 100}, Scale: scale})
		for _, target := range targets {
			middle := b.reach(target.locator, target.id, scale)
			since := len(b.page.Log())
			b.click(middle)
			b.until("the page reports a click on "+target.id, func() error {
				if got := b.clicks("clicked", since); len(got) == 0 || got[0] != target.id {
					return fmt.Errorf("it reports %v", got)
				}
				return nil
			})
		}
	}, 1, 2)
}

// reach has the page bring an element into view and returns the middle of its
// bounds, where the page and the hit test agree with them.
func (b *browser) reach(locator, id string, scale float64) (middle tree.Point) {
	b.t.Helper()
	b.until("the place of "+locator, func() error {
		// The page scrolls; reading never does.
		var says place
		b.script(&says, bring(id))
		f, n, err := b.match(locator)
		if err != nil {
			return err
		}
		if err := errors.Join(shown(n), at(n, document(f), says, scale)); err != nil {
			return err
		}
		middle = n.Bounds.Center()
		hit, err := b.backend.HitTest(b.ctx, b.app, middle)
		if err == nil && !slices.Contains(hit, n.Handle) {
			err = fmt.Errorf("%v is at %v: the application says %s", n.Handle, n.Bounds, pathOf(f, hit))
		}
		return err
	})
	return middle
}

// bring scrolls an element into the middle and returns its place in the page.
func bring(id string) string {
	return `const find = (root, offset) => {
		const e = root.querySelector("[id='` + id + `'],[data-key='` + id + `']");
		if (!e) return null;
		e.scrollIntoView({block: "center", behavior: "instant"});
		return () => { const c = e.getBoundingClientRect(), o = offset(); return {x: o.x + c.x, y: o.y + c.y, w: c.width, h: c.height}; };
	};
	const none = () => ({x: 0, y: 0}), frame = document.getElementById("frame");
	const inner = () => { const c = frame.getBoundingClientRect(); return {x: c.x + frame.clientLeft, y: c.y + frame.clientTop}; };
	const place = find(document, none) || find(document.querySelector("sample-card").shadowRoot, none) || find(frame.contentDocument, inner);
	await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
	return place();`
}

// document returns the page.
func document(f *inspector.Frozen) *tree.Node {
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Role == tree.RoleDocument && n.Name.Value == "Shop" {
			return n
		}
	}
	return &tree.Node{}
}

// pathOf says what a hit test found.
func pathOf(f *inspector.Frozen, hit []tree.Handle) string {
	var words []string
	for _, h := range hit {
		word := string(h)
		for i := range f.Nodes {
			if n := &f.Nodes[i]; n.Handle == h {
				word = fmt.Sprintf("%s %q %v", n.Role, n.Name.Value, n.Bounds.Rect)
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, " > ")
}

// at requires that an element is where the page says, in CSS pixels.
func at(n, page *tree.Node, p place, scale float64) error {
	x, y, w, h := float64(page.Bounds.X)+p.X*scale, float64(page.Bounds.Y)+p.Y*scale, p.W*scale, p.H*scale
	if r := n.Bounds.Rect; far(r.X, x) || far(r.Y, y) || far(r.W, w) || far(r.H, h) {
		return fmt.Errorf("%s %q is at %v, the page says %v", n.Role, n.Name.Value, r, place{x, y, w, h})
	}
	return nil
}

// Of 2,000 rows those show that the viewport leaves to be seen, and they are where
// the page says.
func TestWebShowsWhatTheViewportLeaves(t *testing.T) {
	eachBrowser(t, func(t *testing.T, name web.Browser, scale float64) {
		b := browse(t, name, web.Options{Page: web.Page{Rows: 2000}, Scale: scale})
		b.script(nil, `document.querySelector("[data-key=delete-999]").scrollIntoView({block: "center"});`)
		b.find(`button "Delete" [row="Person 999"]`, shown)
		b.until("what shows is what the page says", func() error {
			var before, after map[string]place
			const rects = `const r = {}; document.querySelectorAll("#people tbody button").forEach(e => {
				const c = e.getBoundingClientRect();
				if (c.bottom > -50 && c.top < innerHeight + 50) r[e.dataset.key] = {x: c.x, y: c.y, w: c.width, h: c.height};
			}); r.viewport = {x: 0, y: 0, w: document.documentElement.clientWidth, h: innerHeight}; return r;`
			b.script(&before, rects)
			f := b.frozen()
			b.script(&after, rects)
			if fmt.Sprint(before) != fmt.Sprint(after) {
				return fmt.Errorf("the page is moving")
			}
			return b.agree(f, before, scale)
		})
	}, 2)
}

// agree compares the buttons of the table with the page's own word.
func (b *browser) agree(f *inspector.Frozen, says map[string]place, scale float64) error {
	origin := document(f)
	deletes, showing := 0, 0
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.Role != tree.RoleButton || n.Name.Value != "Delete" {
			continue
		}
		key := "delete-" + strconv.Itoa(deletes)
		deletes++
		p, near := says[key]
		y, h := p.Y, says["viewport"].H
		inside, outside := near && y >= 1 && y+p.H <= h-1, !near || y+p.H <= -1 || y >= h+1
		switch shows := n.States.Has(tree.Showing); {
		case shows && outside, shows && !n.Bounds.Usable():
			return fmt.Errorf("%s shows at %v, the page says %v", key, n.Bounds, p)
		case !shows && inside:
			return fmt.Errorf("%s does not show, the page says %v", key, p)
		case !shows && n.Bounds.Usable():
			return fmt.Errorf("%s does not show and has the place %v", key, n.Bounds)
		case inside:
			showing++
			if err := at(n, origin, p, scale); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	if deletes != 2000 || showing < 5 {
		return fmt.Errorf("%d buttons, %d of them show", deletes, showing)
	}
	return nil
}

// far allows for rounding, and for the fractions that Chromium adds to sizes.
func far(got int, want float64) bool {
	const slack = 2.5
	return float64(got)-want > slack || want-float64(got) > slack
}
