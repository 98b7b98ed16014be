package audit

import "fmt"

// Severity says what a finding asks for. The order is by weight.
type Severity uint8

// Severities.
const (
	// Off: the rule is not run.
	Off Severity = iota
	// Info: worth knowing, nobody is harmed.
	Info
	// Review: a person has to look; it never fails a gate.
	Review
	// Warning: low harm, or often the toolkit's fault.
	Warning
	// Error: the developer can mend it and the harm is real.
	Error
)

var severityNames = [...]string{"off", "info", "review", "warning", "error"}

// String returns the severity's word.
func (s Severity) String() string {
	if int(s) >= len(severityNames) {
		return fmt.Sprintf("invalid(%d)", uint8(s))
	}
	return severityNames[s]
}

// ParseSeverity returns the severity with the given word.
func ParseSeverity(word string) (Severity, error) {
	for i, n := range severityNames {
		if n == word {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("severity %q: want off, info, review, warning or error", word)
}

// MarshalText encodes the word of [Severity.String].
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText decodes the word of [Severity.String].
func (s *Severity) UnmarshalText(b []byte) (err error) {
	*s, err = ParseSeverity(string(b))
	return err
}

// Profile is a choice of severities for all rules.
type Profile string

// Profiles.
const (
	ProfileDefault     Profile = "default"
	ProfileStrict      Profile = "strict"      // warnings are errors
	ProfileTestability Profile = "testability" // what keeps a test from naming and acting counts first
)
