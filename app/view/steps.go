package view

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// StepItem is a step as recorded, what came of it in a run, or both.
type StepItem struct {
	Step   *recorder.Step
	Result *recorder.StepResult
}

// StepsPane lists steps, with all that is known of the chosen one beside them.
type StepsPane struct {
	Object fyne.CanvasObject

	// OnStep is called with the step that was chosen.
	OnStep   func(i int)
	OnCopy   func(text string)
	OnEscape func()

	items  []StepItem
	list   *lineList
	detail *lineList
	fields []Field
	rows   []Field // the fields, wrapped to the width of the pane
	width  float32
	room   float32 // width of the list
	notice *Notice
	split  *fyne.Container
	rule   *backdrop
}

// NewStepsPane makes an empty list; the notice says what to do then.
func NewStepsPane(tips *Tips, notice *Notice) *StepsPane {
	p := &StepsPane{notice: notice, rule: newBackdrop(ColorLine)}
	p.list = newLineList(tips, func() int { return len(p.items) }, func(i int) Line {
		ln := p.items[i].line()
		ln.Cells = fittingCells(ln.Cells, p.room)
		ln.Lead, ln.LeadWidth = fmt.Sprint(i+1), 24
		return ln
	})
	p.list.OnChoose = func(i int) {
		p.explain(i)
		if p.OnStep != nil {
			p.OnStep(i)
		}
	}
	p.detail = newLineList(tips, func() int { return len(p.rows) }, func(i int) Line { return p.rows[i].line(stepKeyWidth) })
	p.detail.OnActivate = func(i int) { p.copy(p.rows[i].text()) }
	p.detail.OnMenu = func(i int, _ fyne.Position) { p.copy(p.rows[i].text()) }
	for _, l := range []*lineList{p.list, p.detail} {
		l.OnEscape = func() {
			if p.OnEscape != nil {
				p.OnEscape()
			}
		}
	}
	p.split = container.New(arranged{p.place, fyne.NewSize(200, 40)}, p.list.Object, p.rule, p.detail.Object)
	p.split.Hide()
	p.Object = container.NewStack(notice, p.split)
	return p
}

func (p *StepsPane) copy(s string) {
	if p.OnCopy != nil && s != "" {
		p.OnCopy(s)
	}
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
	p.rows = wrapFields(p.fields, p.width-stepKeyWidth-2*gap-2*paneMargin)
	p.detail.Refresh()
}

// Set shows other steps. follow chooses the last one, as steps come in.
func (p *StepsPane) Set(items []StepItem, chosen int) {
	p.items = items
	if len(items) == 0 {
		p.split.Hide()
		p.notice.Show()
		p.fields = nil
		p.list.chosen = -1
		return
	}
	p.notice.Hide()
	p.split.Show()
	if chosen >= len(items) {
		chosen = -1
	}
	p.list.show(chosen, true)
	p.explain(chosen)
}

func (p *StepsPane) explain(i int) {
	p.fields = nil
	if i >= 0 && i < len(p.items) {
		p.fields = p.items[i].fields()
	}
	p.detail.chosen = -1
	p.detail.ScrollToTop()
	p.wrap()
}

func (it StepItem) line() Line {
	var ln Line
	if it.Step != nil {
		s := LightSign(it.Step.Light)
		ln = Line{Title: it.Step.Title, Icon: s.Icon, IconColor: s.Color, Tip: s.Words}
		if it.Step.Obstacle != "" {
			ln.Icon, ln.IconColor, ln.Note, ln.Tip = "warning", ColorCaution, it.Step.Obstacle, it.Step.Obstacle
		}
		if it.Step.Disabled {
			ln.Color, ln.Note = ColorDim, "skipped by replay"
		}
	}
	if r := it.Result; r != nil {
		s := VerdictSign(r.Verdict)
		ln.Icon, ln.IconColor, ln.Tip = s.Icon, s.Color, s.Words
		if ln.Title == "" {
			ln.Title = r.Title
		}
		ln.Note = r.Error
		took := ""
		if r.DurationMs > 0 {
			took = fmt.Sprintf("%d ms", r.DurationMs)
		}
		ln.Cells = []Cell{
			{Text: string(r.Verdict), Color: s.Color, Width: 92},
			{Text: string(r.Effect), Width: 84},
			{Text: took, Width: 64},
		}
	}
	return ln
}

// fittingCells leaves out the last cells until the titles have most of the room.
// What the cells say is also told beside the list.
func fittingCells(cells []Cell, room float32) []Cell {
	total := float32(0)
	for _, c := range cells {
		total += c.Width
	}
	for len(cells) > 0 && total > room*0.3 {
		total -= cells[len(cells)-1].Width
		cells = cells[:len(cells)-1]
	}
	return cells
}

func (it StepItem) fields() []Field {
	var fs []Field
	add := func(key, value string) {
		if value != "" {
			fs = append(fs, known(key, value))
		}
	}
	if r := it.Result; r != nil {
		s := VerdictSign(r.Verdict)
		fs = append(fs, Field{Key: "Verdict", Value: s.Words, State: tree.Known, Sign: s, Node: tree.None})
		add("Reason", r.Error)
		add("What to do", r.Hint)
		add("Resolution", string(r.Resolution))
		add("Delivery", string(r.Delivery))
		add("Effect", string(r.Effect))
		add("Not verified", r.Unverified)
		if r.DurationMs > 0 {
			add("Took", fmt.Sprintf("%d ms", r.DurationMs))
		}
		if r.Proof != nil {
			add("Proof", r.Proof.String())
			twins := r.Proof.Twins
			if r.Resolution == inspector.Unique && r.Verdict != recorder.VerdictPassed {
				twins = nil // the reason is another one
			}
			for i, tw := range twins {
				note := "nearest"
				if tw.Matches {
					note = "matches too"
				}
				if len(tw.Differs) > 0 {
					note += ", other " + strings.Join(tw.Differs, ", ")
				}
				fs = append(fs, Field{Key: fmt.Sprintf("Twin %d", i+1), Value: tw.Path, State: tree.Known, Note: note, Node: tree.None})
			}
		}
		for _, c := range r.Changes {
			add("Change", c)
		}
	}
	if s := it.Step; s != nil {
		if s.Target != nil {
			loc := known("Locator", s.Target.Locator.String())
			loc.Mono = true
			fs = append(fs, loc)
			for _, w := range s.Target.Witnesses {
				wf := known("Witness", w.String())
				wf.Mono = true
				fs = append(fs, wf)
			}
			if it.Result == nil {
				add("Proof", s.Target.Proof.String())
			}
		}
		if it.Result == nil {
			sign := LightSign(s.Light)
			fs = append([]Field{{Key: "Target", Value: sign.Words, State: tree.Known, Sign: sign, Node: tree.None}}, fs...)
		}
		if it.Result == nil {
			add("Replay", s.Obstacle)
		}
		if s.Parameter != "" {
			add("Parameter", s.Parameter)
		}
		for _, e := range s.Effects {
			add("Effect", strings.TrimSpace(fmt.Sprintf("%s %s %s %s", e.Kind, e.Role, quoted(e.Name), e.Detail)))
		}
	}
	return fs
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf("%q", s)
}

// Describe lists the steps and what is told of the chosen one.
func (p *StepsPane) Describe() Description {
	d := describeAt(Description{Role: "region", Label: "Steps"}, p.Object)
	if len(p.items) == 0 {
		d.Children = []Description{p.notice.Describe()}
		return d
	}
	list := p.list.describe("list", "Steps", "listitem")
	for i := range list.Children {
		if r := p.items[i].Result; r != nil {
			list.Children[i].States = append(list.Children[i].States, string(r.Verdict))
		} else if s := p.items[i].Step; s != nil {
			list.Children[i].States = append(list.Children[i].States, string(s.Light))
		}
	}
	d.Children = append(d.Children, list)
	for _, f := range p.fields {
		d.Children = append(d.Children, Description{Role: "row", Label: f.Key, Value: f.Value})
	}
	return d
}
