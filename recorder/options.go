package recorder

import (
	"context"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder/policy"
)

// PlayerOptions says with what to replay.
type PlayerOptions struct {
	Backend backends.Backend
	Screen  backends.Screen // nil: no pictures
	Journal Journal
	// Pointer is nil unless a person allowed raw input (guarantee 10); steps that
	// need it are refused then.
	Pointer backends.Pointer
	// Parameters gives the values of the recording's parameters.
	Parameters map[string]string
	// Wait is how long a step waits for its target to be unique and actionable;
	// 0 means DefaultWait.
	Wait time.Duration
	// Policy decides about each act before it is sent (guarantee 10). nil has only
	// the hard blocks, which nothing opens.
	Policy *policy.Policy
	// Ask asks a person about an act that the policy wants confirmed; nil: nobody is
	// there, and such an act is refused.
	Ask policy.Ask
	// From is the number of the first step to do, from 1; 0 means all. Those before
	// are skipped.
	From int
	// DryRun resolves and checks each step against what is there now and sends
	// nothing. What an earlier step would have brought up is not there then.
	DryRun bool
	// Gate is called before each step and may take its time: it is how a replay is
	// paused, slowed down or done step by step. nil goes on at once.
	Gate Gate
	// Launcher starts the programs of launch steps; nil: none can be started.
	Launcher Launcher
	// EndLaunched ends what was started when the run is over. Else it is left running.
	EndLaunched bool
	// Version is that of Samebutton, for the run.
	Version string
	// Locale tells which language an application speaks now, such as "de_DE.UTF-8", ""
	// where that is not known; nil never knows. It is asked after a refusal.
	Locale func(app tree.Application) string
	// OnStep is called when a step begins (Verdict "running") and when it ended,
	// from the goroutine that replays. May be nil.
	OnStep func(StepResult)
}

// Gate decides when a step is done. It is called from the goroutine that replays
// and must return when ctx ends.
type Gate func(ctx context.Context, n int, step Step) Decision

// Decision is what comes of a gate.
type Decision uint8

// Decisions.
const (
	Proceed Decision = iota
	Skip             // leave this step out; it is reported as skipped
	Halt             // end the run before this step, as if stopped
)

// DefaultWait is how long a step waits for its target.
const DefaultWait = 5 * time.Second

// waitOf is how long a step waits for its target.
func (p *Player) waitOf(step Step) time.Duration {
	if step.Within > 0 {
		return step.Within
	}
	return p.o.Wait
}
