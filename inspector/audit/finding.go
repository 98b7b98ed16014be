package audit

import (
	"github.com/samebutton/samebutton/backends/tree"
)

// Finding is one fault of one element.
type Finding struct {
	Rule string
	// Subject is where it was found, and Node the element there.
	Subject  *Subject
	Node     tree.NodeID
	Severity Severity
	Detail

	// Remedy is the rule's for the toolkit.
	Remedy string
	// Element is the element in words: button "Save" in window "Orders". Locator is how
	// it is named; Unique says whether that is proven.
	Element string
	Locator string
	Unique  bool
	lasting string // the locator without what changes: the title of a window that is alone
	Path    string // the named elements around it
	Window  tree.NodeID
	// View is what of the application was looked at where it was found.
	View string
	// Fingerprint stays the same while the element keeps its locator.
	Fingerprint string
	// Group is the cause that findings share.
	Group string
	// Suppressed is the reason why the finding does not count, nil where it does.
	Suppressed *Suppression
	// Status says how it compares with a baseline; "" without one.
	Status Status
	// State is the state of a combined audit that it is told of ([Report.States]): the
	// first of those in which it weighs most. States are all in which it was seen.
	State  int
	States []int
}

// Status is how a finding compares with an earlier audit.
type Status string

// Statuses.
const (
	StatusNew       Status = "new"
	StatusUnchanged Status = "unchanged"
	StatusFixed     Status = "fixed"  // only in [Report.Fixed]
	StatusUnseen    Status = "unseen" // only in [Report.Unseen]
)

// RuleResult is what one rule did.
type RuleResult struct {
	Rule     *Rule
	Severity Severity
	// NotRun says why the rule was not run ("needs a picture", "off"); "" when it ran.
	NotRun string
	// Checked is how many elements it looked at, Found how many findings it has.
	Checked, Found int
	// Undecided counts elements that could not be judged, by reason.
	Undecided map[string]int
	// doubted are those elements; None for some that have no name here.
	doubted map[tree.NodeID]bool
}

// Cause is the findings of one rule with one cause.
type Cause struct {
	Group    string
	Rule     *Rule
	Severity Severity
	Blame    string
	// Findings are indexes into [Report.Findings].
	Findings []int
}

// Report is the outcome of an audit. Findings are in order of severity, then of the
// document.
type Report struct {
	Subject  *Subject
	Profile  Profile
	Findings []Finding
	Causes   []Cause
	Rules    []RuleResult
	// Fixed are those of the baseline that are gone from a view that was looked at again;
	// Unseen those that were not looked for: their window or page is not there, their rule
	// was not run or could not decide, or not everything was read.
	Fixed, Unseen []Known
	// Unused are the suppressions that did nothing.
	Unused []Unused
	// Baseline is how many findings of the baseline were looked for; -1 without one.
	Baseline int
	Scores   Scores
	// States are the audits that a combined one is made of, in their order; nil for one alone.
	States []State
	// Replay is how these were reached, nil where no recording was replayed.
	Replay *Replay
}

// Replay is a replay that led through the states of a combined audit.
type Replay struct {
	Recording string `json:"recording"`
	Run       string `json:"run,omitempty"`
	// Steps is how many the recording has.
	Steps int `json:"steps"`
	// Stopped is where it did not pass, nil where it did: what comes after was not audited.
	Stopped *Stop `json:"stopped,omitempty"`
}

// Stop is where a replay ended before its last step.
type Stop struct {
	// Step is the number of the step, 0 where none was to blame.
	Step  int    `json:"step"`
	Title string `json:"title,omitempty"`
	Error string `json:"error"`
}

// State is one of several states of an application that were audited.
type State struct {
	Title  string // "after step 3, Click button "Save""
	Report *Report
}

// Count returns the findings of a severity that count: not suppressed and, with a
// baseline, new.
func (r *Report) Count(s Severity) int {
	n := 0
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == s && f.Counts() {
			n++
		}
	}
	return n
}

// Counts reports whether a finding is held against the application by a gate.
func (f *Finding) Counts() bool { return f.Suppressed == nil && f.Status != StatusUnchanged }

// Fails reports whether a gate at the given severity fails. Review and info never
// fail one; Off is a gate that lets all pass.
func (r *Report) Fails(at Severity) bool {
	switch at {
	case Error:
		return r.Count(Error) > 0
	case Warning:
		return r.Count(Error)+r.Count(Warning) > 0
	}
	return false
}
