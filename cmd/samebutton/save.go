package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/backends/file"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// savedData is what 'tree --save' wrote.
type savedData struct {
	File string `json:"file"`
	// Picture says whether a picture is in it, NoPicture why there is none.
	Picture   bool   `json:"picture"`
	NoPicture string `json:"noPicture,omitempty"`
}

// String tells it to a person.
func (d *savedData) String() string {
	if d.Picture {
		return fmt.Sprintf("saved with a picture to %s", d.File)
	}
	return fmt.Sprintf("saved to %s, with %s", d.File, d.NoPicture)
}

// save writes a reading to a file, with a picture of how the windows look now. The
// picture is not worth failing for.
func (s *session) save(ctx context.Context, f *inspector.Frozen, path string) (*savedData, error) {
	d := &savedData{File: path}
	snap := *f.Snapshot
	if snap.Capture == nil { // one that was saved has what it was saved with
		screen, err := s.cli.screen()
		if err == nil {
			ctx, cancel := context.WithTimeout(ctx, s.cli.patience())
			defer cancel()
			snap.Capture, err = recorder.Photograph(ctx, screen, f)
		}
		if err != nil {
			d.NoPicture = err.Error()
			if !errors.Is(err, recorder.ErrNoPicture) {
				d.NoPicture = fmt.Sprintf("%v: %v", recorder.ErrNoPicture, err)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := file.Save(path, &snap); err != nil {
		return nil, fail(environment, "check the folder, its permissions and the free space", "%v", err)
	}
	d.Picture = snap.Capture != nil && snap.Capture.Image != nil
	return d, nil
}

// filePrefix begins the --backend of a saved snapshot.
const filePrefix = "file:"

// live refuses what cannot be done with a saved snapshot.
func (c *cli) live(how ending, format string, words ...any) error {
	if !strings.HasPrefix(c.backendName, filePrefix) {
		return nil
	}
	return fail(how, "start the application and leave out --backend", format, words...)
}
