package tree

import "strings"

// bullets are the signs that a text box chooses from to hide its text, by what the
// font has.
const bullets = "\u25CF\u2022\u2731\u273A\u2B24"

// IsBullet reports whether a sign is one of those that stand for hidden characters.
func IsBullet(sign rune) bool { return strings.ContainsRune(bullets, sign) }

// EchoLength is how many times a sign must be all that a text box displays before it
// is taken for an echo that hides what is typed: a person may type a list's bullet or a
// row of dashes, too.
func EchoLength(sign rune) int {
	if IsBullet(sign) {
		return 2
	}
	return 4
}

// HoldsEcho reports whether a text begins with what is taken for an echo for certain,
// two bullets. A box that hides its text displays nothing else; where other characters
// stand beside it, they are all text. Other signs say nothing here: a password that is
// shown may begin with a row of them, and nobody types bullets into one.
func HoldsEcho(text string) bool {
	signs := []rune(text)
	return len(signs) >= 2 && IsBullet(signs[0]) && signs[1] == signs[0]
}
