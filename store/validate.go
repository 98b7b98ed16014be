package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/recorder"
)

// Validate checks a recording that comes from outside ([recorder.Valid]). The error
// wraps ErrInvalid or ErrSecret.
func Validate(rec recorder.Recording) error { return invalid(recorder.Valid(rec)) }

// invalid makes what is wrong with a value an error of the store.
func invalid(err error) error {
	if err == nil || errors.Is(err, ErrSecret) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrInvalid, err)
}

func checkID(id string) error { return invalid(recorder.ValidID(id)) }

func checkName(name string) error { return invalid(recorder.ValidName(name)) }

// newID returns an ID that nobody else has.
func newID() string { return strings.ToLower(rand.Text()) }
