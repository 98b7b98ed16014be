package inspector

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Query finds nodes for a person who searches: a locator where the text parses
// as one with a quote or key in it, a ref of this snapshot, otherwise words that
// must all be found in role, name, description or value (case does not matter);
// "role:button", "state:checked" and "is:ambiguous" compare exactly.
func (f *Frozen) Query(text string) []tree.NodeID {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	if strings.ContainsAny(text, `"[`) {
		if l, err := ParseLocator(text); err == nil {
			return f.Written(l).Matches
		}
	}
	if r, err := ParseRef(text); err == nil {
		if id := f.ByRef(r); id != tree.None {
			return []tree.NodeID{id}
		}
		return nil
	}
	words := strings.Fields(strings.ToLower(text))
	var ids []tree.NodeID
	for i := range f.Nodes {
		if f.hasWords(&f.Nodes[i], words) {
			ids = append(ids, tree.NodeID(i))
		}
	}
	return ids
}

func (f *Frozen) hasWords(n *tree.Node, words []string) bool {
	for _, w := range words {
		if role, ok := strings.CutPrefix(w, "role:"); ok {
			if string(n.Role) != role {
				return false
			}
			continue
		}
		if word, ok := strings.CutPrefix(w, "state:"); ok {
			s, err := tree.ParseState(word)
			if err != nil || !n.States.Has(s) {
				return false
			}
			continue
		}
		if word, ok := strings.CutPrefix(w, "is:"); ok {
			if !f.is(n, word) {
				return false
			}
			continue
		}
		if !strings.Contains(strings.ToLower(n.Name.Value), w) && !strings.Contains(string(n.Role), w) &&
			!strings.Contains(strings.ToLower(n.Description.Value), w) && !strings.Contains(strings.ToLower(n.Value.Value), w) {
			return false
		}
	}
	return true
}

// badgeWords are the words of "is:" for badges.
var badgeWords = map[string]Badge{
	"unique": BadgeUnique, "context": BadgeContext, "ambiguous": BadgeAmbiguous, "unnamed": BadgeUnnamed, "unproven": BadgeUnproven,
}

// interactiveWord is the word of "is:" for what a person can use.
const interactiveWord = "interactive"

// is reports whether a node has a standing in the survey, or is interactive.
func (f *Frozen) is(n *tree.Node, word string) bool {
	if word == interactiveWord {
		return n.Interactive()
	}
	badge, ok := badgeWords[word]
	return ok && f.Survey().Badges[n.ID] == badge
}
