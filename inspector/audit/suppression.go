package audit

import (
	"fmt"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Suppression is a decision that a kind of finding does not count, with its reason.
type Suppression struct {
	Rule string `toml:"rule" json:"rule"`
	// Toolkit and Locator narrow it down; "" for any. The locator is one as find takes
	// it, and fits the element that a finding is about.
	Toolkit Toolkit `toml:"toolkit" json:"toolkit,omitempty"`
	Locator string  `toml:"locator" json:"locator,omitempty"`
	Reason  string  `toml:"reason" json:"reason"`
	// Until is the last day on which it holds; zero for ever.
	Until time.Time `toml:"until" json:"until,omitzero"`
}

// Ended reports whether the suppression holds no more.
func (x *Suppression) Ended(now time.Time) bool {
	return !x.Until.IsZero() && !now.Before(x.Until.AddDate(0, 0, 1))
}

// Unused is a suppression that did nothing: a decision that may be taken out.
type Unused struct {
	Suppression
	// Ended says that its last day is over; else it fits no finding.
	Ended bool `json:"ended,omitempty"`
}

// suppress marks the findings that somebody has decided about.
func (r *Report) suppress(all []Suppression, now time.Time) {
	for i := range all {
		if x := &all[i]; x.Ended(now) || !r.apply(x) {
			r.Unused = append(r.Unused, Unused{*x, x.Ended(now)})
		}
	}
}

// apply marks what one suppression fits, and reports whether that is anything.
func (r *Report) apply(x *Suppression) bool {
	if x.Toolkit != OtherToolkit && x.Toolkit != ToolkitOf(r.Subject.Application) {
		return false
	}
	var only map[tree.NodeID]bool
	if x.Locator != "" {
		only = map[tree.NodeID]bool{}
		if l, err := inspector.ParseLocator(x.Locator); err == nil {
			for _, id := range r.Subject.Match(l).Matches {
				only[id] = true
			}
		}
	}
	used := false
	for j := range r.Findings {
		f := &r.Findings[j]
		if f.Rule == x.Rule && f.Suppressed == nil && (only == nil || only[f.Node]) {
			f.Suppressed, used = x, true
		}
	}
	return used
}

// ParseSuppressions reads a file of suppressions (TOML, a [[suppress]] each). Every
// one needs a rule and a reason; what is not understood is an error, so that a slip
// of the pen cannot silence or let pass more than was meant.
func ParseSuppressions(text []byte) ([]Suppression, error) {
	var file struct {
		Suppress []Suppression `toml:"suppress"`
	}
	meta, err := toml.Decode(string(text), &file)
	if err != nil {
		return nil, fmt.Errorf("parse suppressions: %w", err)
	}
	if odd := meta.Undecoded(); len(odd) > 0 {
		return nil, fmt.Errorf("parse suppressions: unknown key %q", odd[0])
	}
	for i, x := range file.Suppress {
		switch {
		case x.Rule == "":
			return nil, fmt.Errorf("parse suppressions: number %d names no rule", i+1)
		case x.Reason == "":
			return nil, fmt.Errorf("parse suppressions: %s has no reason", x.Rule)
		case !x.Toolkit.known():
			return nil, fmt.Errorf("parse suppressions: %s: unknown toolkit %q", x.Rule, x.Toolkit)
		}
		if x.Locator != "" {
			if _, err := inspector.ParseLocator(x.Locator); err != nil {
				return nil, fmt.Errorf("parse suppressions: %s: %w", x.Rule, err)
			}
		}
	}
	return file.Suppress, nil
}
