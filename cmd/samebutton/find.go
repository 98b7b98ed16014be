package main

import (
	"context"

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
		Args: args(cobra.ExactArgs(1)),
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
	return fail(e, hintOf(r.Outcome), "%s: %s", what, r.Reason).with(findingOf(f, r))
}

// finding is what 'find' found.
type finding struct {
	Resolution string      `json:"resolution"` // unique, stale, ambiguous or unknown
	Locator    string      `json:"locator"`
	Snapshot   string      `json:"snapshot,omitempty"`
	Compared   int         `json:"compared"`
	Complete   bool        `json:"complete"`
	Matches    []matchData `json:"matches"`
	Proof      proofData   `json:"proof"`
}

func findingOf(f *inspector.Frozen, r inspector.Resolution) finding {
	return finding{
		Resolution: string(r.Outcome), Locator: r.Locator.String(), Snapshot: f.ID,
		Compared: r.Compared, Complete: r.Complete,
		Matches: matchesOf(f, r.Matches).Matches, Proof: proofOf(f.ProofOf(r, tree.None)),
	}
}

func (d finding) show(p *page) {
	p.line("%s: %s", d.Resolution, d.Locator)
	d.Proof.show(p)
	matchList{d.Matches}.show(p)
}
