package app

import (
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// outline is what to outline on the real screen: an area and the window in which
// it was seen. An empty area outlines nothing.
type outline struct {
	area   tree.Rect
	window tree.Window
}

// drawOutlines hands outlines to the service, one after the other, until the
// window closes, and then takes the last one away. Any goroutine.
func (a *App) drawOutlines() {
	for {
		select {
		case o := <-a.outlines:
			a.s.OutlineOnScreen(o.area, o.window)
			a.busy.Add(-1)
		case <-a.ctx.Done():
			a.s.OutlineOnScreen(tree.Rect{}, tree.Window{})
			return
		}
	}
}

// updateOutline outlines the selection on the real screen as it was seen last. It
// must be called whenever an observation, the selection or a dialog changed.
func (a *App) updateOutline() {
	if a.s.OutlineOnScreen == nil {
		return
	}
	a.busy.Add(1)
	select {
	case <-a.outlines: // one that was not drawn yet
		a.busy.Add(-1)
	default:
	}
	o := a.wantedOutline()
	a.outlined = !o.area.Empty()
	a.outlines <- o // does not wait: nobody else sends
}

// outlineFor is how long the selection is outlined on the real screen: long enough
// to find it there, and then a person works with the application.
const outlineFor = 6 * time.Second

// dropOutline takes the outline away when it was there long enough.
func (a *App) dropOutline() {
	if a.outlined && a.wantedOutline().area.Empty() {
		a.updateOutline()
	}
}

// wantedOutline is that of the selection, or while a person picks of what they
// point at. It is empty where that has no proven place on the screen just now, while
// a person answers a question of ours, and while an application is recorded or
// replayed: it would lie over what a person, or a picture of a step, is to show.
func (a *App) wantedOutline() outline {
	if a.recording.cancel != nil || a.replay.cancel != nil {
		return outline{}
	}
	if a.seen == nil || a.asked() || a.problem != "" || a.offline != "" {
		return outline{}
	}
	id := a.sel.node
	switch {
	case a.picked.cancel != nil:
		id = a.picked.over
	case a.sel.ghost != nil, time.Since(a.sel.chosen) > outlineFor:
		return outline{}
	}
	f := a.seen.frozen
	if id < 0 || int(id) >= len(f.Nodes) {
		return outline{}
	}
	n := &f.Nodes[id]
	if !n.Bounds.Usable() || (n.StatesRead && !n.States.Has(tree.Showing)) {
		return outline{}
	}
	for _, w := range f.Windows {
		if w.Node == f.Top(n.ID) {
			return outline{n.Bounds.Rect, w}
		}
	}
	return outline{}
}
