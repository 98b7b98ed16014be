// Package input hears and sends pointer and keyboard input on an X display.
//
// Promises. The [Listener] reports every press once, in the order of the server,
// and lets each held press through to its application, by itself after a limit:
// a click is delayed, never lost and never doubled. The [Pointer] sends exactly
// what it was told or says what may have landed. The [Lease] makes sure that one
// process at a time controls the input of a display.
//
// Thread rule: all methods may be called from any goroutine. A Listener calls
// its sink from one goroutine. Ownership: whoever makes a Pointer or acquires a
// Lease closes it; a Listener owns its connections while Listen runs.
//
// The Pointer and what the Listener hears beyond presses need cgo (robotgo, and
// XInput2, which jezek/xgb cannot decode). Without cgo the package still builds:
// [NewPointer] fails with [ErrNoCgo], and so does [NewListener] unless
// [Options].PressesOnly is set.
package input

import (
	"errors"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

var (
	// ErrNoDisplay says that there is no X display; errors.Is also finds
	// backends.ErrNoBus in it.
	ErrNoDisplay = xconn.ErrNoDisplay
	// ErrNoCgo says that this program was built without what the call needs.
	ErrNoCgo = errors.New("input: built without cgo; build with CGO_ENABLED=1 on Linux")
	// ErrGrabbed says that another program already holds the presses of the display.
	ErrGrabbed = errors.New("presses are already held by another program; stop the other recorder first")
	// ErrLeaseTaken says that another process controls the input of the display.
	ErrLeaseTaken = errors.New("input of the display is already controlled")
)
