package store_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

func TestSnapshots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	snap := orders()
	snap.ID = "mine"
	for n := 1; n <= store.SnapshotsKept+5; n++ {
		snap.Took = time.Duration(n)
		id, err := s.PutSnapshot(snap)
		must(t, err)
		if id != fmt.Sprint("s", n) {
			t.Fatalf("snapshot %d is named %s", n, id)
		}
	}
	if snap.ID != "mine" {
		t.Error("the argument was changed")
	}
	for n, want := range map[int]bool{1: false, 5: false, 6: true, store.SnapshotsKept + 5: true, store.SnapshotsKept + 6: false} {
		got, err := s.Snapshot(fmt.Sprint("s", n))
		if !want {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("s%d: %v", n, err)
			}
			continue
		}
		must(t, err)
		wanted := orders()
		wanted.ID, wanted.Took = fmt.Sprint("s", n), time.Duration(n)
		if d := cmp.Diff(wanted, got); d != "" {
			t.Error(d)
		}
	}
	for _, bad := range []string{"", "s", "s0", "s01", "s+7", "7", "mine", "s99999999999999999999"} {
		if _, err := s.Snapshot(bad); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	broken := orders()
	broken.Nodes[2].Parent = 4
	if _, err := s.PutSnapshot(broken); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("snapshot that contradicts itself: %v", err)
	}
	must(t, s.Close())
	s = storetest.Open(t, path)
	if id, err := s.PutSnapshot(snap); err != nil || id != fmt.Sprint("s", store.SnapshotsKept+6) {
		t.Errorf("after reopening %s, %v", id, err)
	}
}
