package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func init() {
	children["full"] = full
	children["fullreplay"] = fullReplay
}

// fullReplay replays on a store that becomes full: the run stops before the act
// whose intent has no room, and says why.
func fullReplay(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	s, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	app, err := startKeypad(path + ".log")
	if err != nil {
		return err
	}
	player, rec, err := keypadPlayer(app, s)
	if err != nil {
		return err
	}
	replay := func() (recorder.Run, error) { return player.Replay(context.Background(), rec, app.Identity()) }
	if run, err := replay(); err != nil || run.Verdict != recorder.VerdictPassed {
		return fmt.Errorf("with room: %s, %w", run.Verdict, err)
	}
	pressed := len(app.Done())
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	limit.Cur = uint64(info.Size()) // it can grow no more
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	for range 10_000 {
		run, err := replay()
		passed := 0
		for _, step := range run.Steps {
			if step.Verdict == recorder.VerdictPassed {
				passed++
			}
		}
		done := len(app.Done()) - pressed
		pressed += done
		switch {
		case err == nil && run.Verdict == recorder.VerdictPassed:
			continue
		case err != nil && !errors.Is(err, store.ErrFull):
			return fmt.Errorf("full: %w", err)
		case err == nil && (run.Verdict != recorder.VerdictError || run.Steps[passed].Hint == ""):
			return fmt.Errorf("full: %s, %+v", run.Verdict, run.Steps)
		case done > passed+1 || done < passed:
			return fmt.Errorf("full: %d pressed, %d passed", done, passed)
		case done == passed+1:
			// The result had no room: its intent is there, and says uncertain.
			kept, err := s.Run(run.ID)
			if err != nil || len(kept.Steps) <= passed || kept.Steps[passed].Verdict == recorder.VerdictPassed {
				return fmt.Errorf("full: a press without a trace: %+v, %w", kept, err)
			}
		}
		return errors.Join(s.CheckConsistency(), s.Close())
	}
	return errors.New("never full")
}

func TestAFullDiskStopsARunBeforeItActs(t *testing.T) {
	if err := startChild(t, "fullreplay", filepath.Join(t.TempDir(), "x.db")).cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// full fills the store up to a limit on the size of its file, and goes on when
// the limit is lifted.
func full(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	s, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 300 << 10, Max: old.Max}); err != nil {
		return err
	}
	if err := fillUp(s); err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	if err := s.PutRecording(recording("after", "After", 90)); err != nil {
		return fmt.Errorf("with space again: %w", err)
	}
	return errors.Join(s.CheckConsistency(), s.Close())
}

// fillUp writes until the store is full and looks whether all of it is there.
func fillUp(s *store.Store) error {
	acknowledged := map[string][]byte{}
	failures := 0
	for i := uint64(0); failures < 5; i++ {
		png := picture(nil, i, 64)
		hash, err := s.PutPicture(png)
		switch {
		case errors.Is(err, store.ErrFull):
			failures++
		case err != nil:
			return fmt.Errorf("picture %d: %w", i, err)
		default:
			acknowledged[hash] = png
		}
		if i > 2000 {
			return errors.New("never full")
		}
	}
	if err := s.PutRecording(recording("large", "Large", 900)); !errors.Is(err, store.ErrFull) {
		return fmt.Errorf("a large recording: %w", err)
	}
	for hash, png := range acknowledged {
		if got, err := s.Picture(hash); err != nil || !bytes.Equal(got, png) {
			return fmt.Errorf("acknowledged picture: %w", err)
		}
	}
	if rec, err := s.Recording("old"); err != nil || len(rec.Steps) != 5 {
		return fmt.Errorf("old recording: %w", err)
	}
	if len(acknowledged) == 0 {
		return errors.New("was full from the start")
	}
	return s.CheckConsistency()
}

func TestFileSizeLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	must(t, s.PutRecording(recording("old", "Old", 5)))
	must(t, s.Close())
	if err := startChild(t, "full", path).cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	s = storetest.Open(t, path)
	for _, id := range []string{"old", "after"} {
		if _, err := s.Recording(id); err != nil {
			t.Error(err)
		}
	}
}

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("mounting a small disk is not permitted: %v", err)
	}
	t.Cleanup(func() { must(t, syscall.Unmount(dir, 0)) })
	path := filepath.Join(dir, "x.db")
	s, err := store.Open(path, store.Options{})
	must(t, err)
	must(t, s.PutRecording(recording("old", "Old", 5)))
	must(t, fillUp(s))
	// A new store beside it has no room; nothing of it may stay.
	filler := filepath.Join(dir, "filler")
	os.WriteFile(filler, make([]byte, 1<<20), 0o600) // as much as fits
	if _, err := store.Open(filepath.Join(dir, "new.db"), store.Options{}); !errors.Is(err, store.ErrFull) {
		t.Errorf("new store on a full disk: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("left behind: %v", left)
	}
	must(t, os.Remove(filler))
	must(t, s.DeleteRecording("old"))
	must(t, s.CheckConsistency())
	must(t, s.Close())
}
