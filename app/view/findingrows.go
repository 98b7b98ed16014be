package view

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/inspector/audit"
)

// findingRow is a line of the list: the scores, the head of a cause of several findings,
// one finding, the head of what a comparison tells apart, or one of that.
type findingRow struct {
	cause   *audit.Cause
	finding *audit.Finding
	listed  []*audit.Finding // of the head of a cause
	past    *pastFindings
	known   *audit.Known
	under   string // the head it can be folded into, "" for none
}

// pastFindings are findings of an earlier audit that are not there now.
type pastFindings struct {
	title, note string
	icon        Symbol
	color       fyne.ThemeColorName
	all         []audit.Known
}

// head is what the row folds, "" where it is no head.
func (r findingRow) head() string {
	switch {
	case r.finding == nil && r.cause != nil:
		return r.cause.Group
	case r.known == nil && r.past != nil:
		return r.past.title
	}
	return ""
}

// arrange makes the rows anew. The first is that of the scores.
func (p *FindingsPane) arrange() {
	p.rows, p.listed = nil, 0
	r := p.shown.Report
	if r == nil {
		return
	}
	p.rows = append(p.rows, findingRow{})
	for i := range r.Causes {
		c := &r.Causes[i]
		var left []*audit.Finding
		for _, at := range c.Findings {
			if f := &r.Findings[at]; p.filter.lists(f, c.Rule) {
				left = append(left, f)
			}
		}
		p.listed += len(left)
		under := ""
		if len(left) > 1 {
			p.rows = append(p.rows, findingRow{cause: c, listed: left})
			under = c.Group
		}
		if len(left) == 1 || p.open[c.Group] {
			for _, f := range left {
				p.rows = append(p.rows, findingRow{cause: c, finding: f, under: under})
			}
		}
	}
	for _, past := range p.pasts() {
		p.rows = append(p.rows, findingRow{past: past})
		if p.open[past.title] {
			for i := range past.all {
				p.rows = append(p.rows, findingRow{past: past, known: &past.all[i], under: past.title})
			}
		}
	}
	p.notice.Hide()
	p.split.Show()
	p.list.Refresh()
}

// lists reports whether a finding passes the filter.
func (x FindingFilter) lists(f *audit.Finding, rule *audit.Rule) bool {
	if f.Severity < x.Least || x.Counting && !f.Counts() {
		return false
	}
	return x.finds(append([]string{f.Element, f.Why, f.Locator, f.Path, rule.Title, rule.ID}, rule.Criteria...)...)
}

// finds reports whether the text is in one of the words.
func (x FindingFilter) finds(words ...string) bool {
	text := strings.ToLower(strings.TrimSpace(x.Text))
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(w), text) })
}

// pasts are what the earlier audit knew and this one does not.
func (p *FindingsPane) pasts() []*pastFindings {
	if p.filter.Counting {
		return nil
	}
	var out []*pastFindings
	for _, past := range []pastFindings{
		{title: "Fixed", note: "not found any more", icon: "check", color: ColorGood, all: p.shown.Report.Fixed},
		{title: "Not looked for", note: "another window or page, or not decided", icon: "question", color: ColorDim, all: p.shown.Report.Unseen},
	} {
		all := past.all
		past.all = nil
		for _, k := range all {
			if p.filter.finds(k.Element, k.Rule, k.Locator) {
				past.all = append(past.all, k)
			}
		}
		if len(past.all) > 0 {
			out = append(out, &past)
		}
	}
	return out
}

// severitySign is never a colour alone.
func severitySign(s audit.Severity) (Symbol, fyne.ThemeColorName) {
	switch s {
	case audit.Error:
		return "failed", ColorBad
	case audit.Warning:
		return "warning", ColorCaution
	case audit.Review:
		return "question", ColorAccent
	}
	return "dot", ColorDim
}

func (p *FindingsPane) line(i int) Line {
	r := p.rows[i]
	fold := FoldClosed
	if p.open[r.head()] {
		fold = FoldOpen
	}
	switch {
	case r.known != nil:
		return Line{Depth: 1, Icon: r.past.icon, IconColor: r.past.color, Title: r.known.Element, Note: r.known.Rule, Color: ColorDim}
	case r.past != nil:
		n := 0
		for _, k := range r.past.all {
			n += k.Count
		}
		return Line{Fold: fold, Icon: r.past.icon, IconColor: r.past.color, Title: fmt.Sprintf("%s: %d", r.past.title, n), Note: r.past.note}
	case r.cause == nil:
		return Line{Icon: "check", IconColor: ColorAccent, Title: "Overview", Note: p.Summary(), Style: fyne.TextStyle{Bold: true}}
	}
	icon, color := severitySign(r.cause.Severity)
	if r.finding == nil {
		ln := Line{Fold: fold, Icon: icon, IconColor: color, Title: r.cause.Rule.Title, Note: causeNote(r)}
		return stood(ln, standingOfAll(r.listed))
	}
	ln := Line{Icon: icon, IconColor: color, Title: r.finding.Element, Note: r.finding.Why, Tip: r.finding.Element + ": " + r.finding.Why}
	if r.under == "" {
		ln.Title, ln.Note = r.cause.Rule.Title, r.finding.Element
	} else {
		ln.Depth = 1
	}
	word := standing(r.finding)
	if word.Text == "" && r.cause.Blame != "" {
		word = Cell{Text: "toolkit's fault", Color: ColorCaution, Width: 96}
	}
	return stood(ln, word)
}

// stood is a line with the word for how it counts, dim where it does not.
func stood(ln Line, word Cell) Line {
	if word.Text == "" {
		return ln
	}
	if ln.Cells = []Cell{word}; word.Color == ColorDim {
		ln.Color = ColorDim
	}
	return ln
}

// standingOfAll is the word of findings of a cause, where they have one, or how many of
// them are new.
func standingOfAll(all []*audit.Finding) Cell {
	words, fresh := map[Cell]bool{}, 0
	for _, f := range all {
		if words[standing(f)] = true; f.Counts() && f.Status == audit.StatusNew {
			fresh++
		}
	}
	if len(words) > 1 && fresh > 0 {
		return Cell{Text: fmt.Sprintf("%d new", fresh), Color: ColorAccent, Width: standingWidth}
	}
	for word := range words {
		if len(words) == 1 {
			return word
		}
	}
	return Cell{}
}

// causeNote says how many findings share a cause, and of what they are.
func causeNote(head findingRow) string {
	first := head.listed[0]
	note := fmt.Sprintf("%d of the same: %s", len(head.listed), first.Subject.Nodes[first.Node].Role)
	if head.cause.Blame != "" {
		note += " · the toolkit's fault"
	}
	return note
}

const standingWidth = 84

// standing is the word for how a finding counts: new to the comparison, or not at all.
func standing(f *audit.Finding) Cell {
	switch {
	case f.Suppressed != nil:
		return Cell{Text: "suppressed", Color: ColorDim, Width: standingWidth}
	case f.Status == audit.StatusUnchanged:
		return Cell{Text: "known", Color: ColorDim, Width: standingWidth}
	case f.Status == audit.StatusNew:
		return Cell{Text: "new", Color: ColorAccent, Width: standingWidth}
	}
	return Cell{}
}
