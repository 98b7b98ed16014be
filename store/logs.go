package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/recorder"
)

// PutLog stores the packed log of a recording that is stored, or replaces it. A log
// is kept with its recording and goes with it. It holds more of the application than
// the recording does, so that it is in no export, and it goes when an edit turns a
// text into a secret.
func (s *Store) PutLog(recording string, packed []byte) error {
	what := fmt.Sprintf("put log of recording %s", recording)
	switch _, err := recorder.ReadLog(packed); {
	case err != nil:
		return fmt.Errorf("%s: %w: %w", what, ErrInvalid, err)
	case len(packed) > recorder.MaxLog:
		return fmt.Errorf("%s: %w: %d bytes; %d are allowed", what, ErrInvalid, len(packed), recorder.MaxLog)
	}
	return s.update(what, func(tx *bolt.Tx) error {
		if _, err := get(tx, bucketRecordings, []byte(recording)); err != nil {
			return err
		}
		return put(tx, bucketLogs, []byte(recording), packed)
	})
}

// Log returns the packed log of a recording, by its ID. Recordings that were imported,
// made by an older version, or that hold what became a secret, have none: ErrNotFound.
func (s *Store) Log(recording string) (packed []byte, err error) {
	err = s.view(fmt.Sprintf("read log of recording %s", recording), func(tx *bolt.Tx) error {
		if tx.Bucket(bucketLogs) == nil { // of an older version
			return ErrNotFound
		}
		found, err := get(tx, bucketLogs, []byte(recording))
		packed = bytes.Clone(found)
		return s.provenAbsent(tx, bucketLogs, err)
	})
	return packed, err
}

// dropLog removes the log of a recording, where there is one.
func dropLog(tx *bolt.Tx, recording string) error {
	b, err := bucketOf(tx, bucketLogs)
	if err != nil {
		return err
	}
	return b.Delete([]byte(recording))
}
