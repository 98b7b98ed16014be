package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// ofApplication is the view of what is said of an application as a whole.
const ofApplication = "application"

// amongAll is the view of what is said of elements of all windows, the first of which was
// in a view: it is looked for again where that view is on the screen again, and all
// windows are audited. (A page that is not shown any more would mend it.)
func amongAll(first string) string { return ofApplication + " > " + first }

// mostWord is how much of a name stands in a view, in characters.
const mostWord = 60

// view is what of one window was looked at.
type view struct {
	words string
	alone bool // its role tells it from all others
}

// views are, by the node of each shown window in scope, the words for what of the
// application was on the screen there: the window, the documents that it shows, and the
// tabs that are chosen. The same words in a later audit mean that the same view was
// looked at. The title of a main window that is alone changes with what is worked on, so
// that its role names it; a dialog is named by its title.
func (s *Subject) views(shown []bool) map[tree.NodeID]view {
	alone := map[tree.Role]int{}
	for _, top := range s.Nodes[0].Children {
		if shown[top] {
			alone[s.Nodes[top].Role]++
		}
	}
	views, words := map[tree.NodeID]view{}, map[tree.NodeID]*strings.Builder{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		top := s.Top(n.ID)
		if top == tree.None || !shown[top] || !s.Scoped(top) {
			continue
		}
		switch {
		case n.ID == top:
			b := &strings.Builder{}
			alone := n.Role == tree.RoleWindow && alone[n.Role] == 1
			if b.WriteString(string(n.Role)); !alone {
				fmt.Fprintf(b, " %q", begin(n.Name.Value))
			}
			words[top], views[top] = b, view{alone: alone}
		case !shown[i] || words[top] == nil:
		case n.Role == tree.RoleDocument || n.Role == tree.RoleTab && n.States.Has(tree.Selected):
			fmt.Fprintf(words[top], " > %s %q", n.Role, begin(n.Name.Value))
		}
	}
	for top, b := range words {
		views[top] = view{b.String(), views[top].alone}
	}
	if s.Windows == nil {
		views[tree.None] = view{words: ofApplication}
	}
	return views
}

// lasting is a locator without the title of a window that is alone.
func (v view) lasting(l inspector.Locator) string {
	if v.alone && len(l.Segments) > 0 && l.Segments[0].Role == tree.RoleWindow && l.Segments[0].Named {
		l.Segments = slices.Clone(l.Segments)
		l.Segments[0].Name, l.Segments[0].Named = "", false
	}
	return l.String()
}

// begin is the beginning of a text.
func begin(s string) string {
	if r := []rune(s); len(r) > mostWord {
		return string(r[:mostWord]) + "…"
	}
	return s
}
