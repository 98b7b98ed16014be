package store_test

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestRecordings(t *testing.T) {
	s := storetest.OpenTemp(t)
	first, second := recording("id-1", "Save", 7), recording("id-2", "Save", 2)
	second.Created = epoch.Add(time.Hour)
	must(t, s.PutRecording(first))
	must(t, s.PutRecording(second))

	got, err := s.Recording("id-1")
	must(t, err)
	if d := cmp.Diff(first, got); d != "" {
		t.Error(d)
	}
	if _, err := s.Recording("Save"); !errors.Is(err, store.ErrAmbiguous) || !strings.Contains(err.Error(), "id-1, id-2") {
		t.Errorf("two of that name: %v", err)
	}
	must(t, s.RenameRecording("id-2", "Print"))
	if err := s.RenameRecording("id-2", "Save"); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("onto another's name: %v", err)
	}
	must(t, s.RenameRecording("id-2", "Print")) // its own
	if got, err := s.Recording("Save"); err != nil || got.ID != "id-1" {
		t.Errorf("by name: %q, %v", got.ID, err)
	}
	list, err := s.Recordings()
	must(t, err)
	want := []store.Summary{
		{ID: "id-2", Name: "Print", Application: "Orders", Created: second.Created, Steps: 2},
		{ID: "id-1", Name: "Save", Application: "Orders", Created: epoch, Steps: 7},
	}
	if d := cmp.Diff(want, list); d != "" {
		t.Error(d)
	}
	// An exact ID goes before a name that reads the same.
	must(t, s.RenameRecording("id-2", "id-1"))
	if got, err := s.Recording("id-1"); err != nil || got.Name != "Save" {
		t.Errorf("ID and name alike: %q, %v", got.Name, err)
	}
	must(t, s.DeleteRecording("id-1"))
	must(t, s.DeleteRecording("id-1")) // now the name of id-2
	for _, call := range []error{s.DeleteRecording("id-1"), s.RenameRecording("id-1", "x"), func() error { _, err := s.Recording(""); return err }()} {
		if !errors.Is(call, store.ErrNotFound) {
			t.Errorf("gone: %v", call)
		}
	}
	if list, err := s.Recordings(); err != nil || len(list) != 0 {
		t.Errorf("left: %v, %v", list, err)
	}
}

// TestAnEditNeverOverwritesAnother: two programs edit the same recording; the one
// that knows only what it was before is told so.
func TestAnEditNeverOverwritesAnother(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.PutRecording(recording("id", "Save", 3)))
	must(t, s.PutRecording(recording("other", "Taken", 1)))
	was, err := s.Recording("id")
	must(t, err)
	mine, theirs := was, was
	mine.Steps = slices.Clone(was.Steps)
	mine.Steps[0].Disabled = true
	must(t, s.ReplaceRecording(was, mine))
	theirs.Steps = was.Steps[:1]
	if err := s.ReplaceRecording(was, theirs); !errors.Is(err, store.ErrChanged) {
		t.Errorf("an edit of what it was before: %v", err)
	}
	named := mine
	named.Name = "Taken"
	if err := s.ReplaceRecording(mine, named); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("a name that another one has: %v", err)
	}
	if got, err := s.Recording("id"); err != nil || len(got.Steps) != 3 || !got.Steps[0].Disabled || got.Name != "Save" {
		t.Errorf("stored %+v, %v", got, err)
	}
	must(t, s.DeleteRecording("id"))
	if err := s.ReplaceRecording(mine, mine); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an edit of what was deleted: %v", err)
	}
}

func TestPutRecordingRefuses(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.PutRecording(recording("id", "Save", 3)))
	for name, c := range map[string]struct {
		want  error
		forge func(r *recorder.Recording)
	}{
		"password": {store.ErrSecret, func(r *recorder.Recording) { r.Steps[1].Text = "hunter2" }},
		"effect": {store.ErrSecret, func(r *recorder.Recording) {
			r.Steps[0].Effects[0] = recorder.Effect{Kind: recorder.EffectValue, Role: "password", Detail: "hunter2"}
		}},
		"secret value": {store.ErrSecret, func(r *recorder.Recording) { r.Parameters[0].Default = "hunter2" }},
		"schema":       {store.ErrInvalid, func(r *recorder.Recording) { r.Schema = "samebutton/recording/v9" }},
		"no ID":        {store.ErrInvalid, func(r *recorder.Recording) { r.ID = "" }},
		"ID with path": {store.ErrInvalid, func(r *recorder.Recording) { r.ID = "../x" }},
		"not readable": {store.ErrInvalid, func(r *recorder.Recording) { r.Steps[0].Target.Locator.Segments[0].Role = "knob" }},
	} {
		rec := recording("id", "Other", 3)
		c.forge(&rec)
		err := s.PutRecording(rec)
		if !errors.Is(err, c.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := s.Recording("id"); err != nil || got.Name != "Save" {
		t.Errorf("replaced by what was refused: %q, %v", got.Name, err)
	}
	raw, err := os.ReadFile(s.Path())
	must(t, err)
	if bytes.Contains(raw, []byte("hunter2")) {
		t.Error("the secret is in the file")
	}
}
