//go:build cgo

package input

import (
	"context"
	"errors"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
)

var (
	_ backends.KeyboardTeller = (*Pointer)(nil)
	_ backends.LayoutRestorer = (*Pointer)(nil)
)

// errNoKeyboard says that no window has the keyboard.
var errNoKeyboard = errors.New("no window has the keyboard")

// Keyboard returns the top-level window that has the keyboard and its process, 0
// where the display does not know it.
func (p *Pointer) Keyboard(ctx context.Context) (window uint32, pid int, err error) {
	o, err := xconn.Await(ctx, func() (owner, error) {
		f, err := p.finder()
		if err != nil {
			return owner{}, err
		}
		o := f.focused()
		if o.window == 0 {
			return o, errNoKeyboard
		}
		return o, nil
	}, nil)
	return uint32(o.window), o.pid, err
}

// RestoreLayout takes back the keys that were lent to characters which the layout
// does not have. Whoever types such characters calls it when the application has
// been seen to have them; [Pointer.Close] does it at the latest.
func (p *Pointer) RestoreLayout(ctx context.Context) error {
	return p.send(ctx, "restore the keyboard layout", func(*bool) error {
		p.keys.restore()
		return nil
	})
}
