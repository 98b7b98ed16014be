package store

import (
	"errors"
	"fmt"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// Buckets. Keys are IDs unless the file that writes them says otherwise.
var (
	bucketMeta       = []byte("meta")
	bucketRecordings = []byte("recordings") // recorder.Recording as JSON
	bucketSummaries  = []byte("summaries")  // Summary as JSON, for listing
	bucketRuns       = []byte("runs")       // runRecord as JSON
	bucketIntents    = []byte("intents")    // recorder.Intent as JSON, by partKey
	bucketResults    = []byte("results")    // recorder.StepResult as JSON, by stepKey
	bucketPictures   = []byte("pictures")   // PNG by SHA-256
	bucketSnapshots  = []byte("snapshots")  // gzipped JSON by number
	bucketLogs       = []byte("logs")       // packed recorder.Log by the ID of its recording

	bucketConfirmations = []byte("confirmations") // Confirmation as JSON, by code
)

// keySchema in bucketMeta holds the number of the schema in decimal.
var keySchema = []byte("schema")

// migrations lead from schema i to schema i+1. Schema 0 is an empty file.
var migrations = []func(tx *bolt.Tx) error{
	func(tx *bolt.Tx) error {
		for _, name := range [][]byte{
			bucketMeta, bucketRecordings, bucketSummaries, bucketRuns,
			bucketIntents, bucketResults, bucketPictures, bucketSnapshots,
		} {
			if _, err := tx.CreateBucket(name); err != nil {
				return fmt.Errorf("create bucket %s: %w", name, err)
			}
		}
		return nil
	},
	func(tx *bolt.Tx) error {
		if _, err := tx.CreateBucket(bucketConfirmations); err != nil {
			return fmt.Errorf("create bucket %s: %w", bucketConfirmations, err)
		}
		return nil
	},
	func(tx *bolt.Tx) error {
		if _, err := tx.CreateBucket(bucketLogs); err != nil {
			return fmt.Errorf("create bucket %s: %w", bucketLogs, err)
		}
		return nil
	},
}

// oldestReadable is the oldest schema that can be read as it is: what came since
// is buckets that reading commands do not need.
const oldestReadable = 1

// Schema is the number of the schema that this version writes.
func Schema() int { return len(migrations) }

// Migrate brings a file that checkSchema accepted to the current schema, in one
// transaction; without need it writes nothing.
func Migrate(db *bolt.DB) error {
	var have int
	err := db.View(func(tx *bolt.Tx) (err error) {
		have, err = schemaOf(tx)
		return err
	})
	if err != nil || have == Schema() {
		return err
	}
	return db.Update(func(tx *bolt.Tx) error {
		for i, step := range migrations[have:] {
			if err := step(tx); err != nil {
				return fmt.Errorf("migrate store from schema %d: %w", have+i, err)
			}
		}
		return put(tx, bucketMeta, keySchema, []byte(strconv.Itoa(Schema())))
	})
}

// checkSchema refuses files of newer versions and of other programs.
func checkSchema(tx *bolt.Tx, readOnly bool) error {
	have, err := schemaOf(tx)
	switch {
	case err != nil:
		return err
	case have > Schema():
		return fmt.Errorf("%w: it has schema %d, this version knows %d", ErrNewer, have, Schema())
	case have == 0 && readOnly:
		return fmt.Errorf("%w: the store is empty; record something first", ErrNotFound)
	case have < oldestReadable && readOnly:
		return fmt.Errorf("store has the old schema %d; open it once for writing", have)
	}
	return nil
}

func schemaOf(tx *bolt.Tx) (int, error) {
	if tx.Bucket(bucketMeta) == nil {
		if name, _ := tx.Cursor().First(); name != nil {
			return 0, fmt.Errorf("%w: another program's bbolt file, with a bucket %q", ErrCorrupt, name)
		}
		return 0, nil
	}
	text, err := get(tx, bucketMeta, keySchema)
	if errors.Is(err, ErrNotFound) {
		return 0, fmt.Errorf("%w: no schema number", ErrCorrupt)
	}
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%w: schema %q", ErrCorrupt, text)
	}
	return n, nil
}
