//go:build cgo

package main

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// tryShelf opens the store as another program would, without waiting long.
func tryShelf(path string, wait time.Duration) error {
	other, err := store.Open(path, store.Options{Timeout: wait})
	if err != nil {
		return err
	}
	return other.Close()
}

// TestWindowSharesTheStore: commands can write while the window is open, and
// cannot while it records or replays.
func TestWindowSharesTheStore(t *testing.T) {
	b := flowBench(t)
	s := newCommonShelf(b.store, func(err error) { t.Error(err) })
	defer s.close()
	list, err := s.Recordings()
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	b.run("act", "press", `button "Save"`)
	b.want(0)
	b.run("recordings", "rename", "new order", "order")
	b.want(0)
	was, err := s.Recording("order")
	if err != nil {
		t.Fatal(err)
	}
	now := was
	now.Name = "first order"
	if err := s.ReplaceRecording(was, now); err != nil {
		t.Fatal(err)
	}
	if err := s.ReplaceRecording(was, now); !errors.Is(err, store.ErrChanged) {
		t.Errorf("an edit of what was there before: %v", err)
	}
	b.run("replay", "first order")
	b.want(0)
	runs, err := s.Runs()
	if err != nil || len(runs) != 2 {
		t.Errorf("the window sees %d runs, %v", len(runs), err)
	}

	if _, err := s.take(true); err != nil { // as a replay does
		t.Fatal(err)
	}
	if _, err := s.Recording("first order"); err != nil {
		t.Errorf("read during a replay: %v", err)
	}
	if err := tryShelf(b.store, 2*shelfLinger); !errors.Is(err, store.ErrInUse) {
		t.Errorf("another program during a replay: %v", err)
	}
	s.give()
	if err := tryShelf(b.store, store.DefaultTimeout); err != nil {
		t.Errorf("another program after the replay: %v", err)
	}
}

// TestPicturesOfEditsStay: the picture of a new assertion is put before a person has
// filled it in, and that of a deleted step comes back with it, however often the store is
// opened meanwhile; those of a deleted recording go.
func TestPicturesOfEditsStay(t *testing.T) {
	b := flowBench(t)
	s := newCommonShelf(b.store, func(err error) { t.Error(err) })
	defer s.close()
	var shot bytes.Buffer
	if err := png.Encode(&shot, image.NewGray(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	hash, err := s.PutPicture(shot.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	without, err := s.Recording("new order")
	if err != nil {
		t.Fatal(err)
	}
	with := without
	with.Steps = slices.Clone(with.Steps)
	with.Steps[0].Picture = hash
	replace := func(was, now recorder.Recording) {
		t.Helper()
		s.close() // as after a pause
		if err := s.ReplaceRecording(was, now); err != nil {
			t.Fatal(err)
		}
	}
	replace(without, with)
	if _, err := s.Picture(hash); err != nil {
		t.Errorf("after the assertion was filled in: %v", err)
	}
	replace(with, without)
	replace(without, with)
	if _, err := s.Picture(hash); err != nil {
		t.Errorf("after an undo: %v", err)
	}
	replace(with, without)
	if err := s.DeleteRecording(with.ID); err != nil {
		t.Fatal(err)
	}
	s.close()
	if _, err := s.Picture(hash); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a picture of a deleted recording: %v", err)
	}
}

// TestWindowWaitsForNobody: many readers and writers in one window get along.
func TestWindowUsesTheStoreFromManyGoroutines(t *testing.T) {
	b := flowBench(t)
	s := newCommonShelf(b.store, func(err error) { t.Error(err) })
	defer s.close()
	rec, err := s.Recording("new order")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 20 {
				var err error
				if i%2 == 0 {
					_, err = s.Recordings()
				} else {
					err = s.ReplaceRecording(rec, rec)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if s.users != 0 {
		t.Errorf("%d users are left", s.users)
	}
}

// TestStoreInUse: who has the store is named, and what to do about it.
func TestStoreInUse(t *testing.T) {
	b := flowBench(t)
	held, err := store.Open(b.store, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	b.run("recordings", "rename", "new order", "order")
	b.want(10)
	if !strings.Contains(b.err, inUseHint) || strings.Contains(b.err, "check the file") {
		t.Error(b.err)
	}
	s := newCommonShelf(b.store, func(err error) { t.Error(err) })
	if err := s.DeleteRecording("cflow"); !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), inUseHint) {
		t.Error(err)
	}
	if _, err := s.Recordings(); err != nil {
		t.Errorf("read while another program writes: %v", err)
	}
	s.close()
}

func TestNoStoreYet(t *testing.T) {
	s := newCommonShelf(filepath.Join(t.TempDir(), "none.db"), func(err error) { t.Error(err) })
	if _, err := s.Recordings(); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}
