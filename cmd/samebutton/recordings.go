package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

func (c *cli) recordings() *cobra.Command {
	cmd := &cobra.Command{
		Use:                        "recordings",
		Short:                      "list, show, rename, delete, export and import recordings",
		Args:                       args(noArguments),
		SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fail(usage, "see 'samebutton recordings --help'", "say what to do with the recordings")
		},
	}
	cmd.AddCommand(c.listRecordings(), c.showRecording(), c.renameRecording(), c.deleteRecording(), c.exportRecording(), c.importRecording())
	return cmd
}

func (c *cli) listRecordings() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "list the recordings, the newest first", Args: args(noArguments),
		RunE: c.perform(func(context.Context, []string) (answer, error) {
			l := recordingList{Recordings: []summaryData{}}
			shelf, err := c.readShelf()
			if err != nil || shelf == nil {
				return l, err
			}
			all, err := shelf.Recordings()
			if err != nil {
				return nil, storeFailure(err)
			}
			for _, s := range all {
				l.Recordings = append(l.Recordings, summaryData{s.ID, s.Name, s.Created, s.Application, s.Steps})
			}
			return l, nil
		}),
	}
}

func (c *cli) showRecording() *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "show the steps of a recording", Args: args(cobra.ExactArgs(1)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			rec, err := c.recording(args[0])
			if err != nil {
				return nil, err
			}
			return recordingOf(rec), nil
		}),
	}
}

func (c *cli) renameRecording() *cobra.Command {
	return &cobra.Command{
		Use: "rename NAME NEW", Short: "give a recording another name", Args: args(cobra.ExactArgs(2)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			rec, err := c.recording(args[0])
			if err != nil {
				return nil, err
			}
			shelf, err := c.openShelf()
			if err != nil {
				return nil, err
			}
			if err := shelf.RenameRecording(rec.ID, args[1]); err != nil {
				return nil, nameFailure(err)
			}
			rec.Name = args[1]
			return change{Done: "renamed", Recording: summaryOf(rec)}, nil
		}),
	}
}

func (c *cli) deleteRecording() *cobra.Command {
	return &cobra.Command{
		Use: "delete NAME", Short: "delete a recording; its runs stay", Args: args(cobra.ExactArgs(1)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			rec, err := c.recording(args[0])
			if err != nil {
				return nil, err
			}
			shelf, err := c.openShelf()
			if err != nil {
				return nil, err
			}
			if err := shelf.DeleteRecording(rec.ID); err != nil {
				return nil, storeFailure(err)
			}
			return change{Done: "deleted", Recording: summaryOf(rec)}, nil
		}),
	}
}

func (c *cli) exportRecording() *cobra.Command {
	return &cobra.Command{
		Use: "export NAME [FILE]", Short: "write a recording as a file, or to stdout", Args: args(cobra.RangeArgs(1, 2)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			rec, err := c.recording(args[0])
			if err != nil {
				return nil, err
			}
			var text bytes.Buffer
			if err := store.EncodeRecording(&text, rec); err != nil {
				return nil, storeFailure(err)
			}
			if len(args) == 1 || args[1] == "-" {
				return export{Recording: text.Bytes()}, nil
			}
			if err := os.WriteFile(args[1], text.Bytes(), 0o600); err != nil {
				return nil, fail(environment, "choose another file", "export recording: %v", err)
			}
			return change{Done: "exported to " + args[1], Recording: summaryOf(rec)}, nil
		}),
	}
}

func (c *cli) importRecording() *cobra.Command {
	return &cobra.Command{
		Use: "import FILE", Short: "take a recording from a file, or from stdin (-)", Args: args(cobra.ExactArgs(1)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			in, done, err := c.openFile(args[0])
			if err != nil {
				return nil, fail(environment, "check the name of the file", "import recording: %v", err)
			}
			defer done()
			rec, err := store.DecodeRecording(in)
			if err != nil {
				return nil, fail(usage, "export it again with 'samebutton recordings export'", "%s: %v", args[0], err)
			}
			shelf, err := c.openShelf()
			if err != nil {
				return nil, err
			}
			if rec, err = shelf.ImportRecording(rec); err != nil {
				return nil, storeFailure(err)
			}
			return change{Done: "imported", Recording: summaryOf(rec)}, nil
		}),
	}
}

// openFile opens a file for reading; "-" is stdin.
func (c *cli) openFile(name string) (in io.Reader, done func(), err error) {
	if name == "-" {
		return c.in, func() {}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	return f, func() { f.Close() }, nil
}

// recording returns the one recording with a name or an ID. The store stays
// open for reading at least.
func (c *cli) recording(word string) (recorder.Recording, error) {
	shelf, err := c.readShelf()
	if err != nil {
		return recorder.Recording{}, err
	}
	if shelf == nil {
		return recorder.Recording{}, fail(usage, "make one with 'samebutton record'", "no recording is called %q: there are none", word)
	}
	rec, err := shelf.Recording(word)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return rec, fail(usage, "see 'samebutton recordings list'", "no recording is called %q", word)
	case errors.Is(err, store.ErrAmbiguous):
		return rec, fail(ambiguous, "give its ID instead; see 'samebutton recordings list'", "%v", err)
	case err != nil:
		return rec, storeFailure(err)
	}
	return rec, nil
}

// summaryData is a recording in a list.
type summaryData struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Created     time.Time `json:"created"`
	Application string    `json:"application"`
	Steps       int       `json:"steps"`
}

func summaryOf(rec recorder.Recording) summaryData {
	return summaryData{rec.ID, rec.Name, rec.Created, rec.Application.Name, len(rec.Steps)}
}

// recordingList is what 'recordings list' found.
type recordingList struct {
	Recordings []summaryData `json:"recordings"`
}

func (l recordingList) show(p *page) {
	if len(l.Recordings) == 0 {
		p.line("no recordings; make one with 'samebutton record NAME --app APPLICATION'")
		return
	}
	var rows [][]string
	for _, r := range l.Recordings {
		rows = append(rows, []string{r.Name, r.Application, strconv.Itoa(r.Steps), r.Created.Local().Format("2006-01-02 15:04"), r.ID})
	}
	p.table([]string{"NAME", "APPLICATION", "STEPS", "MADE", "ID"}, rows)
}

// recordingData is a recording with its steps.
type recordingData struct {
	summaryData
	Parameters []parameterData `json:"parameters"`
	Trouble    []string        `json:"trouble"`
	Script     []stepData      `json:"script"`
}

// parameterData is a value that 'replay' takes with --param or --secret-env.
type parameterData struct {
	Name    string `json:"name"`
	Secret  bool   `json:"secret"`
	Default string `json:"default,omitempty"`
}

// stepData is one step of a recording.
type stepData struct {
	N         int      `json:"n"`
	Kind      string   `json:"kind"`
	Title     string   `json:"title"`
	Light     string   `json:"light"` // unique, by-context, ambiguous or no-element
	Locator   string   `json:"locator"`
	Witnesses []string `json:"witnesses"`
	Effects   []string `json:"effects"`
	Parameter string   `json:"parameter,omitempty"`
	Disabled  bool     `json:"disabled,omitempty"`
	Obstacle  string   `json:"obstacle,omitempty"` // why replay refuses it
}

func recordingOf(rec recorder.Recording) recordingData {
	d := recordingData{summaryData: summaryOf(rec), Parameters: []parameterData{}, Trouble: append([]string{}, rec.Trouble...), Script: []stepData{}}
	for _, p := range rec.Parameters {
		d.Parameters = append(d.Parameters, parameterData{p.Name, p.Secret, p.Default})
	}
	for i, s := range rec.Steps {
		step := stepData{
			N: i + 1, Kind: string(s.Kind), Title: s.Title, Light: string(s.Light), Witnesses: []string{}, Effects: []string{},
			Parameter: s.Parameter, Disabled: s.Disabled, Obstacle: s.Obstacle,
		}
		if s.Target != nil {
			step.Locator = s.Target.Locator.String()
			for _, w := range s.Target.Witnesses {
				step.Witnesses = append(step.Witnesses, w.String())
			}
		}
		for _, e := range s.Effects {
			step.Effects = append(step.Effects, effectWords(e))
		}
		d.Script = append(d.Script, step)
	}
	return d
}

func effectWords(e recorder.Effect) string {
	words := string(e.Kind) + " " + e.Role
	if e.Name != "" {
		words += " " + quote(e.Name)
	}
	if e.Detail != "" {
		words += ": " + e.Detail
	}
	return words
}

func (d recordingData) show(p *page) {
	p.line("%s, %s of %q, made %s (%s)", d.Name, count(len(d.Script), "step"), d.Application, d.Created.Local().Format("2006-01-02 15:04"), d.ID)
	var rows [][]string
	for _, s := range d.Script {
		rows = append(rows, []string{strconv.Itoa(s.N), s.Light, s.Title, s.Locator})
	}
	p.table([]string{"N", "LIGHT", "STEP", "LOCATOR"}, rows)
	for _, s := range d.Script {
		if s.Obstacle != "" {
			p.line("! step %d: %s", s.N, s.Obstacle)
		}
	}
	if len(d.Script) == 0 {
		p.line("no steps: it cannot be replayed")
	}
	for _, q := range d.Parameters {
		word := "parameter"
		if q.Secret {
			word = "secret parameter"
		}
		p.line("%s: %s", word, q.Name)
	}
	for _, t := range d.Trouble {
		p.line("trouble: %s", t)
	}
}

// change says what was done to a recording.
type change struct {
	Done      string      `json:"done"`
	Recording summaryData `json:"recording"`
}

func (d change) show(p *page) {
	p.line("%s %q (%s of %q)", d.Done, d.Recording.Name, count(d.Recording.Steps, "step"), d.Recording.Application)
}

// export is a whole recording, as 'recordings import' takes it.
type export struct {
	Recording json.RawMessage `json:"recording"`
}

// show writes the recording as it is: it is for a file.
func (d export) show(p *page) { fmt.Fprintf(p.w, "%s\n", bytes.TrimRight(d.Recording, "\n")) }
