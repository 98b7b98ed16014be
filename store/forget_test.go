package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
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
		in.StepID, result.StepID = rec.Steps[n-1].ID, rec.Steps[n-1].ID
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

// What a replay was given for a parameter that becomes secret later is known to nobody
// any more: what it may show is let go. A long text is in titles with its beginning
// only, and in the name that a run has of its recording.
func TestWhatRunsShowOfASecretIsLetGo(t *testing.T) {
	token := strings.Repeat("gooseberry-", 12)
	for name, tc := range map[string]struct {
		text      string
		parameter recorder.Parameter
		shown     string // what the run shows of what was given
	}{
		"a long text":              {text: token, shown: token[:80]},
		"a parameter":              {parameter: recorder.Parameter{Name: "who", Default: "nobody"}, shown: "given-bilberry"},
		"a parameter with no text": {parameter: recorder.Parameter{Name: "who"}, shown: "given-bilberry"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			s, err := store.Open(path, store.Options{})
			must(t, err)
			rec := recording("rec", "Log in", 4)
			step := &rec.Steps[1]
			*step = recorder.Step{ID: "step-1", Kind: recorder.StepSetText, Title: "Type it", Light: recorder.LightUnique, Target: rec.Steps[0].Target, Text: tc.text, Parameter: tc.parameter.Name}
			if tc.parameter.Name != "" {
				rec.Parameters = append(rec.Parameters, tc.parameter)
			}
			must(t, s.PutRecording(rec))
			must(t, s.PutLog("rec", packedLog(t, `{"schema":"samebutton/log/v1","recording":"rec"}`)))
			shot, err := s.PutPicture(picture(t, 1, 40))
			must(t, err)
			run := newRun("run")
			if tc.text != "" {
				run.Name = "Log in with " + tc.text
			}
			must(t, s.BeginRun(run))
			for n := 1; n <= 2; n++ {
				result := passed(n)
				if n == 1 {
					result.Title, result.After = "Type \""+tc.shown+"…\" into it", shot
					if tc.text == "" {
						result.Title, result.Error = "Type who into it", "it shows "+tc.shown
					}
				}
				if tc.text == "" {
					result.Changes, result.Seen = []string{"it shows " + tc.shown}, tc.shown
				}
				must(t, s.PutResult("run", result))
			}
			must(t, s.EndRun("run", epoch, recorder.VerdictPassed))
			editor := recorder.NewEditor(rec)
			must(t, editor.Do(recorder.MarkSecret{Step: "step-1"}))
			must(t, s.ReplaceRecording(rec, editor.Recording()))
			if _, err := s.Log("rec"); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("the log is still there: %v", err)
			}
			must(t, s.Close())
			b, err := os.ReadFile(path)
			must(t, err)
			if at := bytes.Index(b, []byte(tc.shown)); at >= 0 {
				t.Errorf("it is still in the file: %q", b[max(0, at-80):at+40])
			}
			s, err = store.Open(path, store.Options{})
			must(t, err)
			defer s.Close()
			if _, err := s.Picture(shot); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("a picture that may show it: %v", err)
			}
		})
	}
}
