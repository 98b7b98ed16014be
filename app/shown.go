package app

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Shown is what the window shows in a few words, for measurements that look often:
// describing the whole window takes long where the tree is big.
type Shown struct {
	Frozen   *inspector.Frozen // nil before the first observation
	Selected tree.Handle       // "" for nothing
	Proven   bool              // the proof of the selection is shown
}

// Shown must be called on the goroutine that draws the window.
func (a *App) Shown() Shown {
	s := Shown{Selected: a.sel.handle, Proven: a.sel.target != nil}
	if a.seen != nil {
		s.Frozen = a.seen.frozen
	}
	return s
}
