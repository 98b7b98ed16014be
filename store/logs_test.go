package store_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"testing"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func packedLog(t *testing.T, head string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(head + "\n"))
	must(t, errors.Join(err, z.Close()))
	return b.Bytes()
}

func TestALogGoesWithItsRecording(t *testing.T) {
	s := storetest.Open(t, t.TempDir()+"/x.db")
	log := packedLog(t, `{"schema":"samebutton/log/v1","recording":"rec"}`)
	if err := s.PutLog("rec", log); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a log of no recording: %v", err)
	}
	rec := recording("rec", "Log in", 4)
	rec.Steps[1] = recorder.Step{ID: "step-1", Kind: recorder.StepSetText, Title: `Type "x"`, Light: recorder.LightUnique, Target: rec.Steps[0].Target, Text: "gooseberry"}
	must(t, s.PutRecording(rec))
	for _, bad := range [][]byte{nil, []byte("no gzip"), packedLog(t, `{"schema":"samebutton/log/v9"}`)} {
		if err := s.PutLog("rec", bad); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
	must(t, s.PutLog("rec", log))
	must(t, s.PutRecording(rec)) // stored again, as at the end of a session
	if got, err := s.Log("rec"); err != nil || !bytes.Equal(got, log) {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	must(t, s.DeleteRecording("rec"))
	if _, err := s.Log("rec"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after its recording: %v", err)
	}

	must(t, s.PutRecording(rec))
	must(t, s.PutLog("rec", log))
	was, err := s.Recording("rec")
	must(t, err)
	editor := recorder.NewEditor(was)
	must(t, editor.Do(recorder.MarkSecret{Step: "step-1"}))
	must(t, s.ReplaceRecording(was, editor.Recording()))
	if _, err := s.Log("rec"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a log holds a text that became secret: %v", err)
	}
}
