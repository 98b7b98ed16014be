//go:build unix && !solaris && !aix

package store

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// lockPoll is the pause between two attempts to lock.
const lockPoll = 20 * time.Millisecond

var errLocked = errors.New("locked by another process")

// lock takes the lock that bbolt takes on its file, for writing or shared for
// reading, and waits for it at most so long.
func lock(f *os.File, exclusive bool, wait time.Duration) error {
	how := syscall.LOCK_SH | syscall.LOCK_NB
	if exclusive {
		how = syscall.LOCK_EX | syscall.LOCK_NB
	}
	for deadline := time.Now().Add(wait); ; time.Sleep(lockPoll) {
		err := syscall.Flock(int(f.Fd()), how)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
		case time.Now().After(deadline):
			return errLocked
		}
	}
}
