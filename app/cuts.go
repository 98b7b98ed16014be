package app

import (
	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
)

// complete says why there is nothing to say about what is missing, "" where
// something is.
func (a *App) complete() string {
	switch {
	case a.seen == nil:
		return noTarget
	case len(a.seen.frozen.Cuts) == 0:
		return "the observation is complete: nothing is missing"
	}
	return ""
}

// showCuts lists where the observation is not complete; choosing a line leads to
// its element.
func (a *App) showCuts() {
	f := a.seen.frozen
	list := view.NewCutList(a.tips, f, a.escape)
	list.OnChoose = func(id tree.NodeID) {
		h := f.Nodes[id].Handle
		a.escape()
		a.selectHandle(h)
		a.focusTree()
	}
	a.explain("What was not read", list.Object, fyne.NewSize(760, 400))
	a.question.list = list
	list.Focus(a.window.Canvas())
}
