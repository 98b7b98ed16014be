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

// aloud says what the store acknowledged.
type aloud struct{ *store.Store }

func (a aloud) BeginRun(run recorder.Run) error {
	err := a.Store.BeginRun(run)
	if err == nil {
		fmt.Println("begun", run.ID, 0)
	}
	return err
}

func (a aloud) PutResult(run string, r recorder.StepResult) error {
	err := a.Store.PutResult(run, r)
	if err == nil {
		fmt.Println("result", run, r.N)
	}
	return err
}

// replays presses the buttons in turn, by replays with the real player, until it
// is killed.
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
	fmt.Println("ready", os.Getpid(), 0)
	for {
		run, err := player.Replay(context.Background(), rec, app.Identity())
		if err != nil || run.Verdict != recorder.VerdictPassed {
			return fmt.Errorf("replay: %s, %+v, %w", run.Verdict, run.Steps, err)
		}
	}
}

// records records presses with the real recorder until it is killed.
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
			Backend: fake.New(app), Listener: listener, Journal: s, Application: app.Identity(), Name: "of " + strconv.Itoa(os.Getpid()),
			OnReady: func() { close(ready) },
			OnStep:  func(i int, step recorder.Step) { fmt.Println("step", step.ID, i) },
		})
		failed <- err
	}()
	select {
	case <-ready:
	case err := <-failed:
		return err
	}
	fmt.Println("ready", os.Getpid(), 0)
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

// killed is a child that was killed and what it had said.
type killed struct {
	pid  int
	said [][]string // words of its lines
}

// killSoon starts a child and kills it at a moment that nothing decides.
func killSoon(t *testing.T, what, path string, random *rand.Rand) killed {
	c := startChild(t, what, path)
	lines := []string{c.line(t)}
	// Not a condition that is waited for: the moment of death is the point.
	time.Sleep(time.Duration(random.IntN(30_000)) * time.Microsecond)
	lines = append(lines, c.kill(t)...)
	k := killed{pid: c.cmd.Process.Pid}
	for _, line := range lines {
		k.said = append(k.said, strings.Fields(line))
	}
	return k
}

// pressed returns what the application's own log has of a process.
func pressed(t *testing.T, path string, pid int) (names []string) {
	text, err := os.ReadFile(path + ".log")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	must(t, err)
	for line := range strings.Lines(string(text)) {
		if who, name, _ := strings.Cut(strings.TrimSpace(line), " "); who == strconv.Itoa(pid) {
			names = append(names, name)
		}
	}
	return names
}

// checkReplays compares the store with the application's log: every press is in
// the store as passed or, the last one, as uncertain; nothing is passed that was not
// pressed; what was acknowledged is there.
func checkReplays(s *store.Store, k killed, log []string) (uncertain bool, err error) {
	all, err := s.Runs()
	if err != nil {
		return false, err
	}
	slices.SortFunc(all, func(a, b recorder.Run) int { return a.Started.Compare(b.Started) })
	var passed []string
	results := map[string]int{}
	for _, listed := range all {
		if listed.PID != k.pid {
			continue
		}
		run, err := s.Run(listed.ID)
		if err != nil {
			return false, err
		}
		results[run.ID] = 0
		for i, step := range run.Steps {
			switch {
			case uncertain:
				return false, fmt.Errorf("run %s goes on after an uncertain step", run.ID)
			case step.Verdict == recorder.VerdictPassed:
				passed = append(passed, step.Title)
				results[run.ID]++
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
		n, known := results[words[1]]
		if want, _ := strconv.Atoi(words[2]); words[0] != "ready" && (!known || n < want) {
			return false, fmt.Errorf("%v was acknowledged, the store has %d results of it", words, n)
		}
	}
	switch {
	case len(log) < len(passed) || !slices.Equal(log[:len(passed)], passed):
		return false, fmt.Errorf("pressed %v, the store says passed %v", log, passed)
	case len(log) > len(passed)+1 || len(log) == len(passed)+1 && !uncertain:
		return false, fmt.Errorf("pressed %v, the store says passed %v, and uncertain %v", log, passed, uncertain)
	}
	return uncertain, nil
}

// checkRecording holds the recording against the steps that were acknowledged.
func checkRecording(s *store.Store, k killed) error {
	rec, err := s.Recording("of " + strconv.Itoa(k.pid))
	if err != nil {
		return err
	}
	for _, words := range k.said {
		if i, _ := strconv.Atoi(words[2]); words[0] == "step" && (i >= len(rec.Steps) || rec.Steps[i].ID != words[1]) {
			return fmt.Errorf("%v was acknowledged, the recording has %d steps", words, len(rec.Steps))
		}
	}
	return nil
}

// Whenever a replay or a recording is killed: what was acknowledged is there, the
// file opens, the step that was under way is uncertain exactly where it may have
// landed, and nothing is sent again by opening the store.
func TestKilledReplaysAndRecordings(t *testing.T) {
	kills := 1000
	if testing.Short() {
		kills = 40
	}
	const lanes = 4
	var uncertain, steps atomic.Int64
	t.Run("lanes", func(t *testing.T) {
		for lane := range lanes {
			t.Run(fmt.Sprint(lane), func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(uint64(lane), 3))
				what, path := []string{"replays", "records"}[lane%2], filepath.Join(t.TempDir(), "x.db")
				for range kills / lanes {
					k := killSoon(t, what, path, random)
					log := pressed(t, path, k.pid)
					for _, readOnly := range []bool{true, false} {
						s, err := store.Open(path, store.Options{ReadOnly: readOnly})
						must(t, err)
						if what == "records" {
							err = checkRecording(s, k)
							steps.Add(int64(len(k.said) - 1))
						} else {
							var open bool
							if open, err = checkReplays(s, k, log); open && readOnly {
								uncertain.Add(1)
							}
						}
						must(t, errors.Join(err, s.CheckConsistency(), s.Close()))
					}
					if again := pressed(t, path, k.pid); len(again) != len(log) {
						t.Fatalf("pressed %v after the death, %v before", again, log)
					}
				}
			})
		}
	})
	t.Logf("%d kills: %d left a step uncertain, %d steps of recordings acknowledged", kills, uncertain.Load(), steps.Load()/2)
	if uncertain.Load() < int64(kills/40) || steps.Load() < int64(kills) {
		t.Errorf("the kills came at no interesting moment")
	}
}
