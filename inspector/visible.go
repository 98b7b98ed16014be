package inspector

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns the first runes of a text as they can be shown on one line, and
// whether that is all of it. What has no look of its own is escaped as Go does
// (\u202e): a name with a control that turns the direction of text around, or one
// that a terminal obeys, must not look like another, nor change what stands beside
// it. A text of megabytes costs no more than a short one.
func Visible(s string, most int) (text string, all bool) {
	n, plain := 0, true
	all = true
	for i, r := range s {
		if n == most {
			s, all = s[:i], false
			break
		}
		n++
		plain = plain && r != utf8.RuneError && strconv.IsPrint(r)
	}
	if plain {
		return s, all
	}
	var b strings.Builder
	before := rune(0)
	for rest := s; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[len(s)-len(rest)-1])
		case r == '\n':
			b.WriteRune('⏎')
		case strconv.IsPrint(r), joins(r) && before > unicode.MaxASCII && strconv.IsPrint(before):
			b.WriteRune(r)
		default:
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		}
		before = r
	}
	return b.String(), all
}

// joins reports whether a rune without a look is part of how others are written:
// the joiners of Persian, of Indian scripts and of emoji.
func joins(r rune) bool { return r == '\u200c' || r == '\u200d' }
