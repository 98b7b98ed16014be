// Package safejson writes JSON that can be looked at in a terminal and in an editor:
// what an application calls itself may steer the one and turn around the lines of the
// other.
package safejson

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Escape escapes in JSON what has no look of its own; the values stay exactly as
// they are. Outside of strings there is no such character.
func Escape(b []byte) []byte {
	var out []byte // nil as long as there is nothing to escape
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case r < utf8.RuneSelf && r != 0x7f || strconv.IsPrint(r):
			if out != nil {
				out = append(out, b[i:i+size]...)
			}
		default:
			if out == nil {
				out = append(make([]byte, 0, len(b)+64), b[:i]...)
			}
			if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
				out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
			} else {
				out = fmt.Appendf(out, `\u%04x`, r)
			}
		}
		i += size
	}
	if out == nil {
		return b
	}
	return out
}
