package atspi

import (
	"context"
	"os"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

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

// standIn puts a window of this process on the display, without a border, as the
// one that a provider of the tests claims to have.
func standIn(t *testing.T, area tree.Rect) {
	t.Helper()
	b := open(t, Options{})
	x, err := xgb.NewConnDisplay(private.Display())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	w, err := xproto.NewWindowId(x)
	if err != nil {
		t.Fatal(err)
	}
	screen := xproto.Setup(x).DefaultScreen(x)
	if err := xproto.CreateWindowChecked(x, screen.RootDepth, w, screen.Root, int16(area.X), int16(area.Y),
		uint16(area.W), uint16(area.H), 0, xproto.WindowClassInputOutput, screen.RootVisual, 0, nil).Check(); err != nil {
		t.Fatal(err)
	}
	property := func(name string, kind xproto.Atom, values ...uint32) {
		t.Helper()
		data := make([]byte, 4*len(values))
		for i, v := range values {
			xgb.Put32(data[4*i:], v)
		}
		atom, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		if kind == 0 {
			kind = atom.Atom
		}
		if err := xproto.ChangePropertyChecked(x, xproto.PropModeReplace, w, atom.Atom, kind, 32, uint32(len(values)), data).Check(); err != nil {
			t.Fatal(err)
		}
	}
	property("_NET_WM_PID", xproto.AtomCardinal, uint32(os.Getpid()))
	property("_MOTIF_WM_HINTS", 0, 2, 0, 0, 0, 0)                                                      // no decorations
	property("WM_NORMAL_HINTS", xproto.AtomWmSizeHints, append([]uint32{1}, make([]uint32, 17)...)...) // a person chose the place
	if err := xproto.MapWindowChecked(x, w).Check(); err != nil {
		t.Fatal(err)
	}
	await(t, "the window", func() bool {
		for _, shown := range windowsOf(t, b, os.Getpid()) {
			if shown.area == area {
				return true
			}
		}
		return false
	})
}
