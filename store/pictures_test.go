package store_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func TestPictures(t *testing.T) {
	s := storetest.OpenTemp(t)
	png := picture(t, 1, 40)
	hash, err := s.PutPicture(png)
	must(t, err)
	again, err := s.PutPicture(png)
	if err != nil || again != hash {
		t.Errorf("second time: %s, %v", again, err)
	}
	got, err := s.Picture(hash)
	if err != nil || !bytes.Equal(got, png) {
		t.Errorf("other bytes, %v", err)
	}
	for _, bad := range [][]byte{nil, []byte("GIF89a"), append(bytes.Clone(png), make([]byte, store.MaxPicture)...)} {
		if _, err := s.PutPicture(bad); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
	for _, bad := range []string{"", "zz", hash[:10], strings.Repeat("0", 64)} {
		if _, err := s.Picture(bad); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestDeleteRecordingDropsItsPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	put := func(seed uint64) string {
		hash, err := s.PutPicture(picture(t, seed, 8))
		must(t, err)
		return hash
	}
	own, shared, inRun := put(1), put(2), put(3)
	gone, stays := recording("gone", "Gone", 4), recording("stays", "Stays", 1)
	gone.Steps[0].Picture, gone.Steps[1].Picture, gone.Steps[2].Picture = own, shared, inRun
	stays.Steps[0].Picture = shared
	must(t, s.PutRecording(stays))
	must(t, s.BeginRun(newRun("run")))
	result := passed(1)
	result.Before = inRun
	must(t, s.PutResult("run", result))
	must(t, s.Close())

	s = storetest.Open(t, path)
	late := put(4)
	gone.Steps[3].Picture = late
	must(t, s.PutRecording(gone))
	must(t, s.DeleteRecording("gone"))
	wantPictures(t, s, map[string]bool{own: false, shared: true, inRun: true, late: false})
}

// wantPictures checks which pictures, by hash, are stored.
func wantPictures(t *testing.T, s *store.Store, want map[string]bool) {
	t.Helper()
	for hash, kept := range want {
		if _, err := s.Picture(hash); (err == nil) != kept || (err != nil && !errors.Is(err, store.ErrNotFound)) {
			t.Errorf("picture %.8s: %v, want it kept: %v", hash, err, kept)
		}
	}
}

// TestPicturesOfUnstoredRecordings: what a recording under way has put is spared,
// and goes when the store is opened after it was given up.
func TestPicturesOfUnstoredRecordings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	put := func(seed uint64) string {
		hash, err := s.PutPicture(picture(t, seed, 8))
		must(t, err)
		return hash
	}
	both, named, before, after, never := put(1), put(2), put(3), put(4), put(5)
	gone, stays := recording("gone", "Gone", 1), recording("stays", "Stays", 1)
	gone.Steps[0].Picture, stays.Steps[0].Picture = both, named
	must(t, s.PutRecording(gone))
	must(t, s.PutRecording(stays))
	must(t, s.BeginRun(newRun("run")))
	result := passed(1)
	result.Before, result.After = before, after
	must(t, s.PutResult("run", result))
	put(1) // the recording under way sees the same
	put(2)
	must(t, s.DeleteRecording("gone"))
	wantPictures(t, s, map[string]bool{both: true, named: true, before: true, after: true, never: true})

	reader, err := store.Open(path, store.Options{ReadOnly: true})
	must(t, err)
	wantPictures(t, reader, map[string]bool{never: true})
	must(t, reader.Close())
	must(t, s.Close()) // writes the file anew, since a recording was deleted

	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{both: false, named: true, before: true, after: true, never: false})
	must(t, s.DeleteRecording("stays"))
	wantPictures(t, s, map[string]bool{named: false})
}

// TestPicturesOfReplacedRecording: the pictures that a recording named before it
// was put anew do not outlast it.
func TestPicturesOfReplacedRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	rec := recording("id", "Save", 2)
	var err error
	for i := range rec.Steps {
		rec.Steps[i].Picture, err = s.PutPicture(picture(t, uint64(i), 8))
		must(t, err)
	}
	must(t, s.PutRecording(rec))
	first, second := rec.Steps[0].Picture, rec.Steps[1].Picture
	rec.Steps = rec.Steps[:1]
	must(t, s.PutRecording(rec))
	must(t, s.Close())
	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{first: true, second: false})

	// That of an element which a person replaced stays: the decision may be undone.
	rec.Steps[0].Picture, rec.Steps[0].Reviews = "", []recorder.Review{{Was: "a", Now: "b", Picture: first}}
	must(t, s.PutRecording(rec))
	must(t, s.Close())
	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{first: true})
	rec.Steps[0].Reviews = nil
	must(t, s.PutRecording(rec))
	must(t, s.Close())
	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{first: false})
}
