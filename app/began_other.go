//go:build !linux

package app

import (
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// began returns the zero time: when a process was started is not known here.
func began(tree.Application, time.Time) time.Time { return time.Time{} }
