package app

import (
	"context"
	"fmt"
	"time"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// speed is how long a replay pauses between two steps.
type speed struct {
	id, label string
	pause     time.Duration
}

var speeds = []speed{
	{"speed-0", "At Once", 0},
	{"speed-500", "Half a Second Between Steps", 500 * time.Millisecond},
	{"speed-1000", "One Second Between Steps", time.Second},
	{"speed-2000", "Two Seconds Between Steps", 2 * time.Second},
}

// setSpeed changes the pause between two steps, also of the replay under way.
func (a *App) setSpeed(d time.Duration) {
	a.prefs.setPause(d)
	if a.replay.pace != nil {
		a.replay.pace.setPause(d)
	}
	a.updateCommands()
}

// makePace makes the pace of a replay of a recording.
func (a *App) makePace(rec recorder.Recording, step bool) *pace {
	breaks := map[string]bool{}
	for _, s := range rec.Steps {
		breaks[s.ID] = s.Breakpoint
	}
	p := newPace(a.prefs.pause(), breaks, step)
	p.arrived = func(n int, s recorder.Step) { a.later(func() { a.arrived(p, n, s) }) }
	p.waits = func(n int, s recorder.Step, why string) { a.later(func() { a.waits(p, n, why) }) }
	return p
}

// arrived shows the step that is next, and outlines its element.
func (a *App) arrived(p *pace, n int, s recorder.Step) {
	if a.replay.pace != p {
		return
	}
	a.replay.next, a.replay.waiting, a.replay.why = n, false, ""
	a.replay.step = s
	a.showSteps(n - 1)
	a.outlineNext()
	a.updateBanner()
}

// waits shows that the replay waits before a step.
func (a *App) waits(p *pace, n int, why string) {
	if a.replay.pace != p || a.replay.next != n {
		return
	}
	a.replay.waiting, a.replay.why = true, why
	a.updateBanner()
	a.updateCommands()
}

// outlineNext outlines the element of the step that is next, where it is in what was
// read last. The replay itself looks for it anew before it acts.
func (a *App) outlineNext() {
	s, n := a.replay.step, a.replay.next
	f := a.liveFrozen()
	a.replayMarks = []view.Mark{}
	if f == nil || s.Target == nil {
		a.updateMarks()
		return
	}
	var found tree.NodeID
	a.do(proveLimit, func(context.Context) { found = f.ResolveTarget(*s.Target).Node() }, func() {
		if a.replay.pace == nil || a.replay.next != n || a.replay.step.ID != s.ID {
			return
		}
		if found != tree.None {
			b := f.Nodes[found].Bounds
			a.replayMarks = []view.Mark{{Kind: view.MarkTarget, Bounds: b}}
			a.stage.Reveal(b)
		}
		a.updateMarks()
	})
}

// nextStep does one step and waits again; where nothing runs it begins a replay.
func (a *App) nextStep() {
	if a.replay.pace == nil {
		a.startReplay(playing{stepping: true})
		return
	}
	a.replay.pace.next()
	a.updateBanner()
	a.updateCommands()
}

// togglePace lets the replay wait before the next step, or go on.
func (a *App) togglePace() {
	if a.replay.pace.holding() || a.replay.waiting {
		a.replay.waiting = false
		a.replay.pace.goOn()
	} else {
		a.replay.pace.wait()
	}
	a.updateBanner()
	a.updateCommands()
}

// replayWords says how far the replay under way is.
func (a *App) replayWords() string {
	r := &a.replay
	doing := "Replaying"
	if r.dry {
		doing = "Dry run of"
	}
	name := view.OneLine(a.recording.rec.Name)
	all := len(a.recording.rec.Steps)
	switch {
	case r.pace == nil || r.next == 0:
		return fmt.Sprintf("%s %s", doing, name)
	case r.waiting && r.why != "":
		return fmt.Sprintf("Waiting before step %d of %d (%s): F10 does it, F8 goes on, Esc stops", r.next, all, r.why)
	case r.waiting:
		return fmt.Sprintf("Waiting before step %d of %d: F10 does it, F8 goes on, Esc stops", r.next, all)
	case r.pace.holding():
		return fmt.Sprintf("%s %s · step %d of %d, waits then", doing, name, r.next, all)
	}
	return fmt.Sprintf("%s %s · step %d of %d", doing, name, r.next, all)
}
