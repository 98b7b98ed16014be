package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
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
	// OnStep is called when a step begins (Verdict "running") and when it ended,
	// from the goroutine that replays. May be nil.
	OnStep func(StepResult)
}

// DefaultWait is how long a step waits for its target.
const DefaultWait = 5 * time.Second
