package view

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/inspector/audit"
)

// Summary is the scores and the numbers of findings that count, and whether all was read.
func (p *FindingsPane) Summary() string {
	r := p.shown.Report
	if r == nil {
		return ""
	}
	var words []string
	if s := r.Scores; s.Interactive > 0 {
		words = append(words, fmt.Sprintf("testability %.0f · accessibility %.0f", s.Testability, s.Accessibility))
	}
	words = append(words, plural(r.Count(audit.Error), "error", "errors"), plural(r.Count(audit.Warning), "warning", "warnings"))
	if !r.Subject.Complete() {
		words = append(words, "not all was read")
	}
	return strings.Join(words, " · ")
}

// Title is the name of the tab: with the number of errors and warnings that count.
func (p *FindingsPane) Title() string {
	if r := p.shown.Report; r != nil {
		return fmt.Sprintf("Findings %d", r.Count(audit.Error)+r.Count(audit.Warning))
	}
	return "Findings"
}

// facts is all that is known of a row.
func (p *FindingsPane) facts(r findingRow) []Field {
	switch {
	case r.known != nil:
		return slices.Concat([]Field{known("Finding", r.past.title)}, filled(
			known("Element", r.known.Element), known("Rule", r.known.Rule), monospaced("Locator", r.known.Locator), known("Seen in", r.known.View),
		))
	case r.past != nil:
		return []Field{known("Finding", r.past.title), known("", r.past.note), known("Compared", p.shown.Against)}
	case r.cause == nil:
		return p.overview()
	}
	return causeFields(r)
}

func monospaced(key, value string) Field {
	f := known(key, value)
	f.Mono = true
	return f
}

// filled leaves out the fields without a value.
func filled(fs ...Field) []Field {
	return slices.DeleteFunc(fs, func(f Field) bool { return f.Value == "" })
}

// overview is what the scores are made of, and what was not judged.
func (p *FindingsPane) overview() []Field {
	r := p.shown.Report
	s := r.Scores
	fs := []Field{known("Audited", p.shown.Scope)}
	if !r.Subject.Complete() {
		f := known("Partial", "not everything could be read: what was not read is not judged")
		f.Sign = Sign{Icon: "warning", Color: ColorCaution}
		fs = append(fs, f)
	}
	if s.Interactive > 0 {
		fs = append(fs,
			known("Testability", fmt.Sprintf("%.0f of 100: of %s %d unique, %d by context, %d ambiguous, %d unnamed, %d unproven", s.Testability,
				plural(s.Interactive, "shown interactive element", "shown interactive elements"), s.Unique, s.ByContext, s.Ambiguous, s.Unnamed, s.Unproven)),
			known("Accessibility", fmt.Sprintf("%.0f of 100: %d with errors, %d with warnings", s.Accessibility, s.Faulty, s.Doubtful)))
	} else {
		fs = append(fs, known("Scores", "none: no interactive element is shown"))
	}
	fs = append(fs, known("Findings", fmt.Sprintf("%s, %s, %d to review, %d for information; %d of all %d are listed",
		plural(r.Count(audit.Error), "error", "errors"), plural(r.Count(audit.Warning), "warning", "warnings"),
		r.Count(audit.Review), r.Count(audit.Info), p.listed, len(r.Findings))))
	if p.shown.Against != "" {
		fs = append(fs, known("Compared", p.compared()))
	}
	fs = append(fs, p.notJudged()...)
	for _, u := range r.Unused {
		why := "fits no finding"
		if u.Ended {
			why = "has ended"
		}
		fs = append(fs, known("Suppression", fmt.Sprintf("of %s (%s) %s", u.Rule, u.Reason, why)))
	}
	return fs
}

// compared counts what a comparison tells apart.
func (p *FindingsPane) compared() string {
	r := p.shown.Report
	of := map[audit.Status]int{}
	for i := range r.Findings {
		of[r.Findings[i].Status]++
	}
	for status, all := range map[audit.Status][]audit.Known{audit.StatusFixed: r.Fixed, audit.StatusUnseen: r.Unseen} {
		for _, k := range all {
			of[status] += k.Count
		}
	}
	return fmt.Sprintf("with %s: %d new, %d unchanged, %d fixed, %d not looked for", p.shown.Against,
		of[audit.StatusNew], of[audit.StatusUnchanged], of[audit.StatusFixed], of[audit.StatusUnseen])
}

// notJudged says how much was not judged, and why.
func (p *FindingsPane) notJudged() []Field {
	r := p.shown.Report
	whys := map[string]int{}
	not := 0
	for _, res := range r.Rules {
		if res.NotRun != "" {
			whys[res.NotRun]++
			not++
		}
	}
	var fs []Field
	if not > 0 {
		var words []string
		for _, why := range slices.Sorted(maps.Keys(whys)) {
			words = append(words, fmt.Sprintf("%s (%d)", why, whys[why]))
		}
		fs = append(fs, known("Not run", fmt.Sprintf("%s: %s", plural(not, "rule", "rules"), strings.Join(words, ", "))))
	}
	key := "Undecided"
	undecided := r.Undecided()
	for _, why := range slices.Sorted(maps.Keys(undecided)) {
		fs = append(fs, known(key, fmt.Sprintf("%s: %s", why, plural(undecided[why], "time", "times"))))
		key = ""
	}
	return fs
}

// causeFields is all that is known of a finding or of the head of a cause.
func causeFields(r findingRow) []Field {
	icon, color := severitySign(r.cause.Severity)
	head := known("Finding", r.cause.Rule.Title)
	head.Note, head.Sign = r.cause.Severity.String(), Sign{Icon: icon, Color: color}
	fs := []Field{head}
	if f := r.finding; f != nil {
		fs = append(fs, filled(known("Element", f.Element), known("Why", f.Why))...)
		for _, v := range f.Values {
			fs = append(fs, monospaced("  "+v.Name, cmp.Or(v.Value, "(none)")))
		}
		fs = append(fs, filled(known("To do", f.Remedy), monospaced("Locator", f.Locator))...)
		if !f.Unique {
			fs = append(fs, known("", "not proven to be the only one"))
		}
		if f.Suppressed != nil {
			fs = append(fs, known("Suppressed", f.Suppressed.Reason))
		}
		if f.Status != "" {
			fs = append(fs, known("Compared", string(f.Status)))
		}
	}
	return append(fs, filled(known("Toolkit", r.cause.Blame), monospaced("Rule", r.cause.Rule.ID),
		known("WCAG 2.2", strings.Join(r.cause.Rule.Criteria, ", ")), known("Explained", r.cause.Rule.Explanation),
		known("Says nothing", r.cause.Rule.Quiet))...)
}
