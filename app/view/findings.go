package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/inspector/audit"
)

// FindingsPane lists what an audit found, cause by cause below its scores, with all that
// is known of the chosen line beside it.
type FindingsPane struct {
	Object fyne.CanvasObject

	// OnChoose is called with the finding that was chosen, nil for any other line.
	OnChoose func(*audit.Finding)
	OnCopy   func(text string)
	OnEscape func()

	shown  Findings
	filter FindingFilter
	open   map[string]bool // the heads that are unfolded
	rows   []findingRow
	listed int // how many findings there are rows or heads for
	list   *lineList
	detail *lineList
	fields []Field
	lines  []Field // the fields, wrapped to the width of the pane
	width  float32
	notice *Notice
	rule   *backdrop
	split  *fyne.Container
}

// Findings are what the pane shows.
type Findings struct {
	Report *audit.Report // nil: no audit was made
	// Scope says what was audited, and Against what the report was compared with, ""
	// where it was not.
	Scope, Against string
}

// FindingFilter chooses which findings are listed.
type FindingFilter struct {
	Least audit.Severity // those below are not
	// Counting leaves out what is known, suppressed, fixed, or was not looked for.
	Counting bool
	// Text is looked for in the words of a finding and of its rule.
	Text string
}

const findingKeyWidth = 92

// NewFindingsPane makes an empty list; the notice says how to make an audit.
func NewFindingsPane(tips *Tips, notice *Notice) *FindingsPane {
	p := &FindingsPane{notice: notice, rule: newBackdrop(ColorLine), open: map[string]bool{}, filter: FindingFilter{Least: audit.Info}}
	p.list = newLineList(tips, func() int { return len(p.rows) }, p.line)
	p.list.OnChoose = p.chosen
	p.list.OnFold = func(i int, open bool) { p.fold(p.rows[i].head(), open) }
	p.list.OnActivate = func(i int) {
		if h := p.rows[i].head(); h != "" {
			p.fold(h, !p.open[h])
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

// key folds with the arrows, as in a tree: left of a finding leads to its head.
func (p *FindingsPane) key(e *fyne.KeyEvent) bool {
	if p.list.chosen < 0 || p.list.chosen >= len(p.rows) || e.Name != fyne.KeyLeft && e.Name != fyne.KeyRight {
		return false
	}
	r := p.rows[p.list.chosen]
	switch h := r.head(); {
	case h != "":
		p.fold(h, e.Name == fyne.KeyRight)
	case r.under != "" && e.Name == fyne.KeyLeft:
		p.fold(r.under, false)
	default:
		return false
	}
	return true
}

func (p *FindingsPane) fold(head string, open bool) {
	if head == "" {
		return
	}
	p.open[head] = open
	p.arrange()
	for i := range p.rows {
		if p.rows[i].head() == head {
			p.list.show(i, true)
			p.chosen(i)
			return
		}
	}
}

// Clear forgets the audit.
func (p *FindingsPane) Clear() {
	p.shown, p.rows, p.fields, p.lines = Findings{}, nil, nil, nil
	p.open = map[string]bool{}
	p.list.chosen = -1
	p.split.Hide()
	p.notice.Show()
}

// Set shows an audit, its scores first.
func (p *FindingsPane) Set(f Findings) {
	p.shown = f
	p.arrange()
	p.showFirst()
}

// Shown is what Set was told.
func (p *FindingsPane) Shown() Findings { return p.shown }

// SetFilter lists other findings of the same audit.
func (p *FindingsPane) SetFilter(f FindingFilter) {
	if p.filter == f {
		return
	}
	p.filter = f
	p.arrange()
	p.showFirst()
}

// Filter is what SetFilter was told.
func (p *FindingsPane) Filter() FindingFilter { return p.filter }

// showFirst chooses the line of the scores, without telling anyone.
func (p *FindingsPane) showFirst() {
	p.fields = nil
	if len(p.rows) > 0 {
		p.list.show(0, true)
		p.fields = p.facts(p.rows[0])
	}
	p.wrap()
}

func (p *FindingsPane) chosen(i int) {
	if i < 0 || i >= len(p.rows) {
		return
	}
	p.fields = p.facts(p.rows[i])
	p.wrap()
	if p.OnChoose != nil {
		p.OnChoose(p.rows[i].finding)
	}
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

// Describe lists the findings, and the fields of the chosen line.
func (p *FindingsPane) Describe() Description {
	d := Description{Role: "region", Label: "Findings", Value: p.Summary()}
	if !p.split.Visible() {
		d.Children = []Description{p.notice.Describe()}
		return d
	}
	d.Children = []Description{p.list.describe("tree", "Findings", "treeitem")}
	facts := describeAt(Description{Role: "list", Label: "Finding"}, p.detail)
	for _, f := range p.fields {
		facts.Children = append(facts.Children, Description{Role: "row", Label: strings.TrimSpace(f.Key), Value: f.Value})
	}
	d.Children = append(d.Children, facts)
	return d
}
