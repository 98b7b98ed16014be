package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// copyLive copies a file that another process writes to, as of one
// transaction, to a file without a name.
//
// bbolt writes a transaction only to pages that the one before did not use, and
// names it in a meta page when all are written. So the pages of transaction N
// stay as they are until N+1 is named: a copy is whole if the newest
// transaction is the same before and after it.
func copyLive(src *os.File, deadline time.Time) (*os.File, error) {
	for {
		dst, err := copyOnce(src)
		if !errors.Is(err, errMoved) {
			return dst, err
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("%w (it writes without a pause)", ErrInUse)
		}
		time.Sleep(lockPoll)
	}
}

// errMoved says that a transaction was written meanwhile.
var errMoved = errors.New("store changed while it was copied")

func copyOnce(src *os.File) (_ *os.File, err error) {
	info, err := src.Stat()
	if err != nil {
		return nil, err
	}
	before, err := readMeta(src, info.Size())
	if err != nil {
		return nil, errMoved // torn by the writer; a damaged one is found at the deadline
	}
	dst, err := os.CreateTemp("", "samebutton-read-*") // mode 0600
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			dst.Close()
		}
	}()
	if err := os.Remove(dst.Name()); err != nil {
		return nil, err
	}
	if _, err := src.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if _, err := io.CopyN(dst, src, before.size()); err != nil {
		return nil, fmt.Errorf("copy store: %w", err)
	}
	if after, err := readMeta(src, info.Size()); err != nil || after.txid != before.txid {
		return nil, errMoved
	}
	if err := checkPages(dst, before.size()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return dst, nil
}
