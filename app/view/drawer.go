package view

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/recorder"
)

// The tabs of the drawer, in their order.
const (
	TabRecording = iota
	TabRecordings
	TabRuns
	TabFindings
	TabOrder
	TabEvents
	tabs // how many there are
)

// Drawer is the pane at the bottom.
type Drawer struct {
	// OnTab is called when another tab is shown.
	OnTab  func(tab int)
	Object fyne.CanvasObject

	Steps      *StepsPane
	Recordings *RecordingsPane
	Runs       *RunsPane
	Findings   *FindingsPane
	TabOrder   *TabOrderPane
	Events     *EventsPane
	Tabs       *Tabs
	tools      DrawerTools
}

// DrawerTools are what stands at the right of the strip for each tab (nil: nothing).
type DrawerTools [tabs]fyne.CanvasObject

// NewDrawer puts the panes into tabs.
func NewDrawer(steps *StepsPane, recs *RecordingsPane, runs *RunsPane, findings *FindingsPane, order *TabOrderPane, events *EventsPane, tools DrawerTools) *Drawer {
	d := &Drawer{Steps: steps, Recordings: recs, Runs: runs, Findings: findings, TabOrder: order, Events: events, tools: tools}
	var trailer []fyne.CanvasObject
	for i, t := range tools {
		if t != nil {
			trailer = append(trailer, t)
			if i > 0 {
				t.Hide()
			}
		}
	}
	d.Tabs = NewTabs(container.NewStack(trailer...), []string{"Recording", "Recordings", "Runs", "Findings", "Tab order", "Events"},
		[]fyne.CanvasObject{steps.Object, recs.Object, runs.Object, findings.Object, order.Object, events.Object})
	d.Tabs.OnSelect = func(at int) {
		for i, t := range d.tools {
			switch {
			case t == nil:
			case i == at:
				t.Show()
			default:
				t.Hide()
			}
		}
		d.Tabs.Refresh()
		if d.OnTab != nil {
			d.OnTab(at)
		}
	}
	d.Object = On(ColorPane, d.Tabs)
	return d
}

// Focus gives the tab that is shown the keyboard, or its list where it has lines.
func (d *Drawer) Focus(c fyne.Canvas) {
	if l := d.lists()[d.Tabs.Selected()][0]; l.count() > 0 {
		c.Focus(l)
		return
	}
	d.Tabs.Focus(c)
}

// Focused reports whether some part of the drawer has the keyboard.
func (d *Drawer) Focused() bool {
	for _, ls := range d.lists() {
		if anyFocused(ls...) {
			return true
		}
	}
	return d.Tabs.Focused()
}

// lists returns the lists of each tab.
func (d *Drawer) lists() [tabs][]*lineList {
	return [tabs][]*lineList{
		{d.Steps.list, d.Steps.detail, d.Steps.facts.list}, {d.Recordings.list}, {d.Runs.list, d.Runs.Steps.list, d.Runs.Steps.detail}, {d.Findings.list, d.Findings.detail}, {d.TabOrder.list}, {d.Events.list},
	}
}

// Describe describes the tab that is shown.
func (d *Drawer) Describe() Description {
	out := describeAt(Description{Role: "region", Label: "Drawer"}, d.Object)
	panes := []Describer{d.Steps, d.Recordings, d.Runs, d.Findings, d.TabOrder, d.Events}
	out.Children = []Description{d.Tabs.Describe(), panes[d.Tabs.Selected()].Describe()}
	return out
}

// RecordingItem is a stored recording as it is listed.
type RecordingItem struct {
	ID, Name, Application string
	Steps                 int
	// Blocked are the numbers of the steps that no replay can do; NeedsInput says
	// that others need the real pointer or keyboard.
	Blocked    []int
	NeedsInput bool
	Created    time.Time
}

// RecordingsPane lists what is stored.
type RecordingsPane struct {
	Object fyne.CanvasObject
	// OnChoose is called with the chosen recording, OnOpen for Enter.
	OnChoose func(i int)
	OnOpen   func(i int)
	OnDelete func(i int)
	OnEscape func()

	list   *lineList
	recs   []RecordingItem
	notice *Notice
}

// NewRecordingsPane makes an empty list.
func NewRecordingsPane(tips *Tips, notice *Notice) *RecordingsPane {
	p := &RecordingsPane{notice: notice}
	p.list = newLineList(tips, func() int { return len(p.recs) }, p.line)
	p.list.OnChoose = func(i int) {
		if p.OnChoose != nil {
			p.OnChoose(i)
		}
	}
	p.list.OnActivate = func(i int) {
		if p.OnOpen != nil {
			p.OnOpen(i)
		}
	}
	p.list.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name != fyne.KeyDelete || p.list.chosen < 0 || p.OnDelete == nil {
			return false
		}
		p.OnDelete(p.list.chosen)
		return true
	}
	p.list.OnEscape = func() {
		if p.OnEscape != nil {
			p.OnEscape()
		}
	}
	p.Object = container.NewStack(notice, p.list.Object)
	return p
}

// Focus gives the list the keyboard.
func (p *RecordingsPane) Focus(c fyne.Canvas) { c.Focus(p.list) }

// Set shows other recordings, one of them chosen (-1: none).
func (p *RecordingsPane) Set(recs []RecordingItem, chosen int) {
	p.recs = recs
	if len(recs) == 0 {
		p.list.Object.Hide()
		p.notice.Show()
	} else {
		p.notice.Hide()
		p.list.Object.Show()
	}
	p.list.show(chosen, true)
}

func (p *RecordingsPane) line(i int) Line {
	r := &p.recs[i]
	const width = 216
	sign := Cell{Icon: "check", Color: ColorGood, Text: "all proven", Width: width}
	switch {
	case r.Steps == 0:
		sign = Cell{Width: width}
	case len(r.Blocked) > 0:
		sign = Cell{Icon: "refused", Color: ColorBad, Text: "cannot be replayed: " + numbers(r.Blocked), Width: width}
	case r.NeedsInput:
		sign = Cell{Icon: "warning", Color: ColorCaution, Text: "needs real input", Width: width}
	}
	return Line{
		Icon: "document", Title: r.Name, Note: r.Application,
		Cells: []Cell{{Text: plural(r.Steps, "step", "steps"), Width: 72}, sign, {Text: When(r.Created), Width: 130}},
	}
}

// numbers names steps by their numbers, the first few of them.
func numbers(steps []int) string {
	const most = 3
	words := make([]string, 0, most)
	for _, n := range steps[:min(most, len(steps))] {
		words = append(words, fmt.Sprint(n))
	}
	s := strings.Join(words, ", ")
	switch {
	case len(steps) == 1:
		return "step " + s
	case len(steps) > most:
		return "steps " + s + " …"
	}
	return "steps " + s
}

// When prints a time for a list: today without the date.
func When(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.Local()
	if y, m, d := time.Now().Date(); t.Year() == y && t.Month() == m && t.Day() == d {
		return "today " + t.Format("15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// Describe lists the recordings.
func (p *RecordingsPane) Describe() Description {
	if len(p.recs) == 0 {
		return Description{Role: "region", Label: "Recordings", Children: []Description{p.notice.Describe()}}
	}
	return p.list.describe("list", "Recordings", "listitem")
}

// RunsPane lists replays, with the steps of the chosen one.
type RunsPane struct {
	Object   fyne.CanvasObject
	Steps    *StepsPane
	OnChoose func(i int)

	list   *lineList
	runs   []recorder.Run
	notice *Notice
	rule   *backdrop
}

// NewRunsPane makes an empty list.
func NewRunsPane(tips *Tips, notice *Notice, onEscape func()) *RunsPane {
	p := &RunsPane{notice: notice, rule: newBackdrop(ColorLine)}
	p.Steps = NewStepsPane(tips, NewNotice("right", "Choose a run", nil))
	p.Steps.OnEscape = onEscape
	p.list = newLineList(tips, func() int { return len(p.runs) }, p.line)
	p.list.OnEscape = onEscape
	p.list.OnChoose = func(i int) {
		if p.OnChoose != nil {
			p.OnChoose(i)
		}
	}
	split := container.New(arranged{func(s fyne.Size) {
		w := min(380, s.Width*0.32)
		place(p.list.Object, 0, 0, w, s.Height)
		place(p.rule, w, 4, 1, max(0, s.Height-8))
		place(p.Steps.Object, w+1, 0, s.Width-w-1, s.Height)
	}, fyne.NewSize(200, 40)}, p.list.Object, p.rule, p.Steps.Object)
	p.Object = container.NewStack(notice, split)
	return p
}

// Set shows other runs, one of them chosen (-1: none).
func (p *RunsPane) Set(runs []recorder.Run, chosen int) {
	p.runs = runs
	empty := len(runs) == 0
	for _, o := range []fyne.CanvasObject{p.list.Object, p.rule, p.Steps.Object} {
		if empty {
			o.Hide()
		} else {
			o.Show()
		}
	}
	if empty {
		p.notice.Show()
	} else {
		p.notice.Hide()
	}
	p.list.show(chosen, true)
}

// Chosen returns the place of the run that is chosen, -1 for none.
func (p *RunsPane) Chosen() int { return p.list.chosen }

func (p *RunsPane) line(i int) Line {
	r := &p.runs[i]
	s := VerdictSign(r.Verdict)
	took := ""
	if !r.Ended.IsZero() {
		took = fmt.Sprintf("%.1f s", r.Ended.Sub(r.Started).Seconds())
	}
	return Line{
		Icon: s.Icon, IconColor: s.Color, Title: r.Name, Note: string(r.Verdict), Tip: s.Words,
		Cells: []Cell{{Text: took, Width: 56}, {Text: When(r.Started), Width: 124}},
	}
}

// Describe lists the runs and the steps of the chosen one.
func (p *RunsPane) Describe() Description {
	d := Description{Role: "region", Label: "Runs"}
	if len(p.runs) == 0 {
		d.Children = []Description{p.notice.Describe()}
		return d
	}
	d.Children = []Description{p.list.describe("list", "Runs", "listitem"), p.Steps.Describe()}
	return d
}
