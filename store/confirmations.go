package store

import (
	"crypto/rand"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Confirmation is a question about one act that waits for a person's yes. The
// code is the yes; it is for the digest alone, and is used once.
type Confirmation struct {
	Code    string    `json:"code"`
	Digest  string    `json:"digest"`
	Title   string    `json:"title"`
	Expires time.Time `json:"expires"`
}

const codeLength = 8

// PutConfirmation stores a question and returns it with a code. Those that have
// expired are forgotten.
func (s *Store) PutConfirmation(digest, title string, valid time.Duration) (Confirmation, error) {
	now := time.Now()
	c := Confirmation{Code: rand.Text()[:codeLength], Digest: digest, Title: title, Expires: now.Add(valid)}
	err := s.update("put confirmation", func(tx *bolt.Tx) error {
		var old [][]byte
		err := tx.Bucket(bucketConfirmations).ForEach(func(k, _ []byte) error {
			kept, err := getJSON[Confirmation](tx, bucketConfirmations, k)
			if err != nil || !kept.Expires.After(now) { // what cannot be read confirms nothing
				old = append(old, k)
			}
			return nil
		})
		for _, k := range old {
			if err == nil {
				err = tx.Bucket(bucketConfirmations).Delete(k)
			}
		}
		if err != nil {
			return err
		}
		return putJSON(tx, bucketConfirmations, []byte(c.Code), c)
	})
	return c, err
}

// TakeConfirmation returns the question of a code and forgets it, whether it is
// the right one or not: a code is for one try. It fails with ErrNotFound for a code
// that was used, never given, or has expired.
func (s *Store) TakeConfirmation(code string) (Confirmation, error) {
	var c Confirmation
	expired := false
	err := s.update(fmt.Sprintf("take confirmation %q", code), func(tx *bolt.Tx) (err error) {
		if code == "" {
			return ErrNotFound
		}
		if c, err = getJSON[Confirmation](tx, bucketConfirmations, []byte(code)); err != nil {
			return err
		}
		expired = !c.Expires.After(time.Now())
		return tx.Bucket(bucketConfirmations).Delete([]byte(code))
	})
	if err == nil && expired {
		err = fmt.Errorf("take confirmation %q: %w: it has expired", code, ErrNotFound)
	}
	return c, err
}
