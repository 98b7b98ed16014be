package store

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/backends/tree"
)

// SnapshotsKept is the number of snapshots that are kept; the oldest go first.
const SnapshotsKept = 128

// keyLastSnapshot in bucketMeta holds the number of the last snapshot in
// decimal, so that a number is never given twice, whatever was removed.
var keyLastSnapshot = []byte("last-snapshot")

// PutSnapshot stores a snapshot without its picture under the next ID ("s1",
// "s2", …), which it returns; the ID in s is not looked at, s is not changed.
func (s *Store) PutSnapshot(snap *tree.Snapshot) (id string, err error) {
	const what = "put snapshot"
	err = s.update(what, func(tx *bolt.Tx) error {
		n, err := lastSnapshot(tx)
		if err != nil {
			return err
		}
		n++
		id = fmt.Sprintf("s%d", n)
		packed, err := pack(snap, id)
		if err != nil {
			return err
		}
		if err := put(tx, bucketMeta, keyLastSnapshot, strconv.AppendUint(nil, n, 10)); err != nil {
			return err
		}
		if err := put(tx, bucketSnapshots, numberKey(n), packed); err != nil {
			return err
		}
		return prune(tx, n)
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// UpdateSnapshot replaces the snapshot with an ID by what change makes of it, in one
// transaction: nothing is stored in between, by whatever process, and where change
// fails, or the snapshot is gone, nothing changes. The ID stays. change must not
// call the store.
func (s *Store) UpdateSnapshot(id string, change func(*tree.Snapshot) (*tree.Snapshot, error)) error {
	return s.update(fmt.Sprintf("update snapshot %q", id), func(tx *bolt.Tx) error {
		key, packed, err := s.packedSnapshot(tx, id)
		if err != nil {
			return err
		}
		snap, err := unpack(packed)
		if err != nil {
			return err
		}
		if snap, err = change(snap); err != nil {
			return err
		}
		if packed, err = pack(snap, id); err != nil {
			return err
		}
		return put(tx, bucketSnapshots, key, packed)
	})
}

// maxSnapshot bounds the JSON of a snapshot: ten times what the largest real
// applications need. What it may become in memory is bounded by
// [tree.CheckWeight].
const maxSnapshot = 256 << 20

// pack encodes a copy that bears the ID and has no pixels.
func pack(snap *tree.Snapshot, id string) ([]byte, error) {
	if err := snap.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	named := *snap
	named.ID = id
	if named.Capture != nil {
		blind := *named.Capture
		blind.Image = nil
		named.Capture = &blind
	}
	doc, err := json.Marshal(&named)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if len(doc) > maxSnapshot {
		return nil, fmt.Errorf("%w: %d MiB are more than the %d that are kept; observe one window", ErrInvalid, len(doc)>>20, maxSnapshot>>20)
	}
	if err := tree.CheckWeight(doc, 0); err != nil { // it could not be read back
		return nil, fmt.Errorf("%w: %w; observe one window", ErrInvalid, err)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(doc)
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// prune removes what is older than the last SnapshotsKept.
func prune(tx *bolt.Tx, last uint64) error {
	if last <= SnapshotsKept {
		return nil
	}
	end := numberKey(last - SnapshotsKept)
	b := tx.Bucket(bucketSnapshots)
	for k, _ := b.Cursor().First(); k != nil && bytes.Compare(k, end) <= 0; k, _ = b.Cursor().First() {
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

// Snapshot returns the snapshot with an ID, without its picture.
func (s *Store) Snapshot(id string) (snap *tree.Snapshot, err error) {
	err = s.view(fmt.Sprintf("read snapshot %q", id), func(tx *bolt.Tx) error {
		_, packed, err := s.packedSnapshot(tx, id)
		if err != nil {
			return err
		}
		snap, err = unpack(packed)
		return err
	})
	return snap, err
}

// packedSnapshot finds the value of an ID, which is valid during the transaction
// only, and its key.
func (s *Store) packedSnapshot(tx *bolt.Tx, id string) (key, packed []byte, err error) {
	n, err := strconv.ParseUint(id[min(1, len(id)):], 10, 64)
	if err != nil || fmt.Sprintf("s%d", n) != id {
		return nil, nil, fmt.Errorf("%w: snapshots are named s1, s2, …", ErrNotFound)
	}
	key = numberKey(n)
	packed, err = get(tx, bucketSnapshots, key)
	if errors.Is(err, ErrNotFound) {
		if last, failed := lastSnapshot(tx); failed == nil && n >= 1 && n <= last {
			err = fmt.Errorf("%w: only the last %d snapshots are kept; observe anew", ErrNotFound, SnapshotsKept)
		}
	}
	if err != nil {
		return nil, nil, s.provenAbsent(tx, bucketSnapshots, err)
	}
	return key, packed, nil
}

func unpack(packed []byte) (*tree.Snapshot, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	doc, err := io.ReadAll(io.LimitReader(z, maxSnapshot+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if len(doc) > maxSnapshot {
		return nil, fmt.Errorf("%w: snapshot of more than %d MiB", ErrCorrupt, maxSnapshot>>20)
	}
	if err := tree.CheckWeight(doc, 0); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	snap := new(tree.Snapshot)
	if err := json.Unmarshal(doc, snap); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if err := snap.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return snap, nil
}

func lastSnapshot(tx *bolt.Tx) (uint64, error) {
	text, err := get(tx, bucketMeta, keyLastSnapshot)
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: number of the last snapshot %q", ErrCorrupt, text)
	}
	return n, nil
}

func numberKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
