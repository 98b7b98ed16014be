package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func (c *cli) find() *cobra.Command {
	return &cobra.Command{
		Use:   "find LOCATOR",
		Short: "look for an element and prove that it is the only one",
		Example: `  samebutton find --app Orders 'button "Save"'
  samebutton find --app Orders 'dialog "Save As" > button "Save"'
  samebutton find --app Orders 'row "Pear" > button "Delete"'`,
		Args: args(between(1, 1)),
		RunE: c.perform(func(ctx context.Context, args []string) (answer, error) {
			s, f, r, err := c.seek(ctx, args[0])
			if err != nil {
				return nil, err
			}
			defer s.close()
			return findingOf(f, r), nil
		}),
	}
}

// notFound is the failure of a search for what did not end with one element.
func notFound(e ending, f *inspector.Frozen, r inspector.Resolution, what string) *failure {
	if ended(f) {
		return theEnd(f).with(findingOf(f, r))
	}
	d := findingOf(f, r)
	hint := hintOf(r.Outcome)
	switch {
	case r.Outcome == inspector.Stale && what == r.Locator.String(): // a ref is not asked for by its words
		if near := nearestLocator(f, d.near); near != "" {
			hint = "did you mean " + near + "? If not, " + hint
		}
	case r.Outcome == inspector.Ambiguous && slices.ContainsFunc(d.Matches, func(m matchData) bool { return m.Locator != "" }):
		hint = "use one of the locators of the list, or " + hint
	}
	return fail(e, hint, "%s: %s", what, r.Reason).with(d)
}

// nearestLocator returns the proven locator of the first of some elements that has one.
func nearestLocator(f *inspector.Frozen, near []inspector.Twin) string {
	for _, t := range near {
		if l := provenLocator(f, t.Node); l != "" {
			return l
		}
	}
	return ""
}

// provenLocator is how an element can be named beyond doubt; "" where it cannot.
func provenLocator(f *inspector.Frozen, id tree.NodeID) string {
	t := f.Target(id)
	if t.Standing == inspector.StandingUnique || t.Standing == inspector.StandingContext {
		return t.Locator.String()
	}
	return ""
}

// mostNamed is how many of many matches get a locator of their own: each is proven by
// comparing it with everything.
const mostNamed = 40

// finding is what 'find' found.
type finding struct {
	Resolution string      `json:"resolution"` // unique, stale, ambiguous or unknown
	Locator    string      `json:"locator"`
	Snapshot   string      `json:"snapshot,omitempty"`
	Compared   int         `json:"compared"`
	Complete   bool        `json:"complete"`
	Matches    []matchData `json:"matches"`
	Proof      proofData   `json:"proof"`

	near []inspector.Twin // which do not match
}

func findingOf(f *inspector.Frozen, r inspector.Resolution) finding {
	proof := f.ProofOf(r, tree.None)
	d := finding{
		Resolution: string(r.Outcome), Locator: r.Locator.String(), Snapshot: f.ID,
		Compared: r.Compared, Complete: r.Complete,
		Matches: matchesOf(f, r.Matches).Matches, Proof: proofOf(proof),
	}
	for i, id := range r.Matches[:min(len(r.Matches), mostNamed)] {
		d.Matches[i].Locator = provenLocator(f, id)
	}
	for _, t := range proof.Twins {
		if !t.Matches {
			d.near = append(d.near, t)
		}
	}
	return d
}

func (d finding) show(p *page) {
	p.line("%s: %s", d.Resolution, d.Locator)
	proof := d.Proof
	// Those that match are the list below.
	proof.Twins = slices.DeleteFunc(slices.Clone(proof.Twins), func(t twinData) bool { return t.Matches })
	proof.show(p)
	matchList{d.Matches}.show(p)
}
