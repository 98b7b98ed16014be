package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/report"
)

// auditData is what 'audit' found.
type auditData struct{ *report.Document }

// MarshalJSON is the document.
func (d auditData) MarshalJSON() ([]byte, error) { return json.Marshal(d.Document) }

// mostShown is how many elements of one cause people are shown; scripts get all.
const mostShown = 5

func (d auditData) show(p *page) {
	p.line("%s (%s): %s", d.Application, orElse(d.Toolkit, "toolkit not known"), d.writeFindings())
	if !d.Complete {
		p.line("not everything could be read: what was not read is not judged")
	}
	d.showStop(p)
	if s := d.Scores; s.Interactive > 0 {
		p.line("testability %.0f of 100: of %s %d unique, %d by context, %d ambiguous, %d unnamed, %d unproven", s.Testability,
			count(s.Interactive, "interactive element"), s.Unique, s.ByContext, s.Ambiguous, s.Unnamed, s.Unproven)
		p.line("accessibility %.0f of 100: %d with errors, %d with warnings", s.Accessibility, s.Faulty, s.Doubtful)
	}
	d.showExtras(p)
	var rows [][]string
	for _, state := range d.States {
		rows = append(rows, []string{"  " + state.Title, fmt.Sprintf("testability %.0f, accessibility %.0f", state.Scores.Testability, state.Scores.Accessibility), writeFindings(state.Counts)})
	}
	p.table(nil, rows)
	var settled [][]string
	for i := range d.Causes {
		if c := &d.Causes[i]; slices.ContainsFunc(c.Findings, func(f report.Finding) bool { return f.Counts() }) {
			d.showCause(p, c)
			continue
		}
		settled = append(settled, settledRow(&d.Causes[i]))
	}
	if len(settled) > 0 {
		p.line("")
		p.line("known or suppressed throughout, with all elements in the other formats:")
		p.table(nil, settled)
	}
	d.showRules(p)
	showKnown(p, "fixed since the baseline", d.Fixed, len(d.Fixed))
	showKnown(p, "of the baseline, not looked for now (another window or page, or not decided)", d.Unseen, mostShown)
	for _, u := range d.Unused {
		why := "fits no finding"
		if u.Ended {
			why = "ended on " + u.Until.Format(time.DateOnly)
		}
		p.line("the suppression of %s (%s) %s", u.Rule, u.Reason, why)
	}
	if d.Baseline != "" {
		p.line("wrote the baseline %s", d.Baseline)
	}
}

// showKnown lists findings of a baseline, at most so many.
func showKnown(p *page, title string, all []audit.Known, most int) {
	if len(all) == 0 {
		return
	}
	p.line("")
	p.line("%s: %d", title, len(all))
	for _, k := range all[:min(len(all), most)] {
		p.line("  %s: %s", k.Rule, k.Element)
	}
	if left := len(all) - most; left > 0 {
		p.line("  and %d more", left)
	}
}

// showStop tells where a replay ended before its last step.
func (d auditData) showStop(p *page) {
	if why := d.Stopped(); why != "" {
		p.line("%s", why)
		p.line("  audited: %s; what comes after was not", count(max(len(d.States), 1), "state"))
	}
}

// showExtras tells the blind spots and the Tab order, a line each.
func (d auditData) showExtras(p *page) {
	for _, m := range d.BlindSpots {
		where := strconv.Quote(m.Window)
		if m.State != "" {
			where += " " + m.State
		}
		p.line("blind spots: %.1f %% of what is drawn in %s belongs to no element (%s)", 100*m.Share, where, count(len(m.Spots), "place"))
	}
	for _, u := range d.BlindUnseen {
		p.line("blind spots in %s: not looked for, as %s", strings.TrimSpace(strconv.Quote(u.Window)+" "+u.State), u.Why)
	}
	t := d.Tabs
	if t == nil {
		return
	}
	var stops []string
	for _, s := range t.Numbered() {
		stops = append(stops, orElse(s.Element, "?"))
	}
	end := "came round"
	if !t.Closed {
		end = orElse(t.Ended, "did not come round")
	}
	p.line("Tab order: %s, %s: %s", count(len(stops), "stop"), end, strings.Join(stops, " → "))
	if !t.Restored {
		p.line("the focus is not where it was before: %s", orElse(t.NotRestored, "nobody noted why"))
	}
}

// writeFindings tells how many findings count, and how many do not since they are
// known or somebody decided about them.
func (d auditData) writeFindings() string {
	var of [3]int // by rank
	for i := range d.Causes {
		for j := range d.Causes[i].Findings {
			of[rank(&d.Causes[i].Findings[j])]++
		}
	}
	var settled []string
	for r, word := range []string{1: "known", 2: "suppressed"} {
		if r > 0 && of[r] > 0 {
			settled = append(settled, fmt.Sprintf("%d %s", of[r], word))
		}
	}
	words := writeFindings(d.Counts)
	switch {
	case len(settled) == 0:
		return words
	case of[0] == 0:
		words = "no findings that count"
	}
	return words + "; " + strings.Join(settled, ", ")
}

func (d auditData) showCause(p *page, c *report.Cause) {
	p.line("")
	title := fmt.Sprintf("%s: %s [%s]", c.Severity, c.Title, c.Rule)
	if c.Role != "" {
		title += " " + c.Role
	}
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
	slices.SortStableFunc(shown, func(a, b report.Finding) int { return rank(&a) - rank(&b) })
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
		if seen := d.SeenIn(&x); seen != "" {
			p.line("      %s", seen)
		}
	}
	if left := len(shown) - mostShown; left > 0 {
		p.line("  and %d more", left)
	}
	p.line("  to do: %s", c.Remedy)
}

// settledRow is a cause of which no finding counts, in one line.
func settledRow(c *report.Cause) []string {
	why := "known"
	for i := range c.Findings {
		if reason := c.Findings[i].Suppressed; reason != "" {
			why = "suppressed: " + reason
		}
	}
	return []string{"  " + c.Severity.String(), c.Title + " [" + c.Rule + "]", strconv.Itoa(len(c.Findings)), why}
}

// rank puts what counts before what is known, and that before what somebody decided about.
func rank(x *report.Finding) int {
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
		for _, u := range r.Undecided {
			undecided[u.Reason] += u.Count
		}
	}
	p.line("")
	p.line("%s ran", count(ran, "rule"))
	for _, why := range slices.Sorted(maps.Keys(undecided)) {
		p.line("  not decided %s: %s", count(undecided[why], "time"), why)
	}
	if len(not) > 0 {
		p.line("not run:")
		p.table(nil, not)
	}
}
