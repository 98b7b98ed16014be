package main

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

func (c *cli) recordings() *cobra.Command {
	cmd := &cobra.Command{
		Use:                        "recordings",
		Short:                      "list, show, edit, check, rename, delete, export, import and reduce recordings",
		Args:                       args(noArguments),
		SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fail(usage, "see 'samebutton recordings --help'", "say what to do with the recordings")
		},
	}
	cmd.AddCommand(
		c.listRecordings(), c.showRecording(), c.editRecording(), c.lintRecordings(), c.renameRecording(), c.deleteRecording(),
		c.exportRecording(), c.importRecording(), c.reduceRecording(),
	)
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
		Use: "show NAME", Short: "show the steps of a recording", Args: args(between(1, 1)),
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
		Use: "rename NAME NEW", Short: "give a recording another name", Args: args(between(2, 2)),
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
		Use: "delete NAME", Short: "delete a recording; its runs stay", Args: args(between(1, 1)),
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

// change says what was done to a recording.
type change struct {
	Done      string      `json:"done"`
	Recording summaryData `json:"recording"`
	// NameTaken is the name that an imported recording had and another one has.
	NameTaken string `json:"nameTaken,omitempty"`
}

func (d change) show(p *page) {
	p.line("%s %q (%s of %q)", d.Done, d.Recording.Name, count(d.Recording.Steps, "step"), d.Recording.Application)
	if d.NameTaken != "" {
		p.line("another recording is called %q: names are taken once", d.NameTaken)
	}
}
