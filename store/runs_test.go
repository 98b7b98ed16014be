package store_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func TestRun(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.BeginRun(newRun("run")))
	must(t, s.BeginRun(newRun("run.1"))) // whose key begins with the other's
	must(t, s.PutResult("run.1", passed(1)))
	want := newRun("run")
	for n := 1; n <= 300; n++ { // past one byte
		if n%2 == 0 {
			must(t, s.PutIntent(intent("run", n)))
		}
		must(t, s.PutResult("run", passed(n)))
		want.Steps = append(want.Steps, passed(n))
	}
	got, err := s.Run("run")
	must(t, err)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	ended := epoch.Add(time.Minute)
	must(t, s.EndRun("run", ended, recorder.VerdictPassed))
	got, err = s.Run("run")
	must(t, err)
	if !got.Ended.Equal(ended) || got.Verdict != recorder.VerdictPassed {
		t.Errorf("ended %v as %s", got.Ended, got.Verdict)
	}
	intents, err := s.Intents("run")
	if err != nil || len(intents) != 150 {
		t.Fatalf("%d intents, %v", len(intents), err)
	}
	if d := cmp.Diff(intent("run", 2), intents[0]); d != "" {
		t.Error(d)
	}
	later := newRun("later")
	later.Started = epoch.Add(time.Hour)
	must(t, s.BeginRun(later))
	list, err := s.Runs()
	must(t, err)
	if len(list) != 3 || list[0].ID != "later" || list[1].Verdict != recorder.VerdictPassed || list[2].Verdict != recorder.VerdictRunning {
		t.Errorf("list %+v", list)
	}
}

func TestNeverTwice(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.BeginRun(newRun("run")))
	must(t, s.PutIntent(intent("run", 1)))
	refused := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("same run", s.BeginRun(newRun("run")), store.ErrExists)
	refused("same intent", s.PutIntent(intent("run", 1)), store.ErrExists)
	refused("next intent before the result", s.PutIntent(intent("run", 2)), store.ErrExists)
	must(t, s.PutResult("run", passed(1)))
	refused("same intent after its result", s.PutIntent(intent("run", 1)), store.ErrExists)
	refused("same result", s.PutResult("run", passed(1)), store.ErrExists)
	second := func(part int) recorder.Intent {
		in := intent("run", 3)
		in.Part = part
		return in
	}
	refused("part zero", s.PutIntent(second(0)), store.ErrInvalid)
	must(t, s.PutIntent(second(1)))
	must(t, s.PutIntent(second(2)))
	refused("same part", s.PutIntent(second(2)), store.ErrExists)
	refused("earlier part", s.PutIntent(second(1)), store.ErrExists)
	must(t, s.PutResult("run", passed(3)))
	refused("next part after the result", s.PutIntent(second(3)), store.ErrExists)
	must(t, s.PutResult("run", passed(2))) // refused before anything was sent
	refused("intent after a result without one", s.PutIntent(intent("run", 2)), store.ErrExists)
	refused("step zero", s.PutIntent(intent("run", 0)), store.ErrInvalid)
	refused("no such run", s.PutIntent(intent("none", 1)), store.ErrNotFound)
	refused("no verdict", s.EndRun("run", epoch, recorder.VerdictRunning), store.ErrInvalid)
	must(t, s.EndRun("run", epoch, recorder.VerdictFailed))
	refused("second end", s.EndRun("run", epoch, recorder.VerdictPassed), store.ErrExists)
	refused("intent after the end", s.PutIntent(intent("run", 4)), store.ErrExists)
	if _, err := s.Run("none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no such run: %v", err)
	}
}

func TestEndRunWithOpenIntentIsUncertain(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.BeginRun(newRun("run")))
	must(t, s.PutIntent(intent("run", 1)))
	must(t, s.EndRun("run", epoch, recorder.VerdictPassed))
	run, err := s.Run("run")
	must(t, err)
	if run.Verdict != recorder.VerdictUncertain || len(run.Steps) != 1 || run.Steps[0].Verdict != recorder.VerdictUncertain || !run.Ended.Equal(epoch) {
		t.Errorf("%+v", run)
	}
}

func TestInterruptedInThePartsOfAStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	must(t, s.BeginRun(newRun("run")))
	for part, action := range []string{"open menu", "press item"} {
		in := intent("run", 1)
		in.Part, in.Action = part+1, action
		must(t, s.PutIntent(in))
	}
	must(t, s.Close())
	s = storetest.Open(t, path)
	run, err := s.Run("run")
	must(t, err)
	if len(run.Steps) != 1 || run.Steps[0].Error != "press item: interrupted between sending and seeing the result" {
		t.Errorf("%+v", run.Steps)
	}
	if intents, err := s.Intents("run"); err != nil || len(intents) != 2 || intents[1].Part != 2 {
		t.Errorf("%d intents, %v", len(intents), err)
	}
}

func TestClosingTheStoreInterruptsItsRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	must(t, s.BeginRun(newRun("run")))
	must(t, s.PutIntent(intent("run", 1)))
	live, err := store.Open(path, store.Options{ReadOnly: true})
	must(t, err)
	defer live.Close()
	if run, err := live.Run("run"); err != nil || run.Verdict != recorder.VerdictRunning {
		t.Errorf("beside the writer: %s, %v", run.Verdict, err)
	}
	must(t, s.Close())
	reader, err := store.Open(path, store.Options{ReadOnly: true})
	must(t, err)
	if run, err := reader.Run("run"); err != nil || run.Verdict != recorder.VerdictUncertain {
		t.Errorf("read after closing: %s, %v", run.Verdict, err)
	}
	must(t, reader.Close())
	s = storetest.Open(t, path)
	if run, err := s.Run("run"); err != nil || run.Verdict != recorder.VerdictUncertain {
		t.Errorf("reopened: %s, %v", run.Verdict, err)
	}
}
