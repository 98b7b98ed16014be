package orders

import (
	"context"
	"os/exec"
)

// Launcher prepares a process on some desktop. It must kill the process when
// ctx ends. *desktop.Desktop is one.
type Launcher interface {
	Command(ctx context.Context, name string, args ...string) *exec.Cmd
}

// Environment launches with these variables, with those of this process when
// nil: on the desktop where this process is.
type Environment []string

// Command prepares a process in a group of its own.
func (e Environment) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = e
	ownGroup(cmd)
	return cmd
}
