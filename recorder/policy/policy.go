package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Policy is what may be sent, and what a person must confirm first. The zero value
// has no rules and the usual default.
type Policy struct {
	// File is where the rules come from, "" without a file.
	File  string
	rules []Rule
	// words are further words of names of what cannot be taken back.
	words []string
	// ordinary, consequential and launch are what comes of what no rule is about; ""
	// is the usual: allow, confirm (see irrevocable), and confirm.
	ordinary, consequential, launch Effect
}

// Rule is one rule of the policy file. Empty conditions fit everything; "*" in one
// stands for any text. Names are compared as they are, upper and lower case apart.
type Rule struct {
	ID     string `toml:"id"`
	Effect Effect `toml:"effect"`
	Reason string `toml:"reason"`

	Application string    `toml:"application"`
	Window      string    `toml:"window"`
	Role        tree.Role `toml:"role"`
	Name        string    `toml:"name"`
	Acts        []Act     `toml:"acts"`
	Keys        string    `toml:"keys"` // as "ctrl+s"
	Input       *bool     `toml:"input"`
	Executable  string    `toml:"executable"`
	// Environment must be true for a rule that lets a launch set variables.
	Environment bool `toml:"environment"`
}

// Decide says whether an act may be sent. It asks the hard blocks, then the rules
// in their order, then the default. Keys that press a button as well need what pressing
// that would need, if it is more.
func (p *Policy) Decide(r Request) Decision {
	d := p.decide(r)
	for _, name := range r.Presses {
		press := r
		press.Act, press.Role, press.Name, press.Keys, press.Presses = ActPress, tree.RoleButton, name, nil, nil
		if also := p.decide(press); also.Effect.strictness() > d.Effect.strictness() {
			if d = also; d.Reason != "" {
				d.Reason = ": " + d.Reason
			}
			d.Reason = fmt.Sprintf("the keys may press %q%s", name, d.Reason)
		}
	}
	return d
}

// strictness orders effects: allow, confirm, deny.
func (e Effect) strictness() int {
	switch e {
	case Allow:
		return 0
	case Confirm:
		return 1
	}
	return 2
}

func (p *Policy) decide(r Request) Decision {
	if rule, reason := hardBlock(r); rule != "" {
		return Decision{Effect: Deny, Layer: LayerHardBlock, Rule: rule, Reason: reason}
	}
	if p == nil {
		return Decision{Effect: Allow, Layer: LayerDefault, Reason: "no policy was asked"}
	}
	for _, rule := range p.rules {
		if rule.fits(r) {
			return Decision{Effect: rule.Effect, Layer: LayerFile, Rule: rule.ID, Reason: rule.Reason}
		}
	}
	if r.Act == ActLaunch {
		return Decision{Effect: orEffect(p.launch, Confirm), Layer: LayerDefault, Reason: "it starts a program"}
	}
	if word := consequence(r, p.words); word != "" {
		return Decision{
			Effect: p.irrevocable(), Layer: LayerDefault,
			Reason: fmt.Sprintf("its name says %q, which may not be taken back", word),
		}
	}
	return Decision{Effect: orEffect(p.ordinary, Allow), Layer: LayerDefault}
}

// irrevocable is what comes of what may not be taken back. It is never less than what
// comes of the rest where the file forbids that: who lists what is allowed did not
// list it.
func (p *Policy) irrevocable() Effect {
	if p.consequential == "" && p.ordinary == Deny {
		return Deny
	}
	return orEffect(p.consequential, Confirm)
}

func orEffect(e, usual Effect) Effect {
	if e == "" {
		return usual
	}
	return e
}

// Leave is what a person allowed for one run, in place of being asked.
type Leave struct {
	Consequential bool // what the default would want confirmed by its name
	Launch        bool // programs that a recording starts
}

// With returns the policy with leave for an unattended run. What the file forbids,
// and hard blocks, stay.
func (p *Policy) With(l Leave) *Policy {
	q := Policy{}
	if p != nil {
		q = *p
	}
	if l.Consequential && q.irrevocable() != Deny {
		q.consequential = Allow
	}
	if l.Launch && q.launch != Deny {
		q.launch = Allow
	}
	return &q
}

func (r Rule) fits(q Request) bool {
	switch {
	case !fitsText(r.Application, q.Application), !fitsText(r.Window, q.Window), !fitsText(r.Name, q.Name):
		return false
	case !fitsText(r.Executable, q.Executable):
		return false
	case r.Role != "" && r.Role != q.Role:
		return false
	case len(r.Acts) > 0 && !slices.Contains(r.Acts, q.Act):
		return false
	case r.Keys != "" && !strings.EqualFold(r.Keys, strings.Join(q.Keys, "+")):
		return false
	case r.Input != nil && *r.Input != q.Input:
		return false
	case q.Environment && !r.Environment && r.Effect == Allow:
		return false
	}
	return true
}

// fitsText reports whether a text fits a pattern in which "*" stands for any text.
func fitsText(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, parts[last])
}

// Rules returns the rules of the file in their order. They must not be changed.
func (p *Policy) Rules() []Rule { return p.rules }

// Words returns the file's own words of what cannot be taken back.
func (p *Policy) Words() []string { return p.words }

// Defaults returns what comes of what no rule is about.
func (p *Policy) Defaults() (ordinary, consequential, launch Effect) {
	return orEffect(p.ordinary, Allow), p.irrevocable(), orEffect(p.launch, Confirm)
}

// String says when a rule fits, "" where always.
func (r Rule) String() string {
	var when []string
	for _, c := range []struct{ what, is string }{
		{"application", r.Application}, {"window", r.Window}, {"role", string(r.Role)}, {"name", r.Name}, {"keys", r.Keys}, {"executable", r.Executable},
	} {
		if c.is != "" {
			when = append(when, fmt.Sprintf("%s %q", c.what, c.is))
		}
	}
	if len(r.Acts) > 0 {
		words := make([]string, len(r.Acts))
		for i, a := range r.Acts {
			words[i] = string(a)
		}
		when = append(when, strings.Join(words, " or "))
	}
	switch {
	case r.Input != nil && *r.Input:
		when = append(when, "real input")
	case r.Input != nil:
		when = append(when, "no real input")
	}
	return strings.Join(when, ", ")
}
