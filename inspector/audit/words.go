package audit

import (
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// listed is how many elements a sentence names.
const listed = 4

// List names elements for a sentence, each with the named element around it; those that
// read the same once with their number, the first few of many.
func (s *Subject) List(ids []tree.NodeID) string {
	var words []string
	times := map[string]int{}
	for i, id := range ids {
		if len(words) == listed {
			words = append(words, fmt.Sprintf("%d more", len(ids)-i))
			break
		}
		w := s.Placed(id)
		if times[w]++; times[w] == 1 {
			words = append(words, w)
		}
	}
	for i, w := range words {
		if times[w] > 1 {
			words[i] = fmt.Sprintf("%s (%d times)", w, times[w])
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Placed names an element with the nearest named element around it:
// button "Save" in dialog "Edit".
func (s *Subject) Placed(id tree.NodeID) string {
	for up := s.Nodes[id].Parent; up > 0; up = s.Nodes[up].Parent {
		if _, named := s.Name(up); named {
			return s.Short(id) + " in " + s.Short(up)
		}
	}
	return s.Short(id)
}
