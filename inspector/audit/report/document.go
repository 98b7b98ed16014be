package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Schema is the version word of a [Document].
const Schema = "samebutton/audit/v1"

// Document is an audit as JSON.
type Document struct {
	Schema      string `json:"schema"`
	Application string `json:"application"`
	PID         int    `json:"pid"`
	Toolkit     string `json:"toolkit"`
	// Windows are the titles of the windows that were audited.
	Windows  []string `json:"windows"`
	Snapshot string   `json:"snapshot"`
	// Complete says whether all of the application was read: what was not read is not judged.
	Complete bool          `json:"complete"`
	Profile  audit.Profile `json:"profile"`
	Scores   audit.Scores  `json:"scores"`
	// Counts are the findings that count, by severity: not suppressed, and not known to the baseline.
	Counts Counts  `json:"counts"`
	Causes []Cause `json:"causes"`
	Rules  []Rule  `json:"rules"`
	// States are the states of the application that were audited, where there were several.
	States []State `json:"states,omitempty"`
	// Replay is how these were reached, where a recording was replayed.
	Replay *audit.Replay `json:"replay,omitempty"`
	// Tabs is the order of the Tab key, where that was walked.
	Tabs *Tabs `json:"tabs,omitempty"`
	// BlindSpots are what pictures show and no element stands for, a window each.
	BlindSpots []BlindSpots `json:"blindSpots,omitempty"`
	// BlindUnseen are windows whose blind spots were not looked for.
	BlindUnseen []BlindUnseen `json:"blindUnseen,omitempty"`
	// Fixed are the findings of the baseline that are gone from a view that was looked at
	// again; Unseen those that were not looked for: their window or page was not there, their
	// rule did not run or could not decide, or not everything was read.
	Fixed  []audit.Known `json:"fixed,omitempty"`
	Unseen []audit.Known `json:"unseen,omitempty"`
	// Known is all that was found, as a later audit is compared with it ([ParseEarlier]).
	Known []audit.Known `json:"known,omitzero"`
	// Unused are the suppressions that did nothing: they ended, or fit no finding.
	Unused []audit.Unused `json:"unused,omitempty"`
	// Baseline is the file to which the findings were written.
	Baseline string `json:"baseline,omitempty"`
}

// State is one of several states that were audited.
type State struct {
	Title    string       `json:"title"`
	Windows  []string     `json:"windows"`
	Complete bool         `json:"complete"`
	Scores   audit.Scores `json:"scores"`
	Counts   Counts       `json:"counts"`
}

// Counts are numbers of findings by severity.
type Counts struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Review  int `json:"review"`
	Info    int `json:"info"`
}

// Cause is findings of one rule with one cause.
type Cause struct {
	Rule     string         `json:"rule"`
	Title    string         `json:"title"`
	Severity audit.Severity `json:"severity"`
	// Role is that of all its elements, "" where they differ.
	Role string `json:"role,omitempty"`
	// Criteria are success criteria of WCAG 2.2.
	Criteria []string `json:"criteria,omitempty"`
	// Blame is the toolkit's own fault behind the findings, "" where the application can mend it.
	Blame    string    `json:"blame,omitempty"`
	Remedy   string    `json:"remedy"`
	Findings []Finding `json:"findings"`
}

// Finding is one fault of one element.
type Finding struct {
	Fingerprint string        `json:"fingerprint"`
	Element     string        `json:"element"`
	Ref         inspector.Ref `json:"ref,omitzero"`
	Locator     string        `json:"locator"`
	// Unique says whether the locator is proven to name this element alone.
	Unique bool   `json:"unique"`
	Path   string `json:"path"`
	// Bounds are the element's, in physical pixels of the screen, where they can be trusted.
	Bounds *tree.Rect    `json:"bounds,omitempty"`
	Why    string        `json:"why"`
	Values []audit.Value `json:"values"`
	// Others are elements that belong to the finding, such as its twins, and MoreOthers
	// how many more there are.
	Others     []Other      `json:"others,omitempty"`
	MoreOthers int          `json:"moreOthers,omitempty"`
	Status     audit.Status `json:"status,omitempty"`
	// State is the state of the application that it is told of, where several were
	// audited: the first of those in which it weighs most. States are all in which it was seen.
	State  string   `json:"state,omitempty"`
	States []string `json:"states,omitempty"`
	// Suppressed is the reason why the finding does not count.
	Suppressed string `json:"suppressed,omitempty"`
}

// Other is an element that belongs to a finding of another.
type Other struct {
	Ref     inspector.Ref `json:"ref,omitzero"`
	Element string        `json:"element"`
}

// Counts reports whether the finding is held against the application.
func (f *Finding) Counts() bool { return f.Suppressed == "" && f.Status != audit.StatusUnchanged }

// Rule is what one rule did.
type Rule struct {
	ID       string         `json:"id"`
	Severity audit.Severity `json:"severity"`
	// NotRun is why the rule was not run.
	NotRun  string `json:"notRun,omitempty"`
	Checked int    `json:"checked"`
	Found   int    `json:"found"`
	// Undecided counts elements that could not be judged, by reason.
	Undecided []Undecided `json:"undecided,omitempty"`
}

// Undecided is how many elements could not be judged for one reason.
type Undecided struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Make turns an audit into a document.
func Make(r *audit.Report) *Document {
	f := r.Subject.Frozen
	d := &Document{
		Schema: Schema, Application: audit.Brief(f.Application.Name), PID: f.Application.PID,
		Toolkit: audit.Brief(strings.TrimSpace(f.Application.Toolkit + " " + f.Application.ToolkitVersion)),
		Windows: windowsOf(r.Subject), Snapshot: f.ID, Complete: f.Complete(), Profile: r.Profile, Scores: r.Scores,
		Counts: countsOf(r),
		Causes: []Cause{}, Rules: []Rule{}, Fixed: r.Fixed, Unseen: r.Unseen, Known: audit.NewBaseline(r).Known, Unused: r.Unused,
		Replay: briefly(r.Replay), Tabs: tabsOf(r.Subject), BlindSpots: blindOf(statesOf(r)),
		BlindUnseen: blindUnseenOf(statesOf(r)),
	}
	for _, state := range r.States {
		one := state.Report
		d.Complete = d.Complete && one.Subject.Complete()
		d.States = append(d.States, State{audit.Brief(state.Title), windowsOf(one.Subject), one.Subject.Complete(), one.Scores, countsOf(one)})
	}
	for _, c := range r.Causes {
		cause := Cause{
			Rule: c.Rule.ID, Role: roleOf(r, &c), Title: c.Rule.Title, Severity: c.Severity, Criteria: c.Rule.Criteria, Blame: c.Blame,
			Remedy: r.Findings[c.Findings[0]].Remedy,
		}
		for _, i := range c.Findings {
			cause.Findings = append(cause.Findings, findingOf(r, &r.Findings[i]))
		}
		d.Causes = append(d.Causes, cause)
	}
	for _, res := range r.Rules {
		rule := Rule{ID: res.Rule.ID, Severity: res.Severity, NotRun: res.NotRun, Checked: res.Checked, Found: res.Found}
		for _, why := range slices.Sorted(maps.Keys(res.Undecided)) {
			rule.Undecided = append(rule.Undecided, Undecided{why, res.Undecided[why]})
		}
		d.Rules = append(d.Rules, rule)
	}
	return d
}

// briefly shortens what a replay says.
func briefly(r *audit.Replay) *audit.Replay {
	if r == nil {
		return nil
	}
	out := *r
	out.Recording = audit.Brief(r.Recording)
	if r.Stopped != nil {
		out.Stopped = &audit.Stop{Step: r.Stopped.Step, Title: audit.Brief(r.Stopped.Title), Error: audit.Brief(r.Stopped.Error)}
	}
	return &out
}

// roleOf is the role of all elements of a cause, "" where they differ.
func roleOf(r *audit.Report, c *audit.Cause) (role string) {
	for k, i := range c.Findings {
		f := &r.Findings[i]
		is := string(f.Subject.Nodes[f.Node].Role)
		if k > 0 && is != role {
			return ""
		}
		role = is
	}
	return role
}

// Stopped says where the replay that led through the states ended before its last step, ""
// where it did not, or none was made.
func (d *Document) Stopped() string {
	r := d.Replay
	if r == nil || r.Stopped == nil {
		return ""
	}
	at := ""
	if s := r.Stopped; s.Step > 0 {
		at = fmt.Sprintf(" at step %d of %d (%s)", s.Step, r.Steps, s.Title)
	}
	return fmt.Sprintf("The replay of %q stopped%s: %s", r.Recording, at, r.Stopped.Error)
}

// mostStates is how many states of one finding people are told.
const mostStates = 3

// SeenIn tells people in which states a finding was seen, "" where only one was audited.
func (d *Document) SeenIn(f *Finding) string {
	switch n := len(f.States); {
	case len(d.States) < 2:
		return ""
	case n == len(d.States):
		return "seen in every state"
	case n > mostStates:
		return fmt.Sprintf("seen in %d of %d states, first %s", n, len(d.States), f.States[0])
	}
	return "seen " + strings.Join(f.States, "; ")
}

func countsOf(r *audit.Report) Counts {
	return Counts{r.Count(audit.Error), r.Count(audit.Warning), r.Count(audit.Review), r.Count(audit.Info)}
}

// windowsOf are the titles of the windows that were audited.
func windowsOf(s *audit.Subject) []string {
	titles := []string{}
	for _, w := range s.Frozen.Windows {
		if s.Scoped(w.Node) {
			titles = append(titles, audit.Brief(w.Title))
		}
	}
	return titles
}

// mostOthers is how many elements beside its own a finding lists.
const mostOthers = 8

func findingOf(r *audit.Report, x *audit.Finding) Finding {
	f := x.Subject.Frozen
	found := Finding{
		Fingerprint: x.Fingerprint, Element: x.Element, Ref: f.Ref(x.Node), Locator: x.Locator, Unique: x.Unique,
		Path: x.Path, Why: x.Why, Values: append([]audit.Value{}, x.Values...), Status: x.Status,
	}
	if b := f.Nodes[x.Node].Bounds; b.Usable() {
		found.Bounds = &b.Rect
	}
	for _, id := range x.Others[:min(len(x.Others), mostOthers)] {
		found.Others = append(found.Others, Other{f.Ref(id), audit.Brief(x.Subject.Placed(id))})
	}
	found.MoreOthers = max(len(x.Others)-mostOthers, 0)
	if len(r.States) > 0 {
		found.State = audit.Brief(r.States[x.State].Title)
		for _, i := range x.States {
			found.States = append(found.States, audit.Brief(r.States[i].Title))
		}
	}
	if x.Suppressed != nil {
		found.Suppressed = audit.Brief(x.Suppressed.Reason)
	}
	return found
}
