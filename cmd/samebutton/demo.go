package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

// demoLimit bounds a whole demo; it takes about half a minute.
const demoLimit = 3 * time.Minute

func (c *cli) demo() *cobra.Command {
	var toolkit, out string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "show on a private desktop how a flow is recorded, replayed, and refused",
		Long: `Starts a private desktop without a screen, the sample application Orders and the
window of Samebutton on it. Records a short flow that is performed with real
input, replays it, then replays it on an Orders with a second "Save", one without
it, and one that hangs, and shows the refusals. Pictures of each stage and a summary are written to a folder.
The log of Orders, not what Samebutton believes, decides whether all went well.`,
		Args: args(noArguments),
		RunE: c.perform(func(ctx context.Context, _ []string) (answer, error) {
			if !slices.Contains(orders.Toolkits(), orders.Toolkit(toolkit)) {
				return nil, fail(usage, "use gtk3, gtk4, qt or qt6", "unknown toolkit %q", toolkit)
			}
			ctx, cancel := context.WithTimeout(ctx, demoLimit)
			defer cancel()
			return c.runDemo(ctx, orders.Toolkit(toolkit), out)
		}),
	}
	cmd.Flags().StringVar(&toolkit, "toolkit", string(orders.GTK3), "toolkit of the sample application: gtk3, gtk4, qt or qt6 (`NAME`)")
	cmd.Flags().StringVar(&out, "out", "samebutton-demo", "`FOLDER` for pictures and summary")
	return cmd
}

// runDemo sets the stage, tells the story, and writes the summary.
func (c *cli) runDemo(ctx context.Context, toolkit orders.Toolkit, out string) (answer, error) {
	began := time.Now()
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, fail(environment, "choose another folder with --out", "make folder for the demo: %v", err)
	}
	folder, err := filepath.Abs(out)
	if err != nil {
		return nil, fail(environment, "choose another folder with --out", "find folder for the demo: %v", err)
	}
	stage, err := c.setStage(ctx, toolkit, folder)
	if err != nil {
		return nil, demoFailure(err)
	}
	summary := demoSummary{Folder: folder, Toolkit: string(toolkit), Stages: []demoStage{}}
	told := (&story{stage: stage, summary: &summary}).tell(ctx)
	closed := stage.close()
	summary.DurationMs = time.Since(began).Milliseconds()
	summary.Passed = told == nil && closed == nil && summary.held()
	if err := summary.write(); err != nil {
		return nil, fail(environment, "choose another folder with --out", "write the summary of the demo: %v", err)
	}
	switch {
	case told != nil:
		f := explain(told)
		return nil, f.with(summary)
	case closed != nil:
		return nil, fail(failed, "look for processes that were left behind", "end the private desktop: %v", closed).with(summary)
	case !summary.Passed:
		return nil, fail(failed, "look at the pictures in "+folder, "the demo did not go as expected").with(summary)
	}
	return summary, nil
}

// demoFailure names what has to be installed.
func demoFailure(err error) error {
	var programs *desktop.MissingError
	var modules *orders.MissingError
	if errors.As(err, &programs) || errors.As(err, &modules) {
		return fail(environment, "run 'make install-deps', or the command above", "%v", err)
	}
	return err
}

// demoSummary is what came of a demo, also written as summary.json and
// summary.txt.
type demoSummary struct {
	Folder     string      `json:"folder"`
	Toolkit    string      `json:"toolkit"`
	Passed     bool        `json:"passed"`
	DurationMs int64       `json:"durationMs"`
	Stages     []demoStage `json:"stages"`
}

// demoStage is one part of the story.
type demoStage struct {
	Title        string            `json:"title"`
	Picture      string            `json:"picture"` // file in the folder
	Expectations []demoExpectation `json:"expectations"`
	Recording    *recordingData    `json:"recording,omitempty"`
	Run          *runData          `json:"run,omitempty"`
	Log          []string          `json:"log"` // what Orders wrote down
}

// demoExpectation is something that must be so, and how it is known.
type demoExpectation struct {
	Held bool   `json:"held"`
	What string `json:"what"`
	// Seen is what was there instead.
	Seen string `json:"seen,omitempty"`
}

func (s *demoSummary) held() bool {
	for _, stage := range s.Stages {
		for _, e := range stage.Expectations {
			if !e.Held {
				return false
			}
		}
	}
	return true
}

func (s demoSummary) show(p *page) {
	for i, stage := range s.Stages {
		p.line("%d. %s", i+1, stage.Title)
		if stage.Recording != nil {
			for _, step := range stage.Recording.Script {
				p.line("     %d  %s (%s)", step.N, step.Title, step.Light)
			}
		}
		if stage.Run != nil {
			for _, r := range stage.Run.Steps {
				r.show(p)
			}
		}
		for _, e := range stage.Expectations {
			switch {
			case e.Held:
				p.line("   ✓ %s", e.What)
			case e.Seen == "":
				p.line("   ✗ %s", e.What)
			default:
				p.line("   ✗ %s; instead: %s", e.What, e.Seen)
			}
		}
	}
	result := "everything went as expected"
	if !s.Passed {
		result = "not everything went as expected"
	}
	p.line("%s; pictures and summary are in %s", result, s.Folder)
}

// write puts the summary beside the pictures.
func (s demoSummary) write() error {
	text, err := os.Create(filepath.Join(s.Folder, "summary.txt"))
	if err != nil {
		return err
	}
	s.show(&page{text})
	if err := text.Close(); err != nil {
		return err
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("encode summary: %w", err)
	}
	return os.WriteFile(filepath.Join(s.Folder, "summary.json"), append(data, '\n'), 0o644)
}
