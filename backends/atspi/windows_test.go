package atspi

import (
	"context"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// A dialog and the window behind it are each tied to their own X window.
func TestWindows(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			form := startOrders(t, toolkit)
			app := application(t, b, form.PID())
			s := observe(t, b, app)
			details := find(t, s, tree.RoleButton, "Details…")
			if err := b.Act(deadline(t), app, details.Handle, backends.Action{Verb: tree.VerbPress}); err != nil {
				t.Fatal(err)
			}
			logged(t, form, "dialog-opened", "dialog-details")
			await(t, "two proven windows", func() bool {
				s = observe(t, b, app)
				return len(s.Windows) == 2 && s.Windows[0].XID != 0 && s.Windows[1].XID != 0
			})
			if s.Windows[0].XID == s.Windows[1].XID {
				t.Errorf("both windows are %d", s.Windows[0].XID)
			}
			titles := map[uint32]string{}
			for _, w := range windowsOf(t, b, 0) {
				titles[w.id] = w.title
			}
			for _, w := range s.Windows {
				if titles[w.XID] != w.Title || w.Title == "" || w.Evidence == "" || w.Frame.Empty() {
					t.Errorf("window %+v, the display says %q", w, titles[w.XID])
				}
				if n := s.Nodes[w.Node]; n.Parent != 0 || !n.Role.TopLevel() {
					t.Errorf("window %q is the node %s under %d", w.Title, n.Role, n.Parent)
				}
			}
		})
	}
}

// windowsOf lists the windows of a process, or of all for 0.
func windowsOf(t testing.TB, b *Backend, pid int) []xwindow {
	t.Helper()
	list := b.display.all
	if pid != 0 {
		list = func(ctx context.Context) ([]xwindow, error) { return b.display.look(ctx, pid) }
	}
	ws, err := list(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	return ws
}
