package view

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// StepsPane lists steps, with all that is known of the chosen one beside them.
// Steps that belong together stand under the head of their section.
type StepsPane struct {
	Object fyne.CanvasObject

	// OnStep is called with the step that was chosen.
	OnStep   func(i int)
	OnCopy   func(text string)
	OnEscape func()
	// OnKey sees keys first and reports whether it used them.
	OnKey func(*fyne.KeyEvent) bool
	// OnMenu is called with a place for a menu of the chosen steps.
	OnMenu func(at fyne.Position)
	// OnMove is called when the steps were dragged to before the one that is now at to.
	OnMove func(steps []int, to int)

	items  []StepItem
	rows   []stepRow
	folded map[string]bool // sections of which only the head is shown, by name
	list   *lineList
	detail *lineList
	fields []Field
	lines  []Field // the fields, wrapped to the width of the pane
	width  float32
	room   float32 // width of the list
	notice *Notice
	facts  *FactsPage // shown where there are no steps, if it says anything
	split  *fyne.Container
	rule   *backdrop
}

// stepRow is a line of the list: a step, or the head of a section of n steps.
type stepRow struct {
	step   int // the first one, for a head
	n      int // 0 for a step
	group  string
	folded bool // of a head
}

// NewStepsPane makes an empty list; the notice says what to do then.
func NewStepsPane(tips *Tips, notice *Notice) *StepsPane {
	p := &StepsPane{notice: notice, facts: NewFactsPage(tips), rule: newBackdrop(ColorLine), folded: map[string]bool{}}
	p.list = newLineList(tips, func() int { return len(p.rows) }, p.line)
	p.list.OnChoose = p.chosenRow
	p.list.OnKey = func(e *fyne.KeyEvent) bool { return p.foldKey(e) || p.OnKey != nil && p.OnKey(e) }
	p.list.OnFold = func(row int, open bool) { p.fold(p.rows[row].group, open) }
	p.list.OnMenu = func(_ int, at fyne.Position) {
		if p.OnMenu != nil {
			p.OnMenu(at)
		}
	}
	p.detail = newLineList(tips, func() int { return len(p.lines) }, func(i int) Line { return p.lines[i].line(stepKeyWidth) })
	p.detail.OnActivate = func(i int) { p.copy(p.lines[i].text()) }
	p.detail.OnMenu = func(i int, _ fyne.Position) { p.copy(p.lines[i].text()) }
	for _, l := range []*lineList{p.list, p.detail, p.facts.list} {
		l.OnEscape = func() {
			if p.OnEscape != nil {
				p.OnEscape()
			}
		}
	}
	p.split = container.New(arranged{p.place, fyne.NewSize(200, 40)}, p.list.Object, p.rule, p.detail.Object)
	p.split.Hide()
	p.Object = container.NewStack(notice, p.facts.Object, p.split)
	p.showEmpty()
	return p
}

// Edited lets a person choose several steps, and set and take away breakpoints by
// a click left of them.
func (p *StepsPane) Edited(onBreakpoint func(i int)) {
	p.list.several.on = true
	p.list.OnGutter = func(row int) {
		if r := p.rows[row]; r.n == 0 {
			onBreakpoint(r.step)
		}
	}
	p.list.OnDrop = p.dropped
}

// SetFacts shows a page in place of the notice while there are no steps; without
// facts it is the notice again.
func (p *StepsPane) SetFacts(title string, facts []Field) {
	p.facts.Set(title, facts)
	p.showEmpty()
}

// showEmpty shows what stands where there are no steps.
func (p *StepsPane) showEmpty() {
	p.notice.Hide()
	p.facts.Object.Hide()
	switch {
	case len(p.items) > 0:
	case p.facts.Empty():
		p.notice.Show()
	default:
		p.facts.Object.Show()
	}
}

func (p *StepsPane) copy(s string) {
	if p.OnCopy != nil && s != "" {
		p.OnCopy(s)
	}
}

func (p *StepsPane) line(row int) Line {
	r := p.rows[row]
	if r.n > 0 {
		return p.head(r)
	}
	it := p.items[r.step]
	ln := it.line()
	ln.Cells = fittingCells(ln.Cells, p.room)
	ln.Lead, ln.LeadWidth = fmt.Sprint(r.step+1), 24
	if r.group != "" {
		ln.Depth = 1
	}
	if it.Step != nil && it.Step.Breakpoint {
		ln.Gutter, ln.GutterColor = "dot", ColorBad
	}
	if it.Next {
		ln.Gutter, ln.GutterColor = "replay", or(ln.GutterColor, ColorAccent)
	}
	return ln
}

func (p *StepsPane) place(s fyne.Size) {
	detail := max(min(300, s.Width/2), s.Width*0.38)
	if room := s.Width - detail - 1; p.room != room {
		p.room = room
		p.list.Refresh()
	}
	place(p.list.Object, 0, 0, s.Width-detail-1, s.Height)
	place(p.rule, s.Width-detail-1, 4, 1, max(0, s.Height-8))
	place(p.detail.Object, s.Width-detail, 0, detail, s.Height)
	if p.width != detail {
		p.width = detail
		p.wrap()
	}
}

const stepKeyWidth = 84

func (p *StepsPane) wrap() {
	p.lines = wrapFields(p.fields, p.width-stepKeyWidth-2*gap-2*paneMargin)
	p.detail.Refresh()
}

// Set shows other steps, those of them chosen: the last one is the one that keys
// act on and of which all is told.
func (p *StepsPane) Set(items []StepItem, chosen ...int) {
	p.items = items
	p.arrange(chosen)
	p.showEmpty()
	if len(items) == 0 {
		p.split.Hide()
		p.fields = nil
		p.list.chosen = -1
		p.list.alone(-1)
		return
	}
	p.split.Show()
	var rows []int
	for row, r := range p.rows {
		if r.n == 0 && slices.Contains(chosen, r.step) || r.folded && slices.Contains(chosen, r.step) {
			rows = append(rows, row)
		}
	}
	p.list.mark(rows)
	p.explain(p.Current())
}

// stepRows puts the head of each section above its steps, and leaves out those of
// sections that are folded.
func stepRows(items []StepItem, folded map[string]bool) []stepRow {
	var rows []stepRow
	head := -1
	for i, it := range items {
		switch g := it.group(); {
		case g == "":
			head = -1
		case head < 0 || rows[head].group != g:
			head = len(rows)
			rows = append(rows, stepRow{step: i, n: 1, group: g, folded: folded[g]})
		default:
			rows[head].n++
		}
		if head < 0 || !rows[head].folded {
			rows = append(rows, stepRow{step: i, group: it.group()})
		}
	}
	return rows
}

// Chosen returns the steps that are chosen, in their order.
func (p *StepsPane) Chosen() []int {
	var steps []int
	for _, row := range p.list.chosenLines() {
		r := p.rows[row]
		if r.n == 0 {
			steps = append(steps, r.step)
		}
		for i := range r.n {
			if r.folded {
				steps = append(steps, r.step+i)
			}
		}
	}
	return steps
}

// Current returns the step of which all is told, -1 for none.
func (p *StepsPane) Current() int {
	if at := p.list.chosen; at >= 0 && at < len(p.rows) {
		return p.rows[at].step
	}
	return -1
}

// ChooseAll chooses all steps.
func (p *StepsPane) ChooseAll() {
	rows := make([]int, len(p.rows))
	for i := range rows {
		rows[i] = i
	}
	p.list.mark(rows)
}

// Focus gives the list the keyboard.
func (p *StepsPane) Focus(c fyne.Canvas) { c.Focus(p.list) }

// Focused reports whether the list of steps has the keyboard.
func (p *StepsPane) Focused() bool { return p.list.focused }

// chosenRow tells of the step that was chosen; the head of a section stands for
// all of its steps.
func (p *StepsPane) chosenRow(row int) {
	r := p.rows[row]
	if r.n > 0 {
		rows := []int{row}
		for i := 1; i <= r.n && !r.folded; i++ {
			rows = append(rows, row+i)
		}
		p.list.mark(append(rows[1:], rows[0]))
		p.fields = []Field{known("Section", r.group), known("Steps", fmt.Sprintf("%d to %d", r.step+1, r.step+r.n))}
		p.show()
		return
	}
	p.explain(r.step)
	if p.OnStep != nil {
		p.OnStep(r.step)
	}
}

func (p *StepsPane) explain(i int) {
	p.fields = nil
	if i >= 0 && i < len(p.items) {
		p.fields = p.items[i].fields()
	}
	p.show()
}

// show shows the fields from their beginning.
func (p *StepsPane) show() {
	p.detail.chosen = -1
	p.detail.ScrollToTop()
	p.wrap()
}

// Describe lists the steps and what is told of the chosen one.
func (p *StepsPane) Describe() Description {
	d := describeAt(Description{Role: "region", Label: "Steps"}, p.Object)
	if len(p.items) == 0 {
		d.Children = []Description{p.notice.Describe()}
		if !p.facts.Empty() {
			d.Children = []Description{p.facts.Describe()}
		}
		return d
	}
	list := p.list.describe("list", "Steps", "listitem")
	for row := range list.Children {
		c := &list.Children[row]
		r := p.rows[row]
		if r.n > 0 {
			c.Role = "heading"
			continue
		}
		c.States = append(c.States, p.items[r.step].states()...)
	}
	d.Children = append(d.Children, list)
	for _, f := range p.fields {
		d.Children = append(d.Children, Description{Role: "row", Label: f.Key, Value: f.Value})
	}
	return d
}
