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
)

// realTools are the desktop that this process runs on.
func realTools() tools {
	return tools{
		backend:  openBackend,
		lease:    acquireLease,
		pointer:  openPointer,
		listener: func() (backends.Listener, error) { return input.NewListener(input.Options{}) },
		screen:   openScreen,
		bus:      atspi.CheckSession,
		window:   openWindow,
		getenv:   os.Getenv,
	}
}

// openBackend opens the backend that --backend names.
func openBackend(ctx context.Context, name string) (backends.Backend, error) {
	if path, ok := strings.CutPrefix(name, "file:"); ok {
		b, err := file.Open(path)
		if errors.Is(err, file.ErrNotSnapshot) {
			return nil, fail(usage, "save one with the window", "%v", err)
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

func acquireLease(ctx context.Context) (func(), error) {
	lease, err := input.AcquireLease(ctx, "")
	if err != nil {
		return nil, leaseFailure(err)
	}
	return lease.Close, nil
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
