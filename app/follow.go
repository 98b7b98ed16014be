package app

import (
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// toggleFollow selects from now on what gets the keyboard in the application, or
// no more.
func (a *App) toggleFollow() {
	a.following = !a.following
	a.focused = ""
	if a.following {
		a.say("what gets the keyboard in the application is selected")
	}
}

// followFocus selects what got the keyboard last, or keeps it until an observation
// has it: an event comes before what it tells of was read.
func (a *App) followFocus(events []backends.Event) {
	if !a.following {
		return
	}
	for _, e := range events {
		if e.Kind == backends.EventFocus {
			a.focused = e.Source
		}
	}
	a.selectFocused()
}

// selectFocused is called after each observation, too.
func (a *App) selectFocused() {
	if !a.following || a.focused == "" || a.seen == nil {
		return
	}
	if h := a.focused; a.seen.frozen.ByHandle(h) != tree.None {
		a.focused = ""
		if a.sel.handle != h {
			a.selectHandle(h)
		}
	}
}

// foldBelow opens or closes all branches below the selection, itself included, or
// all there are.
func (a *App) foldBelow(open bool) {
	f := a.seen.frozen
	var fold func(id tree.NodeID)
	fold = func(id tree.NodeID) {
		if n := &f.Nodes[id]; len(n.Children) > 0 {
			a.folded[n.Handle] = open
			for _, c := range n.Children {
				fold(c)
			}
		}
	}
	if a.sel.ghost == nil && a.sel.handle != "" && a.sel.node != tree.None {
		fold(a.sel.node)
	} else {
		for _, id := range a.tops(f) {
			fold(id)
		}
	}
	a.showTree(true)
}
