package app

import (
	"context"
	"testing"
	"time"

	"github.com/samebutton/samebutton/recorder"
)

// paced lets a pace decide about steps a, b and c on a goroutine, and reports what
// was done and before which step it waits.
type paced struct {
	*pace
	t     *testing.T
	done  chan string
	waits chan string
	end   context.CancelFunc
}

func startPace(t *testing.T, pause time.Duration, breaks map[string]bool, step bool) *paced {
	p := &paced{pace: newPace(pause, breaks, step), t: t, done: make(chan string, 9), waits: make(chan string, 9)}
	p.pace.arrived = func(int, recorder.Step) {}
	p.pace.waits = func(_ int, s recorder.Step, why string) { p.waits <- s.ID + why }
	ctx, cancel := context.WithCancel(t.Context())
	p.end = cancel
	go func() {
		for i, id := range []string{"a", "b", "c"} {
			if p.gate(ctx, i+1, recorder.Step{ID: id}) == recorder.Halt {
				p.done <- "halt"
				return
			}
			p.done <- id
		}
	}()
	return p
}

func (p *paced) next(from chan string, want string) {
	p.t.Helper()
	select {
	case got := <-from:
		if got != want {
			p.t.Fatalf("got %q, want %q", got, want)
		}
	case <-time.After(20 * time.Second):
		p.t.Fatalf("waited in vain for %q", want)
	}
}

// still fails where a step was done that nobody let.
func (p *paced) still() {
	p.t.Helper()
	select {
	case got := <-p.done:
		p.t.Fatalf("%q was done and nobody let it", got)
	case <-time.After(30 * time.Millisecond):
	}
}

func TestStepByStep(t *testing.T) {
	p := startPace(t, 0, nil, true)
	p.next(p.done, "a")
	p.next(p.waits, "b")
	p.still()
	p.pace.next()
	p.next(p.done, "b")
	p.next(p.waits, "c")
	p.still()
	p.goOn()
	p.next(p.done, "c")
}

func TestABreakpointHoldsOnce(t *testing.T) {
	p := startPace(t, 0, map[string]bool{"b": true}, false)
	p.next(p.done, "a")
	p.next(p.waits, "bbreakpoint")
	p.still()
	p.goOn()
	p.next(p.done, "b")
	p.next(p.done, "c")
}

// TestABreakpointTakenAwayLetsGo: and one that is set while the replay runs holds it.
func TestBreakpointsChangeWhileItRuns(t *testing.T) {
	p := startPace(t, 0, map[string]bool{"a": true}, false)
	p.next(p.waits, "abreakpoint")
	p.setBreakpoint("c", true)
	p.setBreakpoint("a", false)
	p.next(p.done, "a")
	p.next(p.done, "b")
	p.next(p.waits, "cbreakpoint")
	p.end()
	p.next(p.done, "halt")
}

func TestPausingWhileItWaitsBetweenSteps(t *testing.T) {
	p := startPace(t, time.Hour, nil, false)
	p.next(p.done, "a") // nobody waits before the first
	p.still()
	p.wait()
	p.next(p.waits, "b")
	p.setPause(0)
	p.still()
	p.goOn()
	p.next(p.done, "b")
	p.next(p.done, "c")
}

func TestTheEndOfAReplayEndsItsPause(t *testing.T) {
	p := startPace(t, time.Hour, nil, false)
	p.next(p.done, "a")
	p.end()
	p.next(p.done, "halt")
}
