package recorder

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/inspector"
)

// Errors of the values that were given, before anything is stored or sent.
var (
	// ErrParameter means that a recording needs a value that was not given.
	ErrParameter = errors.New("parameter has no value")
	// ErrNoParameter means that a value was given that the recording has no use for.
	ErrNoParameter = errors.New("the recording has no such parameter")
)

// Taken returns the parameters that an enabled step of a recording takes: what a
// replay needs a value of. Of a part of a recording (see [Recording.From]) it is those
// of that part.
func Taken(rec Recording) []Parameter {
	by := map[string]bool{}
	for _, s := range rec.Steps {
		if s.Disabled {
			continue
		}
		by[s.Parameter] = true
		if s.Condition != nil {
			by[s.Condition.Parameter] = true
		}
	}
	var taken []Parameter
	for _, q := range rec.Parameters {
		if by[q.Name] {
			taken = append(taken, q)
		}
	}
	return taken
}

// Missing returns the parameters that a replay needs and that have no value: an enabled
// step takes them, none was given, and they have no default. An empty secret is none:
// nobody meant to type it.
func Missing(rec Recording, values map[string]string) []Parameter {
	var missing []Parameter
	for _, q := range Taken(rec) {
		if v, ok := values[q.Name]; !ok && q.Default == "" || q.Secret && v == "" {
			missing = append(missing, q)
		}
	}
	return missing
}

// Prepare takes the parameters of a recording, or of a part of it: those that its steps
// take need a value. Its secrets that were given are hidden from now on, taken or not.
// A dry run needs none of them, since nothing is typed. The error is [ErrParameter] or
// [ErrNoParameter].
func (p *Player) Prepare(rec Recording) error {
	p.secrets, p.writings, p.defaults, p.untold = nil, nil, map[string]string{}, map[string]bool{}
	for name := range p.o.Parameters {
		if !slices.ContainsFunc(rec.Parameters, func(q Parameter) bool { return q.Name == name }) {
			return fmt.Errorf("parameter %q: %w; nothing was sent", name, ErrNoParameter)
		}
	}
	for _, q := range rec.Parameters {
		p.defaults[q.Name] = q.Default
		if v := p.o.Parameters[q.Name]; q.Secret && v != "" {
			p.secrets = append(p.secrets, v)
		}
	}
	// The longest first: of a secret that begins with another, nothing may be left.
	slices.SortFunc(p.secrets, func(a, b string) int { return len(b) - len(a) })
	for _, v := range p.secrets {
		p.writings = append(p.writings, writingsOf(v))
	}
	for _, q := range Missing(rec, p.o.Parameters) {
		if q.Secret && p.o.DryRun {
			p.untold[q.Name] = true
			continue
		}
		return fmt.Errorf("parameter %q: %w; nothing was sent", q.Name, ErrParameter)
	}
	return nil
}

// value returns what a step types: its text, or its parameter's value.
func (p *Player) value(step Step) string {
	if step.Parameter == "" {
		return step.Text
	}
	return p.parameter(step.Parameter)
}

// parameter returns the value of a parameter: the one that was given, else its default.
func (p *Player) parameter(name string) string {
	if v, ok := p.o.Parameters[name]; ok {
		return v
	}
	return p.defaults[name]
}

const hidden = "•••"

// withoutSecrets takes the values of secret parameters out of a result.
func (p *Player) withoutSecrets(r StepResult) StepResult {
	r.Error, r.Hint, r.Seen = p.hide(r.Error), p.hide(r.Hint), p.hide(r.Seen)
	for i, c := range r.Changes {
		r.Changes[i] = p.hide(c)
	}
	if r.Proof != nil {
		proof := p.proofWithoutSecrets(*r.Proof)
		r.Proof = &proof
	}
	if r.Refusal != nil {
		r.Refusal = p.refusalWithoutSecrets(*r.Refusal)
	}
	return r
}

func (p *Player) proofWithoutSecrets(proof inspector.Proof) inspector.Proof {
	proof.Reason = p.hide(proof.Reason)
	proof.Twins = slices.Clone(proof.Twins)
	for i := range proof.Twins {
		t := &proof.Twins[i]
		t.Describe, t.Path = p.hide(t.Describe), p.hide(t.Path)
	}
	return proof
}

func (p *Player) hide(s string) string {
	for i, secret := range p.secrets {
		s = strings.ReplaceAll(s, secret, hidden)
		if w := p.writings[i]; w.holds(s) {
			s = w.find.ReplaceAllLiteralString(s, hidden)
		}
	}
	return s
}

// writingsOf finds a secret as names, changes and errors repeat it: in
// quotes, with white space collapsed, and cut where they cut what is long.
func writingsOf(secret string) phrase {
	secret = strings.ToValidUTF8(secret, "\uFFFD")
	var patterns []string
	for _, form := range []string{secret, inspector.Normalize(secret)} {
		for _, most := range append([]int{longest}, cuts...) {
			r := []rune(form)
			if pattern := anyWriting(string(r[:min(len(r), most)])); pattern != "" && !slices.Contains(patterns, pattern) {
				patterns = append(patterns, pattern)
			}
		}
	}
	if len(patterns) == 0 {
		return phrase{}
	}
	// Numbers stay as they are: a secret of nothing else has a core, too.
	return phrase{find: regexp.MustCompile(`(?i)` + strings.Join(patterns, "|")), core: coreOf(secret, func(c rune) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' })}
}
