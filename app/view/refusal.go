package view

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// Refusal is a step that was not done, as it is shown. It is not changed any more.
type Refusal struct {
	N       int
	Title   string
	Verdict recorder.Verdict
	Reason  string
	Hint    string
	// When says of which run it is, "" for the one that has just ended.
	When string
	recorder.Refusal
	Before, Now Sighting
}

// Sighting is a picture of the application at some time. Without a capture, Note
// says why there is none.
type Sighting struct {
	Capture *tree.Capture
	Bounds  tree.Bounds // of the recorded element, unusable where not known
	Note    string
}

// RefusalPane shows side by side what was recorded and what is there now, and the
// elements that come nearest. It proposes; nothing is chosen by itself.
type RefusalPane struct {
	Object fyne.CanvasObject
	// OnCandidate is called with the candidate that a person looks at.
	OnCandidate func(i int)
	OnEscape    func()

	head, reason *StatusText
	bar          *Bar
	captions     [2]*StatusText
	stages       [2]*Stage
	rules        [3]*backdrop
	facts        *lineList
	candidates   *lineList

	r      *Refusal
	why    []string // of each candidate, why it cannot be used instead
	known  bool     // that was looked at
	fields []Field
	lines  []Field
	rows   []candidateRow
	at     int // the candidate that is looked at, -1 for none
	size   fyne.Size
}

// candidateRow is a line of the list of candidates.
type candidateRow struct {
	candidate int
	line      Line
}

// NewRefusalPane makes an empty pane with buttons at its right end. background
// runs work that may take long, see [Stage.Background].
func NewRefusalPane(tips *Tips, background func(work, done func()), buttons ...fyne.CanvasObject) *RefusalPane {
	p := &RefusalPane{at: -1}
	p.head, p.reason = NewStatusText(tips, 0), NewStatusText(tips, 0)
	p.bar = NewBar(BarHeight-4, []fyne.CanvasObject{p.head}, p.reason, buttons)
	p.bar.Yield(p.head, 120)
	escape := func() {
		if p.OnEscape != nil {
			p.OnEscape()
		}
	}
	for i := range p.stages {
		p.captions[i] = NewStatusText(tips, 0)
		p.stages[i] = NewStage(tips)
		p.stages[i].Background, p.stages[i].OnEscape = background, escape
	}
	for i := range p.rules {
		p.rules[i] = newBackdrop(ColorLine)
	}
	p.facts = newLineList(tips, func() int { return len(p.lines) }, func(i int) Line { return p.lines[i].line(stepKeyWidth) })
	p.facts.links = true
	p.candidates = newLineList(tips, func() int { return len(p.rows) }, func(i int) Line { return p.rows[i].line })
	p.candidates.OnChoose = func(i int) { p.look(p.rows[i].candidate) }
	p.facts.OnEscape, p.candidates.OnEscape = escape, escape
	parts := []fyne.CanvasObject{p.bar.Object, p.facts.Object, p.candidates.Object}
	for i := range p.stages {
		parts = append(parts, On(ColorHeader, p.captions[i]), p.stages[i])
	}
	for _, r := range p.rules {
		parts = append(parts, r)
	}
	p.Object = On(ColorPane, container.New(arranged{func(s fyne.Size) { p.place(s, parts) }, fyne.NewSize(320, 120)}, parts...))
	return p
}

// place gives the pictures what the lists do not need.
func (p *RefusalPane) place(s fyne.Size, parts []fyne.CanvasObject) {
	bar := p.bar.Object.MinSize().Height
	half := (s.Width - 1) / 2
	below := rowHeight * float32(max(4, len(p.lines), len(p.rows)))
	below = min(below+gap, (s.Height-bar)*0.45)
	top := s.Height - below - 1
	place(p.bar.Object, 0, 0, s.Width, bar)
	for i := range p.stages {
		x := float32(i) * (half + 1)
		place(parts[3+2*i], x, bar, half, rowHeight)
		place(p.stages[i], x, bar+rowHeight, half, top-bar-rowHeight)
	}
	place(p.facts.Object, 0, top+1, half, below)
	place(p.candidates.Object, half+1, top+1, half, below)
	place(p.rules[0], half, bar, 1, top-bar)
	place(p.rules[1], 0, top, s.Width, 1)
	place(p.rules[2], half, top+5, 1, max(0, below-8))
	if p.size != s {
		p.size = s
		p.wrap()
		p.approach()
	}
}

// Set shows another refusal.
func (p *RefusalPane) Set(r *Refusal) {
	p.r, p.at, p.why, p.known = r, -1, make([]string, len(r.Candidates)), false
	sign := VerdictSign(r.Verdict)
	head := fmt.Sprintf("Step %d was not done: %s", r.N, r.Title)
	if r.When != "" {
		head = fmt.Sprintf("Step %d was not done %s: %s", r.N, r.When, r.Title)
	}
	p.head.Set(sign.Icon, sign.Color, head, sign.Words)
	p.reason.Set("", ColorDim, r.Reason, r.Hint)
	p.fields = nil
	add := func(key, value string, mono bool) {
		if value != "" {
			f := known(key, value)
			f.Mono = mono
			p.fields = append(p.fields, f)
		}
	}
	for i, c := range r.Changed {
		f := known([]string{"Changed", ""}[min(i, 1)], c)
		f.Sign = Sign{Icon: "warning", Color: ColorCaution}
		p.fields = append(p.fields, f)
	}
	add("Recorded", r.Recorded.Locator.String(), true)
	add("Verdict", sign.Words, false)
	add("Reason", r.Reason, false)
	add("What to do", r.Hint, false)
	for i, w := range r.Recorded.Witnesses {
		add([]string{"Witnesses", ""}[min(i, 1)], w.String(), true)
	}
	for i, s := range [2]*Sighting{&r.Before, &r.Now} {
		words := [2]string{"As recorded", "Now"}[i]
		if i == 1 && r.When != "" {
			words = "Then"
		}
		if s.Capture == nil {
			words += ": " + s.Note
			p.stages[i].Clear()
		} else {
			p.stages[i].SetPicture(pictureOnly(s.Capture))
		}
		p.captions[i].Set("", "", words, "")
	}
	p.facts.chosen = -1
	p.facts.ScrollToTop()
	p.candidates.ScrollToTop()
	p.fill()
	p.candidates.show(-1, false)
	p.wrap()
	p.mark()
	p.approach()
	p.bar.Arrange()
	p.Object.Refresh()
}

// pictureOnly is a picture in which nothing is outlined but marks.
func pictureOnly(c *tree.Capture) *Picture {
	b := tree.NewBuilder("", tree.Application{})
	b.Add(tree.None, tree.Node{Role: tree.RoleApplication})
	return &Picture{Frozen: inspector.Freeze(b.Snapshot()), Capture: c, Frames: []tree.Rect{c.Rect}}
}

// SetUsable says of each candidate why it cannot be used instead, "" where it can.
func (p *RefusalPane) SetUsable(why []string) {
	p.why, p.known = why, true
	p.fill()
	p.candidates.Refresh()
}

// Shown returns what is shown, nil before anything was.
func (p *RefusalPane) Shown() *Refusal { return p.r }

// Candidate returns the candidate that a person looks at and why it cannot be used
// instead; -1 where there is none.
func (p *RefusalPane) Candidate() (at int, why string) {
	switch {
	case p.r != nil && len(p.r.Candidates) == 0:
		return -1, "nothing that is there now comes near"
	case p.at < 0:
		return -1, "choose one of what is there now first"
	case !p.known:
		return p.at, "it is still being compared with what is there now"
	}
	return p.at, p.why[p.at]
}

// fill makes the lines of the candidates.
func (p *RefusalPane) fill() {
	p.rows = p.rows[:0]
	for i, c := range p.r.Candidates {
		sign := standingSign(c.Target.Standing)
		ln := Line{Lead: fmt.Sprint(i + 1), LeadWidth: 16, Icon: sign.Icon, IconColor: sign.Color, Title: c.Target.Describe, Tip: c.Path}
		if p.known && p.why[i] != "" {
			ln.Note = p.why[i]
		}
		p.rows = append(p.rows, candidateRow{i, ln})
		for k, list := range [2][]string{c.Agrees, c.Differs} {
			for _, words := range list {
				sub := Line{LeadWidth: 16, Depth: 1, Icon: "check", IconColor: ColorGood, Title: words, Color: ColorDim}
				if k == 1 {
					sub.Icon, sub.IconColor, sub.Color = "failed", ColorCaution, theme.ColorNameForeground
				}
				p.rows = append(p.rows, candidateRow{i, sub})
			}
		}
	}
	if len(p.rows) == 0 {
		p.rows = append(p.rows, candidateRow{-1, Line{Icon: "ghost", Title: "Nothing that is there now comes near.", Color: ColorDim}})
	}
}

func (p *RefusalPane) wrap() {
	p.lines = wrapFields(p.fields, p.size.Width/2-stepKeyWidth-2*gap-2*paneMargin)
	p.facts.Refresh()
}

func (p *RefusalPane) look(i int) {
	if i < 0 {
		return
	}
	p.at = i
	p.mark()
	p.approach()
	if p.OnCandidate != nil {
		p.OnCandidate(i)
	}
}

// mark outlines the recorded element, and the candidates with their numbers.
func (p *RefusalPane) mark() {
	p.stages[0].SetMarks([]Mark{{Kind: MarkTarget, Bounds: p.r.Before.Bounds}})
	var marks []Mark
	for i, c := range p.r.Candidates {
		kind := MarkNear
		if i == p.at {
			marks = append(marks, Mark{Kind: MarkSelected, Bounds: c.Bounds})
		}
		marks = append(marks, Mark{Kind: kind, Bounds: c.Bounds, Number: i + 1})
	}
	p.stages[1].SetMarks(marks)
}

// approach brings what matters near where the whole picture would be too small.
func (p *RefusalPane) approach() {
	if p.r == nil {
		return
	}
	p.stages[0].Approach(p.r.Before.Bounds)
	if p.at >= 0 {
		p.stages[1].Approach(p.r.Candidates[p.at].Bounds)
	} else {
		p.stages[1].Approach(p.r.Before.Bounds) // the same place
	}
}

// Focus gives the candidates the keyboard.
func (p *RefusalPane) Focus(c fyne.Canvas) { c.Focus(p.candidates) }

// Focused reports whether some part of the pane has the keyboard.
func (p *RefusalPane) Focused() bool {
	return anyFocused(p.facts, p.candidates) || p.stages[0].Focused() || p.stages[1].Focused()
}

// Describe says what was recorded, what is there now, and the candidates.
func (p *RefusalPane) Describe() Description {
	d := describeAt(Description{Role: "region", Label: "Refusal"}, p.Object)
	d.Children = append(d.Children, p.head.Describe(), p.reason.Describe())
	for i, s := range p.stages {
		img := s.Describe()
		img.Label = p.captions[i].Text()
		d.Children = append(d.Children, img)
	}
	facts := Description{Role: "list", Label: "What changed"}
	for _, f := range p.fields {
		facts.Children = append(facts.Children, Description{Role: "row", Label: f.Key, Value: f.Value})
	}
	d.Children = append(d.Children, facts, p.candidates.describe("list", "Candidates", "listitem"))
	return d
}
