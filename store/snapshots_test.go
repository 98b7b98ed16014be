package store_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func TestUpdateSnapshot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	id, err := s.PutSnapshot(orders())
	must(t, err)
	took := func() time.Duration {
		t.Helper()
		snap, err := s.Snapshot(id)
		must(t, err)
		return snap.Took
	}
	was := took()

	refusal := errors.New("not now")
	err = s.UpdateSnapshot(id, func(*tree.Snapshot) (*tree.Snapshot, error) { return nil, refusal })
	if !errors.Is(err, refusal) || took() != was {
		t.Errorf("a change that failed: %v, took %v", err, took())
	}
	err = s.UpdateSnapshot(id, func(snap *tree.Snapshot) (*tree.Snapshot, error) {
		snap.Nodes[2].Parent = 4
		return snap, nil
	})
	if !errors.Is(err, store.ErrInvalid) || took() != was {
		t.Errorf("a snapshot that contradicts itself: %v, took %v", err, took())
	}
	if err := s.UpdateSnapshot("s99", func(snap *tree.Snapshot) (*tree.Snapshot, error) { return snap, nil }); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a snapshot that is not there: %v", err)
	}

	must(t, s.UpdateSnapshot(id, func(snap *tree.Snapshot) (*tree.Snapshot, error) {
		snap.Took, snap.ID = 7, "other"
		return snap, nil
	}))
	must(t, s.Close())
	s = storetest.Open(t, path)
	if snap, err := s.Snapshot(id); err != nil || snap.Took != 7 || snap.ID != id {
		t.Errorf("%v: %+v", err, snap)
	}
}
