package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/recorder/report"
	"github.com/samebutton/samebutton/store"
)

// reporting is what the flags of 'runs report' say.
type reporting struct {
	format, output string
	steps          bool
}

// reportFormats are the words of --format.
var reportFormats = []string{"text", "json", "junit", "html"}

func (c *cli) runsReport() *cobra.Command {
	var o reporting
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "write what came of a run as a page, for CI, or as text",
		Long: `Writes what came of a run: as text, as JSON, as JUnit XML for CI, or as one page of
HTML that needs nothing else, with a picture of each step, and of a refusal what was
recorded beside what was there. Without --format the end of the name of the file
decides (.html, .xml, .json, .txt; text where it has no end). RUN may be 'last'.`,
		Example: `  samebutton runs report last --output run.html
  samebutton runs report rABCDEF123456 --format junit --output junit.xml`,
		Args: args(between(1, 1)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) { return c.writeReport(args[0], o) }),
	}
	cmd.Flags().StringVar(&o.format, "format", "", "one of "+strings.Join(reportFormats, ", ")+" (`FORMAT`)")
	cmd.Flags().StringVar(&o.output, "output", "", "write it to this `FILE`, readable by its owner only")
	cmd.Flags().BoolVar(&o.steps, "steps", false, "junit: one test case for each step, instead of one for the run")
	return cmd
}

// formatOf decides the format by the flag, else by the name of the file.
func (o reporting) formatOf() (string, error) {
	if o.format != "" {
		for _, f := range reportFormats {
			if o.format == f {
				return f, nil
			}
		}
		return "", fail(usage, "use one of "+strings.Join(reportFormats, ", "), "unknown format %q", o.format)
	}
	switch end := strings.ToLower(filepath.Ext(o.output)); end {
	case ".html", ".htm":
		return "html", nil
	case ".xml":
		return "junit", nil
	case ".json":
		return "json", nil
	case ".txt", "":
		return "text", nil
	default:
		return "", fail(usage, "say --format, one of "+strings.Join(reportFormats, ", "), "no report is known for files that end in %q", end)
	}
}

// writeReport writes the report of a run.
func (c *cli) writeReport(id string, o reporting) (answer, error) {
	format, err := o.formatOf()
	switch {
	case err != nil:
		return nil, err
	case o.steps && format != "junit":
		return nil, fail(usage, "leave it out, or add --format junit", "--steps is for junit")
	case c.json && o.output == "" && format != "text" && format != "json":
		return nil, fail(usage, "add --output FILE, or leave --json out", "the JSON answer cannot hold a report in %s", format)
	}
	source, err := c.reportSource(id)
	if err != nil {
		return nil, err
	}
	if o.output == "" && (format == "text" || format == "json") {
		c.json = c.json || format == "json"
		return runOf(source.Run), nil
	}
	var b bytes.Buffer
	switch format {
	case "html":
		err = report.HTML(&b, source)
	case "junit":
		err = report.JUnit(&b, source, o.steps)
	case "json":
		err = encode(&b, envelope{Schema: schema, Command: "runs show", OK: true, Data: runOf(source.Run)})
	default:
		runOf(source.Run).show(&page{&b})
	}
	if err != nil {
		return nil, fail(environment, "", "make the report: %v", err)
	}
	if o.output == "" {
		return rawAnswer(b.Bytes()), nil
	}
	if err := store.ReplaceFile(o.output, b.Bytes()); err != nil {
		return nil, fail(environment, "check where the report goes", "write the report: %v", err)
	}
	return reportData{Run: source.Run.ID, Format: format, File: o.output, Bytes: b.Len()}, nil
}

// reportSource reads a run with all that a report shows.
func (c *cli) reportSource(id string) (report.Source, error) {
	run, shelf, err := c.storedRun(id)
	if err != nil {
		return report.Source{}, err
	}
	source := report.Source{Run: run, Picture: shelf.Picture, Made: time.Now(), Version: version}
	if run.Recording != "" {
		rec, err := shelf.Recording(run.Recording)
		switch {
		case err == nil && rec.ID == run.Recording:
			source.Recording = &rec
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return source, storeFailure(err)
		}
	}
	return source, nil
}

// reportData says where a report is.
type reportData struct {
	Run    string `json:"run"`
	Format string `json:"format"`
	File   string `json:"file"`
	Bytes  int    `json:"bytes"`
}

func (d reportData) show(p *page) { p.line("%s: %s, %d bytes", d.File, d.Format, d.Bytes) }

// rawAnswer is a whole file as the answer.
type rawAnswer []byte

func (r rawAnswer) show(p *page) { fmt.Fprintf(p.w, "%s", []byte(r)) }
