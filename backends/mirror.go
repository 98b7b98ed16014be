package backends

import (
	"context"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// Mirrorer keeps an image of one application current by what the application says
// that it changed, so that a change costs what changed and not the whole.
type Mirrorer interface {
	// Mirror starts to listen and returns at once; nothing is read before the first
	// Refresh, which waits until the application is heard: nothing is missed between. hear gets every event of the application, in order, on one goroutine;
	// it must not block and may be nil.
	Mirror(app tree.Application, hear func(Event)) Mirror
}

// Mirror is an image of one application. Due may be used from any goroutine,
// Refresh and Reconcile from one at a time; who closes a mirror makes them return.
//
// Promise: an image says what a whole reading would have said, as far as the
// application says what it changes; what is known to be kept silent is read again
// after changes. Whoever acts observes anew all the same: an image is no proof.
type Mirror interface {
	// Due receives when a Refresh would read something.
	Due() <-chan struct{}
	// Refresh reads what changed, or everything where that is not known. Its errors
	// are those of Observe, and then the image before is the last that is known:
	// what was to be read is still to be read. Of an application that ended, or whose
	// place another process took, it returns [ErrGone] for good.
	Refresh(ctx context.Context) (Image, error)
	// Reconcile reads everything and compares it with the image.
	Reconcile(ctx context.Context) (Image, error)
	// Close ends the listening and does not wait.
	Close()
}

// Image is one state of a mirror.
type Image struct {
	// Snapshot is immutable. While nothing differs it is the one of the image before.
	Snapshot *tree.Snapshot
	// Whole says that all of it was read for this image, at Read.
	Whole bool
	Read  time.Time
	// Deaf says that the application's events cannot be heard: every refresh reads
	// everything, and none is ever due.
	Deaf bool
	Changes
	// Missed is the number of changes that only reading everything found, though no
	// event told of them.
	Missed int
}

// Changes names what differs from the image before, by handle.
type Changes struct {
	Added, Removed, Changed []tree.Handle
	// Rest says that windows or cuts differ.
	Rest bool
}

// Any reports whether anything differs.
func (c Changes) Any() bool {
	return len(c.Added)+len(c.Removed)+len(c.Changed) > 0 || c.Rest
}

// Count returns the number of elements that differ.
func (c Changes) Count() int { return len(c.Added) + len(c.Removed) + len(c.Changed) }

// MirrorOf returns the backend's own mirror of an application or, where it has
// none, one that reads everything after every event.
func MirrorOf(b Backend, app tree.Application, hear func(Event)) Mirror {
	if m, ok := b.(Mirrorer); ok {
		return m.Mirror(app, hear)
	}
	return newRereader(b, app, hear)
}
