//go:build linux && cgo

package e2e

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// patience is how long a test waits for what must come. Two slow cores with cold
// caches took half a minute for what takes two seconds here.
const patience = 90 * time.Second

// lifetime is how long the programs of one test may run: its waits have deadlines of
// their own, this one ends what hangs all the same.
const lifetime = 10 * time.Minute

// meant says what the display has to show where an element of an application is, so
// that a click there reaches it. An element is in the tree before the display shows
// its window, and before it shows it above the others.
func meant(f *inspector.Frozen, id tree.NodeID, pid int) func(input.Pointed) bool {
	var own uint32
	var others []uint32
	for _, w := range f.Windows {
		if w.Node == f.Top(id) {
			own = w.XID
		} else if w.XID != 0 && len(f.Nodes[w.Node].Children) > 0 {
			others = append(others, w.XID)
		}
	}
	return func(there input.Pointed) bool {
		// The window of a menu or a list is not in the tree, or empty there (GTK 3).
		return there.PID == pid && there.Window != 0 && (there.Window == own || !slices.Contains(others, there.Window))
	}
}

// of says that the display has to show any window of a process.
func of(pid int) func(input.Pointed) bool {
	return func(there input.Pointed) bool { return there.PID == pid }
}

// reached waits until the display shows what is meant at a place of the screen.
func reached(t testing.TB, ctx context.Context, at tree.Point, fits func(input.Pointed) bool) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		there, err := input.At(ctx, at)
		if err == nil && fits(there) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the display never showed at %v what is to be clicked there: %+v, %v", at, there, err)
		}
	}
}

// keyboarded waits until a window of the process has the keyboard of the display.
func keyboarded(t testing.TB, ctx context.Context, p *input.Pointer, pid int) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		window, owner, err := p.Keyboard(ctx)
		if err == nil && owner == pid {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("process %d never had the keyboard: window %#x of process %d has it, %v", pid, window, owner, err)
		}
	}
}

// aim moves the pointer to a place and waits until the display shows there a window
// of the application that is looked at, and none of its windows but the one with a
// title, if that is set: popups have titles of their own, or none.
func (o *onlooker) aim(x, y int, title string) {
	o.t.Helper()
	var titles []string
	for i := range o.last.Root.Children {
		if name := o.last.Root.Children[i].Name; name != title {
			titles = append(titles, name)
		}
	}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		there, err := o.under(tree.Point{X: x, Y: y})
		if err == nil && there.PID == o.pid {
			name, _ := o.desktop.Command(o.ctx, "xdotool", "getwindowname", fmt.Sprint(there.Window)).Output() // it may be gone
			if title == "" || !slices.Contains(titles, strings.TrimSpace(string(name))) {
				o.xdotool("mousemove", fmt.Sprint(x), fmt.Sprint(y))
				return
			}
		}
		if time.Now().After(end) {
			o.t.Fatalf("the display never showed %q of process %d at %d,%d: %+v, %v", title, o.pid, x, y, there, err)
		}
	}
}

// under tells what a click on the desktop that is looked at would reach. The display of
// the process is another one meanwhile: no test here runs beside others.
func (o *onlooker) under(at tree.Point) (input.Pointed, error) {
	for _, entry := range o.desktop.Env() {
		if name, value, _ := strings.Cut(entry, "="); name == "DISPLAY" || name == "XAUTHORITY" {
			defer os.Setenv(name, os.Getenv(name))
			os.Setenv(name, value)
		}
	}
	return input.At(o.ctx, at)
}
