package view

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// TabOrderPane lists the stops of a walk with the Tab key, there and back, under what
// became of the walk.
type TabOrderPane struct {
	Object fyne.CanvasObject
	// OnChoose is called with the element of the stop that was chosen.
	OnChoose func(*tree.Node)
	OnCopy   func(text string)
	OnEscape func()

	of     *audit.Subject // nil for no walk
	rows   []stopRow
	list   *lineList
	notice *Notice
}

// stopRow is a line of the list: a stop, or a head.
type stopRow struct {
	head, note string
	sign       Symbol // of a head
	color      fyne.ThemeColorName

	stop   *audit.TabStop // nil for a head
	number int
	again  int // the number of the first stop at the same element, 0 where this is it
}

// NewTabOrderPane makes an empty list; the notice says how to fill it.
func NewTabOrderPane(tips *Tips, notice *Notice) *TabOrderPane {
	p := &TabOrderPane{notice: notice}
	p.list = newLineList(tips, func() int { return len(p.rows) }, p.line)
	p.list.OnChoose = func(i int) {
		if r := p.rows[i]; r.stop != nil && r.stop.Node != tree.None && p.OnChoose != nil {
			p.OnChoose(&p.of.Nodes[r.stop.Node])
		}
	}
	copied := func(i int) {
		if p.OnCopy != nil {
			p.OnCopy(p.words(i))
		}
	}
	p.list.OnActivate = copied
	p.list.OnMenu = func(i int, _ fyne.Position) { copied(i) }
	p.list.OnEscape = func() {
		if p.OnEscape != nil {
			p.OnEscape()
		}
	}
	p.Object = container.NewStack(notice, p.list.Object)
	p.Set(nil)
	return p
}

// Set shows the walk that a subject was audited with; nil shows the notice.
func (p *TabOrderPane) Set(s *audit.Subject) {
	p.of, p.rows, p.list.chosen = s, nil, -1
	if s == nil || s.Tabs == nil {
		p.of = nil
		p.list.Object.Hide()
		p.notice.Show()
		return
	}
	w := s.Tabs
	sign, color := Symbol("check"), fyne.ThemeColorName(ColorGood)
	if !w.Closed {
		sign, color = "warning", ColorCaution
	}
	p.rows = append(p.rows, stopRow{head: p.Summary(), sign: sign, color: color})
	p.stops(Stops(w))
	if w.Restored {
		p.rows = append(p.rows, stopRow{head: "The focus is where it was before", sign: "check", color: ColorGood})
	} else {
		p.rows = append(p.rows, stopRow{head: "The focus is not where it was before", note: w.NotRestored, sign: "warning", color: ColorCaution})
	}
	if len(w.Back) > 0 {
		p.rows = append(p.rows, stopRow{head: "Back with Shift+Tab: " + plural(len(w.Back), "stop", "stops")})
		p.stops(w.Back)
	}
	p.notice.Hide()
	p.list.Object.Show()
	p.list.ScrollToTop()
	p.list.Refresh()
}

func (p *TabOrderPane) stops(stops []audit.TabStop) {
	first := map[tree.NodeID]int{}
	for i := range stops {
		r := stopRow{stop: &stops[i], number: i + 1, again: first[stops[i].Node]}
		if r.again == 0 && stops[i].Node != tree.None {
			first[stops[i].Node] = i + 1
		}
		p.rows = append(p.rows, r)
	}
}

// SetNotice changes what is said where there is no walk.
func (p *TabOrderPane) SetNotice(icon Symbol, title string, lines ...string) {
	p.notice.Set(icon, title, lines...)
}

// Subject is what the walk that is shown was made in, nil where there is none.
func (p *TabOrderPane) Subject() *audit.Subject { return p.of }

// Summary says how many stops there are and what ended the walk, "" without one.
func (p *TabOrderPane) Summary() string {
	if p.of == nil {
		return ""
	}
	w := p.of.Tabs
	words := plural(len(Stops(w)), "stop", "stops")
	switch {
	case w.Closed:
		return words + ", came round"
	case w.Ended == "":
		return words + ", did not come round"
	}
	return words + ", ended: " + w.Ended
}

// Stops are the stops of a walk without the last one where that is the first one again.
func Stops(w *audit.TabWalk) []audit.TabStop {
	if w.Closed {
		return w.Stops[:len(w.Stops)-1]
	}
	return w.Stops
}

const stopNumberWidth = 30

func (p *TabOrderPane) line(i int) Line {
	r := p.rows[i]
	if r.stop == nil {
		return Line{Icon: r.sign, IconColor: r.color, Title: r.head, Note: r.note, Tip: r.note, Style: fyne.TextStyle{Bold: true}}
	}
	ln := Line{Lead: fmt.Sprint(r.number), LeadWidth: stopNumberWidth, Depth: 1}
	if r.stop.Node == tree.None {
		ln.Icon, ln.IconColor, ln.Title, ln.Color = "question", ColorCaution, "nobody said which element had the focus", ColorDim
		return ln
	}
	ln.Icon, ln.IconColor, ln.Title = RoleSymbol(p.of.Nodes[r.stop.Node].Role), ColorDim, p.of.Short(r.stop.Node)
	switch {
	case r.again > 0:
		ln.Note = fmt.Sprintf("again, as %d", r.again)
	case !r.stop.Bounds.Usable():
		ln.Note = "no number in the picture: " + boundsProblem(r.stop.Bounds)
	}
	return ln
}

// words is a line for the clipboard.
func (p *TabOrderPane) words(i int) string {
	ln := p.line(i)
	text := ln.Title
	if ln.Lead != "" {
		text = ln.Lead + "\t" + text
	}
	if ln.Note != "" {
		text += "\t" + ln.Note
	}
	return text
}

// Describe lists the stops.
func (p *TabOrderPane) Describe() Description {
	d := Description{Role: "region", Label: "Tab order", Value: p.Summary(), Children: []Description{p.notice.Describe()}}
	if len(p.rows) > 0 {
		d.Children = []Description{p.list.describe("list", "Stops", "listitem")}
	}
	return d
}
