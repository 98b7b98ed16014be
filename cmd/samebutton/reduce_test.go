package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// A recording is made again from its log beside what a person made of it, which stays.
func TestReduceShowsWhatDiffersAndOverwritesNothing(t *testing.T) {
	b := newBench(t, flowOutline)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	clicked := make(chan error, 2)
	b.heard = func(said string) {
		if !strings.HasPrefix(said, "recording") {
			return
		}
		go func() { // it is said from the goroutine that listens
			limit, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			clicked <- b.listener.Click(limit, b.apps[0].Identity(), 0, tree.Point{X: 50, Y: 55})
			stop()
		}()
	}
	b.runFor(ctx, "record", "press it", "--json")
	b.want(0)
	if err := <-clicked; err != nil {
		t.Fatal(err)
	}
	b.run("recordings", "reduce", "press it")
	b.want(0)
	if !strings.Contains(b.out, "they are the same") {
		t.Error(b.out)
	}

	s, err := store.Open(b.store, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	was, err := s.Recording("press it")
	if err != nil {
		t.Fatal(err)
	}
	edited := was
	// Starting the program is done before anything is heard, and stays the first step.
	edited.Steps = []recorder.Step{{ID: "t0", Kind: recorder.StepLaunch, Light: recorder.LightUnique, Launch: &recorder.Launch{Executable: "orders"}}}
	if err := s.ReplaceRecording(was, edited); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	b.run("recordings", "reduce", "press it", "--save", "again", "--json")
	b.want(0)
	v := b.answer()
	if at(v, "data.changes.#") != 1.0 || at(v, "data.changes.0.kind") != "added" || at(v, "data.saved.steps") != 2.0 {
		t.Errorf("%s", b.out)
	}
	b.run("recordings", "show", "press it", "--json")
	if at(b.answer(), "data.script.#") != 1.0 {
		t.Errorf("the edited recording was changed: %s", b.out)
	}
	b.run("recordings", "reduce", "again")
	b.want(0)
	if !strings.Contains(b.out, "they are the same") {
		t.Error(b.out)
	}
	b.run("recordings", "reduce", "press it", "--save", "again")
	b.want(2)
}
