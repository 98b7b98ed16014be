package main

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/recorder/lint"
)

func (c *cli) lintRecordings() *cobra.Command {
	return &cobra.Command{
		Use: "lint NAME...", Short: "find what will break, prove little or leak in recordings", Args: args(between(1, 0)),
		Long: `Looks through recordings without replaying them, and tells what replay will refuse,
what may break, what proves too little and what looks like a secret. It ends with
exit code 1 where there is an error. The rules are in docs/recordings.md.`,
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			d := lintData{Recordings: []lintedData{}}
			for _, name := range args {
				rec, err := c.recording(name)
				if err != nil {
					return nil, err
				}
				l := lintedData{ID: rec.ID, Name: rec.Name, Findings: []findingData{}}
				for _, f := range lint.Check(rec) {
					l.Findings = append(l.Findings, findingData{f.Rule, string(f.Severity), f.N, f.Step, f.Message, f.Hint})
					switch f.Severity {
					case lint.Error:
						d.Errors++
					case lint.Warning:
						d.Warnings++
					default:
						d.Notes++
					}
				}
				d.Recordings = append(d.Recordings, l)
			}
			if d.Errors > 0 {
				return nil, fail(failed, "see docs/recordings.md for what each rule means", "%s", count(d.Errors, "error")).with(d)
			}
			return d, nil
		}),
	}
}

// lintData is what 'recordings lint' found.
type lintData struct {
	Errors     int          `json:"errors"`
	Warnings   int          `json:"warnings"`
	Notes      int          `json:"notes"`
	Recordings []lintedData `json:"recordings"`
}

type lintedData struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Findings []findingData `json:"findings"`
}

type findingData struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"` // error, warning or note
	N        int    `json:"n,omitempty"`
	StepID   string `json:"stepId,omitempty"`
	Message  string `json:"message"`
	Hint     string `json:"hint"`
}

func (d lintData) show(p *page) {
	for _, r := range d.Recordings {
		p.line("%s: %s", r.Name, count(len(r.Findings), "finding"))
		var rows [][]string
		for _, f := range r.Findings {
			at := "-"
			if f.N > 0 {
				at = strconv.Itoa(f.N)
			}
			rows = append(rows, []string{at, f.Severity, f.Rule, f.Message})
		}
		p.table([]string{"STEP", "SEVERITY", "RULE", "WHAT"}, rows)
	}
}
