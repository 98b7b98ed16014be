package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/store"
)

func init() { children["compacts"] = compacts }

// compacts stores recordings and deletes every other one, with a compaction at each
// closing, until it is killed.
func compacts(path string) error {
	me := fmt.Sprint("p", os.Getpid(), "-", time.Now().UnixNano())
	for n := 1; ; n++ {
		s, err := store.Open(path, store.Options{Timeout: 10 * time.Second})
		if err != nil {
			return err
		}
		id, gone := fmt.Sprint(me, "-", n), fmt.Sprint("gone-", me, "-", n)
		if err := errors.Join(s.PutRecording(recording(id, id, 3)), s.PutRecording(recording(gone, gone, 3))); err != nil {
			return err
		}
		say("kept", id)
		if err := errors.Join(s.DeleteRecording(gone), s.Close()); err != nil {
			return err
		}
	}
}

// Killed at any moment of a compaction the store is the old file or the new one,
// each whole.
func TestKilledCompactions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	random := rand.New(rand.NewPCG(1, 4))
	for range 60 {
		d, err := runToDeath("compacts", path, randomDeath(random, 3))
		must(t, err)
		s, err := store.Open(path, store.Options{})
		must(t, err)
		for _, words := range d.said {
			if _, err := s.Recording(words[1]); err != nil {
				t.Errorf("acknowledged: %v", err)
			}
		}
		must(t, errors.Join(s.CheckConsistency(), s.Close()))
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("%d files in the folder, %v", len(left), err)
	}
}

// What was deleted cannot be found in the bytes of the file any more, and all the
// rest is there.
func TestDeletedRecordingsLeaveTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := store.Open(path, store.Options{})
	must(t, err)
	private, kept := recording("private", "Private", 30), recording("kept", "Kept", 30)
	for i := range private.Steps {
		private.Steps[i].Comment = fmt.Sprintf("gooseberry %d", i)
	}
	must(t, errors.Join(s.PutRecording(private), s.PutRecording(kept)))
	must(t, s.Close())
	if b, err := os.ReadFile(path); err != nil || !bytes.Contains(b, []byte("gooseberry 7")) {
		t.Fatalf("it is not in the file to begin with: %v", err)
	}
	s, err = store.Open(path, store.Options{})
	must(t, err)
	must(t, s.DeleteRecording("Private"))
	must(t, s.Close())
	b, err := os.ReadFile(path)
	must(t, err)
	if bytes.Contains(b, []byte("gooseberry")) {
		t.Error("a deleted recording can still be read in the file")
	}
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
	s, err = store.Open(path, store.Options{})
	must(t, err)
	defer s.Close()
	if rec, err := s.Recording("Kept"); err != nil || len(rec.Steps) != 30 {
		t.Errorf("%d steps, %v", len(rec.Steps), err)
	}
	must(t, s.CheckConsistency())
}

// A store that became mostly free gets small again.
func TestAFreeStoreIsCompacted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := store.Open(path, store.Options{})
	must(t, err)
	for i := range uint64(200) {
		if _, err := s.PutSnapshot(orders()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.PutPicture(picture(nil, i, 120)); err != nil {
			t.Fatal(err)
		}
	}
	must(t, s.Close())
	before, err := os.Stat(path)
	must(t, err)
	s, err = store.Open(path, store.Options{}) // sweeps the pictures that nobody names
	must(t, err)
	must(t, s.Close())
	after, err := os.Stat(path)
	must(t, err)
	if before.Size() < 8<<20 || after.Size() > before.Size()/2 {
		t.Errorf("%d bytes, then %d", before.Size(), after.Size())
	}
}

// Processes that wait for the store while it is compacted write to the new file:
// nothing goes to the one that was put away.
func TestWaitingWritersFindTheNewFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	const writers, each = 4, 12
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for i := range each {
				s, err := store.Open(path, store.Options{Timeout: 20 * time.Second})
				if err != nil {
					t.Error(err)
					return
				}
				id := fmt.Sprintf("w%d-%d", w, i)
				err = errors.Join(s.PutRecording(recording(id, id, 3)), s.PutRecording(recording("gone-"+id, "gone "+id, 3)), s.DeleteRecording("gone-"+id), s.Close())
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	s, err := store.Open(path, store.Options{})
	must(t, err)
	defer s.Close()
	list, err := s.Recordings()
	if err != nil || len(list) != writers*each {
		t.Errorf("%d recordings of %d, %v", len(list), writers*each, err)
	}
}

// What is acknowledged while another goroutine closes the store is in the file that is
// written anew.
func TestClosingLosesNothingThatIsBeingWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	for round := range 8 {
		s, err := store.Open(path, store.Options{})
		must(t, err)
		must(t, errors.Join(s.PutRecording(recording("gone", "gone", 3)), s.DeleteRecording("gone")))
		writer, begun, kept := s, make(chan struct{}), make(chan []string)
		go func() {
			var ids []string
			defer func() { kept <- ids }()
			for n := 0; ; n++ {
				id := fmt.Sprint("r", round, "-", n)
				err := writer.PutRecording(recording(id, id, 3))
				switch {
				case errors.Is(err, store.ErrClosed):
					return
				case err != nil:
					t.Error(err)
					return
				}
				if ids = append(ids, id); n == 0 {
					close(begun)
				}
			}
		}()
		<-begun
		must(t, s.Close())
		s, err = store.Open(path, store.Options{})
		must(t, err)
		for _, id := range <-kept {
			if _, err := s.Recording(id); err != nil {
				t.Errorf("acknowledged: %v", err)
			}
		}
		must(t, errors.Join(s.CheckConsistency(), s.Close()))
	}
}
