package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/store"
)

func (c *cli) exportRecording() *cobra.Command {
	var format, output string
	cmd := &cobra.Command{
		Use: "export NAME [FILE]", Short: "write a recording as a file, or to stdout", Args: args(between(1, 2)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			path := output
			if len(args) == 2 {
				if output != "" {
					return nil, fail(usage, "leave one of them out", "the file is named twice, %q and %q", output, args[1])
				}
				path = args[1]
			}
			as := store.Format(format)
			switch {
			case as == "" && path != "-":
				var err error
				if as, err = store.FormatOf(path); err != nil {
					return nil, fail(usage, "name it so, or add --format json or --format text", "%s: %v", path, err)
				}
			case as == "":
				as = store.FormatJSON
			case as != store.FormatJSON && as != store.FormatText:
				return nil, fail(usage, "use --format json or --format text", "unknown format %q", format)
			}
			rec, err := c.recording(args[0])
			if err != nil {
				return nil, err
			}
			if path == "" || path == "-" {
				var text bytes.Buffer
				if err := store.EncodeRecordingAs(&text, rec, as); err != nil {
					return nil, storeFailure(err)
				}
				if as == store.FormatText {
					return export{Text: text.String()}, nil
				}
				return export{Recording: text.Bytes()}, nil
			}
			if err := store.ExportRecording(path, rec, as); err != nil {
				return nil, fail(environment, "choose another file", "%v", err)
			}
			return change{Done: "exported to " + path, Recording: summaryOf(rec)}, nil
		}),
	}
	cmd.Flags().StringVar(&format, "format", "", "`FORMAT` json or text; by default by what FILE ends in (.txt or .json), json for stdout")
	cmd.Flags().StringVar(&output, "output", "", "the `FILE`, as the second argument")
	return cmd
}

func (c *cli) importRecording() *cobra.Command {
	var replace bool
	cmd := &cobra.Command{
		Use: "import FILE", Short: "take a recording from a file of either format, or from stdin (-)", Args: args(between(1, 1)),
		RunE: c.perform(func(_ context.Context, args []string) (answer, error) {
			in, done, err := c.openFile(args[0])
			if err != nil {
				return nil, fail(environment, "check the name of the file", "import recording: %v", err)
			}
			defer done()
			rec, err := store.DecodeRecording(in)
			if err != nil {
				return nil, fail(usage, "mend it there, or export it again with 'samebutton recordings export'", "%s: %v", args[0], err)
			}
			shelf, err := c.openShelf()
			if err != nil {
				return nil, err
			}
			if replace {
				if was, err := shelf.Recording(rec.ID); err == nil && was.ID == rec.ID {
					if err := shelf.ReplaceRecording(was, rec); err != nil {
						return nil, nameFailure(err)
					}
					return change{Done: "replaced", Recording: summaryOf(rec)}, nil
				}
			}
			asked := rec.Name
			if rec, err = shelf.ImportRecording(rec); err != nil {
				return nil, storeFailure(err)
			}
			out := change{Done: "imported", Recording: summaryOf(rec)}
			if rec.Name != asked {
				out.NameTaken = asked
			}
			return out, nil
		}),
	}
	cmd.Flags().BoolVar(&replace, "replace", false, "put it in the place of the one with its ID, as after editing the file")
	return cmd
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

// export is a whole recording, as 'recordings import' takes it, in one of the formats.
type export struct {
	Recording json.RawMessage `json:"recording,omitempty"`
	Text      string          `json:"text,omitempty"`
}

// show writes the recording as it is: it is for a file.
func (d export) show(p *page) {
	if d.Text != "" {
		fmt.Fprint(p.w, d.Text)
		return
	}
	fmt.Fprintf(p.w, "%s\n", bytes.TrimRight(d.Recording, "\n"))
}
