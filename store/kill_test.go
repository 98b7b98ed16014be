package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

func init() {
	children["replays"] = replays
	children["records"] = records
}

// keypad is an application with buttons that are pressed in turn. What is pressed
// is in its own log, which outlives its process.
var keypad = []string{"one", "two", "three", "four", "five", "six"}

func startKeypad(log string) (*fake.App, error) {
	f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	outline := "application \"Keypad\"\n  window \"Keypad\"\n    label \"Ready\" #status\n"
	for _, name := range keypad {
		outline += fmt.Sprintf("    button %q #%s\n", name, name)
	}
	app := fake.Tree(outline).As(os.Getpid(), uint64(os.Getpid()))
	for _, name := range keypad {
		app.On(tree.Handle(name), func(m *fake.Model) {
			fmt.Fprintln(f, os.Getpid(), name)
			m.Rename("status", "Did "+name)
		})
	}
	return app, nil
}

// keypadPlayer returns a player with a recording that presses every button once.
func keypadPlayer(app *fake.App, journal recorder.Journal) (player *recorder.Player, rec recorder.Recording, err error) {
	rec = recorder.Recording{Schema: recorder.RecordingSchema, ID: "keypad", Name: "keypad"}
	backend := fake.New(app)
	snap, err := backend.Observe(context.Background(), backends.Scope{Application: app.Identity()})
	if err != nil {
		return nil, rec, err
	}
	f := inspector.Freeze(snap)
	for i, name := range keypad {
		target := f.Target(f.ByHandle(tree.Handle(name)))
		rec.Steps = append(rec.Steps, recorder.Step{
			ID: "t" + strconv.Itoa(i), Kind: recorder.StepActivate, Title: name, Light: recorder.LightUnique, Target: &target,
			Effects: []recorder.Effect{{Kind: recorder.EffectName, Role: "label", Detail: "Did " + name}},
		})
	}
	return recorder.NewPlayer(recorder.PlayerOptions{Backend: backend, Journal: journal}), rec, nil
}

// aloud says what is about to be written and what the store acknowledged. Who died
// with "acted" had pressed, and the store did not know.
type aloud struct{ *store.Store }

func (a aloud) PutRecording(rec recorder.Recording) error {
	say("put", rec.ID, len(rec.Steps))
	return a.Store.PutRecording(rec) // the recorder says its steps
}

func (a aloud) BeginRun(run recorder.Run) error {
	say("begin", run.ID, 0)
	err := a.Store.BeginRun(run)
	if err == nil {
		say("begun", run.ID, 0)
	}
	return err
}

func (a aloud) PutIntent(i recorder.Intent) error {
	say("intend", i.Run, i.N)
	err := a.Store.PutIntent(i)
	if err == nil {
		say("intent", i.Run, i.N)
	}
	return err
}

func (a aloud) PutResult(run string, r recorder.StepResult) error {
	say("acted", run, r.N)
	err := a.Store.PutResult(run, r)
	if err == nil {
		say("result", run, r.N)
	}
	return err
}

func (a aloud) EndRun(run string, ended time.Time, verdict recorder.Verdict) error {
	say("end", run, 0)
	err := a.Store.EndRun(run, ended, verdict)
	if err == nil {
		say("ended", run, 0)
	}
	return err
}

// writing has the lines after which a transaction is under way.
var writing = map[string]bool{"put": true, "begin": true, "intend": true, "acted": true, "end": true}

// replays presses the buttons in turn, by replays with the real player, until it
// dies.
func replays(path string) error {
	s, err := store.Open(path, store.Options{Timeout: 10 * time.Second})
	if err != nil {
		return err
	}
	app, err := startKeypad(path + ".log")
	if err != nil {
		return err
	}
	player, rec, err := keypadPlayer(app, aloud{s})
	if err != nil {
		return err
	}
	for {
		run, err := player.Replay(context.Background(), rec, app.Identity())
		if err != nil || run.Verdict != recorder.VerdictPassed {
			return fmt.Errorf("replay: %s, %+v, %w", run.Verdict, run.Steps, err)
		}
	}
}

// records records presses with the real recorder until it dies.
func records(path string) error {
	s, err := store.Open(path, store.Options{Timeout: 10 * time.Second})
	if err != nil {
		return err
	}
	app, err := startKeypad(path + ".log")
	if err != nil {
		return err
	}
	listener := fake.NewListener()
	ready := make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		_, err := recorder.Record(context.Background(), recorder.SessionOptions{
			Backend: fake.New(app), Listener: listener, Journal: aloud{s}, Application: app.Identity(), Name: "of " + strconv.Itoa(os.Getpid()),
			OnReady: func() { close(ready) },
			OnStep:  func(i int, step recorder.Step) { say("step", step.ID, i) },
		})
		failed <- err
	}()
	select {
	case <-ready:
	case err := <-failed:
		return err
	}
	for i := 0; ; i++ {
		name := keypad[i%len(keypad)]
		var at tree.Point
		app.Look(func(m *fake.Model) { at = m.Node(tree.Handle(name)).Bounds.Center() })
		was := listener.Released()
		if err := listener.Click(context.Background(), app.Identity(), 0, at); err != nil {
			return err
		}
		for listener.Released() == was {
			select {
			case err := <-failed:
				return err
			case <-time.After(100 * time.Microsecond):
			}
		}
		app.Change(func(m *fake.Model) { m.Rename("status", "Did "+name) })
	}
}

// pressed returns what the application's own log has of a process.
func pressed(path string, pid int) (names []string, err error) {
	text, err := os.ReadFile(path + ".log")
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		if who, name, _ := strings.Cut(strings.TrimSpace(line), " "); who == strconv.Itoa(pid) {
			names = append(names, name)
		}
	}
	return names, err
}

// checkReplays compares the store with the application's log: every press is in
// the store as passed or, the last one, as uncertain; nothing is passed that was not
// pressed; what was acknowledged is there.
func checkReplays(s *store.Store, k dead, log []string) (uncertain bool, err error) {
	all, err := s.Runs()
	if err != nil {
		return false, err
	}
	slices.SortFunc(all, func(a, b recorder.Run) int { return a.Started.Compare(b.Started) })
	var passed []string
	runs := map[string]recorder.Run{}
	for _, listed := range all {
		if listed.PID != k.pid {
			continue
		}
		run, err := s.Run(listed.ID)
		if err != nil {
			return false, err
		}
		runs[run.ID] = run
		for i, step := range run.Steps {
			switch {
			case uncertain:
				return false, fmt.Errorf("run %s goes on after an uncertain step", run.ID)
			case step.Verdict == recorder.VerdictPassed:
				passed = append(passed, step.Title)
			case step.Verdict == recorder.VerdictUncertain && step.Delivery == backends.Uncertain && run.Verdict == recorder.VerdictUncertain:
				uncertain = true
				if len(log) > len(passed) && log[len(passed)] != keypad[i] {
					return false, fmt.Errorf("run %s: %s was pressed, step %d is uncertain", run.ID, log[len(passed)], step.N)
				}
			default:
				return false, fmt.Errorf("run %s: step %d is %s, %s", run.ID, step.N, step.Verdict, step.Delivery)
			}
		}
	}
	for _, words := range k.said {
		n, _ := strconv.Atoi(words[2])
		run, known := runs[words[1]]
		there := known
		switch words[0] {
		case "intent":
			there = len(run.Steps) >= n
		case "result":
			there = len(run.Steps) >= n && run.Steps[n-1].Verdict == recorder.VerdictPassed
		case "ended":
			there = run.Verdict == recorder.VerdictPassed
		}
		if !there && !writing[words[0]] {
			return false, fmt.Errorf("%v was acknowledged, the store has %s with %d steps of it", words, run.Verdict, len(run.Steps))
		}
	}
	between := k.last() == "intent" || k.last() == "acted"
	switch {
	case len(log) < len(passed) || !slices.Equal(log[:len(passed)], passed):
		return false, fmt.Errorf("pressed %v, the store says passed %v", log, passed)
	case len(log) > len(passed)+1 || len(log) == len(passed)+1 && !uncertain:
		return false, fmt.Errorf("pressed %v, the store says passed %v, and uncertain %v", log, passed, uncertain)
	case k.exact() && (uncertain != between || (len(log) > len(passed)) != (k.last() == "acted")):
		return false, fmt.Errorf("killed with the line %q: pressed %v, the store says passed %v, and uncertain %v", k.last(), log, passed, uncertain)
	}
	return uncertain, nil
}

// checkRecording holds the recording against the steps that were acknowledged.
func checkRecording(s *store.Store, k dead) (steps int, err error) {
	rec, err := s.Recording("of " + strconv.Itoa(k.pid))
	if len(k.said) == 1 && errors.Is(err, store.ErrNotFound) {
		return 0, nil // killed while it was first written
	}
	if err != nil {
		return 0, err
	}
	for _, words := range k.said {
		i, _ := strconv.Atoi(words[2])
		if words[0] != "step" {
			continue
		}
		if steps++; i >= len(rec.Steps) || rec.Steps[i].ID != words[1] {
			return 0, fmt.Errorf("%v was acknowledged, the recording has %d steps", words, len(rec.Steps))
		}
	}
	return steps, nil
}

// Whenever a replay or a recording is killed: what was acknowledged is there, the
// file opens, the step that was under way is uncertain exactly where it may have
// landed, and nothing is sent again by opening the store.
func TestKilledReplaysAndRecordings(t *testing.T) {
	kills := 1000
	if testing.Short() {
		kills = 40
	}
	// Each lane begins a new store after so many kills: reading the runs of all who died
	// before costs more than the next one does.
	const lanes, each = 4, 50
	var deaths deaths
	dir := t.TempDir()
	inLanes(t, lanes, func(lane int) error {
		random := rand.New(rand.NewPCG(uint64(lane), 3))
		what := []string{"replays", "records"}[lane%2]
		for n := range kills / lanes {
			path := filepath.Join(dir, fmt.Sprintf("%d-%d.db", lane, n/each))
			// A replay of the six buttons has 28 lines, a step of a recording 2.
			if err := deaths.next(what, path, randomDeath(random, 30)); err != nil {
				return err
			}
		}
		return nil
	})
	t.Logf("%d kills, %d of them while something was written: %d left a step uncertain, %d steps of recordings acknowledged",
		kills, deaths.torn.Load(), deaths.uncertain.Load(), deaths.steps.Load())
	// How many lines are said and how many deaths are exact is the same in every run.
	// Whatever the pace, a process writes for a good part of its life.
	if deaths.uncertain.Load() < int64(kills/20) || deaths.steps.Load() < int64(kills) || deaths.torn.Load() < int64(kills/20) {
		t.Errorf("the kills came at no interesting moment")
	}
}

// deaths counts what killed processes left.
type deaths struct {
	torn      atomic.Int64 // died while something was written
	uncertain atomic.Int64 // left a step uncertain
	steps     atomic.Int64 // steps of recordings that were acknowledged
}

// next has one more child die, and compares the store with what it had said and done,
// through the eyes of a reader, who derives, and of a writer, who settles.
func (all *deaths) next(what, path string, at death) error {
	k, err := runToDeath(what, path, at)
	if err != nil {
		return err
	}
	log, err := pressed(path, k.pid)
	if err != nil {
		return err
	}
	var uncertain bool
	var steps int
	for _, readOnly := range []bool{true, false} {
		s, err := store.Open(path, store.Options{ReadOnly: readOnly})
		if err != nil {
			return err
		}
		if what == "records" {
			steps, err = checkRecording(s, k)
		} else {
			uncertain, err = checkReplays(s, k, log)
		}
		if err := errors.Join(err, s.CheckConsistency(), s.Close()); err != nil {
			return err
		}
	}
	if again, err := pressed(path, k.pid); err != nil || len(again) != len(log) {
		return fmt.Errorf("pressed %v after the death, %v before, %w", again, log, err)
	}
	if all.steps.Add(int64(steps)); uncertain {
		all.uncertain.Add(1)
	}
	if !k.exact() && writing[k.last()] {
		all.torn.Add(1)
	}
	return nil
}
