package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"github.com/samebutton/samebutton/recorder"
)

// Errors that callers decide on. All lead to exit code 10.
var (
	// ErrInUse: another process writes to the store. The text names it where that
	// is known.
	ErrInUse = errors.New("store is in use by another program")
	// ErrCorrupt: the file is damaged, forged or no store. It was left as it is.
	ErrCorrupt = errors.New("store is damaged or not a Samebutton store; it was left as it is: move it away or restore a backup")
	// ErrNewer: the file was written by a newer version. It was left as it is.
	ErrNewer = errors.New("store was written by a newer Samebutton; update this one")
	// ErrFull: the disk, the quota or a size limit is exhausted. Nothing was lost.
	ErrFull = errors.New("no space left for the store; free some and try again, nothing that was stored is lost")
	// ErrNotFound: there is no such thing in the store, or no store.
	ErrNotFound = errors.New("not found in the store")
	// ErrReadOnly: the store was opened for reading.
	ErrReadOnly = errors.New("store was opened for reading only")
	// ErrAmbiguous: a name fits more than one; the text lists their IDs.
	ErrAmbiguous = errors.New("name is ambiguous; use the ID")
	// ErrNameTaken: another recording has the name.
	ErrNameTaken = errors.New("another recording has this name")
	// ErrChanged: a recording is not as it was when it was read.
	ErrChanged = errors.New("the recording was changed by another program meanwhile; open it again")
	// ErrExists: it is there already and must not be replaced: a run, the intent
	// or the result of a step, the end of a run.
	ErrExists = errors.New("written already")
	// ErrInvalid: the value cannot be kept; the text says what is wrong with it.
	ErrInvalid = errors.New("not valid")
	// ErrSecret: the value holds a secret.
	ErrSecret = recorder.ErrSecret
	// ErrClosed: the store was closed.
	ErrClosed = errors.New("store is closed")
)

// classify adds the sentinel that an error of the system or of bbolt stands for.
func classify(err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, berrors.ErrTimeout):
		return ErrInUse
	case errors.Is(err, berrors.ErrDatabaseReadOnly):
		return ErrReadOnly
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return ErrClosed
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

// isFull also looks at the text: bbolt does not wrap the cause when it grows
// the file.
func isFull(err error) bool {
	for _, full := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), ": "+full.Error()) {
			return true
		}
	}
	return false
}
