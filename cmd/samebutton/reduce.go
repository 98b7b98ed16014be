package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

func (c *cli) reduceRecording() *cobra.Command {
	var save string
	cmd := &cobra.Command{
		Use:   "reduce NAME",
		Short: "make the steps of a recording again from what was heard, and show what differs",
		Long: `Makes the steps of a recording again from the log of what was heard while it was
recorded, as this version of Samebutton understands it, and shows what differs from
the steps that the recording has. The recording stays as it is, with all edits; with
--save what was made becomes a recording of its own.`,
		Example: `  samebutton recordings reduce "new order"
  samebutton recordings reduce "new order" --save "new order, again"`,
		Args: args(between(1, 1)),
	}
	cmd.RunE = c.perform(func(_ context.Context, args []string) (answer, error) { return c.reduce(args[0], save) })
	cmd.Flags().StringVar(&save, "save", "", "store what was made as a recording with this `NAME`")
	return cmd
}

func (c *cli) reduce(word, save string) (answer, error) {
	rec, err := c.recording(word)
	if err != nil {
		return nil, err
	}
	packed, err := c.shelf.Log(rec.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, fail(usage, "record it again", "no log is kept of %q: it was imported, is of an older version, or holds what became a secret", rec.Name)
	case err != nil:
		return nil, storeFailure(err)
	}
	l, err := recorder.ReadLog(packed)
	if err != nil {
		return nil, fail(storeFailed, "record it again", "%v", err)
	}
	steps, err := recorder.Reduce(l)
	if len(rec.Steps) > 0 && rec.Steps[0].Kind == recorder.StepLaunch {
		steps = append([]recorder.Step{rec.Steps[0]}, steps...) // it was done before anything was heard
	}
	d := reduction{Recording: summaryOf(rec), Changes: stepChanges(rec.Steps, steps)}
	var cut recorder.CutError
	switch {
	case errors.As(err, &cut):
		d.Cut = cut.Why
	case err != nil:
		return nil, fail(storeFailed, "record it again", "%v", err)
	}
	if save == "" {
		return d, nil
	}
	return d, c.saveReduced(&d, rec, steps, save, packed)
}

// saveReduced stores the steps as a recording of its own, with the log.
func (c *cli) saveReduced(d *reduction, rec recorder.Recording, steps []recorder.Step, name string, packed []byte) error {
	shelf, err := c.openShelf()
	if err != nil {
		return err
	}
	if err := checkFree(shelf, name); err != nil {
		return err
	}
	now := rec
	now.Name, now.Steps, now.Parameters = name, steps, nil
	now.ID = fmt.Sprintf("%.100s-%d", rec.ID, time.Now().UnixMicro())
	for _, s := range steps {
		if s.Parameter != "" && !slices.ContainsFunc(now.Parameters, func(p recorder.Parameter) bool { return p.Name == s.Parameter }) {
			now.Parameters = append(now.Parameters, recorder.Parameter{Name: s.Parameter, Secret: true})
		}
	}
	if now, err = shelf.ImportRecording(now); err != nil {
		return nameFailure(err)
	}
	if err := shelf.PutLog(now.ID, packed); err != nil {
		return storeFailure(err)
	}
	saved := summaryOf(now)
	d.Saved = &saved
	return nil
}

// reduction is what 'recordings reduce' found.
type reduction struct {
	Recording summaryData `json:"recording"`
	// Cut says why the log ends before the recording, "" where it does not.
	Cut     string       `json:"cut,omitempty"`
	Changes []stepChange `json:"changes"`
	Saved   *summaryData `json:"saved,omitempty"`
}

// stepChange is a step that is another now, or there only before or only now. N is its
// number where it is.
type stepChange struct {
	Kind string `json:"kind"` // changed, added, removed
	N    int    `json:"n"`
	Was  string `json:"was,omitempty"`
	Now  string `json:"now,omitempty"`
}

// stepChanges compares two lists of steps. A step is the same one where it came of the
// same input, which its ID tells.
func stepChanges(was, now []recorder.Step) []stepChange {
	changes := []stepChange{}
	at := map[string]int{}
	for i, s := range now {
		at[s.ID] = i
	}
	for i, s := range was {
		k, kept := at[s.ID]
		switch {
		case !kept:
			changes = append(changes, stepChange{Kind: "removed", N: i + 1, Was: stepWords(s)})
		case stepWords(s) != stepWords(now[k]):
			changes = append(changes, stepChange{Kind: "changed", N: k + 1, Was: stepWords(s), Now: stepWords(now[k])})
		}
		delete(at, s.ID)
	}
	for i, s := range now {
		if _, added := at[s.ID]; added {
			changes = append(changes, stepChange{Kind: "added", N: i + 1, Now: stepWords(s)})
		}
	}
	return changes
}

// stepWords is a step as it is compared: what it says, whether its target is proven,
// and what it did.
func stepWords(s recorder.Step) string {
	words := fmt.Sprintf("%s (%s)", s.Title, s.Light)
	for _, e := range s.Effects {
		words += "; " + effectWords(e)
	}
	if s.EffectsUnknown {
		words += "; effects unknown"
	}
	if s.Disabled {
		words += "; disabled"
	}
	return words
}

func (d reduction) show(p *page) {
	p.line("%s: %s of it made again from its log", d.Recording.Name, count(d.Recording.Steps, "step"))
	if len(d.Changes) == 0 {
		p.line("they are the same")
	}
	for _, c := range d.Changes {
		if c.Was != "" {
			p.line("- %d  %s", c.N, c.Was)
		}
		if c.Now != "" {
			p.line("+ %d  %s", c.N, c.Now)
		}
	}
	if d.Cut != "" {
		p.line("trouble: the log is not whole: %s", d.Cut)
	}
	if d.Saved != nil {
		p.line("saved as %q (%s)", d.Saved.Name, count(d.Saved.Steps, "step"))
	}
}
