package main

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/recorder"
)

// TestStepsAreToldOnce: a step that grows is told as it became, when the next begins.
func TestStepsAreToldOnce(t *testing.T) {
	var said strings.Builder
	told := &stepTeller{w: &said}
	for _, s := range []struct {
		index int
		title string
	}{{1, `Type "A"`}, {1, `Type "An"`}, {1, `Type "Anna"`}, {2, "Click"}, {1, "Type later"}, {2, "Click there"}} {
		told.hear(s.index, recorder.Step{Title: s.title, Light: recorder.LightUnique})
	}
	if want := "  2  Type \"Anna\" (unique)\n"; said.String() != want {
		t.Errorf("while it is recorded %q, want %q", said.String(), want)
	}
	told.tell()
	told.tell()
	if want := "  2  Type \"Anna\" (unique)\n  3  Click there (unique)\n"; said.String() != want {
		t.Errorf("in the end %q, want %q", said.String(), want)
	}
}
