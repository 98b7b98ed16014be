package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
)

const searchLimit = 10 * time.Second

// search is what the search field found in the snapshot that is shown.
type search struct {
	text  string
	hits  []tree.NodeID
	asked uint64
}

// searchFor looks for a text on a worker; go on with the first hit when a person
// typed it.
func (a *App) searchFor(text string, show bool) {
	a.found.asked++
	asked := a.found.asked
	a.found.text = text
	if strings.TrimSpace(text) == "" || a.seen == nil {
		a.found.hits = nil
		a.showFound()
		return
	}
	f := a.seen.frozen
	var hits []tree.NodeID
	a.do(searchLimit, func(context.Context) { hits = f.Query(text) }, func() {
		if asked != a.found.asked {
			return
		}
		a.found.hits = hits
		if show && len(hits) > 0 && !a.onHit() {
			a.selectNode(hits[0], true)
		}
		a.showFound()
	})
}

// searchAgain repeats the search in a new snapshot without moving the selection.
func (a *App) searchAgain() {
	if a.found.text != "" {
		a.searchFor(a.found.text, false)
	}
}

func (a *App) onHit() bool { return a.hit() >= 0 }

// hit returns which of the hits is selected, -1 for none.
func (a *App) hit() int {
	for i, id := range a.found.hits {
		if a.sel.ghost == nil && a.sel.handle != "" && id == a.sel.node {
			return i
		}
	}
	return -1
}

// searchStep selects the next hit (or the one before, with -1), round and round.
func (a *App) searchStep(by int) {
	n := len(a.found.hits)
	if n == 0 {
		if a.found.text == "" {
			a.focusSearch()
		}
		return
	}
	at := a.hit()
	switch {
	case at >= 0:
		at = (at + by + n) % n
	case by < 0:
		at = n - 1
	default:
		at = 0
	}
	a.selectNode(a.found.hits[at], true)
	a.showFound()
}

func (a *App) showFound() {
	switch n := len(a.found.hits); {
	case strings.TrimSpace(a.found.text) == "":
		a.foundText.Set("", "", "", "")
	case n == 0:
		a.foundText.Set("", view.ColorCaution, "none", "no element fits")
	default:
		at := a.hit()
		text := fmt.Sprintf("%d of %d", at+1, n)
		if at < 0 {
			text = fmt.Sprint(n)
		}
		a.foundText.Set("", "", text, "Enter: next; Shift+Ctrl+G: previous")
	}
}

func (a *App) focusSearch() { a.window.Canvas().Focus(a.searchEntry) }

// searchKey handles the keys of the search field that are not text.
func (a *App) searchKey(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown:
		a.searchStep(1)
	case fyne.KeyUp:
		a.searchStep(-1)
	case fyne.KeyEscape:
		if a.searchEntry.Text == "" {
			a.focusTree()
		}
		a.searchEntry.SetText("")
		a.escape()
	default:
		return false
	}
	return true
}
