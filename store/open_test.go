package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func TestDefaultPath(t *testing.T) {
	t.Setenv("HOME", "/home/anna")
	for data, want := range map[string]string{
		"/data":    "/data/samebutton/samebutton.db",
		"":         "/home/anna/.local/share/samebutton/samebutton.db",
		"relative": "/home/anna/.local/share/samebutton/samebutton.db",
	} {
		t.Setenv("XDG_DATA_HOME", data)
		if got := store.DefaultPath(); got != want {
			t.Errorf("XDG_DATA_HOME=%q: %s", data, got)
		}
	}
}

func TestOpenCreatesPrivately(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "x.db")
	s := storetest.Open(t, path)
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		must(t, err)
		return info.Mode().Perm()
	}
	if mode(dir) != 0o700 || mode(path) != 0o600 {
		t.Errorf("folder %v, file %v", mode(dir), mode(path))
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	must(t, s.Close())
	must(t, os.Chmod(path, 0o664))
	storetest.Open(t, path)
	if mode(path) != 0o600 {
		t.Errorf("existing file has mode %v", mode(path))
	}
}

func TestOpenEmptyFile(t *testing.T) { // as mktemp leaves it
	path := filepath.Join(t.TempDir(), "x.db")
	must(t, os.WriteFile(path, nil, 0o644))
	if _, err := store.Open(path, store.Options{ReadOnly: true}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("for reading: %v", err)
	}
	must(t, storetest.Open(t, path).PutRecording(recording("id", "Save", 1)))
}

// A store of an older version can be read before anything writes to it, and is
// brought up to date by the first that does, with all that is in it.
func TestOpenTakesOlderStores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	s := storetest.Open(t, path)
	must(t, s.PutRecording(recording("id", "Save", 1)))
	must(t, s.Close())
	db, err := bolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		return errors.Join(tx.DeleteBucket([]byte("confirmations")), tx.DeleteBucket([]byte("logs")), store.Put(tx, []byte("meta"), []byte("schema"), []byte("1")))
	}))
	must(t, db.Close())
	for _, readOnly := range []bool{true, false, true} {
		s, err := store.Open(path, store.Options{ReadOnly: readOnly})
		must(t, err)
		if rec, err := s.Recording("Save"); err != nil || len(rec.Steps) != 1 {
			t.Errorf("read only %v: %+v %v", readOnly, rec, err)
		}
		if _, err := s.Log("id"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("read only %v: a log: %v", readOnly, err)
		}
		if !readOnly {
			c, err := s.PutConfirmation("digest", "title", time.Minute)
			must(t, err)
			if _, err := s.TakeConfirmation(c.Code); err != nil {
				t.Error(err)
			}
		}
		must(t, s.Close())
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, b, 0o640))
		return path
	}
	healthy := filepath.Join(dir, "healthy.db")
	must(t, storetest.Open(t, healthy).Close())
	sound, err := os.ReadFile(healthy)
	must(t, err)
	withSchema := func(name, schema string) string {
		path := write(name, sound)
		db, err := bolt.Open(path, 0o600, nil)
		must(t, err)
		must(t, db.Update(func(tx *bolt.Tx) error {
			return store.Put(tx, []byte("meta"), []byte("schema"), []byte(schema))
		}))
		must(t, db.Close())
		return path
	}
	foreign := filepath.Join(dir, "foreign.db")
	db, err := bolt.Open(foreign, 0o640, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("widgets")); return err }))
	must(t, db.Close())

	for name, c := range map[string]struct {
		path string
		want error
	}{
		"text":      {write("text", bytes.Repeat([]byte("hello "), 9000)), store.ErrCorrupt},
		"short":     {write("short", []byte("x")), store.ErrCorrupt},
		"zeros":     {write("zeros", make([]byte, 1<<16)), store.ErrCorrupt},
		"half":      {write("half", sound[:len(sound)/2]), store.ErrCorrupt},
		"directory": {dir, store.ErrCorrupt},
		"device":    {"/dev/null", store.ErrCorrupt},
		"newer":     {withSchema("newer.db", strconv.Itoa(store.Schema()+1)), store.ErrNewer},
		"schema":    {withSchema("odd.db", "-1"), store.ErrCorrupt},
		"foreign":   {foreign, store.ErrCorrupt},
	} {
		before, _ := os.ReadFile(c.path)
		for _, readOnly := range []bool{false, true} {
			s, err := store.Open(c.path, store.Options{ReadOnly: readOnly})
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
			must(t, s.Close())
		}
		after, _ := os.ReadFile(c.path)
		if info, err := os.Stat(c.path); err != nil || !bytes.Equal(before, after) || (info.Mode().IsRegular() && info.Mode().Perm() != 0o640) {
			t.Errorf("%s was touched: %v, %v", name, info.Mode(), err)
		}
	}
	if _, err := store.Open(filepath.Join(dir, "none.db"), store.Options{ReadOnly: true}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("missing, for reading: %v", err)
	}
	if _, err := store.Open(filepath.Join(healthy, "x.db"), store.Options{}); err == nil || errors.Is(err, store.ErrCorrupt) {
		t.Errorf("below a file: %v", err)
	}
}

func TestOpenWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("everything is permitted to root")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	must(t, storetest.Open(t, path).Close())
	must(t, os.Chmod(path, 0))
	if _, err := store.Open(path, store.Options{}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("file: %v", err)
	}
	must(t, os.Chmod(dir, 0o500))
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
	if _, err := store.Open(filepath.Join(dir, "y.db"), store.Options{}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("folder: %v", err)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	must(t, s.PutRecording(recording("id", "Save", 1)))
	hash, err := s.PutPicture(picture(t, 1, 8))
	must(t, err)
	must(t, s.Close())
	r, err := store.Open(path, store.Options{ReadOnly: true})
	must(t, err)
	defer r.Close()
	if _, err := r.Recording("Save"); err != nil {
		t.Error(err)
	}
	if _, err := r.Picture(hash); err != nil {
		t.Error(err)
	}
	_, put := r.PutPicture(picture(t, 1, 8))
	_, snap := r.PutSnapshot(orders())
	for _, err := range []error{put, snap, r.PutRecording(recording("x", "X", 1)), r.DeleteRecording("id"), r.BeginRun(newRun("run"))} {
		if !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("write: %v", err)
		}
	}
	again, err := store.Open(path, store.Options{ReadOnly: true}) // readers do not keep each other out
	must(t, err)
	must(t, again.Close())
}

func TestReaderBesideBusyWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	for i := range uint64(6) { // so that copying takes longer than a transaction
		_, err := s.PutPicture(picture(t, i, 1000))
		must(t, err)
	}
	stop, done := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				done <- n
				return
			default:
				if n++; n%20 == 0 {
					time.Sleep(50 * time.Millisecond) // as between two steps
				}
				if err := s.PutRecording(recording(fmt.Sprint("id-", n%7), fmt.Sprint("Version ", n), n%40)); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	seen := 0
	for range 30 {
		r, err := store.Open(path, store.Options{ReadOnly: true, Timeout: 20 * time.Second})
		must(t, err)
		must(t, r.CheckConsistency())
		list, err := r.Recordings()
		must(t, err)
		for _, sum := range list {
			rec, err := r.Recording(sum.ID)
			if err != nil || rec.Name != sum.Name || len(rec.Steps) != sum.Steps {
				t.Errorf("recording %s is %q with %d steps, listed as %+v, %v", sum.ID, rec.Name, len(rec.Steps), sum, err)
			}
			seen++
		}
		must(t, r.Close())
	}
	close(stop)
	if n := <-done; n == 0 || seen == 0 {
		t.Errorf("%d written, %d read", n, seen)
	}
}

func TestSecondProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	c := startChild(t, "player", path)
	c.line(t)
	defer c.kill(t)
	began := time.Now()
	_, err := store.Open(path, store.Options{Timeout: 200 * time.Millisecond})
	if took := time.Since(began); !errors.Is(err, store.ErrInUse) || took > 10*time.Second {
		t.Errorf("after %v: %v", took, err)
	}
	if who := fmt.Sprintf("process %d", c.cmd.Process.Pid); err == nil || runtime.GOOS == "linux" && !strings.Contains(err.Error(), who) {
		t.Errorf("does not name %s: %v", who, err)
	}
	r, err := store.Open(path, store.Options{ReadOnly: true})
	must(t, err)
	defer r.Close()
	if _, err := r.Run("before"); err != nil {
		t.Error(err)
	}
	c.stdin.Close() // it closes in order
	if err := c.cmd.Wait(); err != nil {
		t.Error(err)
	}
	must(t, storetest.Open(t, path).PutRecording(recording("id", "Save", 1)))
}

func TestManyGoroutines(t *testing.T) {
	s := storetest.OpenTemp(t)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range 10 {
				id := fmt.Sprintf("%d-%d", g, n)
				_, snapErr := s.PutSnapshot(orders())
				_, readErr := s.Recordings()
				if err := errors.Join(s.PutRecording(recording(id, id, 1)), snapErr, readErr); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	if list, err := s.Recordings(); err != nil || len(list) != 80 {
		t.Errorf("%d recordings, %v", len(list), err)
	}
	if _, err := s.Snapshot("s80"); err != nil {
		t.Error(err)
	}
}

func TestClosed(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.Close())
	must(t, s.Close())
	_, readErr := s.Recordings()
	if writeErr := s.PutRecording(recording("id", "Save", 1)); !errors.Is(readErr, store.ErrClosed) || !errors.Is(writeErr, store.ErrClosed) {
		t.Errorf("read %v, write %v", readErr, writeErr)
	}
}
