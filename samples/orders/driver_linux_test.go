package orders

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
)

// patience bounds everything a test waits for.
const patience = 90 * time.Second

// shared is the desktop on which the tests run, one after the other.
var shared *desktop.Desktop

// hand is the pointer of that desktop.
var hand *pointer

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	d, err := desktop.Start(context.Background(), desktop.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer d.Close()
	shared = d
	if err := d.Setenv(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if hand, err = newPointer(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer hand.x.Close()
	return m.Run()
}

// driver is an application under test and a person's hands.
type driver struct {
	*App
	t    *testing.T
	ctx  context.Context
	a11y a11y
	root object
}

func open(t *testing.T, toolkit Toolkit, flags ...string) *driver {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 15*patience)
	t.Cleanup(cancel)
	app, err := Start(ctx, shared, toolkit, flags...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	d := &driver{App: app, t: t, ctx: ctx, a11y: connect(t, shared.Env(), toolkit)}
	d.eventually("application in the tree", func() (ok bool) {
		d.root, ok = d.a11y.application(app.PID())
		return ok
	})
	return d
}

// eventually waits for a condition. What it saw last is told when it does not come.
func (d *driver) eventually(what string, condition func() bool, saw ...*string) {
	d.t.Helper()
	for deadline := time.Now().Add(patience); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			for _, text := range saw {
				what += fmt.Sprintf("; %q", *text)
			}
			d.t.Fatalf("not in time: %s", what)
		}
	}
}

// counts waits until that many nodes are there.
func (d *driver) counts(n int, roles []uint32, name string) {
	d.t.Helper()
	var seen string
	d.eventually(fmt.Sprintf("%d nodes called %s", n, name), func() bool {
		found := len(d.a11y.find(d.root, roles, name))
		seen = fmt.Sprint(found)
		return found == n
	}, &seen)
}

// xdotool returns what it printed.
func (d *driver) xdotool(args ...string) string {
	d.t.Helper()
	out, err := d.ask(args...)
	if err != nil {
		d.t.Fatalf("xdotool %v: %v %s", args, err, out)
	}
	return out
}

// ask is xdotool where it may fail, as it does for a window that is gone.
func (d *driver) ask(args ...string) (string, error) {
	out, err := shared.Command(d.ctx, "xdotool", args...).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// click clicks with the real pointer on the nth node of that role and name.
func (d *driver) click(roles []uint32, name string, nth int) {
	d.t.Helper()
	d.clickThrough("", roles, name, nth)
}

// clickThrough clicks where that node is, once the X server has a window of the
// application under the pointer there: the one of that title, the node's own when it
// is "". That the application has made, moved or closed a window is not enough:
// the server and the window manager follow when they get to it.
func (d *driver) clickThrough(title string, roles []uint32, name string, nth int) {
	d.t.Helper()
	var seen string
	d.eventually("the pointer on "+name, func() bool {
		found := d.a11y.find(d.root, roles, name)
		if len(found) <= nth {
			seen = fmt.Sprintf("%d of that name", len(found))
			return false
		}
		target := found[nth]
		own, over := d.a11y.window(target), title
		if over == "" {
			over = own
		}
		at, err := d.a11y.extents(target)
		if err != nil || at.Width <= 0 || at.Height <= 0 {
			seen = fmt.Sprint(at, err)
			return false
		}
		move := []string{"mousemove"}
		if d.a11y.toolkit == GTK4 { // whose rectangles start at the window
			window, err := d.ask("search", "--onlyvisible", "--all", "--pid", fmt.Sprint(d.PID()), "--name", "^"+own+"$")
			if err != nil || strings.Contains(window, "\n") {
				seen = fmt.Sprintf("windows %q, %v", window, err)
				return false
			}
			move = append(move, "--window", window)
		}
		d.xdotool(append(move, fmt.Sprint(at.X+at.Width/2), fmt.Sprint(at.Y+at.Height/2))...)
		// What the application still had to lay out it has laid out when it answers.
		d.settle()
		if now, err := d.a11y.extents(target); err != nil || now != at {
			seen = fmt.Sprint("it moved from ", at, " to ", now, err)
			return false
		}
		pid, window, err := hand.over()
		seen = fmt.Sprintf("window %q of process %d, %v", window, pid, err)
		return err == nil && pid == d.PID() && window == over
	}, &seen)
	d.xdotool("mousedown", "1", "mouseup", "1") // its click waits between, and GTK 4 drops some of those
}

// fill clicks into an entry and types a text once it has the focus: the window
// manager holds a click back until it has seen it, but no keys.
func (d *driver) fill(name, text string) {
	d.t.Helper()
	d.focus(entry, name)
	d.xdotool("type", text)
}

// focus clicks on a node of that role and name and waits until it has the focus.
func (d *driver) focus(roles []uint32, name string) {
	d.t.Helper()
	d.click(roles, name, 0)
	d.eventually("focus of "+name, func() bool {
		found := d.a11y.find(d.root, roles, name)
		return len(found) == 1 && d.a11y.focused(found[0])
	})
}

// wait returns the first entry of that event and id.
func (d *driver) wait(event, id string) Entry {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	e, err := d.WaitFor(ctx, func(e Entry) bool { return e.Event == event && e.ID == id })
	if err != nil {
		log, _ := d.Log()
		d.t.Fatalf("%s %s: %v; log %v", event, id, err, lines(log))
	}
	return e
}

// settle returns the log once the application has done all that was asked of
// it before, as told by its answer to a command.
func (d *driver) settle() []Entry {
	d.t.Helper()
	if _, err := d.Form(d.ctx); err != nil {
		d.t.Fatal(err)
	}
	log, err := d.Log()
	if err != nil {
		d.t.Fatal(err)
	}
	return log
}

func (d *driver) control(command string) {
	d.t.Helper()
	if err := d.Control(d.ctx, command); err != nil {
		d.t.Fatal(err)
	}
}

func lines(log []Entry) []string {
	var text []string
	for _, e := range log {
		text = append(text, fmt.Sprintf("%s %s %s", e.Event, e.ID, e.Value))
	}
	return text
}

func count(log []Entry, event, id string) int {
	n := 0
	for _, e := range log {
		if e.Event == event && e.ID == id {
			n++
		}
	}
	return n
}

// What the tests click on.
var (
	button = []uint32{roleButton}
	entry  = []uint32{roleText, rolePassword}
	check  = []uint32{roleCheckBox}
	radio  = []uint32{roleRadioButton}
	tab    = []uint32{roleTab}
)

// each runs a test in every toolkit.
func each(t *testing.T, test func(*testing.T, Toolkit)) {
	for _, toolkit := range Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) { test(t, toolkit) })
	}
}
