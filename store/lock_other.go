//go:build !unix || solaris || aix

package store

import (
	"errors"
	"os"
	"time"
)

// lockPoll is the pause between two attempts to lock.
const lockPoll = 20 * time.Millisecond

var errLocked = errors.New("locked by another process")

// lock leaves the locking to bbolt, whose lock here is not shared with another
// one on the same file.
func lock(*os.File, bool, time.Duration) error { return nil }
