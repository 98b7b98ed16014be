package store

import (
	"crypto/rand"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// Bounds on a recording that comes from outside.
const (
	maxID         = 128
	maxName       = 256
	maxSteps      = 10_000
	maxParameters = 1_000
)

// Validate checks a recording that comes from outside, step by step. What a
// recorder makes passes; a step whose target could not be told from its twins
// does too, replay refuses it. The error wraps ErrInvalid or ErrSecret.
func Validate(rec recorder.Recording) error {
	if rec.Schema != recorder.RecordingSchema {
		return fmt.Errorf("%w: schema %q, expected %q; it may come from a newer version", ErrInvalid, rec.Schema, recorder.RecordingSchema)
	}
	if err := checkID(rec.ID); err != nil {
		return err
	}
	if err := checkName(rec.Name); err != nil {
		return err
	}
	if len(rec.Steps) > maxSteps || len(rec.Parameters) > maxParameters {
		return fmt.Errorf("%w: %d steps and %d parameters are too many", ErrInvalid, len(rec.Steps), len(rec.Parameters))
	}
	given := map[string]bool{}
	for i, p := range rec.Parameters {
		if err := checkName(p.Name); err != nil {
			return fmt.Errorf("parameter %d: %w", i+1, err)
		}
		if given[p.Name] {
			return fmt.Errorf("%w: parameter %q is declared twice", ErrInvalid, p.Name)
		}
		given[p.Name] = true
	}
	ids := map[string]bool{}
	for i, step := range rec.Steps {
		if err := validateStep(step, given); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		if ids[step.ID] {
			return fmt.Errorf("step %d: %w: another step has the ID %q", i+1, ErrInvalid, step.ID)
		}
		ids[step.ID] = true
	}
	return checkSecrets(rec)
}

func validateStep(step recorder.Step, parameters map[string]bool) error {
	if err := checkID(step.ID); err != nil {
		return err
	}
	needsTarget := true
	switch step.Kind {
	case recorder.StepActivate, recorder.StepSetText, recorder.StepSetChecked, recorder.StepSelectItem,
		recorder.StepSetValue, recorder.StepMenuPath:
	case recorder.StepKeyChord:
		if len(step.Keys) == 0 {
			return fmt.Errorf("%w: a key chord without keys", ErrInvalid)
		}
	case recorder.StepRawInput:
		needsTarget = false
	default:
		return fmt.Errorf("%w: unknown kind %q", ErrInvalid, step.Kind)
	}
	if needsTarget && step.Target == nil {
		return fmt.Errorf("%w: %s without a target", ErrInvalid, step.Kind)
	}
	if step.Parameter != "" && !parameters[step.Parameter] {
		return fmt.Errorf("%w: parameter %q is not declared", ErrInvalid, step.Parameter)
	}
	return nil
}

// checkSecrets is the last defence: the recorder never lets it come so far.
func checkSecrets(rec recorder.Recording) error {
	for _, p := range rec.Parameters {
		if p.Secret && p.Default != "" {
			return fmt.Errorf("%w: the secret parameter %q has a default", ErrSecret, p.Name)
		}
	}
	for i, step := range rec.Steps {
		if step.Target != nil && step.Target.Role == tree.RolePassword && step.Text != "" {
			return fmt.Errorf("%w: step %d holds the text of a password field; use a parameter", ErrSecret, i+1)
		}
		for _, e := range step.Effects {
			if e.Kind == recorder.EffectValue && e.Role == string(tree.RolePassword) && e.Detail != "" {
				return fmt.Errorf("%w: an effect of step %d holds the text of a password field", ErrSecret, i+1)
			}
		}
	}
	return nil
}

// checkID keeps IDs fit for keys, file names and the command line.
func checkID(id string) error {
	if id == "" || len(id) > maxID {
		return fmt.Errorf("%w: an ID has 1 to %d characters, this one %d", ErrInvalid, maxID, len(id))
	}
	for _, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return fmt.Errorf("%w: ID %q; letters, digits, - _ and . are allowed", ErrInvalid, id)
		}
	}
	return nil
}

func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("%w: a name is needed", ErrInvalid)
	case len(name) > maxName:
		return fmt.Errorf("%w: a name of %d bytes; %d are allowed", ErrInvalid, len(name), maxName)
	case !utf8.ValidString(name), strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("%w: the name %q holds characters that cannot be shown", ErrInvalid, name)
	}
	return nil
}

// newID returns an ID that nobody else has.
func newID() string { return strings.ToLower(rand.Text()) }
