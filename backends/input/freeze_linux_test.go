//go:build cgo

package input

import (
	"fmt"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// buttons prints what the target got of buttons.
func buttons(tg *target) []string {
	var list []string
	for _, l := range tg.log("press", "release") {
		list = append(list, fmt.Sprintf("%s %d at %d,%d", l.Event, l.Button, l.X, l.Y))
	}
	return list
}

// What is done while a press is held comes after it, once and in order, whoever ends
// the hold: another button, and a drag that begins and may end meanwhile.
func TestListenerInputDuringHold(t *testing.T) {
	at := func(p tree.Point) []string { return []string{strconv.Itoa(p.X), strconv.Itoa(p.Y)} }
	move := func(p tree.Point) []string { return append([]string{"mousemove"}, at(p)...) }
	for name, c := range map[string]struct {
		then func(from, to tree.Point) [][]string // after the first press
		want func(from, to tree.Point) []string
	}{
		"another button": {
			func(from, _ tree.Point) [][]string {
				return [][]string{{"mousedown", "3"}, {"mouseup", "3"}, {"mouseup", "1"}}
			},
			func(from, _ tree.Point) []string {
				return []string{"press 1 at ", "press 3 at ", "release 3 at ", "release 1 at "}
			},
		},
		"drag": {
			func(from, to tree.Point) [][]string { return [][]string{move(to), {"mouseup", "1"}} },
			func(from, to tree.Point) []string { return []string{"press 1 at ", "release 1 to "} },
		},
	} {
		for _, who := range []string{"the listener's limit", "the recorder", "nobody in time"} {
			t.Run(name+", "+who, func(t *testing.T) {
				tg := startTarget(t)
				o := Options{}
				if who == "nobody in time" {
					o.HoldLimit = 400 * time.Millisecond
				}
				h := listen(t, o, func(in backends.Input) {
					if who == "the recorder" && in.Kind == backends.InputPress {
						time.Sleep(10 * time.Millisecond)
						in.Release()
					}
				})
				from := tg.place("surface")
				to := tree.Point{X: from.X + 90, Y: from.Y + 20}
				args := append(move(from), "mousedown", "1")
				for _, then := range c.then(from, to) {
					args = append(args, then...)
				}
				tool(t, args...)
				var want []string
				for _, w := range c.want(from, to) {
					p := from
					if w == "release 1 to " {
						w, p = "release 1 at ", to
					}
					want = append(want, fmt.Sprintf("%s%d,%d", w, p.X, p.Y))
				}
				eventually(t, "all arrives", func() bool { return len(tg.log("press", "release")) >= len(want) })
				eventually(t, "all is reported", func() bool { return len(h.got(backends.InputPress, backends.InputRelease)) >= len(want) })
				checkOnce(t, tg, len(tg.log("press")))
				if d := cmp.Diff(want, buttons(tg)[:len(want)]); d != "" {
					t.Errorf("(-want +got):\n%s", d)
				}
				if n := len(tg.log("press", "release")); n != len(want)+2 { // and the click of checkOnce
					t.Errorf("%d events", n)
				}
			})
		}
	}
}

// An application that is stopped keeps neither the pointer nor the click.
func TestListenerApplicationStopped(t *testing.T) {
	tg := startTarget(t)
	h := listen(t, Options{}, func(backends.Input) {})
	at := tg.place("surface")
	must(t, syscall.Kill(tg.pid, syscall.SIGSTOP))
	t.Cleanup(func() { _ = syscall.Kill(tg.pid, syscall.SIGCONT) })
	clickAt(t, at)
	eventually(t, "the press is let through", func() bool {
		held := h.got(backends.InputPress)
		return len(held) == 1 && (held[0].Waiting == nil || !held[0].Waiting())
	})
	eventually(t, "the pointer goes on", func() bool { return len(h.got(backends.InputRelease)) == 1 })
	must(t, syscall.Kill(tg.pid, syscall.SIGCONT))
	eventually(t, "the click arrives", func() bool { return len(tg.log("release")) == 1 })
	checkOnce(t, tg, 1)
}
