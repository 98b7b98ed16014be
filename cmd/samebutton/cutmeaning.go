package main

import (
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// cutMeaning is what follows for proofs from what was not read for one reason,
// and what can be done about it.
type cutMeaning struct {
	follows string
	remedy  string // "": nothing can be mended
}

func (m cutMeaning) String() string {
	if m.remedy == "" {
		return m.follows + "; nothing to mend"
	}
	return toDo(m.follows, m.remedy)
}

// cutRemedies say by reason what can be done; an element that makes its children
// on demand is as it should be.
var cutRemedies = map[tree.CutReason]string{
	tree.CutTime:          "give more time with --timeout",
	tree.CutDepth:         "close the part that nests so deeply",
	tree.CutEnded:         "start the application again",
	tree.CutCount:         "close documents, tabs or lists that are not needed: it shows more elements than are read",
	tree.CutUnreadable:    "look at its window, or start it again, and read again",
	tree.CutChanged:       "read again when nothing in it moves",
	tree.CutCycle:         "read again; where it stays, the application publishes a wrong tree",
	tree.CutCountMismatch: "read again; where it stays, the application publishes a wrong tree",
}

// meaningsOf says once for each reason what the cuts of a snapshot mean.
func meaningsOf(f *inspector.Frozen) []cutMeaning {
	var all []cutMeaning
	for _, c := range f.Cuts {
		if m := meaningOf(f, c); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

func meaningOf(f *inspector.Frozen, c tree.Cut) cutMeaning {
	m := cutMeaning{remedy: cutRemedies[c.Reason]}
	switch {
	case f.Doubtful():
		m.follows = "too many places were not read, so nothing can be proven unique"
	case f.HidesItems(c.Node):
		m.follows = "items out of view are made on demand: they cannot be proven until they are scrolled to; buttons, menus and what else is no item can, and cells whose names are their addresses"
	case c.Node == 0:
		m.follows = string(c.Reason) + " at the application itself: nothing can be proven unique"
	default:
		m.follows = string(c.Reason) + ": what may be hidden there cannot be proven unique; what is named by another window or container can"
	}
	return m
}

// careOf puts what the cuts of an application mean where 'doctor' shows it: as
// something to do, or as a note where nothing can be done.
func careOf(all []cutMeaning) (remedy, note string) {
	var remedies, notes []string
	for _, m := range all {
		if m.remedy == "" {
			notes = append(notes, m.String())
		} else {
			remedies = append(remedies, m.String())
		}
	}
	return strings.Join(remedies, "; "), strings.Join(notes, "; ")
}
