//go:build cgo

package input

/*
#cgo LDFLAGS: -lX11 -lXi -lXtst -lxkbcommon
#include <stdlib.h>
#include <xkbcommon/xkbcommon.h>
*/
import "C"

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/jezek/xgb/xproto"
)

// keyAliases are the names people write for keys whose X name is another one.
var keyAliases = map[string]string{
	"ctrl": "Control_L", "control": "Control_L", "alt": "Alt_L", "shift": "Shift_L", "altgr": "ISO_Level3_Shift",
	"super": "Super_L", "meta": "Super_L", "cmd": "Super_L", "win": "Super_L",
	"enter": "Return", "return": "Return", "esc": "Escape", "escape": "Escape", "tab": "Tab", "space": "space",
	"backspace": "BackSpace", "delete": "Delete", "del": "Delete", "insert": "Insert",
	"up": "Up", "down": "Down", "left": "Left", "right": "Right", "home": "Home", "end": "End",
	"pageup": "Page_Up", "pagedown": "Page_Down", "menu": "Menu",
}

// keyNamed returns the keysym of a key: one character, an X keysym name as the
// Listener reports it ("Return", "Control_L", "F5", "odiaeresis"), or an alias
// in any case ("ctrl", "Enter").
func keyNamed(name string) (xproto.Keysym, error) {
	if r, size := utf8.DecodeRuneInString(name); size == len(name) && size > 0 {
		return keyTyping(r)
	}
	if alias, ok := keyAliases[strings.ToLower(name)]; ok {
		name = alias
	}
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	if sym := C.xkb_keysym_from_name(c, C.XKB_KEYSYM_NO_FLAGS); sym != C.XKB_KEY_NoSymbol {
		return xproto.Keysym(sym), nil
	}
	// F-keys are the one family whose names people write in lower case.
	if sym := C.xkb_keysym_from_name(c, C.XKB_KEYSYM_CASE_INSENSITIVE); sym >= C.XKB_KEY_F1 && sym <= C.XKB_KEY_F35 {
		return xproto.Keysym(sym), nil
	}
	return 0, fmt.Errorf(`key %q is unknown; use a character, or an X key name such as "Return", "Tab", "F5", "ctrl"`, name)
}

// keyTyping returns the keysym that types a character; newline and tab are
// their keys.
func keyTyping(r rune) (xproto.Keysym, error) {
	switch {
	case r == '\n':
		return C.XKB_KEY_Return, nil
	case r == '\t':
		return C.XKB_KEY_Tab, nil
	case r == utf8.RuneError || unicode.IsControl(r):
		return 0, fmt.Errorf("character %U cannot be typed", r)
	}
	sym := C.xkb_utf32_to_keysym(C.uint32_t(r))
	if sym == C.XKB_KEY_NoSymbol {
		return 0, fmt.Errorf("character %U cannot be typed", r)
	}
	return xproto.Keysym(sym), nil
}

// casePair returns a keysym in lower and in upper case; both are sym where it
// has no case.
func casePair(sym xproto.Keysym) (lower, upper xproto.Keysym) {
	l, u := C.xkb_keysym_to_lower(C.xkb_keysym_t(sym)), C.xkb_keysym_to_upper(C.xkb_keysym_t(sym))
	if C.xkb_keysym_to_upper(l) != u || C.xkb_keysym_to_lower(u) != l {
		return sym, sym
	}
	return xproto.Keysym(l), xproto.Keysym(u)
}

// modifierKey reports whether a key only changes others.
func modifierKey(sym xproto.Keysym) bool {
	return sym >= C.XKB_KEY_Shift_L && sym <= C.XKB_KEY_Hyper_R || sym == C.XKB_KEY_ISO_Level3_Shift
}

const (
	shiftKey     = xproto.Keysym(C.XKB_KEY_Shift_L)
	shiftKeyLast = xproto.Keysym(C.XKB_KEY_Shift_R)
)
