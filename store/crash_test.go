package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func init() {
	children["writer"] = writer
	children["player"] = player
}

// writer writes everything there is, in turn, until it is killed, and says on
// standard output what was acknowledged.
func writer(path string) error {
	s, err := store.Open(path, store.Options{Timeout: 10 * time.Second})
	if err != nil {
		return err
	}
	me := fmt.Sprint("p", os.Getpid(), "-", time.Now().UnixNano())
	png := picture(nil, uint64(os.Getpid()), 60) // larger than a page
	if err := s.BeginRun(newRun(me)); err != nil {
		return err
	}
	fmt.Println("begun", me)
	for n := 1; ; n++ {
		if err := s.PutRecording(recording(me, "Recording of "+me, n)); err != nil {
			return err
		}
		fmt.Println("steps", me, n)
		if err := s.PutIntent(intent(me, n)); err != nil {
			return err
		}
		fmt.Println("intent", me, n)
		png = append(png, byte(n))
		hash, err := s.PutPicture(png)
		if err != nil {
			return err
		}
		fmt.Println("picture", hash, n)
		result := passed(n)
		result.Before = hash
		if err := s.PutResult(me, result); err != nil {
			return err
		}
		fmt.Println("result", me, n)
		id, err := s.PutSnapshot(orders())
		if err != nil {
			return err
		}
		fmt.Println("snapshot", id, n)
	}
}

// acknowledged is what one writer said before it was killed.
type acknowledged struct {
	id                     string
	steps, intents, result int
	pictures, snapshots    []string
}

func (a *acknowledged) note(line string) error {
	var what, id string
	var n int
	if _, err := fmt.Sscan(line, &what, &id, &n); err != nil && what != "begun" {
		return fmt.Errorf("line %q: %w", line, err)
	}
	switch what {
	case "begun":
		a.id = id
	case "steps":
		a.steps = n
	case "intent":
		a.intents = n
	case "result":
		a.result = n
	case "picture":
		a.pictures = append(a.pictures, id)
	case "snapshot":
		a.snapshots = append(a.snapshots, id)
	default:
		return fmt.Errorf("line %q", line)
	}
	return nil
}

// check compares the store with what a dead writer had been promised. Of what it
// was about at its end either nothing or all may be there.
func (a *acknowledged) check(s *store.Store) error {
	for _, hash := range a.pictures[:a.result] { // the others are of no use
		if _, err := s.Picture(hash); err != nil {
			return err
		}
	}
	if rec, err := s.Recording(a.id); a.steps > 0 && (err != nil || len(rec.Steps) < a.steps || len(rec.Steps) > a.steps+1) {
		return fmt.Errorf("recording %s: %d steps of %d, %v", a.id, len(rec.Steps), a.steps, err)
	}
	run, err := s.Run(a.id)
	if err != nil {
		return err
	}
	if len(run.Steps) < a.result || len(run.Steps) < a.intents || len(run.Steps) > a.intents+1 {
		return fmt.Errorf("run %s: %d steps, %d intents and %d results acknowledged", a.id, len(run.Steps), a.intents, a.result)
	}
	want := recorder.VerdictStopped
	for i, step := range run.Steps {
		switch {
		case step.N != i+1:
			return fmt.Errorf("run %s: step %d stands at %d", a.id, step.N, i+1)
		case step.Verdict == recorder.VerdictUncertain && i+1 == len(run.Steps) && step.N > a.result && step.Delivery == backends.Uncertain:
			want = recorder.VerdictUncertain
		case step.Verdict != recorder.VerdictPassed:
			return fmt.Errorf("run %s: step %d is %s, %d results acknowledged", a.id, step.N, step.Verdict, a.result)
		}
	}
	if run.Verdict != want {
		return fmt.Errorf("run %s is %s, want %s", a.id, run.Verdict, want)
	}
	return nil
}

func TestKillNeverLoses(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	const lanes = 4 // stores that are hammered at the same time
	var acks, uncertain atomic.Int64
	t.Run("lanes", func(t *testing.T) {
		for lane := range lanes {
			t.Run(fmt.Sprint(lane), func(t *testing.T) {
				t.Parallel()
				a, u, err := hammer(t, filepath.Join(t.TempDir(), "x.db"), kills/lanes, uint64(lane))
				must(t, err)
				acks.Add(int64(a))
				uncertain.Add(int64(u))
			})
		}
	})
	t.Logf("%d kills, %d acknowledged, %d steps uncertain", kills, acks.Load(), uncertain.Load())
	if acks.Load() < int64(kills) || uncertain.Load() == 0 {
		t.Errorf("the kills came at no interesting moment: %d acknowledged, %d uncertain", acks.Load(), uncertain.Load())
	}
}

// hammer starts and kills writers on one store and checks it after each.
func hammer(t *testing.T, path string, kills int, seed uint64) (acks, uncertain int, err error) {
	random := rand.New(rand.NewPCG(seed, 2))
	var all []acknowledged
	lastSnapshot := 0
	for range kills {
		c := startChild(t, "writer", path)
		var a acknowledged
		note := func(line string) {
			acks++
			err = errors.Join(err, a.note(line))
		}
		note(c.line(t))
		// Not a condition that is waited for: the moment of death is the point.
		time.Sleep(time.Duration(random.IntN(25_000)) * time.Microsecond)
		for _, line := range c.kill(t) {
			note(line)
		}
		if err != nil {
			return acks, uncertain, err
		}
		all = append(all, a)
		// By turns through the eyes of a reader, who derives, and a writer, who settles.
		for _, readOnly := range []bool{true, false} {
			s, err := store.Open(path, store.Options{ReadOnly: readOnly})
			if err != nil {
				return acks, uncertain, err
			}
			err = errors.Join(a.check(s), s.CheckConsistency())
			for _, id := range a.snapshots {
				var n int
				fmt.Sscanf(id, "s%d", &n)
				if readOnly && n <= lastSnapshot {
					err = errors.Join(err, fmt.Errorf("snapshot number %d was given again", n))
				}
				lastSnapshot = max(lastSnapshot, n)
			}
			if n := len(a.snapshots); n > 0 {
				_, snapErr := s.Snapshot(a.snapshots[n-1])
				err = errors.Join(err, snapErr)
			}
			if run, runErr := s.Run(a.id); runErr == nil && readOnly && run.Verdict == recorder.VerdictUncertain {
				uncertain++
			}
			if err := errors.Join(err, s.Close()); err != nil {
				return acks, uncertain, err
			}
		}
	}
	s := storetest.Open(t, path)
	for _, a := range all {
		if err := a.check(s); err != nil {
			return acks, uncertain, fmt.Errorf("at the end: %w", err)
		}
	}
	return acks, uncertain, nil
}

// player has one step done and is in the middle of the next.
func player(path string) error {
	s, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	for _, run := range []string{"between", "before"} {
		if err := errors.Join(s.BeginRun(newRun(run)), s.PutIntent(intent(run, 1)), s.PutResult(run, passed(1))); err != nil {
			return err
		}
	}
	if err := s.PutIntent(intent("between", 2)); err != nil {
		return err
	}
	fmt.Println("sent")
	_, err = io.Copy(io.Discard, os.Stdin) // until the parent goes
	return err
}

func TestKillBetweenIntentAndResult(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	c := startChild(t, "player", path)
	c.line(t)

	read := func(id string) recorder.Run {
		t.Helper()
		s, err := store.Open(path, store.Options{ReadOnly: true})
		must(t, err)
		defer s.Close()
		run, err := s.Run(id)
		must(t, err)
		list, err := s.Runs()
		must(t, err)
		for _, r := range list {
			if r.ID == id && r.Verdict != run.Verdict {
				t.Errorf("run %s is %s in the list and %s by itself", id, r.Verdict, run.Verdict)
			}
		}
		return run
	}
	for _, id := range []string{"between", "before"} {
		if run := read(id); run.Verdict != recorder.VerdictRunning || len(run.Steps) != 1 {
			t.Errorf("while it runs, run %s is %s with %d steps", id, run.Verdict, len(run.Steps))
		}
	}
	if _, err := store.Open(path, store.Options{Timeout: 30 * time.Millisecond}); !errors.Is(err, store.ErrInUse) {
		t.Errorf("second writer: %v", err)
	}
	before, err := os.ReadFile(path)
	must(t, err)
	c.kill(t)

	interrupted := func(when string) {
		t.Helper()
		run := read("between")
		if run.Verdict != recorder.VerdictUncertain || len(run.Steps) != 2 {
			t.Fatalf("%s: run is %s with %d steps", when, run.Verdict, len(run.Steps))
		}
		step := run.Steps[1]
		if step.N != 2 || step.StepID != "step-2" || step.Delivery != backends.Uncertain || step.Verdict != recorder.VerdictUncertain ||
			step.Error != "press: interrupted between sending and seeing the result" || step.Proof == nil {
			t.Errorf("%s: %+v", when, step)
		}
		if run := read("before"); run.Verdict != recorder.VerdictStopped || len(run.Steps) != 1 {
			t.Errorf("%s: run without an open intent is %s with %d steps", when, run.Verdict, len(run.Steps))
		}
	}
	interrupted("derived")
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("reading changed the file, %v", err)
	}

	s := storetest.Open(t, path)
	for what, err := range map[string]error{
		"intent again": s.PutIntent(intent("between", 2)),
		"intent":       s.PutIntent(intent("between", 3)),
		"result":       s.PutResult("between", passed(2)),
		"end":          s.EndRun("between", epoch, recorder.VerdictPassed),
	} {
		if !errors.Is(err, store.ErrExists) {
			t.Errorf("%s after the interruption: %v", what, err)
		}
	}
	must(t, s.Close())
	interrupted("settled")
}
