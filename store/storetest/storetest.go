// Package storetest opens stores for tests.
package storetest

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/samebutton/samebutton/store"
)

// OpenTemp returns a new store for writing in a folder of its own. When the test
// ends the file is checked and closed; a damaged one fails the test.
func OpenTemp(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, filepath.Join(t.TempDir(), "samebutton.db"))
}

// Open is OpenTemp for a file with a name, which may exist.
func Open(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.CheckConsistency(); err != nil && !errors.Is(err, store.ErrClosed) {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
