// Package report writes what came of a run as files that other people and programs
// read: one self-contained page of HTML, and JUnit XML for CI.
//
// Promise: a page loads nothing, from nowhere: its pictures and styles are in it. It
// says what the run says, and no more: what is unverified is shown as unverified, and
// a picture that there is not is not made up. Values of secret parameters are not in
// a run, so they are not in a report.
//
// Ownership and threads: plain functions without state.
package report

import (
	"time"

	"github.com/samebutton/samebutton/recorder"
)

// Source is what a report is made of.
type Source struct {
	Run recorder.Run
	// Recording is what was replayed, nil where it is not there any more; the steps of
	// it may have changed since.
	Recording *recorder.Recording
	// Picture returns the PNG with a hash. A picture that cannot be had is left out.
	Picture func(hash string) ([]byte, error)
	// Made is when the report was made, and Version by which Samebutton.
	Made    time.Time
	Version string
}

// took is how long the run took; 0 where it did not end.
func (s Source) took() time.Duration {
	if s.Run.Ended.IsZero() {
		return 0
	}
	return s.Run.Ended.Sub(s.Run.Started)
}

// recorded returns the step of the recording that a result is about, nil where there
// is none any more.
func (s Source) recorded(r recorder.StepResult) *recorder.Step {
	if s.Recording == nil {
		return nil
	}
	for i := range s.Recording.Steps {
		if step := &s.Recording.Steps[i]; step.ID == r.StepID && r.StepID != "" {
			return step
		}
	}
	return nil
}
