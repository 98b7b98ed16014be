package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/file"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/screen"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/launch"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/policy"
)

// realTools are the desktop that this process runs on.
func realTools() tools {
	return tools{
		backend:  openBackend,
		lease:    acquireLease,
		pointer:  openPointer,
		listener: func() (backends.Listener, error) { return input.NewListener(input.Options{}) },
		screen:   openScreen,
		launcher: launch.Programs{},
		display:  surroundings.Look,
		process:  surroundings.Read,
		topmost:  input.At,
		bus:      atspi.CheckSession,
		window:   openWindow,
		getenv:   os.Getenv,
		unsetenv: os.Unsetenv,

		policyFile: policy.DefaultFile,
	}
}

// openBackend opens the backend that --backend names.
func openBackend(ctx context.Context, name string) (backends.Backend, error) {
	if path, ok := strings.CutPrefix(name, filePrefix); ok {
		b, err := file.Open(path)
		if errors.Is(err, file.ErrNewer) {
			return nil, fail(environment, "open it with that version of samebutton; the file was left as it is", "%v", err)
		}
		if errors.Is(err, file.ErrNotSnapshot) {
			return nil, fail(environment, "copy it anew from where it came, or save another with the window or 'samebutton tree --save'; the file was left as it is", "%v", err)
		}
		if err != nil {
			return nil, fail(environment, "check the name of the file", "%v", err)
		}
		return b, nil
	}
	switch name {
	case "atspi":
		return atspi.Open(ctx, atspi.Options{})
	case "file":
		return nil, fail(usage, "write --backend file:PATH", "the file backend needs a file")
	}
	return nil, fail(usage, "see 'samebutton backends'", "unknown backend %q", name)
}

// errLeaseLost is why a run was stopped that no longer controls the input.
var errLeaseLost = errors.New("control over the input of the display was lost: another program took it, or the display has gone")

// lossKey is the key of the function, in the context of tools.lease, that is to be
// called with errLeaseLost where that happens before the release.
type lossKey struct{}

func acquireLease(ctx context.Context) (func(), error) {
	lease, err := input.AcquireLease(ctx, "")
	if err != nil {
		return nil, leaseFailure(err)
	}
	if lose, ok := ctx.Value(lossKey{}).(context.CancelCauseFunc); ok {
		go func() {
			<-lease.Lost() // closed by Close at the latest
			lose(errLeaseLost)
		}()
	}
	return lease.Close, nil
}

// control takes control over the input of the display until release. What is sent
// is sent under held, which ends when control is lost: nothing may be sent then.
func (c *cli) control(ctx context.Context) (held context.Context, release func(), err error) {
	held, lose := context.WithCancelCause(ctx)
	giveBack, err := c.lease(context.WithValue(held, lossKey{}, lose))
	if err != nil {
		lose(err)
		return nil, nil, err
	}
	return held, func() {
		lose(nil) // the end of a lease that is given back is no loss
		giveBack()
	}, nil
}

// lostControl tells why a run was stopped where that was the loss of control. As
// after Ctrl-C, what may have been sent and what was proven keep their own endings.
func lostControl(held context.Context, run recorder.Run) error {
	if !errors.Is(context.Cause(held), errLeaseLost) {
		return nil
	}
	switch run.Verdict {
	case recorder.VerdictStopped, recorder.VerdictUnknown, recorder.VerdictError, recorder.VerdictNotActionable:
		return fail(failed, "see who controls it with 'samebutton doctor', then run again", "stopped: %v", errLeaseLost)
	}
	return nil
}

// leaseFailure tells "another program has it" (guarantee 9) from "there is no
// display to have".
func leaseFailure(err error) error {
	if errors.Is(err, input.ErrLeaseTaken) {
		return fail(refused, "wait until it has ended; one program at a time controls a display", "%v", err)
	}
	return err
}

func openPointer(context.Context) (backends.Pointer, func(), error) {
	p, err := input.NewPointer()
	if err != nil {
		return nil, nil, err
	}
	return p, p.Close, nil
}

func openScreen() (backends.Screen, error) {
	s, err := screen.Open()
	if err != nil {
		return nil, err // not a nil *Screen in an interface
	}
	return s, nil
}
