//go:build linux && cgo

package e2e

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/samples/web"
)

// The items of an open select show where they are drawn, and the one that is
// clicked there is chosen; before and after they do not show.
func TestWebSelectsAreChosenFrom(t *testing.T) {
	eachBrowser(t, func(t *testing.T, name web.Browser, scale float64) {
		b := browse(t, name, web.Options{Scale: scale})
		hidden := func(n *tree.Node) error {
			if n.States.Has(tree.Showing) || n.Bounds.Usable() {
				return fmt.Errorf("it shows: %v at %v", n.States, n.Bounds)
			}
			return nil
		}
		b.find(`combobox "Country" > option "Korea"`, hidden)
		middle := b.reach(`combobox "Country"`, "country", scale)
		since := len(b.page.Log())
		b.click(middle)
		var item *tree.Node
		b.until("the item shows and the hit test finds it", func() error {
			f := b.frozen()
			item = nil
			for i := range f.Nodes {
				if n := &f.Nodes[i]; n.Role == tree.RoleOption && n.Name.Value == "Korea" && shown(n) == nil {
					item = n
				}
			}
			if item == nil {
				return errors.New("no item shows: " + shownPaths(f))
			}
			hit, err := b.backend.HitTest(b.ctx, b.app, item.Bounds.Center())
			if err == nil && !slices.Contains(hit, item.Handle) {
				err = fmt.Errorf("%v is at %v: the application says %s", item.Handle, item.Bounds, pathOf(f, hit))
			}
			return err
		})
		b.click(item.Bounds.Center())
		b.until("Korea is chosen", func() error {
			for _, e := range b.page.Log()[since:] {
				if e.Event == "changed" && e.ID == "country" && e.Text() == "Korea" {
					return nil
				}
			}
			return fmt.Errorf("the page reports %v", b.page.Log()[since:])
		})
		b.find(`combobox "Country" > option "Korea"`, hidden)
		b.find(`combobox "Country"`, func(n *tree.Node) error {
			if n.Value != tree.KnownText("Korea") {
				return fmt.Errorf("its value is %v", n.Value)
			}
			return nil
		})
	}, 1, 2)
}

// What a browser asks in a window of its own or drawn over the page is found there.
func TestWebQuestionsAreAnswered(t *testing.T) {
	eachBrowser(t, func(t *testing.T, name web.Browser, scale float64) {
		b := browse(t, name, web.Options{Scale: scale})
		b.script(nil, `setTimeout(() => { const yes = confirm("Shall it be sent?"); report("answer", "question", yes); }, 50);`)
		var middle tree.Point
		b.until("the question can be answered", func() error {
			f, n, err := b.match(`button "OK"`)
			if err != nil {
				return fmt.Errorf("%w; %s", err, shownPaths(f))
			}
			if err := shown(n); err != nil {
				return err
			}
			middle = n.Bounds.Center()
			hit, err := b.backend.HitTest(b.ctx, b.app, middle)
			if err == nil && !slices.Contains(hit, n.Handle) {
				err = fmt.Errorf("%v is at %v: the application says %s", n.Handle, n.Bounds, pathOf(f, hit))
			}
			return err
		})
		// Chromium takes no click within half a second after the question came up.
		const between = 1200 * time.Millisecond
		var last time.Time
		b.until("the page got the answer", func() error {
			for _, e := range b.page.Log() {
				if e.Event == "answer" && e.ID == "question" && string(e.Value) == "true" {
					return nil
				}
			}
			if time.Since(last) > between {
				last = time.Now()
				b.click(middle)
			}
			return errors.New("there is none")
		})
	}, 2)
}

func shownPaths(f *inspector.Frozen) (s string) {
	for i := range f.Nodes {
		if n := &f.Nodes[i]; (n.Role == tree.RoleOption || n.Role == tree.RoleWindow || n.Role == tree.RoleListbox || n.Role == tree.RoleMenu) && n.States.Has(tree.Showing) {
			s += fmt.Sprintf("\n%s %v", f.Path(n.ID), n.Bounds)
		}
	}
	return s + fmt.Sprint("\n", f.Windows)
}
