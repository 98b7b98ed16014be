package store_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

// forgeSnapshot makes a store whose only snapshot, s1, has the JSON that write
// writes.
func forgeSnapshot(t *testing.T, write func(w io.Writer) error) (path string, stored int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "forged.db")
	must(t, storetest.Open(t, path).Close())
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must(t, errors.Join(write(z), z.Close()))
	db, err := bolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		return store.Put(tx, []byte("snapshots"), binary.BigEndian.AppendUint64(nil, 1), b.Bytes())
	}))
	must(t, db.Close())
	return path, b.Len()
}

// TestForgedSnapshotTakesLittleMemory: a few thousand bytes in the file must not
// become gigabytes in memory before they are refused.
func TestForgedSnapshotTakesLittleMemory(t *testing.T) {
	path, stored := forgeSnapshot(t, func(w io.Writer) error {
		_, err := io.WriteString(w, `{"nodes":[{}`+strings.Repeat(",{}", 2<<20)+`]}`)
		return err
	})
	s := storetest.Open(t, path)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := s.Snapshot("s1")
	runtime.ReadMemStats(&after)
	if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "without end") {
		t.Errorf("got %v", err)
	}
	const enough = 100 // the JSON has 6 MiB, and is read into a buffer that grows
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > enough {
		t.Errorf("%d stored bytes took %d MiB", stored, took)
	}
}

// TestForgedSnapshotTooLarge: what is larger than any snapshot that was put is
// refused, also where its beginning would do.
func TestForgedSnapshotTooLarge(t *testing.T) {
	sound, err := json.Marshal(orders())
	must(t, err)
	path, _ := forgeSnapshot(t, func(w io.Writer) error {
		_, err := w.Write(sound)
		for range 257 { // MiB of blanks, which JSON allows
			if err != nil {
				break
			}
			_, err = w.Write(bytes.Repeat([]byte{' '}, 1<<20))
		}
		return err
	})
	if _, err := storetest.Open(t, path).Snapshot("s1"); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "more than 256 MiB") {
		t.Errorf("got %v", err)
	}
}
