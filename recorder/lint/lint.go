// Package lint finds in a recording what will break, prove little or leak, before
// anyone replays it.
//
// Promise: it reads the recording only; the same recording gives the same findings in
// the same order. A finding names its rule, which docs/recordings.md explains.
package lint

import (
	"slices"

	"github.com/samebutton/samebutton/recorder"
)

// Severity says what a finding means for a replay. The words are those of SARIF.
type Severity string

// Severities.
const (
	Error   Severity = "error"   // it is refused, or leaks
	Warning Severity = "warning" // it may break, or proves too little
	Note    Severity = "note"    // worth knowing
)

// Finding is one thing that should be looked at.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// N is the place of the step, from 1, and Step its ID; 0 and "" for the recording
	// as a whole.
	N       int    `json:"n,omitempty"`
	Step    string `json:"step,omitempty"`
	Message string `json:"message"`
	// Hint says what to do about it.
	Hint string `json:"hint"`
}

// Rule is a sort of finding.
type Rule struct {
	ID       string
	Severity Severity
	Words    string
	find     func(c *check)
}

// Rules are all rules in the order of their findings within a step.
var Rules = []Rule{
	{"invalid", Error, "the recording could not be imported", invalid},
	{"empty", Error, "no step would be done", empty},
	{"raw-input", Error, "input without a matching element", rawInput},
	{"obstacle", Error, "a step that replay cannot do", obstacle},
	{"twins", Error, "an element that was not told apart from its twins", twins},
	{"unreadable-condition", Error, "a condition that can never be read", unreadable},
	{"secret-default", Error, "a secret parameter with a default", secretDefault},
	{"secret-literal", Error, "a text that looks like a secret", secretLiteral},
	{"ordinal", Warning, "an element named by its place among others", ordinal},
	{"name-with-number", Warning, "an element whose name holds a number or an e-mail address", numbered},
	{"fixed-title", Warning, "a window title with a document name or counter and without *", fixedTitle},
	{"named-by-parameter", Warning, "an element named by the value of a parameter", namedByParameter},
	{"pattern-parameter", Warning, "a pattern that is the value of a parameter, whose stars are only stars", patternParameter},
	{"no-effect", Warning, "a step after which nothing is looked at", noEffect},
	{"launch-unproven", Warning, "a launch with no step after it", launchLast},
	{"unused-parameter", Warning, "a parameter that no step takes", unusedParameter},
	{"unproven", Warning, "an element that was never looked at", unproven},
	{"idle-expectation", Note, "an expectation of what no step before it brings up", idleExpectation},
	{"single-witness", Note, "an element with a locator and no witness", singleWitness},
	{"fixed-delay", Note, "a wait for quiet where a condition would tell more", waitForQuiet},
	{"disabled", Note, "a step that is skipped", disabled},
}

// Check finds what there is to find, by step and rule.
func Check(rec recorder.Recording) []Finding {
	c := &check{rec: rec}
	for _, r := range Rules {
		c.rule = r
		r.find(c)
	}
	slices.SortStableFunc(c.findings, func(a, b Finding) int { return a.N - b.N })
	return c.findings
}

// check is one run over one recording.
type check struct {
	rec      recorder.Recording
	rule     Rule
	findings []Finding
}

// whole adds a finding about the recording as a whole.
func (c *check) whole(message, hint string) {
	c.findings = append(c.findings, Finding{Rule: c.rule.ID, Severity: c.rule.Severity, Message: message, Hint: hint})
}

// at adds a finding about the step at a place.
func (c *check) at(i int, message, hint string) {
	c.whole(message, hint)
	f := &c.findings[len(c.findings)-1]
	f.N, f.Step = i+1, c.rec.Steps[i].ID
}

// done calls f for each step that a replay does, with its place.
func (c *check) done(f func(i int, s recorder.Step)) {
	for i, s := range c.rec.Steps {
		if !s.Disabled {
			f(i, s)
		}
	}
}

// next returns the next step that a replay does after the one at i, or nil.
func (c *check) next(i int) *recorder.Step {
	for k := i + 1; k < len(c.rec.Steps); k++ {
		if !c.rec.Steps[k].Disabled {
			return &c.rec.Steps[k]
		}
	}
	return nil
}
