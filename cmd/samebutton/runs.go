package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/policy"
	"github.com/samebutton/samebutton/store"
)

func (c *cli) runs() *cobra.Command {
	cmd := &cobra.Command{
		Use: "runs", Short: "list, show and report replays", Args: args(noArguments), SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fail(usage, "see 'samebutton runs --help'", "say what to do with the runs")
		},
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "list", Short: "list the runs, the newest first", Args: args(noArguments),
			RunE: c.perform(func(context.Context, []string) (answer, error) {
				l := runList{Runs: []runSummary{}}
				shelf, err := c.readShelf()
				if err != nil || shelf == nil {
					return l, err
				}
				all, err := shelf.Runs()
				if err != nil {
					return nil, storeFailure(err)
				}
				for _, r := range all {
					l.Runs = append(l.Runs, runSummaryOf(r))
				}
				return l, nil
			}),
		},
		&cobra.Command{
			Use: "show RUN", Short: "show what came of each step; RUN may be 'last'", Args: args(between(1, 1)),
			RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
				r, _, err := c.storedRun(args[0])
				if err != nil {
					return nil, err
				}
				return runOf(r), nil
			}),
		},
		c.runsReport(),
	)
	return cmd
}

// storedRun returns a run, by its ID or as "last", and the store, which stays open.
func (c *cli) storedRun(id string) (recorder.Run, *store.Store, error) {
	shelf, err := c.readShelf()
	if err != nil {
		return recorder.Run{}, nil, err
	}
	if shelf == nil {
		return recorder.Run{}, nil, fail(usage, "make one with 'samebutton replay'", "there is no run %q: there are none", id)
	}
	if id == "last" {
		all, err := shelf.Runs()
		if err != nil {
			return recorder.Run{}, nil, storeFailure(err)
		}
		if len(all) == 0 {
			return recorder.Run{}, nil, fail(usage, "make one with 'samebutton replay'", "there are no runs")
		}
		id = all[0].ID
	}
	r, err := shelf.Run(id)
	if errors.Is(err, store.ErrNotFound) {
		return r, nil, fail(usage, "see 'samebutton runs list'", "there is no run %q", id)
	}
	if err != nil {
		return r, nil, storeFailure(err)
	}
	return r, shelf, nil
}

// runList is what 'runs list' found.
type runList struct {
	Runs []runSummary `json:"runs"`
}

type runSummary struct {
	Run         string     `json:"run"`
	Name        string     `json:"name"`
	Application string     `json:"application"`
	Started     time.Time  `json:"started"`
	Ended       *time.Time `json:"ended"` // null: it did not end
	Verdict     string     `json:"verdict"`
}

func runSummaryOf(r recorder.Run) runSummary {
	s := runSummary{Run: r.ID, Name: r.Name, Application: r.Application, Started: r.Started, Verdict: string(r.Verdict)}
	if !r.Ended.IsZero() {
		s.Ended = &r.Ended
	}
	return s
}

func (l runList) show(p *page) {
	if len(l.Runs) == 0 {
		p.line("no runs; make one with 'samebutton replay NAME'")
		return
	}
	var rows [][]string
	for _, r := range l.Runs {
		rows = append(rows, []string{r.Name, r.Application, r.Verdict, r.Started.Local().Format("2006-01-02 15:04:05"), r.Run})
	}
	p.table([]string{"NAME", "APPLICATION", "VERDICT", "STARTED", "RUN"}, rows)
}

// runData is one replay.
type runData struct {
	Run         string       `json:"run"`
	Name        string       `json:"name"`
	Application string       `json:"application"`
	Verdict     string       `json:"verdict"`
	DryRun      bool         `json:"dryRun,omitempty"` // nothing was sent or stored
	Steps       []resultData `json:"steps"`
}

// resultData is what came of one step.
type resultData struct {
	N          int      `json:"n"`
	Title      string   `json:"title"`
	Label      string   `json:"label,omitempty"` // what a person called the step
	Resolution string   `json:"resolution"`
	Delivery   string   `json:"delivery"`
	Effect     string   `json:"effect"`
	Unverified string   `json:"unverified,omitempty"` // why
	Verdict    string   `json:"verdict"`
	DurationMs int64    `json:"durationMs"`
	Error      string   `json:"error"`
	Hint       string   `json:"hint,omitempty"`
	Changes    []string `json:"changes"`
	// Seen is what an assertion or a wait saw; Application and PID are what a launch
	// or attach step went on with.
	Seen        string       `json:"seen,omitempty"`
	Application string       `json:"application,omitempty"`
	PID         int          `json:"pid,omitempty"`
	Proof       *proofData   `json:"proof,omitempty"`
	Refusal     *refusalData `json:"refusal,omitempty"`
	// Decisions are what the policy said, in the words of the run.
	Decisions []policy.Decision `json:"decisions,omitempty"`
}

func runOf(r recorder.Run) runData {
	d := runData{Run: r.ID, Name: r.Name, Application: r.Application, Verdict: string(r.Verdict), Steps: []resultData{}}
	for _, s := range r.Steps {
		d.Steps = append(d.Steps, resultOf(s))
	}
	return d
}

func resultOf(s recorder.StepResult) resultData {
	d := resultData{
		N: s.N, Title: s.Title, Label: s.Label, Resolution: string(s.Resolution), Delivery: string(s.Delivery), Effect: string(s.Effect), Unverified: s.Unverified,
		Verdict: string(s.Verdict), DurationMs: s.DurationMs, Error: s.Error, Hint: s.Hint, Changes: append([]string{}, s.Changes...),
		Decisions: s.Decisions, Seen: s.Seen, Application: s.Application, PID: s.PID, Refusal: refusalOf(s.Refusal),
	}
	if s.Proof != nil {
		proof := proofOf(*s.Proof)
		d.Proof = &proof
	}
	return d
}

func (d runData) show(p *page) {
	if d.DryRun {
		p.line("%s: %s (dry run on %q; nothing was sent)", d.Name, d.Verdict, d.Application)
	} else {
		p.line("%s: %s (run %s of %q)", d.Name, d.Verdict, d.Run, d.Application)
	}
	for _, s := range d.Steps {
		s.show(p)
	}
}

func (s resultData) show(p *page) {
	p.line("  %s %d  %s%s", verdictSign(s.Verdict), s.N, orElse(s.Label, s.Title), s.aftermath())
	if s.Label != "" {
		p.line("       step %d is: %s", s.N, s.Title)
	}
	if s.Error != "" {
		p.line("       %s", s.Error)
	}
	if s.Refusal != nil {
		s.Refusal.show(p, s)
		return
	}
	// Twins are the reason only where the element was not found beyond doubt.
	if s.Proof != nil && s.Verdict != string(recorder.VerdictPassed) && s.Resolution != string(inspector.Unique) {
		for _, t := range s.Proof.Twins {
			p.line("       %s%s", t.Path, separation(t.Differs))
		}
	}
}

// aftermath is delivery and effect, which are two things: what was sent is not
// what came of it.
func (s resultData) aftermath() string {
	if s.Verdict == string(recorder.VerdictSkipped) {
		return "  (skipped)"
	}
	effect := s.Effect
	switch {
	case s.Seen != "":
		effect = "seen: " + s.Seen
	case effect == "":
		effect = "no effect looked for"
	}
	if s.Unverified != "" {
		effect += ": " + s.Unverified
	}
	return fmt.Sprintf("  (%s, %s, %s, %d ms)", s.Verdict, s.Delivery, effect, s.DurationMs)
}

func verdictSign(v string) string {
	switch recorder.Verdict(v) {
	case recorder.VerdictPassed:
		return "✓"
	case recorder.VerdictSkipped:
		return "-"
	case recorder.VerdictUncertain, recorder.VerdictUnknown:
		return "?"
	case recorder.VerdictAmbiguous:
		return "×"
	}
	return "✗"
}
