package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// SessionOptions says what to record and with what.
type SessionOptions struct {
	Backend  backends.Backend
	Listener backends.Listener
	Screen   backends.Screen // nil: no pictures
	Journal  Journal
	// Application is what is recorded; input to other applications is left alone.
	Application tree.Application
	Name        string
	Version     string
	// OnStep is called for each new or changed step (a typing step grows), from
	// one goroutine; index is its place in the recording. May be nil.
	OnStep func(index int, step Step)
	// OnReady is called once, when no input can be missed any more. May be nil.
	OnReady func()
}

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
