package inspector

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
)

// Outcome is what a search for a target came to.
type Outcome string

// Outcomes (DESIGN 1, "Resolution").
const (
	Unique    Outcome = "unique"
	Stale     Outcome = "stale"     // a complete search found none
	Ambiguous Outcome = "ambiguous" // two or more; all are listed
	Unknown   Outcome = "unknown"   // the search was not complete
)

// Resolution is the answer of one search in one snapshot.
type Resolution struct {
	Locator  Locator
	Snapshot string
	Outcome  Outcome
	// Matches lists every node that fits, in document order.
	Matches []tree.NodeID
	// Undecided lists nodes that may fit: something needed could not be read.
	Undecided []tree.NodeID
	Compared  int
	// Complete says that every element which the locator could fit was read, though
	// other parts of the application may not have been.
	Complete bool
	// Missed is a place where a further match may be; nil where there is none.
	Missed *Missed
	// Reason says in words why the outcome is not unique.
	Reason string
}

// Missed is a place of which not all was read.
type Missed struct {
	Node  tree.NodeID
	Where string // the path to the node, for a person
	Cut   tree.Cut
}

// Node returns the single match; None unless the outcome is Unique.
func (r Resolution) Node() tree.NodeID {
	if r.Outcome != Unique {
		return tree.None
	}
	return r.Matches[0]
}

// pick applies "nth": it holds only while the number of siblings is unchanged.
func (r *Resolution) pick(value string) {
	nth, err := parseNth(value)
	if err != nil || len(r.Undecided) > 0 || len(r.Matches) == 0 {
		return
	}
	if len(r.Matches) != nth.Of {
		r.Reason = fmt.Sprintf("there were %d of them when the ordinal was chosen, now there are %d", nth.Of, len(r.Matches))
		if len(r.Matches) == 1 {
			r.Matches = nil
		}
		return
	}
	r.Matches = r.Matches[nth.Place-1 : nth.Place]
}

// settle derives the outcome. Two matches are ambiguous however incomplete the
// search; one or none prove nothing unless everything was seen.
func (r Resolution) settle() Resolution {
	switch {
	case len(r.Matches) > 1:
		r.Outcome = Ambiguous
		if r.Reason == "" {
			r.Reason = fmt.Sprintf("%d elements match", len(r.Matches))
		}
	case !r.Complete:
		r.Outcome, r.Reason = Unknown, "the observation is not complete"
		if m := r.Missed; m != nil {
			r.Reason = fmt.Sprintf("the observation is not complete, and a match may be in %s: %s (%s)", m.Where, m.Cut.Reason, m.Cut.Detail)
		}
	case len(r.Undecided) > 0:
		r.Outcome = Unknown
		r.Reason = fmt.Sprintf("%d more elements may match, but could not be read", len(r.Undecided))
	case len(r.Matches) == 1:
		r.Outcome = Unique
	default:
		r.Outcome = Stale
		if r.Reason == "" {
			r.Reason = fmt.Sprintf("none of %d elements matches", r.Compared)
		}
	}
	return r
}
