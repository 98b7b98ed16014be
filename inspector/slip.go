package inspector

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// QueryProblem says what in a query can fit no element, whatever is observed: a word
// after "role:", "state:" or "is:" that there is not, or a text with quotes or
// brackets that is no locator. It is "" where nothing is wrong. A query that finds
// something has no problem, even where this says so.
func QueryProblem(text string) string {
	if strings.ContainsAny(text, `"[`) {
		if _, err := ParseLocator(text); err != nil {
			return err.Error()
		}
		return ""
	}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		kind, word, _ := strings.Cut(w, ":")
		switch kind {
		case "role":
			if r := tree.Role(word); !r.Known() {
				return fmt.Sprintf("%q is not a role; %s", word, MeantRole(r))
			}
		case "state":
			if _, err := tree.ParseState(word); err != nil {
				return fmt.Sprintf("%q is not a state; states are words such as checked, focused, expanded", word)
			}
		case "is":
			if _, ok := badgeWords[word]; !ok && word != interactiveWord {
				words := append(slices.Sorted(maps.Keys(badgeWords)), interactiveWord)
				return fmt.Sprintf("nothing is %q; it can be %s", word, strings.Join(words, ", "))
			}
		}
	}
	return ""
}
