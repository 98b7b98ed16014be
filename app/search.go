package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

const searchLimit = 10 * time.Second

// search is what the search field found in the snapshot that is shown.
type search struct {
	text  string
	hits  []tree.NodeID
	in    *inspector.Frozen // where the hits are
	asked uint64
	// problem is why a text can fit no element, such as one that looks like a
	// locator and is none; "" where it can.
	problem string
	told    string // the problem that the status bar shows
}

// searchFor looks for a text on a worker; go on with the first hit when a person
// typed it.
func (a *App) searchFor(text string, show bool) {
	a.found.asked++
	asked := a.found.asked
	a.found.text = text
	if strings.TrimSpace(text) == "" || a.seen == nil {
		a.found.hits, a.found.problem, a.found.in = nil, "", nil
		a.showFound()
		a.showFiltered()
		return
	}
	f := a.seen.frozen
	var hits []tree.NodeID
	problem := ""
	a.do(searchLimit, func(context.Context) {
		if hits = f.Query(text); len(hits) == 0 {
			problem = inspector.QueryProblem(text)
		}
	}, func() {
		if asked != a.found.asked {
			return
		}
		a.found.hits, a.found.problem, a.found.in = hits, problem, f
		if show && len(hits) > 0 && !a.onHit() {
			a.selectHit(hits[0])
		}
		a.showFiltered()
		a.showFound()
	})
}

// searchAgain repeats the search in a new snapshot without moving the selection.
func (a *App) searchAgain() {
	if a.found.text != "" {
		a.searchFor(a.found.text, false)
	}
}

// only returns which nodes of a snapshot the tree shows while a person wants to
// see nothing but what was found, with what is above it; nil where it shows all.
// hits are those that were found.
func (a *App) only(f *inspector.Frozen) (only []bool, hits map[tree.NodeID]bool) {
	if !a.prefs.filter() || strings.TrimSpace(a.found.text) == "" || a.found.in == nil {
		return nil, nil
	}
	only, hits = make([]bool, len(f.Nodes)), make(map[tree.NodeID]bool, len(a.found.hits))
	for _, id := range a.found.hits {
		if a.found.in != f { // until the search was repeated in this one
			id = f.ByHandle(a.found.in.Nodes[id].Handle)
		}
		hits[id] = true
		for ; id != tree.None && !only[id]; id = f.Nodes[id].Parent {
			only[id] = true
		}
	}
	return only, hits
}

// showFiltered shows the tree again after something else was found.
func (a *App) showFiltered() {
	if a.prefs.filter() && a.seen != nil {
		a.showTree(true)
	}
}

func (a *App) toggleFilter() {
	a.prefs.setFilter(!a.prefs.filter())
	if a.seen != nil {
		a.showTree(true)
	}
	if a.prefs.filter() && a.found.text == "" {
		a.say("type what the tree is to show")
		a.focusSearch()
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
	a.selectHit(a.found.hits[at])
	a.showFound()
}

// selectHit selects what was found, in whatever window it is.
func (a *App) selectHit(id tree.NodeID) { a.selectHandle(a.seen.frozen.Nodes[id].Handle) }

// showFound says how many were found. What is wrong with a locator is also told
// in the status bar, until it is mended.
func (a *App) showFound() {
	text, hint := "", ""
	color := fyne.ThemeColorName("")
	switch n := len(a.found.hits); {
	case strings.TrimSpace(a.found.text) == "":
	case n == 0:
		if a.found.problem != "" {
			text, color, hint = "cannot fit", view.ColorCaution, a.found.problem
			if strings.ContainsAny(a.found.text, `"[`) {
				text = "no locator"
			}
			break
		}
		text, color, hint = "none", view.ColorCaution, "no element fits"
	default:
		at := a.hit()
		text, hint = fmt.Sprintf("%d of %d", at+1, n), "F3: next; Shift+F3: previous"
		if at < 0 {
			text = fmt.Sprint(n)
		}
	}
	if a.foundText.Set("", color, text, hint) {
		a.toolbar.Arrange()
	}
	if told := a.found.told; told != a.found.problem {
		if a.found.told = a.found.problem; a.found.problem != "" {
			a.tell("warning", view.ColorCaution, a.found.problem)
		} else if a.message.Text() == told {
			a.say("")
		}
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
