package store

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/recorder"
)

// runRecord is a run as it is stored: without its results, which are values of
// their own, so that writing one costs the same in a long run.
type runRecord struct {
	Run   recorder.Run `json:"run"`
	Owner owner        `json:"owner"`
	// Open is the number of the step whose intent has no result, 0 for none, and
	// Part the act of that step which was the last to be written.
	Open int `json:"open,omitempty"`
	Part int `json:"part,omitempty"`
}

// ended reports whether a verdict was written.
func (r *runRecord) ended() bool { return r.Run.Verdict != recorder.VerdictRunning }

// BeginRun stores a run before its first step. A run with that ID gives
// ErrExists.
func (s *Store) BeginRun(run recorder.Run) error {
	what := fmt.Sprintf("begin run %q", run.ID)
	if err := checkID(run.ID); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if run.Schema == "" {
		run.Schema = recorder.RunSchema
	}
	run.Verdict = recorder.VerdictRunning
	results := run.Steps
	run.Steps = nil
	return s.update(what, func(tx *bolt.Tx) error {
		switch _, err := get(tx, bucketRuns, []byte(run.ID)); {
		case err == nil:
			return ErrExists
		case !errors.Is(err, ErrNotFound):
			return err
		}
		for _, r := range results {
			if err := putResult(tx, stepKey(run.ID, r.N), r); err != nil {
				return err
			}
		}
		return putJSON(tx, bucketRuns, []byte(run.ID), runRecord{Run: run, Owner: self()})
	})
}

// PutIntent stores what is about to be sent. It fails with ErrExists where that
// part of the step, or a later one, has an intent, where the step has a result,
// where another step still waits for its result, and where the run has ended or
// belongs to another process: then nothing may be sent.
func (s *Store) PutIntent(intent recorder.Intent) error {
	return s.update(fmt.Sprintf("put intent of step %d", intent.N), func(tx *bolt.Tx) error {
		rec, err := openRun(tx, intent.Run)
		if err != nil {
			return err
		}
		if intent.Part < 1 {
			return fmt.Errorf("%w: the acts of a step count from 1", ErrInvalid)
		}
		if rec.Open != 0 && (intent.N != rec.Open || intent.Part <= rec.Part) {
			return fmt.Errorf("%w: an intent of step %d, which has no result", ErrExists, rec.Open)
		}
		if _, err := freeStep(tx, intent.Run, intent.N); err != nil {
			return err
		}
		key := partKey(intent.Run, intent.N, intent.Part)
		if _, err := get(tx, bucketIntents, key); !errors.Is(err, ErrNotFound) {
			return cmp.Or(err, fmt.Errorf("%w: the intent of step %d", ErrExists, intent.N))
		}
		if err := putJSON(tx, bucketIntents, key, intent); err != nil {
			return err
		}
		rec.Open, rec.Part = intent.N, intent.Part
		return putJSON(tx, bucketRuns, []byte(intent.Run), rec)
	})
}

// PutResult stores the result of a step and settles its intents, if it had any.
// A second result gives ErrExists.
func (s *Store) PutResult(run string, result recorder.StepResult) error {
	return s.update(fmt.Sprintf("put result of step %d", result.N), func(tx *bolt.Tx) error {
		rec, err := openRun(tx, run)
		if err != nil {
			return err
		}
		key, err := freeStep(tx, run, result.N)
		if err != nil {
			return err
		}
		if err := putResult(tx, key, result); err != nil {
			return err
		}
		if rec.Open != result.N {
			return nil
		}
		rec.Open, rec.Part = 0, 0
		return putJSON(tx, bucketRuns, []byte(run), rec)
	})
}

func putResult(tx *bolt.Tx, key []byte, r recorder.StepResult) error {
	if err := putJSON(tx, bucketResults, key, r); err != nil {
		return err
	}
	return named(tx, r.Before, r.After)
}

// EndRun stores the verdict. An intent that still has no result becomes an
// uncertain one, and the verdict is uncertain then, whatever was given.
func (s *Store) EndRun(run string, ended time.Time, verdict recorder.Verdict) error {
	what := fmt.Sprintf("end run %q", run)
	if verdict == recorder.VerdictRunning || verdict == "" {
		return fmt.Errorf("%s: %w: verdict %q is none", what, ErrInvalid, verdict)
	}
	return s.update(what, func(tx *bolt.Tx) error {
		rec, err := openRun(tx, run)
		if err != nil {
			return err
		}
		if rec.Open != 0 {
			return closeRun(tx, rec, ended)
		}
		rec.Run.Ended, rec.Run.Verdict = ended, verdict
		return putJSON(tx, bucketRuns, []byte(run), rec)
	})
}

// openRun returns a run that this process may write to.
func openRun(tx *bolt.Tx, id string) (runRecord, error) {
	rec, err := getJSON[runRecord](tx, bucketRuns, []byte(id))
	switch {
	case err != nil:
		return rec, fmt.Errorf("run %q: %w", id, err)
	case rec.ended():
		return rec, fmt.Errorf("%w: run %q ended as %s", ErrExists, id, rec.Run.Verdict)
	case rec.Owner != self():
		return rec, fmt.Errorf("%w: run %q belongs to process %d", ErrExists, id, rec.Owner.PID)
	}
	return rec, nil
}

// freeStep returns the key of a step that has no result.
func freeStep(tx *bolt.Tx, run string, n int) ([]byte, error) {
	if n < 1 {
		return nil, fmt.Errorf("%w: steps count from 1", ErrInvalid)
	}
	key := stepKey(run, n)
	if _, err := get(tx, bucketResults, key); !errors.Is(err, ErrNotFound) {
		return nil, cmp.Or(err, fmt.Errorf("%w: the result of step %d", ErrExists, n))
	}
	return key, nil
}

// stepKey orders the steps of a run by number; IDs hold no zero byte.
func stepKey(run string, n int) []byte {
	return binary.BigEndian.AppendUint32(runPrefix(run), uint32(n))
}

// partKey orders the acts of a step, too.
func partKey(run string, n, part int) []byte {
	return binary.BigEndian.AppendUint32(stepKey(run, n), uint32(part))
}

func runPrefix(run string) []byte { return append([]byte(run), 0) }

// Run returns a run with the results so far. A run that has no verdict and that
// no process runs any more reads as interrupted: its verdict is uncertain, and
// the step too, if an intent has no result, else stopped; Ended stays zero.
func (s *Store) Run(id string) (run recorder.Run, err error) {
	err = s.view(fmt.Sprintf("read run %q", id), func(tx *bolt.Tx) error {
		if id == "" {
			return ErrNotFound
		}
		rec, err := getJSON[runRecord](tx, bucketRuns, []byte(id))
		if err != nil {
			return s.provenAbsent(tx, bucketRuns, err)
		}
		run = rec.Run
		err = each(tx, bucketResults, runPrefix(id), func(_ []byte, r recorder.StepResult) error {
			run.Steps = append(run.Steps, r)
			return nil
		})
		if err != nil || !s.interrupted(&rec) {
			return err
		}
		run.Verdict = recorder.VerdictStopped
		if rec.Open != 0 {
			r, err := uncertainResult(tx, &rec)
			if err != nil {
				return err
			}
			run.Verdict = recorder.VerdictUncertain
			run.Steps = append(run.Steps, r)
			slices.SortFunc(run.Steps, func(a, b recorder.StepResult) int { return cmp.Compare(a.N, b.N) })
		}
		return nil
	})
	return run, err
}

// Runs lists all runs, the newest first, as Run tells them but without Steps.
func (s *Store) Runs() (list []recorder.Run, err error) {
	err = s.view("list runs", func(tx *bolt.Tx) error {
		return each(tx, bucketRuns, nil, func(_ []byte, rec runRecord) error {
			if s.interrupted(&rec) {
				rec.Run.Verdict = recorder.VerdictStopped
				if rec.Open != 0 {
					rec.Run.Verdict = recorder.VerdictUncertain
				}
			}
			list = append(list, rec.Run)
			return nil
		})
	})
	slices.SortFunc(list, func(a, b recorder.Run) int {
		return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(a.ID, b.ID))
	})
	return list, err
}

// Intents returns what was about to be sent in a run, in that order.
func (s *Store) Intents(run string) (list []recorder.Intent, err error) {
	err = s.view(fmt.Sprintf("read intents of run %q", run), func(tx *bolt.Tx) error {
		return each(tx, bucketIntents, runPrefix(run), func(_ []byte, in recorder.Intent) error {
			list = append(list, in)
			return nil
		})
	})
	return list, err
}

// interrupted reports whether nobody will end a run any more. While this store
// can write, no other store of this process can.
func (s *Store) interrupted(rec *runRecord) bool {
	if rec.ended() {
		return false
	}
	if rec.Owner == self() {
		return s.ReadOnly() && !s.live
	}
	return !rec.Owner.alive(s.live)
}

// settle writes what interrupted runs read as. It is called before this store
// has begun a run, so that those of this process are of a store that was closed.
func (s *Store) settle() error {
	var left []runRecord
	collect := func(_ []byte, rec runRecord) error {
		if !rec.ended() && (rec.Owner == self() || !rec.Owner.alive(false)) {
			left = append(left, rec)
		}
		return nil
	}
	err := s.db.View(func(tx *bolt.Tx) error { return each(tx, bucketRuns, nil, collect) })
	if err != nil || len(left) == 0 {
		return err
	}
	return s.db.Update(func(tx *bolt.Tx) error {
		for _, rec := range left {
			if err := closeRun(tx, rec, time.Time{}); err != nil {
				return fmt.Errorf("settle run %q: %w", rec.Run.ID, err)
			}
		}
		return nil
	})
}

// closeRun ends a run that was interrupted.
func closeRun(tx *bolt.Tx, rec runRecord, ended time.Time) error {
	rec.Run.Ended, rec.Run.Verdict = ended, recorder.VerdictStopped
	if rec.Open != 0 {
		r, err := uncertainResult(tx, &rec)
		if err != nil {
			return err
		}
		if err := putResult(tx, stepKey(rec.Run.ID, rec.Open), r); err != nil {
			return err
		}
		rec.Run.Verdict, rec.Open, rec.Part = recorder.VerdictUncertain, 0, 0
	}
	return putJSON(tx, bucketRuns, []byte(rec.Run.ID), rec)
}

// uncertainResult is what is known of a step whose intent has no result.
func uncertainResult(tx *bolt.Tx, rec *runRecord) (recorder.StepResult, error) {
	in, err := getJSON[recorder.Intent](tx, bucketIntents, partKey(rec.Run.ID, rec.Open, rec.Part))
	if err != nil {
		return recorder.StepResult{}, fmt.Errorf("%w: the intent of step %d: %w", ErrCorrupt, rec.Open, err)
	}
	return recorder.StepResult{
		N: in.N, StepID: in.StepID, Title: in.Title, Label: in.Label,
		Resolution: in.Proof.Outcome,
		Delivery:   backends.Uncertain,
		Verdict:    recorder.VerdictUncertain,
		Error:      fmt.Sprintf("%s: interrupted between sending and seeing the result", in.Action),
		Hint:       "look whether the application did it before the step is run again; it is not sent again by itself",
		Proof:      &in.Proof,
	}, nil
}
