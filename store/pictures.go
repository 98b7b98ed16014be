package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// MaxPicture is the largest picture that is kept, in bytes.
const MaxPicture = 32 << 20

var pngSignature = []byte("\x89PNG\r\n\x1a\n")

// PutPicture stores a PNG once, however often it is put, and returns its hex
// SHA-256.
func (s *Store) PutPicture(png []byte) (string, error) {
	const what = "put picture"
	if !bytes.HasPrefix(png, pngSignature) {
		return "", fmt.Errorf("%s: %w: not a PNG", what, ErrInvalid)
	}
	if len(png) > MaxPicture {
		return "", fmt.Errorf("%s: %w: %d MiB are more than the %d that are kept", what, ErrInvalid, len(png)>>20, MaxPicture>>20)
	}
	key := sha256.Sum256(png)
	hash := hex.EncodeToString(key[:])
	s.mu.Lock()
	s.fresh[hash] = true
	s.mu.Unlock()
	known := false
	err := s.view(what, func(tx *bolt.Tx) error {
		old, err := get(tx, bucketPictures, key[:])
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		known = bytes.Equal(old, png)
		return err
	})
	if err != nil {
		return "", err
	}
	if known && !s.ReadOnly() {
		return hash, nil
	}
	err = s.update(what, func(tx *bolt.Tx) error { return put(tx, bucketPictures, key[:], png) })
	if err != nil {
		return "", err
	}
	return hash, nil
}

// Picture returns the PNG with a hash.
func (s *Store) Picture(hash string) (png []byte, err error) {
	err = s.view(fmt.Sprintf("read picture %.12s", hash), func(tx *bolt.Tx) error {
		key, err := hex.DecodeString(hash)
		if err != nil || len(key) != sha256.Size {
			return fmt.Errorf("%w: %q is not a hash", ErrNotFound, hash)
		}
		found, err := get(tx, bucketPictures, key)
		png = bytes.Clone(found)
		return s.provenAbsent(tx, bucketPictures, err)
	})
	return png, err
}
