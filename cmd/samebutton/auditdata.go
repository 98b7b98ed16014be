package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// auditData is what 'audit' found.
type auditData struct {
	Application string         `json:"application"`
	Toolkit     string         `json:"toolkit"`
	Windows     []string       `json:"windows"` // titles of those audited
	Snapshot    string         `json:"snapshot"`
	Complete    bool           `json:"complete"`
	Profile     audit.Profile  `json:"profile"`
	Scores      audit.Scores   `json:"scores"`
	Counts      map[string]int `json:"counts"` // of findings that count, by severity
	Causes      []causeData    `json:"causes"`
	Rules       []ruleData     `json:"rules"`
	Fixed       []audit.Known  `json:"fixed,omitempty"`
	Wrote       string         `json:"wrote,omitempty"`
}

// causeData is findings with one cause.
type causeData struct {
	Rule     string             `json:"rule"`
	Title    string             `json:"title"`
	Severity audit.Severity     `json:"severity"`
	Criteria []string           `json:"criteria,omitempty"`
	Blame    string             `json:"blame,omitempty"`
	Remedy   string             `json:"remedy"`
	Findings []auditFindingData `json:"findings"`
}

type auditFindingData struct {
	Fingerprint string        `json:"fingerprint"`
	Element     string        `json:"element"`
	Ref         inspector.Ref `json:"ref,omitzero"`
	Locator     string        `json:"locator"`
	Unique      bool          `json:"unique"`
	Path        string        `json:"path"`
	Bounds      *boundsData   `json:"bounds,omitempty"`
	Why         string        `json:"why"`
	Values      []audit.Value `json:"values"`
	Status      audit.Status  `json:"status,omitempty"`
	Suppressed  string        `json:"suppressed,omitempty"` // the reason
}

// ruleData is what one rule did.
type ruleData struct {
	ID        string         `json:"id"`
	Severity  audit.Severity `json:"severity"`
	NotRun    string         `json:"notRun,omitempty"`
	Checked   int            `json:"checked"`
	Found     int            `json:"found"`
	Undecided map[string]int `json:"undecided,omitempty"`
}

func auditOf(r *audit.Report) auditData {
	f := r.Subject.Frozen
	d := auditData{
		Application: f.Application.Name, Toolkit: strings.TrimSpace(f.Application.Toolkit + " " + f.Application.ToolkitVersion),
		Windows: []string{}, Snapshot: f.ID, Complete: f.Complete(), Profile: r.Profile, Scores: r.Scores,
		Counts: map[string]int{}, Causes: []causeData{}, Fixed: r.Fixed,
	}
	for _, w := range f.Windows {
		if r.Subject.Scoped(w.Node) {
			d.Windows = append(d.Windows, w.Title)
		}
	}
	for _, s := range []audit.Severity{audit.Error, audit.Warning, audit.Review, audit.Info} {
		d.Counts[s.String()] = r.Count(s)
	}
	for _, c := range r.Causes {
		first := &r.Findings[c.Findings[0]]
		cause := causeData{Rule: c.Rule.ID, Title: c.Rule.Title, Severity: c.Severity, Criteria: c.Rule.Criteria, Blame: c.Blame, Remedy: first.Remedy}
		for _, i := range c.Findings {
			x := &r.Findings[i]
			found := auditFindingData{
				Fingerprint: x.Fingerprint, Element: x.Element, Ref: f.Ref(x.Node), Locator: x.Locator, Unique: x.Unique,
				Path: x.Path, Bounds: boundsOf(f.Nodes[x.Node].Bounds), Why: x.Why, Values: x.Values, Status: x.Status,
			}
			if x.Suppressed != nil {
				found.Suppressed = x.Suppressed.Reason
			}
			cause.Findings = append(cause.Findings, found)
		}
		d.Causes = append(d.Causes, cause)
	}
	for _, res := range r.Rules {
		d.Rules = append(d.Rules, ruleData{res.Rule.ID, res.Severity, res.NotRun, res.Checked, res.Found, res.Undecided})
	}
	return d
}

// mostShown is how many elements of one cause people are shown; scripts get all.
const mostShown = 5

func (d auditData) show(p *page) {
	p.line("%s (%s): %s", d.Application, orElse(d.Toolkit, "toolkit not known"), writeFindings(d))
	if !d.Complete {
		p.line("not everything could be read: what was not read is not judged")
	}
	if s := d.Scores; s.Interactive > 0 {
		p.line("testability %.0f of 100: of %s %d unique, %d by context, %d ambiguous, %d unnamed, %d unproven", s.Testability,
			count(s.Interactive, "interactive element"), s.Unique, s.ByContext, s.Ambiguous, s.Unnamed, s.Unproven)
		p.line("accessibility %.0f of 100: %d with errors, %d with warnings", s.Accessibility, s.Faulty, s.Doubtful)
	}
	for _, c := range d.Causes {
		c.show(p)
	}
	d.showRules(p)
	if len(d.Fixed) > 0 {
		p.line("")
		p.line("fixed since the baseline: %d", len(d.Fixed))
		for _, k := range d.Fixed {
			p.line("  %s: %s", k.Rule, k.Element)
		}
	}
	if d.Wrote != "" {
		p.line("wrote the baseline %s", d.Wrote)
	}
}

func (c causeData) show(p *page) {
	p.line("")
	title := fmt.Sprintf("%s: %s [%s]", c.Severity, c.Title, c.Rule)
	if len(c.Criteria) > 0 {
		title += " WCAG " + strings.Join(c.Criteria, ", ")
	}
	if n := len(c.Findings); n > 1 {
		title += ", " + strconv.Itoa(n) + " of the same"
	}
	p.line("%s", title)
	if c.Blame != "" {
		p.line("  the toolkit's: %s", c.Blame)
	}
	// Those that count come first.
	shown := slices.Clone(c.Findings)
	slices.SortStableFunc(shown, func(a, b auditFindingData) int { return a.rank() - b.rank() })
	for _, x := range shown[:min(len(shown), mostShown)] {
		mark := ""
		switch {
		case x.Suppressed != "":
			mark = " (suppressed: " + x.Suppressed + ")"
		case x.Status == audit.StatusUnchanged:
			mark = " (known)"
		}
		at := ""
		if !x.Unique && x.Ref != (inspector.Ref{}) {
			at = " " + x.Ref.String()
		}
		p.line("  %s%s%s", x.Element, at, mark)
		p.line("      %s", x.Why)
	}
	if left := len(shown) - mostShown; left > 0 {
		p.line("  and %d more", left)
	}
	p.line("  to do: %s", c.Remedy)
}

func (x auditFindingData) rank() int {
	switch {
	case x.Suppressed != "":
		return 2
	case x.Status == audit.StatusUnchanged:
		return 1
	}
	return 0
}

// showRules tells what was not judged.
func (d auditData) showRules(p *page) {
	ran, undecided := 0, map[string]int{}
	var not [][]string
	for _, r := range d.Rules {
		if r.NotRun != "" {
			not = append(not, []string{"  " + r.ID, r.NotRun})
			continue
		}
		ran++
		for why, n := range r.Undecided {
			undecided[why] += n
		}
	}
	p.line("")
	p.line("%s ran", count(ran, "rule"))
	for _, why := range slices.Sorted(maps.Keys(undecided)) {
		p.line("  not decided %d times: %s", undecided[why], why)
	}
	if len(not) > 0 {
		p.line("not run:")
		p.table(nil, not)
	}
}
