package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

// content is all that a store tells, read value by value.
type content map[string]any

// read collects what the store tells. Values that fail are left out if the
// failure says that the store is damaged; other failures are returned.
func read(s *store.Store, hashes []string) (content, error) {
	c := content{}
	var problems []error
	note := func(key string, value any, err error) {
		switch {
		case err == nil:
			c[key] = value
		case !errors.Is(err, store.ErrCorrupt):
			problems = append(problems, fmt.Errorf("%s: %w", key, err))
		}
	}
	list, err := s.Recordings()
	note("recordings", list, err)
	runs, err := s.Runs()
	note("runs", runs, err)
	for i := range 12 {
		rec, err := s.Recording(fmt.Sprint("id-", i))
		note(fmt.Sprint("recording", i), rec, err)
		snap, err := s.Snapshot(fmt.Sprint("s", i+1))
		note(fmt.Sprint("snapshot", i), snap, err)
	}
	for i := range 3 {
		run, err := s.Run(fmt.Sprint("run-", i))
		note(fmt.Sprint("run", i), run, err)
	}
	for _, h := range hashes {
		png, err := s.Picture(h)
		note(h, png, err)
	}
	return c, errors.Join(problems...)
}

// ripe makes a store with branch pages, overflow and free pages.
func ripe(t testing.TB, path string) (hashes []string) {
	s := storetest.Open(t, path)
	for i := range 12 {
		must(t, s.PutRecording(recording(fmt.Sprint("gone-", i), "Gone", 3)))
		hash, err := s.PutPicture(picture(t, uint64(i), 10+i))
		must(t, err)
		hashes = append(hashes, hash)
		rec := recording(fmt.Sprint("id-", i), fmt.Sprint("Name ", i), 3)
		rec.Steps[0].Picture = hash
		must(t, s.PutRecording(rec))
		_, err = s.PutSnapshot(orders())
		must(t, err)
		must(t, s.DeleteRecording(fmt.Sprint("gone-", i)))
	}
	for i := range 3 {
		run := fmt.Sprint("run-", i)
		must(t, s.BeginRun(newRun(run)))
		for n := 1; n <= 4; n++ {
			must(t, errors.Join(s.PutIntent(intent(run, n)), s.PutResult(run, passed(n))))
		}
		must(t, s.EndRun(run, epoch, "passed"))
	}
	// Twice the same: where the newest header is damaged, bbolt goes back by one
	// transaction, as after a crash while it was written.
	rec, err := s.Recording("id-0")
	must(t, errors.Join(err, s.PutRecording(rec), s.PutRecording(rec)))
	must(t, s.Close())
	return hashes
}

func TestDamage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "healthy.db")
	hashes := ripe(t, path)
	sound, err := os.ReadFile(path)
	must(t, err)
	s := storetest.Open(t, path)
	want, err := read(s, hashes)
	must(t, err)
	must(t, s.Close())

	rounds := 500
	if testing.Short() {
		rounds = 100
	}
	refused, whole, partly := 0, 0, 0
	for round := range rounds {
		forged, how := damage(sound, rand.New(rand.NewPCG(uint64(round), 4)))
		path := filepath.Join(dir, "forged.db")
		must(t, os.WriteFile(path, forged, 0o600))
		s, err := store.Open(path, store.Options{ReadOnly: round%4 == 0})
		if err != nil {
			refused++
			if !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNotFound) {
				t.Errorf("round %d, %s: %v", round, how, err)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, forged) {
				t.Errorf("round %d, %s: the file was touched, %v", round, how, err)
			}
			continue
		}
		got, err := read(s, hashes)
		if err != nil {
			t.Errorf("round %d, %s: %v", round, how, err)
		}
		for key, value := range got {
			if !reflect.DeepEqual(value, want[key]) {
				t.Errorf("round %d, %s: wrong data in %s:\n%s", round, how, key, cmp.Diff(want[key], value))
			}
		}
		if len(got) == len(want) {
			whole++
		} else {
			partly++
		}
		if !s.ReadOnly() { // writing must not make it worse
			if err := s.PutRecording(recording("new", "New", 40)); err != nil && !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("round %d, %s: write: %v", round, how, err)
			}
			if err := s.CheckConsistency(); err != nil {
				t.Errorf("round %d, %s: %v", round, how, err)
			}
		}
		must(t, s.Close())
	}
	t.Logf("%d refused, %d whole, %d without the damaged values", refused, whole, partly)
	if refused == 0 || whole == 0 || partly == 0 {
		t.Error("the damage was not of all sorts")
	}
}

// damage returns a damaged copy and says in words what was done to it.
func damage(sound []byte, r *rand.Rand) ([]byte, string) {
	b := bytes.Clone(sound)
	// Heads of pages and what comes first in them steer bbolt.
	place := func() int {
		if r.IntN(2) == 0 {
			return r.IntN(len(b))
		}
		return r.IntN(len(b)/4096)*4096 + r.IntN(200)
	}
	switch r.IntN(6) {
	case 0:
		n := r.IntN(len(b))
		return b[:n], fmt.Sprintf("cut to %d bytes", n)
	case 1:
		at := place()
		n := min(r.IntN(5000), len(b)-at)
		clear(b[at : at+n])
		return b, fmt.Sprintf("%d zeros at %d", n, at)
	case 2:
		from, to := r.IntN(len(b)/4096)*4096, r.IntN(len(b)/4096)*4096
		copy(b[to:to+4096], sound[from:from+4096])
		return b, fmt.Sprintf("page %d over page %d", from/4096, to/4096)
	}
	n := 1 + r.IntN(4)
	how := "flipped"
	for range n {
		at, bit := place(), r.IntN(8)
		b[at] ^= 1 << bit
		how += fmt.Sprintf(" %d.%d", at, bit)
	}
	return b, how
}

func TestDamagedKeyIsNotAbsent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	for _, id := range []string{"id-50", "id-52", "id-54"} {
		must(t, s.PutRecording(recording(id, id, 1)))
		must(t, s.BeginRun(newRun(id)))
	}
	must(t, s.Close())
	b, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, bytes.ReplaceAll(b, []byte("id-52"), []byte("id-53")), 0o600))
	s, err = store.Open(path, store.Options{ReadOnly: true})
	must(t, err)
	defer s.Close()
	for _, id := range []string{"id-52", "id-53"} {
		_, recErr := s.Recording(id)
		_, runErr := s.Run(id)
		if !errors.Is(recErr, store.ErrCorrupt) || !errors.Is(runErr, store.ErrCorrupt) {
			t.Errorf("%s: recording %v, run %v", id, recErr, runErr)
		}
	}
	if _, err := s.Recording("id-54"); err != nil {
		t.Errorf("beside the damaged one: %v", err)
	}
}

func TestFileCutWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	hashes := ripe(t, path)
	s, err := store.Open(path, store.Options{})
	must(t, err)
	must(t, os.Truncate(path, 8192))
	if _, err := read(s, hashes); err != nil {
		t.Error(err)
	}
	_, readErr := s.Recordings()
	writeErr := s.PutRecording(recording("new", "New", 1))
	if !errors.Is(readErr, store.ErrCorrupt) || writeErr == nil {
		t.Errorf("read %v, write %v", readErr, writeErr)
	}
	must(t, s.Close())
}
