package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// FindingsPane lists what an audit found, cause by cause, with all that is known of
// the chosen finding beside it.
type FindingsPane struct {
	Object fyne.CanvasObject

	// OnChoose is called with the finding that was chosen, nil for the head of a cause.
	OnChoose func(*audit.Finding)
	OnCopy   func(text string)
	OnEscape func()

	report *audit.Report
	least  audit.Severity // findings below are not listed
	open   map[string]bool
	rows   []findingRow
	list   *lineList
	detail *lineList
	fields []Field
	lines  []Field // the fields, wrapped to the width of the pane
	width  float32
	notice *Notice
	rule   *backdrop
	split  *fyne.Container
}

// findingRow is a line of the list: a finding, or the head of a cause of several.
type findingRow struct {
	cause   *audit.Cause
	finding *audit.Finding // nil for a head
}

const findingKeyWidth = 92

// NewFindingsPane makes an empty list; the notice says how to make an audit.
func NewFindingsPane(tips *Tips, notice *Notice) *FindingsPane {
	p := &FindingsPane{notice: notice, rule: newBackdrop(ColorLine), open: map[string]bool{}, least: audit.Info}
	p.list = newLineList(tips, func() int { return len(p.rows) }, p.line)
	p.list.OnChoose = p.chosen
	p.list.OnFold = func(i int, open bool) { p.fold(p.rows[i].cause.Group, open) }
	p.list.OnActivate = func(i int) {
		if r := p.rows[i]; r.finding == nil {
			p.fold(r.cause.Group, !p.open[r.cause.Group])
		}
	}
	p.list.OnKey = p.key
	p.list.folds = true
	p.detail = newLineList(tips, func() int { return len(p.lines) }, func(i int) Line { return p.lines[i].line(findingKeyWidth) })
	copied := func(i int) {
		if p.OnCopy != nil {
			p.OnCopy(p.lines[i].text())
		}
	}
	p.detail.OnActivate = copied
	p.detail.OnMenu = func(i int, _ fyne.Position) { copied(i) }
	for _, l := range []*lineList{p.list, p.detail} {
		l.OnEscape = func() {
			if p.OnEscape != nil {
				p.OnEscape()
			}
		}
	}
	p.split = container.New(arranged{p.place, fyne.NewSize(200, 40)}, p.list.Object, p.rule, p.detail.Object)
	p.Object = container.NewStack(notice, p.split)
	p.Clear()
	return p
}

// key folds with the arrows, as in a tree.
func (p *FindingsPane) key(e *fyne.KeyEvent) bool {
	if p.list.chosen < 0 || p.list.chosen >= len(p.rows) || e.Name != fyne.KeyLeft && e.Name != fyne.KeyRight {
		return false
	}
	r := p.rows[p.list.chosen]
	if len(r.cause.Findings) < 2 {
		return false
	}
	p.fold(r.cause.Group, e.Name == fyne.KeyRight)
	return true
}

func (p *FindingsPane) fold(group string, open bool) {
	p.open[group] = open
	p.arrange()
	for i, r := range p.rows {
		if r.cause.Group == group && r.finding == nil {
			p.list.show(i, true)
			p.chosen(i)
			return
		}
	}
}

// Clear forgets the audit.
func (p *FindingsPane) Clear() {
	p.report, p.rows, p.fields, p.lines = nil, nil, nil, nil
	p.open = map[string]bool{}
	p.list.chosen = -1
	p.split.Hide()
	p.notice.Show()
}

// Set shows an audit.
func (p *FindingsPane) Set(r *audit.Report) {
	p.report, p.list.chosen, p.fields = r, -1, nil
	p.arrange()
	p.wrap()
}

// Report is the audit that is shown, nil where there is none.
func (p *FindingsPane) Report() *audit.Report { return p.report }

// SetLeast hides findings that weigh less.
func (p *FindingsPane) SetLeast(s audit.Severity) {
	p.least, p.list.chosen = s, -1
	p.arrange()
}

// Least is what SetLeast was told.
func (p *FindingsPane) Least() audit.Severity { return p.least }

// arrange makes the rows anew.
func (p *FindingsPane) arrange() {
	p.rows = nil
	if p.report == nil {
		return
	}
	for i := range p.report.Causes {
		c := &p.report.Causes[i]
		if c.Severity < p.least {
			continue
		}
		if len(c.Findings) > 1 {
			p.rows = append(p.rows, findingRow{c, nil})
		}
		if len(c.Findings) == 1 || p.open[c.Group] {
			for _, at := range c.Findings {
				p.rows = append(p.rows, findingRow{c, &p.report.Findings[at]})
			}
		}
	}
	p.notice.Hide()
	p.split.Show()
	if len(p.rows) == 0 {
		p.split.Hide()
		p.notice.Set("check", "Nothing was found", "No rule that was run has a finding of that weight. "+p.notJudged())
		p.notice.Show()
	}
	p.list.Refresh()
}

// notJudged says how much was not judged.
func (p *FindingsPane) notJudged() string {
	not := 0
	for _, r := range p.report.Rules {
		if r.NotRun != "" {
			not++
		}
	}
	undecided := 0
	for _, n := range p.report.Undecided() {
		undecided += n
	}
	return fmt.Sprintf("%s not run; %d times a rule could not decide.", plural(not, "rule was", "rules were"), undecided)
}

// Summary is the scores and the numbers of findings that count.
func (p *FindingsPane) Summary() string {
	if p.report == nil {
		return ""
	}
	var words []string
	if s := p.report.Scores; s.Interactive > 0 {
		words = append(words, fmt.Sprintf("testability %.0f · accessibility %.0f", s.Testability, s.Accessibility))
	}
	words = append(words, plural(p.report.Count(audit.Error), "error", "errors"), plural(p.report.Count(audit.Warning), "warning", "warnings"))
	return strings.Join(words, " · ")
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
	icon, color := severitySign(r.cause.Severity)
	if r.finding == nil {
		fold := FoldClosed
		if p.open[r.cause.Group] {
			fold = FoldOpen
		}
		return Line{Fold: fold, Icon: icon, IconColor: color, Title: r.cause.Rule.Title, Note: p.causeNote(r.cause)}
	}
	ln := Line{Icon: icon, IconColor: color, Title: r.finding.Element, Note: r.finding.Why, Tip: r.finding.Element + ": " + r.finding.Why}
	if len(r.cause.Findings) == 1 {
		ln.Title, ln.Note = r.cause.Rule.Title, r.finding.Element
	} else {
		ln.Depth = 1
	}
	if word := standing(r.finding); word != "" {
		ln.Color = ColorDim
		ln.Cells = []Cell{{Text: word, Color: ColorDim, Width: 84}}
	}
	return ln
}

// causeNote says how many findings share a cause, and of what they are.
func (p *FindingsPane) causeNote(c *audit.Cause) string {
	first := p.report.Findings[c.Findings[0]]
	note := fmt.Sprintf("%d of the same: %s", len(c.Findings), first.Subject.Nodes[first.Node].Role)
	if c.Blame != "" {
		note += " · the toolkit's fault"
	}
	return note
}

// standing says why a finding does not count, "" where it does.
func standing(f *audit.Finding) string {
	switch {
	case f.Suppressed != nil:
		return "suppressed"
	case f.Status == audit.StatusUnchanged:
		return "known"
	}
	return ""
}

func (p *FindingsPane) chosen(i int) {
	if i < 0 || i >= len(p.rows) {
		return
	}
	r := p.rows[i]
	p.fields = causeFields(r)
	p.wrap()
	if p.OnChoose != nil {
		p.OnChoose(r.finding)
	}
}

// causeFields is all that is known of a row.
func causeFields(r findingRow) []Field {
	var fs []Field
	add := func(key, value string, monospaced bool) {
		if value != "" {
			fs = append(fs, Field{Key: key, Value: value, State: tree.Known, Mono: monospaced, Node: tree.None})
		}
	}
	icon, color := severitySign(r.cause.Severity)
	fs = append(fs, Field{
		Key: "Finding", Value: r.cause.Rule.Title, State: tree.Known, Node: tree.None,
		Note: r.cause.Severity.String(), Sign: Sign{Icon: icon, Color: color},
	})
	if f := r.finding; f != nil {
		add("Element", f.Element, false)
		add("Why", f.Why, false)
		for _, v := range f.Values {
			add("  "+v.Name, cmp.Or(v.Value, "(none)"), true)
		}
		add("To do", f.Remedy, false)
		add("Locator", f.Locator, true)
		if !f.Unique {
			add("", "not proven to be the only one", false)
		}
		if f.Suppressed != nil {
			add("Suppressed", f.Suppressed.Reason, false)
		}
	}
	add("Toolkit", r.cause.Blame, false)
	add("Rule", r.cause.Rule.ID, true)
	if len(r.cause.Rule.Criteria) > 0 {
		add("WCAG 2.2", strings.Join(r.cause.Rule.Criteria, ", "), false)
	}
	add("Explained", r.cause.Rule.Explanation, false)
	add("Says nothing", r.cause.Rule.Quiet, false)
	return fs
}

func (p *FindingsPane) place(s fyne.Size) {
	detail := max(min(300, s.Width/2), s.Width*0.44)
	place(p.list.Object, 0, 0, s.Width-detail-1, s.Height)
	place(p.rule, s.Width-detail-1, 4, 1, max(0, s.Height-8))
	place(p.detail.Object, s.Width-detail, 0, detail, s.Height)
	if p.width != detail {
		p.width = detail
		p.wrap()
	}
}

func (p *FindingsPane) wrap() {
	p.lines = wrapFields(p.fields, p.width-findingKeyWidth-2*gap-2*paneMargin)
	p.detail.Refresh()
}

// Describe lists the findings, and the fields of the chosen one.
func (p *FindingsPane) Describe() Description {
	d := Description{Role: "region", Label: "Findings", Value: p.Summary()}
	if !p.split.Visible() {
		d.Children = []Description{p.notice.Describe()}
		return d
	}
	d.Children = []Description{p.list.describe("tree", "Findings", "treeitem")}
	facts := describeAt(Description{Role: "list", Label: "Finding"}, p.detail)
	for _, f := range slices.Clone(p.fields) {
		facts.Children = append(facts.Children, Description{Role: "row", Label: strings.TrimSpace(f.Key), Value: f.Value})
	}
	d.Children = append(d.Children, facts)
	return d
}
