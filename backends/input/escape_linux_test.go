//go:build linux && cgo

package input

import (
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// Esc is heard wherever the keyboard is, also where a window manager has Esc with a
// modifier for itself, and is everybody's again after the release.
func TestEscapeIsHeard(t *testing.T) {
	manager, err := xconn.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	root := xconn.Root(manager).Root
	setup := xproto.Setup(manager)
	keys, err := xproto.GetKeyboardMapping(manager, setup.MinKeycode, byte(setup.MaxKeycode-setup.MinKeycode+1)).Reply()
	if err != nil {
		t.Fatal(err)
	}
	grab := func(mods uint16) error {
		for i, sym := range keys.Keysyms {
			if sym == keysymEscape {
				code := setup.MinKeycode + xproto.Keycode(i/int(keys.KeysymsPerKeycode))
				return xproto.GrabKeyChecked(manager, false, root, mods, code, xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
			}
		}
		t.Fatal("no Esc in the layout")
		return nil
	}
	if err := grab(xproto.ModMask1); err != nil {
		t.Fatal(err)
	}
	heard := make(chan struct{}, 8)
	release, err := OnEscape(t.Context(), func() { heard <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPointer()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for range 2 {
		if err := p.Chord(t.Context(), "Escape"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-heard:
		case <-time.After(patience):
			t.Fatal("Esc was not heard")
		}
	}
	if err := grab(0); err == nil {
		t.Error("another program got Esc, too")
	}
	release()
	if err := grab(0); err != nil {
		t.Errorf("Esc was not let go: %v", err)
	}
}
