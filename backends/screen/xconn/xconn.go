// Package xconn opens connections to the X display for screen and input.
//
// Promise: opening never outlasts its context, and an error says in one sentence
// that the display cannot be reached and what to do. Importing the package also
// makes xgb safe to use from several connections at once (see init).
//
// Thread rule: functions may be called from any goroutine. Ownership: whoever
// opens a connection closes it.
package xconn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/shm"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
)

// ErrNoDisplay says that no X display can be reached; errors.Is also finds
// [backends.ErrNoBus] in it.
var ErrNoDisplay error = noDisplay{}

type noDisplay struct{}

func (noDisplay) Error() string {
	return "reach X display: none answers; start Samebutton inside a graphical X11 session or set DISPLAY"
}

func (noDisplay) Is(target error) bool { return target == backends.ErrNoBus }

// init repairs two properties of xgb that would hurt a program with several
// connections.
//
// xgb keeps the constructors of events and errors in global maps without a lock:
// each reader of a connection reads them, and each Init of an extension writes
// them. kbinani/screenshot calls shm.Init for every picture, so a picture taken
// while another connection receives an event could end the process with
// "concurrent map read and map write". Init writes only what the extension has
// registered; the registrations of MIT-SHM, DAMAGE and XFIXES are therefore taken
// out (no one here reads their events, and xgb drops an event without a
// constructor), and error numbers of all extensions get one constructor now,
// while there is a single goroutine. Without it xgb would drop such an error and
// the request would wait for ever.
//
// xgb also reports to standard error what it returns as errors anyway, two lines
// for each picture where there is no authority file.
func init() {
	for _, extension := range []string{"MIT-SHM", "DAMAGE", "XFIXES"} {
		clear(xgb.NewExtEventFuncs[extension])
	}
	for _, constructors := range xgb.NewExtErrorFuncs {
		clear(constructors)
	}
	for number := 128; number <= 255; number++ {
		xgb.NewErrorFuncs[number] = newExtensionError
	}
	xgb.Logger.SetOutput(io.Discard)
}

// The blank uses keep the registrations of these packages before our init.
var (
	_ = shm.Init
	_ = damage.Init
	_ = xfixes.Init
)

// ExtensionError is an X error with a number that belongs to an extension.
type ExtensionError struct {
	Number   byte
	Sequence uint16
	Value    uint32
}

func newExtensionError(buf []byte) xgb.Error {
	return ExtensionError{Number: buf[1], Sequence: xgb.Get16(buf[2:]), Value: xgb.Get32(buf[4:])}
}

// SequenceId returns the number of the request that failed.
func (e ExtensionError) SequenceId() uint16 { return e.Sequence }

// BadId returns the resource or value that the server refused.
func (e ExtensionError) BadId() uint32 { return e.Value }

// Error names the number of the error.
func (e ExtensionError) Error() string {
	return fmt.Sprintf("x extension error %d (value 0x%x)", e.Number, e.Value)
}

// Open connects to a display such as ":1", or to the one in DISPLAY where the
// name is empty. The caller closes the connection.
func Open(ctx context.Context, display string) (*xgb.Conn, error) {
	if display == "" && os.Getenv("DISPLAY") == "" {
		return nil, fmt.Errorf("%w (DISPLAY is not set)", ErrNoDisplay)
	}
	conn, err := Await(ctx, func() (*xgb.Conn, error) { return xgb.NewConnDisplay(display) }, (*xgb.Conn).Close)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return nil, fmt.Errorf("open X display %q: %w", Name(display), err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w (display %q: %v)", ErrNoDisplay, Name(display), err)
	}
	return conn, nil
}

// Drain throws the events of a connection away until it ends, for connections
// whose owner reads none. Every client is told of changes of the keyboard; unread
// they would fill xgb's queue of 5,000, and its reader would stand still for good.
func Drain(conn *xgb.Conn) {
	go func() {
		for {
			if event, err := conn.WaitForEvent(); event == nil && err == nil {
				return
			}
		}
	}()
}

// Name returns the display that a name means: itself, or DISPLAY where it is empty.
func Name(display string) string {
	if display == "" {
		return os.Getenv("DISPLAY")
	}
	return display
}

// Root returns the default screen of a connection.
func Root(conn *xgb.Conn) *xproto.ScreenInfo { return xproto.Setup(conn).DefaultScreen(conn) }

// Await runs ask, which has no deadline of its own, in a goroutine and gives up
// when ctx ends. ask is always run; an answer that comes too late goes to
// discard (nil: dropped).
func Await[T any](ctx context.Context, ask func() (T, error), discard func(T)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	var none T
	done := make(chan answer)
	go func() {
		value, err := ask()
		select {
		case done <- answer{value, err}:
		case <-ctx.Done():
			if err == nil && discard != nil {
				discard(value)
			}
		}
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}
