package store

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/recorder"
)

// forgetTexts takes texts that became secret out of the runs of a recording: out of
// titles, errors, proofs and intents, and lets go the pictures of what was done from
// the step on that typed one. The file is written anew when the store is closed.
func forgetTexts(tx *bolt.Tx, recording string, texts []string) error {
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
	for _, text := range texts {
		for _, rec := range runs {
			if err := forgetInRun(tx, rec.Run.ID, text); err != nil {
				return fmt.Errorf("take a secret out of run %q: %w", rec.Run.ID, err)
			}
		}
	}
	if err := dropLog(tx, recording); err != nil { // it holds what the application showed
		return err
	}
	return forget(tx)
}

func forgetInRun(tx *bolt.Tx, run, text string) error {
	type kept[T any] struct {
		key   []byte
		value T
	}
	var results []kept[recorder.StepResult]
	from := -1 // number of the first step that shows it
	err := each(tx, bucketResults, runPrefix(run), func(key []byte, r recorder.StepResult) error {
		clean, held, err := recorder.ForgetText(r, text)
		if held && (from < 0 || r.N < from) {
			from = r.N
		}
		results = append(results, kept[recorder.StepResult]{append([]byte(nil), key...), clean})
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range results {
		if from < 0 || r.value.N < from {
			continue
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
		clean, held, err := recorder.ForgetText(in, text)
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
