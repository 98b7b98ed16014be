package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// bbolt never gives room back, and what was deleted stays readable in pages that
// are free until they are used again. So a store is written anew when it is closed
// and one of these holds:
//   - something private was removed (a recording, a text that became secret);
//   - it is larger than compactFrom and more than half of it is free.
const compactFrom = 8 << 20

// compactStep is how much is copied in one transaction.
const compactStep = 1 << 20

// keyForget in bucketMeta says that free pages hold what must not stay. It is
// written together with the removal, so that a process that dies before it closed
// the store leaves the work to the next.
var keyForget = []byte("forget")

// forget notes that what this transaction removes must not stay in the file.
func forget(tx *bolt.Tx) error { return put(tx, bucketMeta, keyForget, nil) }

// compactIfDue writes the store anew where that is due. The caller holds the lock
// for writing and closes the store afterwards: until it is opened again this store
// is still the old file. Where there is no room for a second file all stays as it is,
// and the next one who closes it tries again.
func (s *Store) compactIfDue() error {
	due := false
	err := s.db.View(func(tx *bolt.Tx) error {
		_, err := get(tx, bucketMeta, keyForget)
		due = err == nil
		return nil
	})
	if err != nil {
		return err
	}
	if due { // pictures, too, that nothing names any more
		if err := s.sweep(); err != nil {
			return err
		}
	}
	stats := s.db.Stats()
	free := int64(stats.FreePageN+stats.PendingPageN) * int64(s.db.Info().PageSize)
	info, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if !due && (info.Size() < compactFrom || free < info.Size()/2) {
		return nil
	}
	return s.compact()
}

// anewSuffix is what the file has after its name that takes the place of the store.
// Only who holds the lock of the store for writing touches it.
const anewSuffix = ".compact"

// dropUnfinished removes what a process left that died while it compacted.
func (s *Store) dropUnfinished() error {
	if err := os.Remove(s.path + anewSuffix); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func (s *Store) compact() (err error) {
	name := s.path + anewSuffix
	anew, err := bolt.Open(name, fileMode, &bolt.Options{FreelistType: bolt.FreelistMapType})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.dropUnfinished())
		}
	}()
	copied := bolt.Compact(anew, s.db, compactStep)
	if copied == nil {
		copied = anew.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketMeta).Delete(keyForget) })
	}
	if copied == nil {
		copied = sameCounts(anew, s.db)
	}
	if err := errors.Join(copied, anew.Sync(), anew.Close()); err != nil {
		return err
	}
	if err := os.Rename(name, s.path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(s.path))
}

// sameCounts compares how many values two files have in each bucket, but for what
// compacting itself removes.
func sameCounts(a, b *bolt.DB) error {
	count := func(db *bolt.DB) (counts map[string]int, err error) {
		counts = map[string]int{}
		err = db.View(func(tx *bolt.Tx) error {
			return tx.ForEach(func(name []byte, bucket *bolt.Bucket) error {
				counts[string(name)] = bucket.Stats().KeyN
				if string(name) == string(bucketMeta) && bucket.Get(keyForget) != nil {
					counts[string(name)]--
				}
				return nil
			})
		})
		return counts, err
	}
	here, err := count(a)
	if err != nil {
		return err
	}
	there, err := count(b)
	if err != nil {
		return err
	}
	for name, n := range there {
		if here[name] != n {
			return fmt.Errorf("%w: bucket %s has %d values, its copy %d", ErrCorrupt, name, n, here[name])
		}
	}
	return nil
}
