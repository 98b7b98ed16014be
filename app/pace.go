package app

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/samebutton/samebutton/recorder"
)

// pace decides when each step of a replay is done: at once or after a pause, when a
// person lets it, or never. Its gate is called by the goroutine that replays, all
// else by that of the window.
type pace struct {
	// arrived is told of the step that is next, waits of one before which the replay
	// waits and why; both are called by the goroutine that replays.
	arrived func(n int, s recorder.Step)
	waits   func(n int, s recorder.Step, why string)

	mu      sync.Mutex
	hold    bool          // wait before every step
	permits int           // steps that may be done all the same
	pause   time.Duration // between two steps
	breaks  map[string]bool
	release bool          // the step that waits may go on
	changed chan struct{} // closed when something above is changed
	first   bool          // no step was done yet
}

// newPace makes the pace of one replay. With step it waits after the first step.
func newPace(pause time.Duration, breaks map[string]bool, step bool) *pace {
	p := &pace{pause: pause, breaks: maps.Clone(breaks), changed: make(chan struct{}), first: true}
	if p.breaks == nil {
		p.breaks = map[string]bool{}
	}
	if step {
		p.hold, p.permits = true, 1
	}
	return p
}

// set changes the pace and wakes the gate.
func (p *pace) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
	close(p.changed)
	p.changed = make(chan struct{})
}

// next lets one step be done.
func (p *pace) next() { p.set(func() { p.hold, p.permits = true, 1 }) }

// wait makes the replay wait before the next step.
func (p *pace) wait() { p.set(func() { p.hold, p.permits = true, 0 }) }

// goOn lets the steps be done one after the other again.
func (p *pace) goOn() { p.set(func() { p.hold, p.permits, p.release = false, 0, true }) }

// setPause changes the time between two steps.
func (p *pace) setPause(d time.Duration) { p.set(func() { p.pause = d }) }

// setBreakpoint sets a breakpoint before a step or takes it away.
func (p *pace) setBreakpoint(id string, on bool) { p.set(func() { p.breaks[id] = on }) }

// holding reports whether the replay waits before the next step, or will.
func (p *pace) holding() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hold && p.permits == 0
}

// gate implements recorder.Gate.
func (p *pace) gate(ctx context.Context, n int, s recorder.Step) recorder.Decision {
	p.arrived(n, s)
	began := time.Now()
	p.mu.Lock()
	p.release = false
	told := false
	for {
		left := p.pause - time.Since(began)
		if p.first {
			left = 0
		}
		stop := p.hold || p.breaks[s.ID]
		switch {
		case p.permits > 0:
			p.permits--
			fallthrough
		case p.release, !stop && left <= 0:
			p.first = false
			p.mu.Unlock()
			return recorder.Proceed
		}
		changed, why := p.changed, ""
		if p.breaks[s.ID] {
			why = "breakpoint"
		}
		p.mu.Unlock()
		var timer <-chan time.Time
		switch {
		case !stop:
			t := time.NewTimer(left)
			defer t.Stop()
			timer = t.C
		case !told:
			told = true
			p.waits(n, s, why)
		}
		select {
		case <-ctx.Done():
			return recorder.Halt
		case <-changed:
		case <-timer:
		}
		p.mu.Lock()
	}
}
