package file

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
)

// Schema is the version word in every saved snapshot.
const Schema = "samebutton/snapshot/v1"

// ErrNotSnapshot says that a file is not a saved snapshot, or one that was
// damaged or forged; the text says what is wrong.
var ErrNotSnapshot = errors.New("not a sound saved snapshot")

// Bounds on what a reader accepts. They are some ten times what the largest
// real applications need (20,000 nodes, 20 MB of JSON).
const (
	maxJSON   = 128 << 20
	maxNodes  = 200_000
	maxCommas = 10_000_000 // each can stand for one element of a list in memory
)

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
	if len(s.Nodes) > maxNodes {
		return nil, fmt.Errorf("encode snapshot: %d nodes are more than the %d that a file holds; observe one window", len(s.Nodes), maxNodes)
	}
	b, err := json.Marshal(envelope{Schema, s})
	if err != nil {
		return nil, fmt.Errorf("encode snapshot: %w", err)
	}
	if len(b) > maxJSON {
		return nil, fmt.Errorf("encode snapshot: %d MiB are more than the %d that a file holds; observe one window", len(b)>>20, maxJSON>>20)
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
	if elements, commas := weigh(b); elements > maxNodes || commas > maxCommas {
		return refuse("more than %d nodes, or lists without end", maxNodes)
	}
	var e envelope
	if err := json.Unmarshal(b, &e); err != nil {
		return refuse("%w", err)
	}
	if e.Schema != Schema {
		return refuse("schema %q, expected %q; it may come from a newer version", e.Schema, Schema)
	}
	if e.Snapshot == nil {
		return refuse("no snapshot in it")
	}
	if err := e.Snapshot.Validate(); err != nil {
		return refuse("%w", err)
	}
	return e.Snapshot, nil
}

// nodeDepth is the depth of brackets inside the lists of the snapshot:
// {"snapshot":{"nodes":[ here.
const nodeDepth = 3

// weigh counts commas outside of strings, in all and in the lists of the
// snapshot, before anything is decoded: "[null,null,…" takes five bytes an
// element in a file and hundreds in memory.
func weigh(b []byte) (elements, commas int) {
	depth, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ',':
			commas++
			if depth == nodeDepth {
				elements++
			}
		}
	}
	return elements + 1, commas
}
