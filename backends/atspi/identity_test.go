package atspi

import (
	"errors"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// eachForm runs a test in every toolkit.
func eachForm(t *testing.T, f func(t *testing.T, toolkit orders.Toolkit)) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) { f(t, toolkit) })
	}
}

// owners returns the processes of the windows on the display.
func owners(t *testing.T, b *Backend) map[uint32]int {
	t.Helper()
	all := map[uint32]int{}
	for _, w := range windowsOf(t, b, 0) {
		all[w.id] = w.pid
	}
	return all
}

// Two of one program, with windows of one title and size, are two processes with
// a window each.
func TestTwoOfOneProgram(t *testing.T) {
	eachForm(t, func(t *testing.T, toolkit orders.Toolkit) {
		b := open(t, Options{})
		first, second := startOrders(t, toolkit), startOrders(t, toolkit)
		apps := []tree.Application{application(t, b, first.PID()), application(t, b, second.PID())}
		if apps[0].Started == 0 || apps[0].Started >= apps[1].Started || apps[0].Handle == apps[1].Handle {
			t.Errorf("started at %d and %d", apps[0].Started, apps[1].Started)
		}
		for _, app := range apps {
			s := observe(t, b, app)
			if len(s.Windows) != 1 || owners(t, b)[s.Windows[0].XID] != app.PID {
				t.Errorf("the windows of %d are %+v", app.PID, s.Windows)
			}
		}
	})
}

// The same window is the same after it got another title, and a window with the
// title of another is told from it by its place, never by the title alone. GTK4
// does not say its place: where the size is the same too, neither is proven. Of two
// that lie at one place nobody can say which is which, but where they are.
func TestTitlesDoNotIdentify(t *testing.T) {
	eachForm(t, func(t *testing.T, toolkit orders.Toolkit) {
		b := open(t, Options{})
		form := startOrders(t, toolkit)
		app := application(t, b, form.PID())
		control := func(command string) {
			t.Helper()
			if err := form.Control(deadline(t), command); err != nil {
				t.Fatal(err)
			}
		}
		before := observe(t, b, app)
		control("retitle Messages")
		var after *tree.Snapshot
		await(t, "the new title", func() bool {
			after = observe(t, b, app)
			return len(after.Windows) == 1 && after.Windows[0].Title == "Messages" && after.Windows[0].XID != 0
		})
		was, is := before.Windows[0], after.Windows[0]
		if was.XID != is.XID || before.Nodes[was.Node].Handle != after.Nodes[is.Node].Handle {
			t.Errorf("the window was %+v, is %+v", was, is)
		}

		control("cover") // another window "Messages", as large
		await(t, "two windows at rest", func() bool {
			after = observe(t, b, app)
			known := len(after.Windows) == 2 && len(windowsOf(t, b, app.PID)) == 2 && after.Complete()
			for _, w := range after.Windows {
				known = known && after.Nodes[w.Node].Bounds.State == tree.Known
			}
			return known && (!toolkit.IsQt() || after.Windows[0].XID != 0 && after.Windows[1].XID != 0)
		})
		first, second := after.Windows[0], after.Windows[1]
		one, other := after.Nodes[first.Node].Bounds, after.Nodes[second.Node].Bounds
		switch {
		case toolkit == orders.GTK4:
			if first.XID != 0 || second.XID != 0 || one.Usable() || other.Usable() || one.Space != tree.Elsewhere {
				t.Errorf("twins are said to be at %+v and %+v", one, other)
			}
		case one.Rect == other.Rect: // GTK3: the window manager puts it right above the first
			if first.XID != 0 || second.XID != 0 || one.Confidence != tree.Exact || other.Confidence != tree.Exact {
				t.Errorf("two windows at one place: %+v %+v, %+v %+v", first, one, second, other)
			}
		default:
			if first.XID == second.XID || !strings.Contains(first.Evidence, "geometry") || !strings.Contains(second.Evidence, "geometry") {
				t.Errorf("windows %+v and %+v", first, second)
			}
		}
	})
}

// A window that closes while it is read is read or missing, and the next reading
// is whole.
func TestWindowClosesWhileItIsRead(t *testing.T) {
	eachForm(t, func(t *testing.T, toolkit orders.Toolkit) {
		b := open(t, Options{})
		form := startOrders(t, toolkit)
		app := application(t, b, form.PID())
		for range 5 {
			if err := form.Control(deadline(t), "cover"); err != nil {
				t.Fatal(err)
			}
			await(t, "the second window", func() bool { return len(observe(t, b, app).Windows) == 2 })
			closed := make(chan error, 1)
			go func() { closed <- form.Control(deadline(t), "uncover") }()
			for reading := true; reading; {
				select {
				case err := <-closed:
					if err != nil {
						t.Fatal(err)
					}
					reading = false
				default:
				}
				s := observe(t, b, app)
				if err := s.Validate(); err != nil {
					t.Fatal(err)
				}
				for _, w := range s.Windows {
					if w.XID != 0 && w.Title == "Messages" && w.XID == s.Windows[0].XID && len(s.Windows) > 1 && s.Windows[0].Title == "Orders" {
						t.Errorf("both windows are %d", w.XID)
					}
				}
			}
			await(t, "one window, whole", func() bool {
				s := observe(t, b, app)
				return s.Complete() && len(s.Windows) == 1 && s.Windows[0].XID != 0
			})
		}
	})
}

// A program that was started again is another application: what was known of the
// first reaches nothing.
func TestStartedAgain(t *testing.T) {
	eachForm(t, func(t *testing.T, toolkit orders.Toolkit) {
		b := open(t, Options{})
		form := startOrders(t, toolkit)
		old := application(t, b, form.PID())
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		now := application(t, b, startOrders(t, toolkit).PID())
		if now.Name != old.Name || now.PID == old.PID || now.Started <= old.Started || now.Handle == old.Handle {
			t.Errorf("was %+v, is %+v", old, now)
		}
		await(t, "the first to be gone", func() bool {
			_, err := b.Observe(deadline(t), backends.Scope{Application: old})
			return errors.Is(err, backends.ErrGone)
		})
		if chain, err := b.HitTest(deadline(t), old, observe(t, b, now).Windows[0].Frame.Center()); len(chain) > 0 || !errors.Is(err, backends.ErrGone) {
			t.Errorf("the first is hit where the second is: %v, %v", chain, err)
		}
	})
}
