//go:build !linux

package desktop

import (
	"context"
	"errors"
	"os/exec"
)

// errUnsupported is the answer of every system without an X server of its own.
var errUnsupported = errors.New("start virtual desktop: only available on Linux; use the desktop you are on")

// Desktop cannot be made on this system.
type Desktop struct{}

// Start always fails on this system.
func Start(context.Context, Options) (*Desktop, error) { return nil, errUnsupported }

// Env returns nil.
func (*Desktop) Env() []string { return nil }

// Display returns "".
func (*Desktop) Display() string { return "" }

// Dir returns "".
func (*Desktop) Dir() string { return "" }

// Command returns the command in the environment of this process.
func (*Desktop) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, name, args...)
}

// Setenv always fails on this system.
func (*Desktop) Setenv() error { return errUnsupported }

// Close does nothing.
func (*Desktop) Close() error { return nil }
