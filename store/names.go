package store

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/samebutton/samebutton/recorder"
)

// FreeName returns a name that none of the stored recordings has, as name or as ID:
// the one that was asked for, else the same with a number, or for "" the first free
// "Recording n". A long name gives way to the number; asked must be UTF-8.
func FreeName(asked string, stored []Summary) string {
	name, n := asked, 2
	if asked == "" {
		asked, name = "Recording", "Recording 1"
	}
	for slices.ContainsFunc(stored, func(s Summary) bool { return s.Name == name || s.ID == name }) {
		number := fmt.Sprintf(" %d", n)
		name = asked[:min(len(asked), recorder.MaxName-len(number))]
		for len(name) > 0 && !utf8.ValidString(name) { // not in the middle of a character
			name = name[:len(name)-1]
		}
		name += number
		n++
	}
	return name
}
