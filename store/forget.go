package store

import (
	"fmt"
	"math"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/recorder"
)

// forgetSecrets takes texts that became secret out of the runs of a recording: out of
// names, titles, errors, proofs and intents, and lets go the pictures of what was done
// from the step on that typed one. Where replays could be given other texts, which
// nobody knows any more, what was seen from there on goes, too. The file is written anew
// when the store is closed.
func forgetSecrets(tx *bolt.Tx, recording string, secrets []recorder.BecameSecret) error {
	var runs []runRecord
	err := each(tx, bucketRuns, nil, func(_ []byte, rec runRecord) error {
		if rec.Run.Recording == recording {
			runs = append(runs, rec)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, rec := range runs {
		if err := forgetInRun(tx, rec, secrets); err != nil {
			return fmt.Errorf("take a secret out of run %q: %w", rec.Run.ID, err)
		}
	}
	if err := dropLog(tx, recording); err != nil { // it holds what the application showed
		return err
	}
	return forget(tx)
}

// without takes the texts of secrets out of a value; held says that it had one.
func without[T any](value T, secrets []recorder.BecameSecret) (clean T, held bool, err error) {
	for _, s := range secrets {
		if s.Text == "" {
			continue
		}
		took := false
		if value, took, err = recorder.ForgetText(value, s.Text); err != nil {
			return value, held, err
		}
		held = held || took
	}
	return value, held, nil
}

func forgetInRun(tx *bolt.Tx, rec runRecord, secrets []recorder.BecameSecret) error {
	run := rec.Run.ID
	type kept[T any] struct {
		key   []byte
		value T
	}
	clean, held, err := without(rec.Run, secrets)
	if err == nil && held {
		rec.Run = clean
		err = putJSON(tx, bucketRuns, []byte(run), rec)
	}
	if err != nil {
		return err
	}
	var results []kept[recorder.StepResult]
	const never = math.MaxInt
	from, asked := never, never // numbers of the first step that may show one, and an unknown one
	err = each(tx, bucketResults, runPrefix(run), func(key []byte, r recorder.StepResult) error {
		clean, held, err := without(r, secrets)
		for _, s := range secrets {
			if s.Step == r.StepID {
				held = true
				if s.Asked {
					asked = min(asked, r.N)
					clean.Error = ""
				}
			}
		}
		if held {
			from = min(from, r.N)
		}
		results = append(results, kept[recorder.StepResult]{append([]byte(nil), key...), clean})
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range results {
		if r.value.N < from {
			continue
		}
		if r.value.N >= asked {
			r.value.Changes, r.value.Seen = nil, ""
		}
		gone := []string{r.value.After}
		r.value.After = ""
		if r.value.N > from {
			gone = append(gone, r.value.Before)
			r.value.Before = ""
		}
		if r.value.Refusal != nil && r.value.Refusal.Picture != "" {
			gone = append(gone, r.value.Refusal.Picture)
			r.value.Refusal.Picture = ""
		}
		if err := putJSON(tx, bucketResults, r.key, r.value); err != nil {
			return err
		}
		if err := unnamed(tx, gone...); err != nil {
			return err
		}
	}
	var intents []kept[recorder.Intent]
	err = each(tx, bucketIntents, runPrefix(run), func(key []byte, in recorder.Intent) error {
		clean, held, err := without(in, secrets)
		if held {
			intents = append(intents, kept[recorder.Intent]{append([]byte(nil), key...), clean})
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, in := range intents {
		if err := putJSON(tx, bucketIntents, in.key, in.value); err != nil {
			return err
		}
	}
	return nil
}
