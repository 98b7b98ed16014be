package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/recorder"
)

// MaxPicture is the largest picture that is kept, in bytes.
const MaxPicture = 32 << 20

var pngSignature = []byte("\x89PNG\r\n\x1a\n")

// notePrefix begins the keys in bucketMeta that note which pictures perhaps
// nothing that is stored names: a picture is put before the recording or the
// result that it belongs to. The note goes when that is stored, and a note that
// the last writer left is of a picture that nobody waits for any more.
var notePrefix = []byte("unnamed-picture/")

func noteKey(picture []byte) []byte { return append(bytes.Clone(notePrefix), picture...) }

// PutPicture stores a PNG once, however often it is put, and returns its hex
// SHA-256. A picture that no recording and no result names goes when the store
// is opened for writing the next time.
func (s *Store) PutPicture(png []byte) (string, error) {
	const what = "put picture"
	if !bytes.HasPrefix(png, pngSignature) {
		return "", fmt.Errorf("%s: %w: not a PNG", what, ErrInvalid)
	}
	if len(png) > MaxPicture {
		return "", fmt.Errorf("%s: %w: %d MiB are more than the %d that are kept", what, ErrInvalid, len(png)>>20, MaxPicture>>20)
	}
	sum := sha256.Sum256(png)
	key := sum[:]
	hash := hex.EncodeToString(key)
	noted := false
	err := s.view(what, func(tx *bolt.Tx) error {
		known, err := hasPicture(tx, key, png)
		noted = known && tx.Bucket(bucketMeta).Get(noteKey(key)) != nil
		return err
	})
	if err != nil {
		return "", err
	}
	if noted && !s.ReadOnly() {
		return hash, nil // without a transaction that has to be synced
	}
	err = s.update(what, func(tx *bolt.Tx) error {
		known, err := hasPicture(tx, key, png)
		if err == nil && !known {
			err = put(tx, bucketPictures, key, png)
		}
		if err != nil {
			return err
		}
		return unnamed(tx, hash)
	})
	if err != nil {
		return "", err
	}
	return hash, nil
}

// hasPicture reports whether the picture is stored under its key.
func hasPicture(tx *bolt.Tx, key, png []byte) (bool, error) {
	old, err := get(tx, bucketPictures, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return bytes.Equal(old, png), err
}

// Picture returns the PNG with a hash.
func (s *Store) Picture(hash string) (png []byte, err error) {
	err = s.view(fmt.Sprintf("read picture %.12s", hash), func(tx *bolt.Tx) error {
		key := pictureKey(hash)
		if key == nil {
			return fmt.Errorf("%w: %q is not a hash", ErrNotFound, hash)
		}
		found, err := get(tx, bucketPictures, key)
		png = bytes.Clone(found)
		return s.provenAbsent(tx, bucketPictures, err)
	})
	return png, err
}

// pictureKey returns the key of the picture with a hash, nil for what is no hash.
func pictureKey(hash string) []byte {
	key, err := hex.DecodeString(hash)
	if err != nil || len(key) != sha256.Size {
		return nil
	}
	return key
}

// named takes the notes off the pictures with these hashes; "" is none.
func named(tx *bolt.Tx, hashes ...string) error {
	for _, hash := range hashes {
		if key := pictureKey(hash); key != nil {
			if err := tx.Bucket(bucketMeta).Delete(noteKey(key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// unnamed notes that perhaps nothing names the pictures with these hashes.
func unnamed(tx *bolt.Tx, hashes ...string) error {
	for _, hash := range hashes {
		if key := pictureKey(hash); key != nil {
			if err := put(tx, bucketMeta, noteKey(key), nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropPicturesOf removes the pictures of a recording that is gone, unless the
// text of another recording or result names them, or they were put again by one
// that is still under way.
func dropPicturesOf(tx *bolt.Tx, gone recorder.Recording) error {
	drop := map[string]bool{}
	for _, hash := range picturesOf(gone) {
		key := pictureKey(hash)
		if key != nil && tx.Bucket(bucketMeta).Get(noteKey(key)) == nil {
			drop[string(key)] = true
		}
	}
	return dropUnnamed(tx, drop)
}

// sweep removes the pictures that the last writer put and then did not name: its
// recording was given up, or it died. Where nothing was left, which is the rule,
// it looks at nothing else. It is called before this store has put a picture.
func (s *Store) sweep() error {
	left := map[string]bool{}
	err := s.db.View(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketMeta).Cursor()
		for k, _ := c.Seek(notePrefix); bytes.HasPrefix(k, notePrefix); k, _ = c.Next() {
			if key := k[len(notePrefix):]; s.keep == nil || !s.keep(hex.EncodeToString(key)) {
				left[string(key)] = true
			}
		}
		return nil
	})
	if err != nil || len(left) == 0 {
		return err
	}
	err = s.db.Update(func(tx *bolt.Tx) error {
		for key := range left {
			if err := tx.Bucket(bucketMeta).Delete(noteKey([]byte(key))); err != nil {
				return err
			}
		}
		return dropUnnamed(tx, left)
	})
	if err != nil && isFull(err) {
		return nil // reading and deleting must stay possible; the next opening sweeps
	}
	return err
}

// dropUnnamed removes those pictures, by key, whose hash is in no text of a
// recording or result. It reads each text once, however many pictures there are.
func dropUnnamed(tx *bolt.Tx, drop map[string]bool) error {
	if len(drop) == 0 {
		return nil
	}
	for _, bucket := range [][]byte{bucketRecordings, bucketResults} {
		b, err := bucketOf(tx, bucket)
		if err != nil {
			return err
		}
		err = b.ForEach(func(_, text []byte) error {
			eachHash(text, func(hash string) { delete(drop, string(pictureKey(hash))) })
			return nil
		})
		if err != nil {
			return err
		}
	}
	for key := range drop {
		if err := tx.Bucket(bucketPictures).Delete([]byte(key)); err != nil {
			return err
		}
	}
	return nil
}

// eachHash calls fn for all that may be the hash of a picture in a text.
func eachHash(text []byte, fn func(hash string)) {
	const length = 2 * sha256.Size
	digits := 0
	for i, c := range text {
		if ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') {
			digits++
		} else {
			digits = 0
		}
		if digits >= length {
			fn(string(text[i+1-length : i+1]))
		}
	}
}
