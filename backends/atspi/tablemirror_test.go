package atspi

import (
	"context"
	"errors"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/programs"
)

// firstCell returns the name of the first cell that was read, and whether all that
// were are on the screen.
func firstCell(s *tree.Snapshot) (name string, all bool) {
	all = true
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Cell != nil {
			if name == "" {
				name = n.Name.Value
			}
			all = all && n.Bounds.Usable()
		}
	}
	return name, all
}

// A mirror of Calc follows the sheet when it is scrolled by keys, of which Calc tells
// the table, and by the wheel, of which it tells the scroll bar only.
func TestMirrorFollowsASheet(t *testing.T) {
	needDesktop(t)
	calc, err := programs.Start(deadline(t), private, programs.Calc([][]string{{"Name", "Amount"}, {"Anna", "12"}}))
	var missing *programs.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { calc.Close() })
	b := open(t, Options{})
	var app tree.Application
	await(t, "Calc", func() bool {
		there := registered(t, b, calc.PID())
		if len(there) == 0 {
			return false
		}
		app = there[0]
		s, err := b.Observe(deadline(t), scopeOf(app, "")) // while it starts it may be silent
		if err != nil {
			return false
		}
		name, all := firstCell(s)
		return name == "A1" && all
	})
	m := b.Mirror(app, nil)
	defer m.Close()
	// follows waits until the mirror and a whole reading have the same first cell, another
	// than before, and returns it: what scrolls may go on between two readings.
	follows := func(what, before string) (name string) {
		t.Helper()
		await(t, what, func() bool {
			image, err := m.Refresh(deadline(t))
			if err != nil {
				t.Fatal(err)
			}
			s, err := b.Observe(deadline(t), scopeOf(app, ""))
			if err != nil {
				return false
			}
			whole, _ := firstCell(s)
			var all bool
			name, all = firstCell(image.Snapshot)
			return all && name == whole && name != before
		})
		return name
	}
	do := func(args ...string) {
		t.Helper()
		if out, err := private.Command(context.Background(), "xdotool", args...).CombinedOutput(); err != nil {
			t.Skipf("xdotool: %v: %s", err, out)
		}
	}
	scrolls := func(args ...string) {
		t.Helper()
		was := follows("the first cell in the mirror", "")
		do(args...)
		follows("another first cell than "+was+" in the mirror after "+args[0], was)
	}
	scrolls("key", "Next")
	scrolls("mousemove", "600", "500", "click", "5")
}
