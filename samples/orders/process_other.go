//go:build !linux

package orders

import (
	"errors"
	"os/exec"
)

// errUnsupported is the answer of systems the sample application is not for.
var errUnsupported = errors.New("the sample application only runs on Linux")

func ownGroup(*exec.Cmd) {}

func makeFifo(string) error { return errUnsupported }

func writeFifo(string, string) error { return errUnsupported }
