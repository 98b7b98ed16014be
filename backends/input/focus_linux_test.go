//go:build cgo

package input

import (
	"maps"
	"slices"
	"testing"

	"github.com/jezek/xgb/xproto"
)

func TestPointerTellsWhoHasTheKeyboard(t *testing.T) {
	tg, p := startTarget(t), newPointer(t)
	eventually(t, "the target has the keyboard", func() bool {
		window, pid, err := p.Keyboard(t.Context())
		return err == nil && window == tg.xid && pid == tg.pid
	})
	other := startTarget(t)
	eventually(t, "the new window has the keyboard", func() bool {
		window, pid, err := p.Keyboard(t.Context())
		return err == nil && window == other.xid && pid == other.pid
	})
}

// symbols are those of each key of the layout.
func symbols(t *testing.T, p *Pointer) map[xproto.Keycode]string {
	t.Helper()
	setup := xproto.Setup(p.conn)
	reply, err := xproto.GetKeyboardMapping(p.conn, setup.MinKeycode, byte(setup.MaxKeycode-setup.MinKeycode+1)).Reply()
	must(t, err)
	keys := map[xproto.Keycode]string{}
	for i := range slices.Chunk(reply.Keysyms, int(reply.KeysymsPerKeycode)) {
		code := setup.MinKeycode + xproto.Keycode(len(keys))
		keys[code] = ""
		for _, sym := range i {
			if sym != 0 {
				keys[code] += string(rune(sym))
			}
		}
	}
	return keys
}

func TestPointerRestoresTheLayout(t *testing.T) {
	p := newPointer(t)
	before := symbols(t, p)
	typed(t, p, "Ωмир 東京 😀")
	if maps.Equal(before, symbols(t, p)) {
		t.Error("nothing was lent to characters that the layout does not have")
	}
	must(t, p.RestoreLayout(t.Context()))
	if !maps.Equal(before, symbols(t, p)) {
		t.Error("the layout is not what it was")
	}
	typed(t, p, "Ωмир 東京 😀") // and it can be done again
}
