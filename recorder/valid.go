package recorder

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
)

// Limits of a recording, whoever makes it.
const (
	MaxSteps      = 10_000
	MaxParameters = 1_000
	MaxName       = 256     // bytes of a name, a label or the name of a group
	MaxText       = 1 << 20 // bytes of a text
	MaxWithin     = time.Hour

	maxID   = 128
	maxList = 1_000 // entries of one list of a step
)

// ErrSecret means that a recording holds what must not be stored.
var ErrSecret = errors.New("secrets are never stored")

// Valid checks a recording that comes from outside, and says in words what is wrong
// with it and where. What a recorder or an editor makes passes; so does a step that
// cannot be replayed: replay says so. The error wraps [ErrSecret] where the recording
// holds one.
func Valid(rec Recording) error {
	switch {
	case rec.Schema != RecordingSchema:
		return fmt.Errorf("schema %q, expected %q; it may come from a newer version", rec.Schema, RecordingSchema)
	case len(rec.Steps) > MaxSteps || len(rec.Parameters) > MaxParameters || len(rec.Trouble) > MaxSteps:
		return fmt.Errorf("%d steps, %d parameters and %d troubles are too many", len(rec.Steps), len(rec.Parameters), len(rec.Trouble))
	}
	if err := errors.Join(ValidID(rec.ID), ValidName(rec.Name)); err != nil {
		return err
	}
	secret := map[string]bool{}
	for i, p := range rec.Parameters {
		if err := ValidName(p.Name); err != nil {
			return fmt.Errorf("parameter %d: %w", i+1, err)
		}
		if _, twice := secret[p.Name]; twice {
			return fmt.Errorf("parameter %q is declared twice", p.Name)
		}
		if err := validText(p.Default); err != nil {
			return fmt.Errorf("the default of parameter %q: %w", p.Name, err)
		}
		secret[p.Name] = p.Secret
	}
	ids := map[string]bool{}
	for i, step := range rec.Steps {
		err := step.valid(func(name string) bool { _, ok := secret[name]; return ok })
		if err == nil && ids[step.ID] {
			err = fmt.Errorf("another step has the ID %q", step.ID)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		ids[step.ID] = true
	}
	if err := (&draft{rec: rec}).groupsTogether(); err != nil {
		return err
	}
	return Secretless(rec)
}

// Secretless is the last defence against a stored secret: the error wraps
// [ErrSecret]. The recorder never lets it come so far.
func Secretless(rec Recording) error {
	secret := map[string]bool{}
	for _, p := range rec.Parameters {
		if p.Secret && p.Default != "" {
			return fmt.Errorf("%w: the secret parameter %q has a default", ErrSecret, p.Name)
		}
		secret[p.Name] = p.Secret
	}
	for i, step := range rec.Steps {
		switch c := step.Condition; {
		case passwordText(step):
			return fmt.Errorf("%w: step %d holds the text of a password field; use a parameter", ErrSecret, i+1)
		case secret[step.Parameter] && step.Text != "", c != nil && secret[c.Parameter] && c.Text != "":
			return fmt.Errorf("%w: step %d holds a text besides its secret parameter", ErrSecret, i+1)
		}
		for _, e := range step.Effects {
			if e.Kind == EffectValue && e.Role == string(tree.RolePassword) && e.Detail != "" {
				return fmt.Errorf("%w: an effect of step %d holds the text of a password field", ErrSecret, i+1)
			}
		}
	}
	return nil
}

// passwordText reports whether a step holds the text of a password field.
func passwordText(s Step) bool {
	return s.Target != nil && s.Target.Role == tree.RolePassword && (s.Text != "" || s.Condition != nil && s.Condition.Text != "")
}

// ValidID keeps IDs fit for keys, file names and the command line.
func ValidID(id string) error {
	if id == "" || len(id) > maxID {
		return fmt.Errorf("an ID has 1 to %d characters, this one %d", maxID, len(id))
	}
	for _, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return fmt.Errorf("ID %q; letters, digits, - _ and . are allowed", id)
		}
	}
	return nil
}

// ValidName refuses a name that cannot be shown in a list.
func ValidName(name string) error {
	if strings.TrimSpace(name) == "" {
		return errors.New("a name is needed")
	}
	return oneLine("name", name)
}

// oneLine refuses what cannot stand in a list; "" can.
func oneLine(what, s string) error {
	switch {
	case len(s) > MaxName:
		return fmt.Errorf("the %s is too long: %d bytes; %d are allowed", what, len(s), MaxName)
	case !utf8.ValidString(s), strings.ContainsFunc(s, unicode.IsControl):
		return fmt.Errorf("the %s %q holds characters that cannot be shown in one line", what, brief(s))
	}
	return nil
}

// validText refuses a text that is too long or none.
func validText(s string) error {
	switch {
	case len(s) > MaxText:
		return fmt.Errorf("a text of %d bytes is too long; %d are allowed", len(s), MaxText)
	case !utf8.ValidString(s):
		return errors.New("a text that is not UTF-8")
	}
	return nil
}

// newer says that a word is not known here.
func newer(what, word string) error {
	return fmt.Errorf("unknown %s %q: it may come from a newer version", what, brief(word))
}

// lists are the lists of a step by their length.
func (s Step) lists() []int {
	n := []int{len(s.Path), len(s.Keys), len(s.Effects), len(s.Items), len(s.Reviews)}
	for _, t := range s.Targets() {
		n = append(n, len(t.Witnesses), len(t.Proof.Twins))
	}
	if s.Launch != nil {
		n = append(n, len(s.Launch.Arguments), len(s.Launch.Environment))
	}
	return n
}

func (s Step) tooMuch() bool { return slices.Max(s.lists()) > maxList }
