package app

import "github.com/samebutton/samebutton/backends/tree"

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
	a.outlines <- a.wantedOutline() // does not wait: nobody else sends
}

// wantedOutline is that of the selection, or while a person picks of what they
// point at. It is empty where that has no proven place on the screen just now, and while a person answers a question of ours.
func (a *App) wantedOutline() outline {
	if a.seen == nil || a.asked() || a.problem != "" || a.offline != "" {
		return outline{}
	}
	id := a.sel.node
	switch {
	case a.picked.cancel != nil:
		id = a.picked.over
	case a.sel.ghost != nil:
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
