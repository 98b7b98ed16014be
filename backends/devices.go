package backends

import (
	"context"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// Screen takes pictures of the display.
type Screen interface {
	// Capture takes a picture of an area of the screen in physical pixels,
	// clipped to the display.
	Capture(ctx context.Context, area tree.Rect) (*tree.Capture, error)
	// CaptureWindows takes a picture of the same area as it looks with nothing but
	// one application's windows on it, whatever covers them: the given ones, told
	// by XID, and those that belong to them, such as menus. The rest is a flat
	// grey. Where that cannot be seen it fails and shows nothing else instead.
	CaptureWindows(ctx context.Context, area tree.Rect, windows []tree.Window) (*tree.Capture, error)
}

// Exposer takes pictures of windows in two parts: of a screen that moves on, when there
// is little time.
type Exposer interface {
	// Expose is CaptureWindows as of now, but the pixels stay in the display until
	// develop reads them. develop is called once; the display keeps the pixels until
	// then, also where ctx has ended and nothing is read any more.
	Expose(ctx context.Context, area tree.Rect, windows []tree.Window) (develop func(ctx context.Context) (*tree.Capture, error), err error)
}

// Pointer sends real pointer and keyboard input to the display. Only the demo,
// the tests and steps that a person allowed use it; there is one input
// controller for each display (guarantee 9).
type Pointer interface {
	// Owner returns the process whose window lies on top at a place of the screen: what
	// a press there would reach. 0 where nothing is there or nobody can tell.
	Owner(ctx context.Context, at tree.Point) (pid int, err error)
	// Move places the pointer.
	Move(ctx context.Context, to tree.Point) error
	// Click presses and releases a button (1 left, 2 middle, 3 right) where the
	// pointer is, with keys such as "ctrl" held meanwhile.
	Click(ctx context.Context, button int, held ...string) error
	// DoubleClick clicks the left button twice where the pointer is, within the time
	// that applications take for one gesture.
	DoubleClick(ctx context.Context) error
	// Drag presses the left button where the pointer is, moves it in steps and lets
	// go at the end. sure (which may be nil) is asked right before that: where it
	// fails, or ctx has ended by then, Escape is pressed first, which calls a drag
	// off. Whatever happens, the button is up again when the drag is over.
	Drag(ctx context.Context, to tree.Point, sure func(ctx context.Context) error) error
	// Scroll turns the wheel where the pointer is by so many notches; down and to the
	// right count positive.
	Scroll(ctx context.Context, right, down int) error
	// Type enters text as key presses.
	Type(ctx context.Context, text string) error
	// Chord presses keys together, for example "ctrl", "s".
	Chord(ctx context.Context, keys ...string) error
}

// KeyboardTeller is a [Pointer] that knows where keys would go.
type KeyboardTeller interface {
	// Keyboard returns the top-level window that has the keyboard and its process; 0
	// where unknown.
	Keyboard(ctx context.Context) (window uint32, pid int, err error)
}

// LayoutRestorer is a [Pointer] that lends keys to characters which the layout of
// the keyboard does not have.
type LayoutRestorer interface {
	// RestoreLayout takes them back. An application that has not handled what was
	// typed yet may then not understand it: call it when that was seen.
	RestoreLayout(ctx context.Context) error
}

// InputKind says what a person did with a device.
type InputKind string

// Kinds of input.
const (
	InputPress   InputKind = "press"   // a pointer button went down
	InputRelease InputKind = "release" // a pointer button went up
	InputKeyDown InputKind = "key-down"
	InputKeyUp   InputKind = "key-up"
)

// Modifiers held during an input.
type Modifiers struct {
	Shift, Control, Alt, Super bool
}

// Input is one thing that a person did.
type Input struct {
	Kind InputKind
	// At is the time of receipt with the monotonic clock; ServerTime is the X
	// server's own in milliseconds, which orders input exactly.
	At         time.Time
	ServerTime uint32
	Button     int
	Point      tree.Point
	// Key is the X keysym name without the XK_ prefix ("Return", "a"), Text what
	// the key types in the current layout, "" for keys that type nothing.
	Key       string
	Text      string
	Modifiers Modifiers
	// Window is the top-level X window under the pointer, or with the keyboard
	// focus for keys; 0 where unknown. PID is its process, 0 where unknown.
	Window uint32
	PID    int
	// Held says that the display waits: the press has not reached the
	// application yet. Release lets it through; it may be called from any
	// goroutine and more than once, and is called by itself after the listener's
	// limit (150 ms), so that a click is never lost.
	Held    bool
	Release func()
	// Waiting reports whether a held press has still not reached the application:
	// what was asked before it turned false was answered before the press. nil for
	// input that was not held.
	Waiting func() bool
}

// Listener hears what a person does with pointer and keyboard.
type Listener interface {
	// Listen calls sink for each input, in order, from one goroutine, until ctx
	// ends. ready is called once, when nothing can be missed any more.
	Listen(ctx context.Context, ready func(), sink func(Input)) error
}
