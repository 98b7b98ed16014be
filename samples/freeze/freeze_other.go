//go:build !linux

package freeze

import "errors"

// Stop fails: what is frozen here only runs on Linux.
func Stop(int) error { return errors.ErrUnsupported }

// Continue fails like Stop.
func Continue(int) error { return errors.ErrUnsupported }
