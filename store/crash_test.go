package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
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

// writer writes everything there is, in turn, until it dies, and says what was
// acknowledged.
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
	say("begun", me)
	for n := 1; ; n++ {
		if err := s.PutRecording(recording(me, "Recording of "+me, n)); err != nil {
			return err
		}
		say("steps", me, n)
		if err := s.PutIntent(intent(me, n)); err != nil {
			return err
		}
		say("intent", me, n)
		png = append(png, byte(n))
		hash, err := s.PutPicture(png)
		if err != nil {
			return err
		}
		say("picture", hash, n)
		result := passed(n)
		result.Before = hash
		if err := s.PutResult(me, result); err != nil {
			return err
		}
		say("result", me, n)
		id, err := s.PutSnapshot(orders())
		if err != nil {
			return err
		}
		say("snapshot", id, n)
	}
}

// acknowledged is what one writer said before it was killed.
type acknowledged struct {
	id                     string
	steps, intents, result int
	pictures, snapshots    []string
}

func (a *acknowledged) note(words []string) error {
	id, n := words[1], 0
	if len(words) > 2 {
		n, _ = strconv.Atoi(words[2])
	}
	switch words[0] {
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
		return fmt.Errorf("line %q", words)
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
	dir := t.TempDir()
	inLanes(t, lanes, func(lane int) error {
		a, u, err := hammer(filepath.Join(dir, fmt.Sprint(lane, ".db")), kills/lanes, uint64(lane))
		acks.Add(int64(a))
		uncertain.Add(int64(u))
		return err
	})
	t.Logf("%d kills, %d acknowledged, %d steps uncertain", kills, acks.Load(), uncertain.Load())
	if uncertain.Load() < int64(kills/20) { // the exact ones alone are more
		t.Errorf("the kills came at no interesting moment: %d uncertain", uncertain.Load())
	}
}

// hammer starts writers that are killed on one store and checks it after each.
func hammer(path string, kills int, seed uint64) (acks, uncertain int, err error) {
	random := rand.New(rand.NewPCG(seed, 2))
	var all []acknowledged
	lastSnapshot := 0
	for range kills {
		d, err := runToDeath("writer", path, randomDeath(random, 25))
		var a acknowledged
		for _, words := range d.said {
			err = errors.Join(err, a.note(words))
		}
		if err != nil {
			return acks, uncertain, err
		}
		acks += len(d.said)
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
			run, runErr := s.Run(a.id)
			open := runErr == nil && run.Verdict == recorder.VerdictUncertain
			if between := d.last() == "intent" || d.last() == "picture"; d.exact() && open != between {
				err = errors.Join(err, fmt.Errorf("killed with the line %q, the run is %s, %v", d.last(), run.Verdict, runErr))
			}
			if open && readOnly {
				uncertain++
			}
			if err := errors.Join(err, s.Close()); err != nil {
				return acks, uncertain, err
			}
		}
	}
	s, err := store.Open(path, store.Options{})
	if err != nil {
		return acks, uncertain, err
	}
	for _, a := range all {
		if notThere := a.check(s); notThere != nil {
			err = errors.Join(err, fmt.Errorf("at the end: %w", notThere))
		}
	}
	return acks, uncertain, errors.Join(err, s.CheckConsistency(), s.Close())
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
