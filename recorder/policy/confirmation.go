package policy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Question is what a person is asked before an act that wants confirmation.
type Question struct {
	Request  Request
	Decision Decision
	// Title is the step and Target its element in words, without secrets.
	Title  string
	Target string
	// Digest stands for exactly this live element and this act with its value: a
	// confirmation is for it alone.
	Digest string
}

// Answer is what a person said.
type Answer struct {
	Yes bool
	// How says how it was confirmed, for the run ("at the window", "with a code").
	How string
	// Hint says what to do where the answer is no.
	Hint string
}

// Ask asks a person and returns when there is an answer or ctx ends. Each question
// is asked once and its answer is used once.
type Ask func(ctx context.Context, q Question) (Answer, error)

// Digest makes one word of what a confirmation is bound to. The parts are kept
// apart, so that no two lists give the same.
func Digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strings.ReplaceAll(p, "\x00", "\x00\x01")))
		h.Write([]byte{0, 0})
	}
	return hex.EncodeToString(h.Sum(nil))
}
