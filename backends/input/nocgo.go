//go:build !cgo || !linux

package input

import (
	"context"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

var _ backends.Pointer = (*Pointer)(nil)

// Pointer cannot be made without cgo.
type Pointer struct{}

// NewPointer fails with [ErrNoCgo].
func NewPointer() (*Pointer, error) { return nil, ErrNoCgo }

// Close does nothing.
func (*Pointer) Close() {}

// Owner fails with [ErrNoCgo].
func (*Pointer) Owner(context.Context, tree.Point) (int, error) { return 0, ErrNoCgo }

// Move fails with [ErrNoCgo].
func (*Pointer) Move(context.Context, tree.Point) error { return ErrNoCgo }

// Click fails with [ErrNoCgo].
func (*Pointer) Click(context.Context, int, ...string) error { return ErrNoCgo }

// DoubleClick fails with [ErrNoCgo].
func (*Pointer) DoubleClick(context.Context) error { return ErrNoCgo }

// Drag fails with [ErrNoCgo].
func (*Pointer) Drag(context.Context, tree.Point, func(context.Context) error) error { return ErrNoCgo }

// Scroll fails with [ErrNoCgo].
func (*Pointer) Scroll(context.Context, int, int) error { return ErrNoCgo }

// Type fails with [ErrNoCgo].
func (*Pointer) Type(context.Context, string) error { return ErrNoCgo }

// Chord fails with [ErrNoCgo].
func (*Pointer) Chord(context.Context, ...string) error { return ErrNoCgo }

// Keyboard fails with [ErrNoCgo].
func (*Pointer) Keyboard(context.Context) (uint32, int, error) { return 0, 0, ErrNoCgo }

// RestoreLayout fails with [ErrNoCgo].
func (*Pointer) RestoreLayout(context.Context) error { return ErrNoCgo }

// rawAvailable says that the program was built with the raw source.
const rawAvailable = false

// rawSource cannot be opened without cgo.
type rawSource struct{ events chan rawEvent }

func openRaw(context.Context, string) (*rawSource, error) { return nil, ErrNoCgo }

func (*rawSource) sync() {}

func (*rawSource) tellsLifts() bool { return false }
