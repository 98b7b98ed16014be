package gather

import (
	"context"
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// shown asks the display for the windows of the process; the error says why nobody could.
func (g *Gatherer) shown(ctx context.Context) ([]audit.DesktopWindow, error) {
	if g.Shown == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, g.limits().desktop)
	defer cancel()
	return g.Shown(ctx)
}

// desktop gathers what display and registry say of the process. Only windows that were
// there before the application was read count: one that opened since may have an element
// by now.
func (g *Gatherer) desktop(ctx context.Context, s *audit.Subject, before []audit.DesktopWindow, failed error) {
	if g.Shown == nil {
		return
	}
	now, err := g.shown(ctx)
	if failed != nil {
		err = failed
	}
	if err != nil {
		s.Lack(audit.NeedDesktop, fmt.Sprintf("the display could not be asked for the windows: %v", err))
		return
	}
	d := &audit.Desktop{}
	for _, w := range now {
		if slices.ContainsFunc(before, func(b audit.DesktopWindow) bool { return b.XID == w.XID }) {
			d.Windows = append(d.Windows, w)
		}
	}
	pair(d.Windows, s)
	ctx, cancel := context.WithTimeout(ctx, g.limits().desktop)
	defer cancel()
	all, err := g.Backend.Applications(ctx)
	if err != nil {
		s.Lack(audit.NeedDesktop, fmt.Sprintf("the registry could not be asked for the applications: %v", err))
	}
	for _, app := range all {
		if app.PID == g.App.PID {
			d.Registered = append(d.Registered, app)
		}
	}
	s.Desktop = d
}

// slack is how many pixels the sizes of a window and of its element may differ.
const slack = 4

// pair finds the elements of windows: those of which the reading knows the window, then,
// of those left over, each with the title or the size of the element. The last may be
// wrong where windows are alike, but then as many windows as elements have another.
func pair(windows []audit.DesktopWindow, s *audit.Subject) {
	taken := map[tree.NodeID]bool{}
	open := func(known tree.Window) bool { return known.XID == 0 && s.Nodes[known.Node].States.Has(tree.Showing) }
	for i := range windows {
		windows[i].Node = tree.None
	}
	for _, fits := range []func(audit.DesktopWindow, tree.Window) bool{
		func(w audit.DesktopWindow, known tree.Window) bool { return w.XID == known.XID },
		func(w audit.DesktopWindow, known tree.Window) bool {
			return open(known) && w.Title != "" && w.Title == known.Title
		},
		func(w audit.DesktopWindow, known tree.Window) bool {
			near := func(a, b int) bool { return max(a-b, b-a) <= slack }
			return open(known) && !known.Frame.Empty() && near(w.Rect.W, known.Frame.W) && near(w.Rect.H, known.Frame.H)
		},
	} {
		for i := range windows {
			for _, known := range s.Frozen.Windows {
				if w := &windows[i]; w.Node == tree.None && !taken[known.Node] && fits(*w, known) {
					w.Node, taken[known.Node] = known.Node, true
				}
			}
		}
	}
}
