package policy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"
)

// Word is what a policy file says of itself in "policy".
const Word = "samebutton/v1"

// ErrFile means that a policy file cannot be trusted or read; then nothing may be
// sent at all, since what it forbids is not known.
var ErrFile = errors.New("the policy file cannot be used")

// mostBytes is far more than anybody writes by hand.
const mostBytes = 1 << 20

// document is the file as it is written.
type document struct {
	Policy        string   `toml:"policy"`
	Ordinary      Effect   `toml:"ordinary"`
	Consequential Effect   `toml:"consequential"`
	Launch        Effect   `toml:"launch"`
	Words         []string `toml:"words"`
	Rules         []Rule   `toml:"rule"`
}

// DefaultFile is where the policy of a user is looked for.
func DefaultFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "samebutton", "policy.toml"), nil
}

// Load reads a policy file. One that is not there gives fs.ErrNotExist; everything
// else that is wrong with it is an [ErrFile].
func Load(path string) (*Policy, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is no file", ErrFile, path)
	case !ownersOnly(info.Mode()):
		// Who can write it decides what may be sent.
		return nil, fmt.Errorf("%w: others than its owner may write %s (mode %#o); take that from them", ErrFile, path, info.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if len(text) > mostBytes {
		return nil, fmt.Errorf("%w: %s is larger than %d bytes", ErrFile, path, mostBytes)
	}
	p, err := Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	p.File = path
	return p, nil
}

// Parse reads the text of a policy file (TOML). A key that it does not know is an
// error: a misspelt condition would make a rule fit more than was meant.
func Parse(text string) (*Policy, error) {
	var d document
	meta, err := toml.Decode(text, &d)
	if err != nil {
		var wrong toml.ParseError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("line %d: %s", wrong.Position.Line, wrong.Message)
		}
		return nil, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("unknown key %q", unknown[0].String())
	}
	if d.Policy != Word {
		return nil, fmt.Errorf("policy = %q, this version knows %q", d.Policy, Word)
	}
	for what, e := range map[string]Effect{"ordinary": d.Ordinary, "consequential": d.Consequential, "launch": d.Launch} {
		if e != "" && !e.known() {
			return nil, fmt.Errorf("%s = %q: use allow, confirm or deny", what, e)
		}
	}
	if slices.ContainsFunc(d.Words, func(w string) bool { return len(wordsOf(w)) == 0 }) {
		return nil, errors.New("words: one of them has no letters")
	}
	seen := map[string]bool{}
	for i, r := range d.Rules {
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("rule %d (%s): %w", i+1, orNone(r.ID), err)
		}
		if seen[r.ID] {
			return nil, fmt.Errorf("rule %d: there are two with the id %q", i+1, r.ID)
		}
		seen[r.ID] = true
	}
	return &Policy{rules: d.Rules, words: d.Words, ordinary: d.Ordinary, consequential: d.Consequential, launch: d.Launch}, nil
}

func (e Effect) known() bool { return e == Allow || e == Confirm || e == Deny }

func orNone(id string) string {
	if id == "" {
		return "without id"
	}
	return id
}

// acts are those that a rule can name.
var acts = []Act{ActPress, ActOpen, ActClick, ActKeys, ActLaunch, "toggle", "select", "set-text", "set-value", "expand", "collapse", "focus", "show-menu", "scroll-to", ActDoubleClick, ActContextClick, ActDrag, ActScroll, ActType}

func (r Rule) check() error {
	switch {
	case r.ID == "":
		return errors.New("it needs an id, by which runs tell what decided")
	case !r.Effect.known():
		return fmt.Errorf("effect = %q: use allow, confirm or deny", r.Effect)
	case r.Role != "" && !r.Role.Known():
		return fmt.Errorf("unknown role %q", r.Role)
	}
	for _, a := range r.Acts {
		if !slices.Contains(acts, a) {
			return fmt.Errorf("unknown act %q", a)
		}
	}
	return nil
}
