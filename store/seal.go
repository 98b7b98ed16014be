package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"

	bolt "go.etcd.io/bbolt"
)

// A value is stored behind a CRC-32C over bucket, key and value, since bbolt
// has no checksum over its pages: a flipped bit, also in a key, is seen when
// the value is read.
const sealSize = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(bucket, key, value []byte) uint32 {
	c := crc32.Update(0, castagnoli, bucket)
	c = crc32.Update(c, castagnoli, key)
	return crc32.Update(c, castagnoli, value)
}

// bucketOf returns a bucket that every store has.
func bucketOf(tx *bolt.Tx, name []byte) (*bolt.Bucket, error) {
	b := tx.Bucket(name)
	if b == nil {
		return nil, fmt.Errorf("%w: no bucket %s", ErrCorrupt, name)
	}
	return b, nil
}

// put seals and writes a value.
func put(tx *bolt.Tx, bucket, key, value []byte) error {
	b, err := bucketOf(tx, bucket)
	if err != nil {
		return err
	}
	sealed := binary.BigEndian.AppendUint32(make([]byte, 0, sealSize+len(value)), sum(bucket, key, value))
	return b.Put(key, append(sealed, value...))
}

// get reads a value, ErrNotFound where there is none. It is valid during the
// transaction only.
func get(tx *bolt.Tx, bucket, key []byte) ([]byte, error) {
	b, err := bucketOf(tx, bucket)
	if err != nil {
		return nil, err
	}
	sealed := b.Get(key)
	if sealed == nil {
		return nil, ErrNotFound
	}
	return unseal(bucket, key, sealed)
}

func unseal(bucket, key, sealed []byte) ([]byte, error) {
	if len(sealed) < sealSize || binary.BigEndian.Uint32(sealed) != sum(bucket, key, sealed[sealSize:]) {
		return nil, fmt.Errorf("%w: checksum of %q in %s", ErrCorrupt, key, bucket)
	}
	return sealed[sealSize:], nil
}

// provenAbsent passes an error on, but ErrNotFound only if every value of the
// bucket is whole: a key that was damaged must not read as one that never was.
// The search is made once for each bucket of an open store.
func (s *Store) provenAbsent(tx *bolt.Tx, bucket []byte, err error) error {
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	s.mu.Lock()
	proven := s.proven[string(bucket)]
	s.mu.Unlock()
	if proven {
		return err
	}
	b, bucketErr := bucketOf(tx, bucket)
	if bucketErr != nil {
		return bucketErr
	}
	damaged := b.ForEach(func(key, sealed []byte) error {
		_, err := unseal(bucket, key, sealed)
		return err
	})
	if damaged != nil {
		return damaged
	}
	s.mu.Lock()
	s.proven[string(bucket)] = true
	s.mu.Unlock()
	return err
}

// putJSON encodes, seals and writes a value. It refuses what would not be read
// back, so that nothing unreadable is ever acknowledged.
func putJSON[T any](tx *bolt.Tx, bucket, key []byte, value T) error {
	b, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	var back T
	if err := json.Unmarshal(b, &back); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return put(tx, bucket, key, b)
}

func getJSON[T any](tx *bolt.Tx, bucket, key []byte) (value T, err error) {
	b, err := get(tx, bucket, key)
	if err != nil {
		return value, err
	}
	return value, decode(bucket, key, b, &value)
}

func decode[T any](bucket, key, b []byte, value *T) error {
	if err := json.Unmarshal(b, value); err != nil {
		return fmt.Errorf("%w: %q in %s: %w", ErrCorrupt, key, bucket, err)
	}
	return nil
}

// each calls fn for every value of a bucket whose key begins with prefix, in
// the order of the keys.
func each[T any](tx *bolt.Tx, bucket, prefix []byte, fn func(key []byte, value T) error) error {
	b, err := bucketOf(tx, bucket)
	if err != nil {
		return err
	}
	c := b.Cursor()
	for k, sealed := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, sealed = c.Next() {
		raw, err := unseal(bucket, k, sealed)
		if err != nil {
			return err
		}
		var value T
		if err := decode(bucket, k, raw, &value); err != nil {
			return err
		}
		if err := fn(k, value); err != nil {
			return err
		}
	}
	return nil
}
