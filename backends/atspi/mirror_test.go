package atspi

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// mirrored is a mirror under test, and another backend that reads everything anew
// to compare it with.
type mirrored struct {
	t     testing.TB
	app   tree.Application
	m     backends.Mirror
	image backends.Image
	fresh *Backend
	sent  atomic.Int64 // calls of the mirror's backend
	whole int64        // calls of one whole reading
}

func mirrorOf(t testing.TB, pid int) *mirrored {
	t.Helper()
	x := &mirrored{t: t, fresh: open(t, Options{})}
	x.app = application(t, x.fresh, pid)
	b := open(t, Options{OnCall: func(string, string, string, string) { x.sent.Add(1) }})
	x.m = b.Mirror(x.app, func(e backends.Event) {
		if x.image.Snapshot == nil {
			return
		}
		n := x.image.Snapshot.Node(x.image.Snapshot.Find(e.Source))
		if n == nil {
			n = &tree.Node{}
		}
		if testing.Verbose() {
			fmt.Println("    event", e.Kind, e.Detail, e.On, e.Text, n.Role, n.Name.Value, e.Source)
		}
	})
	t.Cleanup(x.m.Close)
	x.refresh()
	x.sent.Store(0)
	x.reconcile()
	x.whole = x.sent.Load()
	return x
}

func (x *mirrored) refresh() {
	x.t.Helper()
	image, err := x.m.Refresh(deadline(x.t))
	if err != nil {
		x.t.Fatal(err)
	}
	x.image = image
}

func (x *mirrored) reconcile() {
	x.t.Helper()
	image, err := x.m.Reconcile(deadline(x.t))
	if err != nil {
		x.t.Fatal(err)
	}
	x.image = image
}

// quiet refreshes until nothing was due for a while.
func (x *mirrored) quiet() {
	x.t.Helper()
	for {
		select {
		case <-x.m.Due():
			x.refresh()
		case <-time.After(150 * time.Millisecond):
			return
		}
	}
}

// current waits until the mirror says what a whole reading says, and returns how many calls
// the mirror made meanwhile. Nothing but events and the mirror's own clock moves it.
func (x *mirrored) current(what string) int64 {
	x.t.Helper()
	x.sent.Store(0)
	for end := time.Now().Add(6 * time.Second); ; {
		x.quiet()
		s := observe(x.t, x.fresh, x.app)
		diff := backends.Compare(x.image.Snapshot, s)
		if !diff.Any() {
			break
		}
		if time.Now().After(end) {
			x.t.Errorf("%s: the mirror differs from a whole reading:%s", what, explainDiff(x.image.Snapshot, s, diff))
			break
		}
	}
	return x.sent.Load()
}

func explainDiff(a, b *tree.Snapshot, c backends.Changes) string {
	var text strings.Builder
	describe := func(s *tree.Snapshot, h tree.Handle) string {
		n := s.Node(s.Find(h))
		if n == nil {
			return "none"
		}
		return fmt.Sprintf("%s %q from %q value %v id %v desc %v %v secret %v %v actions %v attrs %v %v rel %v children %d range %v", n.Role, n.Name, n.NameFrom, n.Value, n.AccessibleID, n.Description, n.States.Words(), n.Secret, n.Bounds, n.Actions, n.Attributes, n.Interfaces, n.Relations, len(n.Children), n.Range)
	}
	for i, l := range [][]tree.Handle{c.Added, c.Removed, c.Changed} {
		for j, h := range l {
			if j > 4 {
				fmt.Fprintf(&text, "\n  ... %d more", len(l)-j)
				break
			}
			fmt.Fprintf(&text, "\n  %s %s\n    mirror %s\n    whole  %s", []string{"added", "removed", "changed"}[i], h, describe(a, h), describe(b, h))
		}
	}
	if c.Rest {
		fmt.Fprintf(&text, "\n  windows %v cuts %v\n  windows %v cuts %v", a.Windows, a.Cuts, b.Windows, b.Cuts)
	}
	return text.String()
}

func TestMirrorOfOrders(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			app := startOrders(t, toolkit)
			x := mirrorOf(t, app.PID())
			x.current("at first")
			control := func(command string) {
				t.Helper()
				fmt.Println("##", command)
				if err := app.Control(deadline(t), command); err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				n := x.current(command)
				t.Logf("%s: %d calls of %d, %v", command, n, x.whole, time.Since(began))
			}
			act := func(role tree.Role, name string, action backends.Action) {
				t.Helper()
				fmt.Println("##", name)
				n := find(t, x.image.Snapshot, role, name)
				if !n.Has(action.Verb) && action.Verb == tree.VerbToggle {
					action.Verb = tree.VerbPress
				}
				if err := x.fresh.Act(deadline(t), x.app, n.Handle, action); err != nil {
					t.Error(err)
					return
				}
				what := fmt.Sprint(action.Verb, " ", name)
				began := time.Now()
				c := x.current(what)
				t.Logf("%s: %d calls of %d, %v", what, c, x.whole, time.Since(began))
			}
			control("rename save=Store")
			control("second-save after")
			control("without save")
			control("disable express")
			control("enable express")
			control("retitle Other orders")
			control("reorder")
			control("cover")
			control("uncover")
			act(tree.RoleTextbox, "Customer", setText("Zoë"))
			control("press express")
			act(tree.RolePassword, "PIN", setText("2468"))
			act(tree.RoleSlider, "Discount", backends.Action{Verb: tree.VerbSetValue, Number: 7})
			control("press details")
			control("press details-cancel")
			control("page 1")
			control("press delete-pear")
			control("page 2")
			control("page 0")
			x.moveWindow(-60, -40, 0, 0)
			x.moveWindow(0, 0, 50, 30)
			x.moveWindow(0, 0, -90, -60)
		})
	}
}

// moveWindow asks the window manager to move and resize the first window.
func (x *mirrored) moveWindow(dx, dy, dw, dh int) {
	x.t.Helper()
	w := x.image.Snapshot.Windows[0]
	s, err := openServer(deadline(x.t), "")
	if err != nil {
		x.t.Fatal(err)
	}
	defer s.conn.Close()
	g, err := xproto.GetGeometry(s.conn, xproto.Drawable(w.XID)).Reply()
	if err != nil {
		x.t.Fatal(err)
	}
	p, err := xproto.TranslateCoordinates(s.conn, xproto.Window(w.XID), s.root, 0, 0).Reply()
	if err != nil {
		x.t.Fatal(err)
	}
	values := []uint32{uint32(int(p.DstX) + dx), uint32(int(p.DstY) + dy), uint32(int(g.Width) + dw), uint32(int(g.Height) + dh)}
	mask := uint16(xproto.ConfigWindowX | xproto.ConfigWindowY | xproto.ConfigWindowWidth | xproto.ConfigWindowHeight)
	if err := xproto.ConfigureWindowChecked(s.conn, xproto.Window(w.XID), mask, values).Check(); err != nil {
		x.t.Fatal(err)
	}
	before := x.image.Snapshot.Windows[0].Frame
	await(x.t, "the window to move", func() bool {
		return observe(x.t, x.fresh, x.app).Windows[0].Frame != before
	})
	fmt.Println("## move", dx, dy, dw, dh)
	n := x.current("moved")
	x.t.Logf("moved by %d %d, size by %d %d: %d calls of %d", dx, dy, dw, dh, n, x.whole)
	if x.image.Snapshot.Windows[0].Frame == before {
		x.t.Error("the window did not move")
	}
}
