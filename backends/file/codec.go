package file

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Schema is the version word in every saved snapshot.
const Schema = family + "1"

// family begins the schema word of every version; a number follows.
const family = "samebutton/snapshot/v"

// ErrNotSnapshot says that a file is not a saved snapshot, or one that was
// damaged or forged; the text says what is wrong.
var ErrNotSnapshot = errors.New("not a sound saved snapshot")

// ErrNewer says that a newer version of Samebutton saved the snapshot.
var ErrNewer = errors.New("saved by a newer version")

// newer reports whether a schema word is of a later version than ours.
func newer(schema string) bool {
	number, ok := strings.CutPrefix(schema, family)
	version, err := strconv.Atoi(number)
	return ok && err == nil && version > 1
}

// maxJSON bounds what a reader accepts, some six times what the largest real
// applications need (20 MB). What the JSON may become in memory is bounded by
// [tree.CheckWeight].
const maxJSON = 128 << 20

// wrapped is the number of objects around the snapshot in a file: the envelope.
const wrapped = 1

type envelope struct {
	Schema   string         `json:"schema"`
	Snapshot *tree.Snapshot `json:"snapshot"`
}

// Encode returns the snapshot as JSON with its schema word, without the picture.
// It fails for a snapshot that [Decode] would refuse.
func Encode(s *tree.Snapshot) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("encode snapshot: %w", err)
	}
	if len(s.Nodes) > tree.MaxNodes {
		return nil, fmt.Errorf("encode snapshot: %d nodes are more than the %d that a file holds; observe one window", len(s.Nodes), tree.MaxNodes)
	}
	b, err := json.Marshal(envelope{Schema, s})
	if err != nil {
		return nil, fmt.Errorf("encode snapshot: %w", err)
	}
	if len(b) > maxJSON {
		return nil, fmt.Errorf("encode snapshot: %d MiB are more than the %d that a file holds; observe one window", len(b)>>20, maxJSON>>20)
	}
	if err := tree.CheckWeight(b, wrapped); err != nil {
		return nil, fmt.Errorf("encode snapshot: %w; observe one window", err)
	}
	return b, nil
}

// Decode reads what Encode wrote and validates it. The error wraps
// [ErrNotSnapshot].
func Decode(b []byte) (*tree.Snapshot, error) {
	refuse := func(format string, args ...any) (*tree.Snapshot, error) {
		return nil, fmt.Errorf("decode snapshot: %w: %w", ErrNotSnapshot, fmt.Errorf(format, args...))
	}
	if len(b) > maxJSON {
		return refuse("more than %d MiB", maxJSON>>20)
	}
	if err := tree.CheckWeight(b, wrapped); err != nil {
		return refuse("%w", err)
	}
	var e envelope
	err := json.Unmarshal(b, &e)
	if err != nil {
		// What a newer version means by a field may not fit ours: its word comes first.
		var word struct{ Schema string }
		if json.Unmarshal(b, &word) != nil {
			return refuse("%w", err)
		}
		e.Schema = word.Schema
	}
	switch {
	case e.Schema != Schema && newer(e.Schema):
		return refuse("%w: its schema is %q, this version reads %q", ErrNewer, e.Schema, Schema)
	case e.Schema != Schema:
		return refuse("its schema is %q, not %q", e.Schema, Schema)
	case err != nil:
		return refuse("%w", err)
	}
	if e.Snapshot == nil {
		return refuse("no snapshot in it")
	}
	if err := e.Snapshot.Validate(); err != nil {
		return refuse("%w", err)
	}
	return e.Snapshot, nil
}
