package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// A text that a person marks as secret leaves everything that came of it: the
// recording, the runs with their pictures, and the bytes of the file.
func TestATextThatBecomesSecretLeavesTheFile(t *testing.T) {
	const secret = "gooseberry-42"
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := store.Open(path, store.Options{})
	must(t, err)
	rec := recording("rec", "Log in", 4)
	rec.Steps[1] = recorder.Step{ID: "step-1", Kind: recorder.StepSetText, Title: `Type "` + secret + `"`, Light: recorder.LightUnique, Target: rec.Steps[0].Target, Text: secret}
	must(t, s.PutRecording(rec))
	var shots [][]byte
	var pictures []string
	for i := range uint64(4) {
		shots = append(shots, picture(nil, i, 40))
		hash, err := s.PutPicture(shots[i])
		must(t, err)
		pictures = append(pictures, hash)
	}
	must(t, s.BeginRun(newRun("run")))
	for n := 1; n <= 3; n++ {
		in, result := intent("run", n), passed(n)
		result.Before, result.After = pictures[n-1], pictures[n]
		if n == 2 {
			in.Title, result.Title = rec.Steps[1].Title, rec.Steps[1].Title
		}
		if n == 3 {
			result.Changes = []string{"label is now Welcome " + secret + "!"}
		}
		must(t, errors.Join(s.PutIntent(in), s.PutResult("run", result)))
	}
	must(t, s.EndRun("run", epoch, recorder.VerdictPassed))
	other := newRun("other")
	other.Recording = "another"
	must(t, errors.Join(s.BeginRun(other), s.PutResult("other", passed(1)), s.EndRun("other", epoch, recorder.VerdictPassed)))
	must(t, s.Close())
	if b, err := os.ReadFile(path); err != nil || !bytes.Contains(b, []byte(secret)) {
		t.Fatalf("it is not in the file to begin with: %v", err)
	}

	s, err = store.Open(path, store.Options{})
	must(t, err)
	was, err := s.Recording("rec")
	must(t, err)
	editor := recorder.NewEditor(was)
	must(t, editor.Do(recorder.MarkSecret{Step: "step-1"}))
	must(t, s.ReplaceRecording(was, editor.Recording()))
	must(t, s.Close())

	b, err := os.ReadFile(path)
	must(t, err)
	if bytes.Contains(b, shots[3][50:200]) || !bytes.Contains(b, shots[0][50:200]) {
		t.Error("the wrong pictures are in the file")
	}
	if at := bytes.Index(bytes.ToLower(b), []byte(secret)); at >= 0 {
		t.Errorf("it is still in the file: %q", b[max(0, at-80):at+40])
	}
	s, err = store.Open(path, store.Options{})
	must(t, err)
	defer s.Close()
	run, err := s.Run("run")
	must(t, err)
	if len(run.Steps) != 3 || run.Verdict != recorder.VerdictPassed || run.Steps[2].Changes[0] != "label is now Welcome •••!" {
		t.Errorf("%+v", run)
	}
	// The picture from before the step shows nothing of it; those after may.
	if run.Steps[0].After != pictures[1] || run.Steps[1].Before != pictures[1] || run.Steps[1].After+run.Steps[2].Before+run.Steps[2].After != "" {
		t.Errorf("pictures of the run: %+v", run.Steps)
	}
	if _, err := s.Picture(pictures[3]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a picture that may show it: %v", err)
	}
	if _, err := s.Picture(pictures[0]); err != nil {
		t.Errorf("a picture from before: %v", err)
	}
	must(t, s.CheckConsistency())
}
