package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/store"
)

func (c *cli) tree() *cobra.Command {
	var depth int
	var root, file string
	cmd := &cobra.Command{
		Use:   "tree",
		Short: "show what an application exposes",
		Example: `  samebutton tree --app Orders --depth 3
  samebutton tree --root @s12:e5
  samebutton tree --app Orders --save orders.samebutton-snapshot
  samebutton tree --backend file:orders.samebutton-snapshot`,
		Args: args(noArguments),
		RunE: c.perform(func(ctx context.Context, _ []string) (answer, error) {
			if root != "" && file != "" {
				return nil, fail(usage, "leave out --root", "--save saves the whole application")
			}
			if root != "" {
				return c.region(ctx, root, depth)
			}
			s, err := c.open(ctx)
			if err != nil {
				return nil, err
			}
			defer s.close()
			f, err := s.snapshot(ctx)
			if err != nil {
				return nil, err
			}
			top, err := s.top(f)
			if err != nil {
				return nil, err
			}
			outline := outlineOf(f, max(top, 0), depth)
			if file != "" {
				if outline.Saved, err = s.save(ctx, f, file); err != nil {
					return nil, explain(err).with(outline)
				}
			}
			if ended(f) {
				return nil, theEnd(f).with(outline)
			}
			return outline, nil
		}),
	}
	cmd.Flags().IntVar(&depth, "depth", manyLevels, "show `N` levels, -1 for all; what proofs compare stays whole")
	cmd.Flags().StringVar(&file, "save", "", "save the whole application with a picture to this `FILE`, for --backend file:FILE")
	cmd.Flags().StringVar(&root, "root", "", "read only what is below this `REF` anew")
	return cmd
}

// manyLevels is how deep a tree is shown where nobody says: far deeper than what
// applications have, and less than what readers of JSON refuse (Python's ends at
// 1000 brackets, and each level has two).
const manyLevels = 400

// region reads what is below a ref anew into the snapshot of the ref and shows it.
// A reading that was not complete changes nothing.
func (c *cli) region(ctx context.Context, text string, depth int) (answer, error) {
	saved, node, err := c.remembered(text)
	if err != nil {
		return nil, err
	}
	s, err := c.reopen(ctx, saved.Application)
	if err != nil {
		return nil, err
	}
	defer s.close()
	ctx, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	part, err := s.backend.Observe(ctx, backends.Scope{Application: s.app, Root: saved.Nodes[node].Handle})
	if errors.Is(err, backends.ErrGone) {
		return nil, fail(stale, "read the application anew with 'samebutton tree'", "%s (%s) is not there any more", text, saved.Short(node))
	}
	if err != nil {
		return nil, err
	}
	if !part.Complete() {
		return nil, fail(unknown, hintOf(inspector.Unknown), "what is below %s could not be read completely, so snapshot %s was left as it is", text, saved.ID)
	}
	if part.Nodes[0].Handle != saved.Nodes[node].Handle {
		return nil, fail(unknown, hintOf(inspector.Unknown), "the application answered for another element than %s", text)
	}
	merged, node, err := c.renew(saved.ID, part)
	if err != nil {
		return nil, err
	}
	return outlineOf(merged, node, depth), nil
}

// renew puts a complete reading of a region into a stored snapshot, which another
// process may have changed since it was read here.
func (c *cli) renew(id string, part *tree.Snapshot) (merged *inspector.Frozen, root tree.NodeID, err error) {
	shelf, err := c.openShelf()
	if err != nil {
		return nil, tree.None, err
	}
	gone := fail(stale, "read the application anew with 'samebutton tree'", "what was read is not in snapshot %s any more", id)
	err = shelf.UpdateSnapshot(id, func(snap *tree.Snapshot) (*tree.Snapshot, error) {
		saved := inspector.Freeze(snap)
		if root = saved.ByHandle(part.Nodes[0].Handle); root == tree.None {
			return nil, gone
		}
		merged = inspector.Freeze(inspector.Graft(saved, root, part))
		return merged.Snapshot, nil
	})
	switch {
	case errors.Is(err, gone):
		return nil, tree.None, gone
	case errors.Is(err, store.ErrNotFound):
		return nil, tree.None, fail(stale, gone.hint, "%v", err)
	case err != nil:
		return nil, tree.None, storeFailure(err)
	}
	return merged, root, nil
}

// outline is what 'tree' read.
type outline struct {
	Snapshot    string      `json:"snapshot"` // "": not stored, so there are no refs
	Application appData     `json:"application"`
	Complete    bool        `json:"complete"`
	Cuts        []cutData   `json:"cuts"`
	Count       int         `json:"count"` // elements in the whole snapshot
	TookMs      int64       `json:"tookMs"`
	Root        elementData `json:"root"`
	Saved       *savedData  `json:"saved,omitempty"` // with --save

	summary string
	means   []cutMeaning // of the cuts
}

// cutData is one place that was not read.
type cutData struct {
	Path    string `json:"path"`
	Reason  string `json:"reason"`
	Missing int    `json:"missing"` // children, -1: nobody knows how many
	Detail  string `json:"detail,omitempty"`
}

func outlineOf(f *inspector.Frozen, root tree.NodeID, depth int) outline {
	o := outline{
		Snapshot: f.ID, Application: appOf(f.Application), Complete: f.Complete(), Cuts: cutsOf(f),
		Count: len(f.Nodes), TookMs: f.Took.Milliseconds(), Root: treeOf(f, root, depth),
	}
	o.means = meaningsOf(f)
	s := f.Survey()
	o.summary = count(len(f.Nodes), "element") + ", " + fmt.Sprintf("%d interactive", s.Interactive) +
		fmt.Sprintf(": %d unique, %d by context, %d ambiguous, %d unnamed", s.Unique, s.ByContext, s.Ambiguous, s.Unnamed)
	return o
}

func cutsOf(f *inspector.Frozen) []cutData {
	cuts := []cutData{}
	for _, c := range f.Cuts {
		cuts = append(cuts, cutData{f.Path(c.Node), string(c.Reason), c.Missing, c.Detail})
	}
	return cuts
}

func (o outline) show(p *page) {
	o.Root.showTree(p, 0)
	p.line("")
	p.line("%s", o.summary)
	showCuts(p, o.Cuts)
	for _, m := range o.means {
		p.line("what that means: %s", m)
	}
	if o.Saved != nil {
		p.line("%s", o.Saved)
	}
}

// fewPlaces is how many places of one reason people are shown.
const fewPlaces = 3

// showCuts says what is not complete: of many places with one reason the first.
func showCuts(p *page, cuts []cutData) {
	places := map[string]int{}
	for _, c := range cuts {
		if places[c.Reason]++; places[c.Reason] <= fewPlaces {
			p.line("not complete: %s at %s: %s", c.Reason, orElse(c.Path, "the application"), c.Detail)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(places)) {
		if more := places[reason] - fewPlaces; more > 0 {
			p.line("not complete: %s at %s more", reason, count(more, "place"))
		}
	}
}
