package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

const (
	// pickDelay is long enough to open a menu.
	pickDelay = 3 * time.Second
	// pickLimit is how long a picked element is waited for: the application must be
	// read once after the press, or a menu that has just opened would be missed.
	pickLimit = 3 * time.Second
)

// picking is a pick under way, and then what was picked until the application was
// read again. The zero value is neither.
type picking struct {
	cancel context.CancelFunc // not nil while a person chooses
	over   tree.NodeID        // what the pointer is over; tree.None for nothing
	wanted bool               // at was pressed and waits for a newer observation
	at     Pointed
	// popup says that there was a delay: a menu may be open, which closes when
	// another window gets the keyboard.
	popup bool
	asked int // counts picks, so that what is late is dropped
}

// pick selects the element that a person points at on the screen: where they press
// next, or after a delay where the pointer is then. Picking again cancels.
func (a *App) pick(delay time.Duration) {
	if a.picked.cancel != nil {
		a.picked.cancel()
		return
	}
	ctx, cancel := context.WithCancel(a.ctx)
	a.picked = picking{cancel: cancel, over: tree.None, popup: delay > 0, asked: a.picked.asked + 1}
	if delay > 0 {
		a.countDown(ctx, time.Now().Add(delay))
	} else {
		a.say("press the element on the screen; Esc cancels")
	}
	a.updateCommands()
	asked := a.picked.asked
	over := func(at Pointed) {
		a.later(func() {
			if a.picked.cancel != nil && a.picked.asked == asked {
				a.pointedAt(at)
			}
		})
	}
	go func() {
		at, err := a.s.Pick(ctx, delay, over)
		a.busy.Add(1)
		a.finish(func() {
			cancel()
			a.picked.cancel = nil
			a.hoverPicked(tree.None)
			a.updateCommands()
			a.choosePicked(at, err)
		})
	}()
}

// countDown says each second how long there is left.
func (a *App) countDown(ctx context.Context, end time.Time) {
	left := time.Until(end).Round(time.Second)
	if left <= 0 || ctx.Err() != nil {
		return
	}
	a.say(fmt.Sprintf("open the menu and point at the element: picked in %d s; Esc cancels", int(left.Seconds())))
	time.AfterFunc(time.Until(end.Add(time.Second-left)), func() {
		a.later(func() { a.countDown(ctx, end) })
	})
}

// pointedAt outlines what a press would pick, in the picture and on the screen.
func (a *App) pointedAt(at Pointed) {
	over := tree.None
	if a.seen != nil && a.ofTarget(at) && a.doubt() == "" {
		if over = a.seen.frozen.Hits().At(at.At); over != tree.None {
			over = a.seen.frozen.Owner(over)
		}
	}
	a.hoverPicked(over)
}

func (a *App) hoverPicked(over tree.NodeID) {
	if a.picked.over != over {
		a.picked.over = over
		a.stage.Hover(over)
		a.updateOutline()
	}
}

// ofTarget reports whether a place belongs to the application that is shown. A
// process that is not known, or known by another number inside a container, is
// told by its window.
func (a *App) ofTarget(at Pointed) bool {
	if !a.hasTarget || at.Ours {
		return false
	}
	return at.PID == 0 || at.PID == a.target.PID || a.seen != nil && slices.ContainsFunc(a.seen.frozen.Windows, func(w tree.Window) bool {
		return w.XID != 0 && w.XID == at.Window
	})
}

// choosePicked goes to the application that was pressed, and to the element once
// that was read.
func (a *App) choosePicked(at Pointed, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		a.say("picking cancelled")
	case err != nil:
		a.warn(err)
	case at.Ours:
		a.say("that is Samebutton itself: press an element of another application")
	case a.ofTarget(at):
		a.wantPicked(at)
		if a.watch.paused.Load() {
			a.selectPicked() // in what a person holds fast
			return
		}
		a.watch.want()
	case at.PID == 0:
		a.say("no application is at that place of the screen")
	default:
		a.observePicked(at)
	}
}

// observePicked looks for the application of a process and shows it.
func (a *App) observePicked(at Pointed) {
	a.applications(func(apps []tree.Application, problem string) {
		for _, app := range apps {
			if app.PID != at.PID {
				continue
			}
			if app.Problem != "" {
				a.say(app.Name + " does not answer")
				return
			}
			if a.observe(app); a.hasTarget && a.target.PID == at.PID {
				a.wantPicked(at)
			}
			return
		}
		if problem == "" {
			problem = fmt.Sprintf("process %d, at that place, shows no elements to others; samebutton doctor says why", at.PID)
		}
		a.say(problem)
	})
}

// wantPicked keeps a place until the application was read again.
func (a *App) wantPicked(at Pointed) {
	a.picked.wanted, a.picked.at = true, at
	asked := a.picked.asked
	time.AfterFunc(pickLimit, func() {
		a.later(func() {
			if a.picked.asked == asked {
				a.selectPicked() // by what was read last
			}
		})
	})
}

// selectPicked selects what was picked, if that is still to be done. It is called
// after each observation was shown.
func (a *App) selectPicked() {
	if !a.picked.wanted || a.seen == nil {
		return
	}
	a.picked.wanted = false
	if !a.picked.popup {
		a.window.RequestFocus() // it lies behind the application, often
	}
	f, at := a.seen.frozen, a.picked.at.At
	id := f.Hits().At(at)
	if id == tree.None {
		a.say(fmt.Sprintf("no element of %s is at %d, %d", a.target.Name, at.X, at.Y))
		return
	}
	owner := f.Owner(id)
	a.say("picked " + f.Short(owner))
	a.selectHandle(f.Nodes[owner].Handle)
	a.focusTree()
	a.pointed()
}
