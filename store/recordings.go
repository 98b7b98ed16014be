package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/recorder"
)

// Summary is a recording as it is listed.
type Summary struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Application string    `json:"application"`
	Created     time.Time `json:"created"`
	Steps       int       `json:"steps"`
}

// PutRecording stores a new recording or replaces the one with the same ID. It
// fails with ErrSecret for a password's text or a secret parameter's value, and
// with ErrInvalid for what could not be read back.
func (s *Store) PutRecording(rec recorder.Recording) error {
	what := fmt.Sprintf("put recording %q", rec.Name)
	if rec.Schema == "" {
		rec.Schema = recorder.RecordingSchema
	}
	if err := errors.Join(checkID(rec.ID), recorder.Secretless(rec)); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return s.update(what, func(tx *bolt.Tx) error { return putRecording(tx, rec) })
}

func putRecording(tx *bolt.Tx, rec recorder.Recording) error {
	if rec.Schema != recorder.RecordingSchema {
		return fmt.Errorf("%w: schema %q, expected %q", ErrInvalid, rec.Schema, recorder.RecordingSchema)
	}
	key := []byte(rec.ID)
	// Pictures that only the replaced one named are left like those of nobody. One
	// that cannot be read names none.
	if old, err := getJSON[recorder.Recording](tx, bucketRecordings, key); err == nil {
		if err := unnamed(tx, picturesOf(old)...); err != nil {
			return err
		}
	}
	if err := putJSON(tx, bucketRecordings, key, rec); err != nil {
		return err
	}
	if err := named(tx, picturesOf(rec)...); err != nil {
		return err
	}
	return putJSON(tx, bucketSummaries, key, Summary{
		ID: rec.ID, Name: rec.Name, Application: rec.Application.Name, Created: rec.Created, Steps: len(rec.Steps),
	})
}

// picturesOf returns the hashes that a recording names.
func picturesOf(rec recorder.Recording) (hashes []string) {
	for _, step := range rec.Steps {
		if step.Picture != "" {
			hashes = append(hashes, step.Picture)
		}
		for _, r := range step.Reviews {
			if r.Picture != "" {
				hashes = append(hashes, r.Picture)
			}
		}
	}
	return hashes
}

// Recording returns the recording with the ID or else the one with the name. A
// name that several have gives ErrAmbiguous with their IDs.
func (s *Store) Recording(idOrName string) (rec recorder.Recording, err error) {
	err = s.view(fmt.Sprintf("read recording %q", idOrName), func(tx *bolt.Tx) (err error) {
		rec, err = findRecording(tx, idOrName)
		return s.provenAbsent(tx, bucketRecordings, err)
	})
	return rec, err
}

func findRecording(tx *bolt.Tx, idOrName string) (recorder.Recording, error) {
	var none recorder.Recording
	if idOrName == "" {
		return none, ErrNotFound
	}
	rec, err := getJSON[recorder.Recording](tx, bucketRecordings, []byte(idOrName))
	if !errors.Is(err, ErrNotFound) {
		return rec, err
	}
	var ids []string
	err = each(tx, bucketSummaries, nil, func(_ []byte, sum Summary) error {
		if sum.Name == idOrName {
			ids = append(ids, sum.ID)
		}
		return nil
	})
	switch {
	case err != nil:
		return none, err
	case len(ids) == 0:
		return none, ErrNotFound
	case len(ids) > 1:
		return none, fmt.Errorf("%w: %s", ErrAmbiguous, strings.Join(ids, ", "))
	}
	rec, err = getJSON[recorder.Recording](tx, bucketRecordings, []byte(ids[0]))
	if errors.Is(err, ErrNotFound) {
		return none, fmt.Errorf("%w: recording %s is listed and missing", ErrCorrupt, ids[0])
	}
	return rec, err
}

// Recordings lists all recordings, the newest first.
func (s *Store) Recordings() (list []Summary, err error) {
	err = s.view("list recordings", func(tx *bolt.Tx) error {
		return each(tx, bucketSummaries, nil, func(_ []byte, sum Summary) error {
			list = append(list, sum)
			return nil
		})
	})
	slices.SortFunc(list, func(a, b Summary) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID))
	})
	return list, err
}

// RenameRecording gives a recording, found as by Recording, another name. One
// that another recording has is refused with ErrNameTaken.
func (s *Store) RenameRecording(idOrName, name string) error {
	what := fmt.Sprintf("rename recording %q", idOrName)
	if err := checkName(name); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return s.update(what, func(tx *bolt.Tx) error {
		rec, err := findRecording(tx, idOrName)
		if err != nil {
			return err
		}
		if err := nameFree(tx, name, rec.ID); err != nil {
			return err
		}
		rec.Name = name
		return putRecording(tx, rec)
	})
}

// nameFree fails with ErrNameTaken where another recording than id has the name.
func nameFree(tx *bolt.Tx, name, id string) error {
	return each(tx, bucketSummaries, nil, func(_ []byte, sum Summary) error {
		if sum.Name == name && sum.ID != id {
			return fmt.Errorf("%w: %q", ErrNameTaken, name)
		}
		return nil
	})
}

// ReplaceRecording puts an edited recording in the place of what it was made of.
// Where the store holds something else by now it fails with ErrChanged, or with
// ErrNotFound, and nothing is overwritten.
func (s *Store) ReplaceRecording(was, now recorder.Recording) error {
	what := fmt.Sprintf("change recording %q", was.Name)
	if was.ID != now.ID {
		return fmt.Errorf("%s: %w: another ID", what, ErrInvalid)
	}
	err := Validate(now)
	if now.Name != was.Name {
		err = errors.Join(err, checkName(now.Name))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return s.update(what, func(tx *bolt.Tx) error {
		stored, err := getJSON[recorder.Recording](tx, bucketRecordings, []byte(was.ID))
		if err != nil {
			return err
		}
		same, err := sameContent(stored, was)
		switch {
		case err != nil:
			return err
		case !same:
			return ErrChanged
		case now.Name != was.Name:
			if err := nameFree(tx, now.Name, now.ID); err != nil {
				return err
			}
		}
		if secrets := recorder.MadeSecret(stored, now); len(secrets) > 0 {
			if err := forgetSecrets(tx, now.ID, secrets); err != nil {
				return err
			}
		}
		return putRecording(tx, now)
	})
}

// DeleteRecording removes a recording, found as by Recording, its log, and those of its
// pictures that no other recording and no result names. One that was put again
// for a recording that is still under way goes with that one, or when the store
// is opened for writing the next time. Its runs stay: they are reports of their
// own.
func (s *Store) DeleteRecording(idOrName string) error {
	return s.update(fmt.Sprintf("delete recording %q", idOrName), func(tx *bolt.Tx) error {
		rec, err := findRecording(tx, idOrName)
		if err != nil {
			return err
		}
		for _, bucket := range [][]byte{bucketRecordings, bucketSummaries, bucketLogs} {
			if err := tx.Bucket(bucket).Delete([]byte(rec.ID)); err != nil {
				return err
			}
		}
		return errors.Join(dropPicturesOf(tx, rec), forget(tx))
	})
}

// ImportRecording stores a recording that was made elsewhere and returns it as
// stored. The same content under the same ID is stored once; other content
// under an ID that exists gets a new ID. A name that another recording has becomes a
// free one (FreeName): names are taken once, or nothing could be told by its name.
func (s *Store) ImportRecording(rec recorder.Recording) (recorder.Recording, error) {
	what := fmt.Sprintf("import recording %q", rec.Name)
	if err := Validate(rec); err != nil {
		return rec, fmt.Errorf("%s: %w", what, err)
	}
	err := s.update(what, func(tx *bolt.Tx) error {
		old, err := getJSON[recorder.Recording](tx, bucketRecordings, []byte(rec.ID))
		if err == nil {
			same, err := sameContent(old, rec)
			if same || err != nil {
				return err
			}
			rec.ID = newID()
		} else if !errors.Is(err, ErrNotFound) {
			return err
		}
		var stored []Summary
		if err := each(tx, bucketSummaries, nil, func(_ []byte, sum Summary) error {
			stored = append(stored, sum)
			return nil
		}); err != nil {
			return err
		}
		rec.Name = FreeName(rec.Name, stored)
		return putRecording(tx, rec)
	})
	return rec, err
}

func sameContent(a, b recorder.Recording) (bool, error) {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return bytes.Equal(x, y), errors.Join(err1, err2)
}
