package atspi

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// mirrored is a mirror under test, and another backend that reads everything anew to
// compare it with.
type mirrored struct {
	t     testing.TB
	app   tree.Application
	b     *Backend
	m     *mirror
	image backends.Image
	fresh *Backend
	sent  atomic.Int64 // calls of the mirror's backend
	whole int64        // calls of one whole reading
	first int64        // calls of the first refresh after the last change
	// restless says that something in the application moves all the time.
	restless bool
}

func mirrorOf(t testing.TB, pid int) *mirrored {
	t.Helper()
	return mirrorOfApplication(t, application(t, open(t, Options{}), pid))
}

func mirrorOfApplication(t testing.TB, app tree.Application) *mirrored {
	t.Helper()
	x := &mirrored{t: t, app: app, fresh: open(t, Options{})}
	x.b = open(t, Options{OnCall: func(string, string, string, string) { x.sent.Add(1) }})
	x.m = x.b.Mirror(x.app, nil).(*mirror)
	t.Cleanup(x.m.Close)
	x.refresh()
	x.sent.Store(0)
	x.reconcile()
	x.whole = x.sent.Load()
	x.current("the beginning")
	return x
}

func (x *mirrored) refresh() {
	x.t.Helper()
	var err error
	if x.image, err = x.m.Refresh(deadline(x.t)); err != nil {
		x.t.Fatal(err)
	}
}

func (x *mirrored) reconcile() {
	x.t.Helper()
	var err error
	if x.image, err = x.m.Reconcile(deadline(x.t)); err != nil {
		x.t.Fatal(err)
	}
}

// quiet refreshes when something is due, with the pauses that the window makes, until
// the mirror is at rest; a program that moves all the time is not waited for.
func (x *mirrored) quiet() {
	x.t.Helper()
	rounds := 0
	for end := time.Now().Add(soon); time.Now().Before(end) && !(x.restless && rounds > 12); {
		select {
		case <-x.m.Due():
			before := x.sent.Load()
			x.refresh()
			if x.first == 0 {
				x.first = x.sent.Load() - before
			}
			rounds++
			time.Sleep(20 * time.Millisecond)
		case <-time.After(100 * time.Millisecond):
			if x.restless || !x.owing() {
				return
			}
		}
	}
}

// owing reports whether the mirror has put something off.
func (x *mirrored) owing() bool {
	x.m.turn <- struct{}{}
	defer func() { <-x.m.turn }()
	return x.m.sweep.owing()
}

// soon is how long a mirror is waited for to come to rest before it is compared. Most of
// it is for a busy machine, and for toolkits that animate.
const soon = 8 * time.Second

// current waits until the mirror says what a whole reading says, and returns how many
// calls the mirror made meanwhile. Nothing but events and the mirror's own clock move
// it: it is never told to read everything.
func (x *mirrored) current(what string) int64 {
	x.t.Helper()
	x.sent.Store(0)
	x.first = 0
	for end := time.Now().Add(patience); ; {
		x.quiet()
		s := observe(x.t, x.fresh, x.app)
		diff := backends.Compare(x.image.Snapshot, s)
		if len(diff.Changed) > 0 {
			x.forgive(&diff, s)
		}
		switch {
		case !diff.Any():
			if err := x.image.Snapshot.Validate(); err != nil {
				x.t.Errorf("%s: %v", what, err)
			}
			return x.sent.Load()
		case time.Now().After(end):
			x.t.Errorf("%s: the mirror differs from a whole reading:%s", what, explain(x.image.Snapshot, s, diff))
			return x.sent.Load()
		}
	}
}

// forgive takes out of what differs the elements of which two whole readings differ,
// too: what turns and grows on the screen all the time.
func (x *mirrored) forgive(diff *backends.Changes, s *tree.Snapshot) {
	moving := map[tree.Handle]bool{}
	again := backends.Compare(s, observe(x.t, x.fresh, x.app))
	for _, h := range again.Changed {
		moving[h] = true
	}
	diff.Changed = slices.DeleteFunc(diff.Changed, func(h tree.Handle) bool { return moving[h] })
}

// explain prints what differs, some of it.
func explain(a, b *tree.Snapshot, c backends.Changes) string {
	const enough = 5
	var text strings.Builder
	of := func(s *tree.Snapshot, h tree.Handle) string {
		n := s.Node(s.Find(h))
		if n == nil {
			return "none"
		}
		r := ""
		if n.Range != nil {
			r = fmt.Sprint(*n.Range)
		}
		return fmt.Sprintf("%s %v from %q, value %v, id %v, %v, bounds %v, actions %v, %v %v, relations %v, children %v, range %s, secret %v",
			n.Role, n.Name, n.NameFrom, n.Value, n.AccessibleID, n.States.Words(), n.Bounds, n.Actions, n.Attributes, n.Interfaces, n.Relations, n.Children, r, n.Secret)
	}
	list := func(word string, handles []tree.Handle) {
		for i, h := range handles {
			if i == enough {
				fmt.Fprintf(&text, "\n… %d more are %s", len(handles)-i, word)
				return
			}
			fmt.Fprintf(&text, "\n%s %s\n  mirror: %s\n  whole:  %s", word, h, of(a, h), of(b, h))
		}
	}
	list("added", c.Added)
	list("removed", c.Removed)
	list("changed", c.Changed)
	if c.Rest {
		fmt.Fprintf(&text, "\nwindows\n  mirror: %v cuts %v\n  whole:  %v cuts %v", a.Windows, a.Cuts, b.Windows, b.Cuts)
	}
	return text.String()
}

// After each change in the application, whatever its toolkit tells of it, the mirror
// comes to say what a whole reading says, for a part of the calls.
func TestMirrorFollowsOrders(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			app := startOrders(t, toolkit)
			x := mirrorOf(t, app.PID())
			control := func(command string) int64 {
				t.Helper()
				if err := app.Control(deadline(t), command); err != nil {
					t.Fatal(err)
				}
				return x.current(command)
			}
			act := func(role tree.Role, name string, action backends.Action) int64 {
				t.Helper()
				n := find(t, x.image.Snapshot, role, name)
				if err := x.fresh.Act(deadline(t), x.app, n.Handle, action); err != nil {
					t.Fatal(err)
				}
				return x.current(fmt.Sprint(action.Verb, " ", name))
			}
			small := func(what string, calls int64) {
				t.Helper()
				t.Logf("%s: %d calls at once, %d in all, %d of a whole reading", what, x.first, calls, x.whole)
				if x.first > 40 {
					t.Errorf("%s: %d calls at once, a whole reading makes %d", what, x.first, x.whole)
				}
			}
			control("rename save=Store")
			control("second-save after")
			control("without save")
			small("disabled", control("disable express"))
			control("enable express")
			control("retitle Other orders")
			control("reorder")
			control("cover")
			control("uncover")
			small("typed", act(tree.RoleTextbox, "Customer", setText("Zoë")))
			small("checked", control("press express"))
			act(tree.RolePassword, "PIN", setText("2468"))
			for _, n := range x.image.Snapshot.Nodes {
				if n.Role == tree.RolePassword && n.Value.IsKnown() {
					t.Errorf("the PIN is %q in the mirror", n.Value.Value)
				}
			}
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
			x.reconcile()
			if x.image.Missed > 0 {
				t.Errorf("%d changes were missed", x.image.Missed)
			}
		})
	}
}

// moveWindow asks the window manager to move and resize the first window.
func (x *mirrored) moveWindow(dx, dy, dw, dh int) {
	x.t.Helper()
	before := x.image.Snapshot.Windows[0]
	configureWindow(x.t, before.XID, dx, dy, dw, dh)
	await(x.t, "the window to move", func() bool {
		return observe(x.t, x.fresh, x.app).Windows[0].Frame != before.Frame
	})
	x.current(fmt.Sprintf("moved by %d, %d and larger by %d, %d", dx, dy, dw, dh))
	if x.image.Snapshot.Windows[0].Frame == before.Frame {
		x.t.Error("in the mirror the window did not move")
	}
}
