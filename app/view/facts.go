package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/backends/tree"
)

// FactsPage is a page of facts under a title, each with a sign.
type FactsPage struct {
	Object fyne.CanvasObject

	title string
	facts []Field
	lines []Field // the facts, wrapped to the width of the page
	list  *lineList
	width float32
}

const factKeyWidth = 124

// NewFactsPage makes an empty page.
func NewFactsPage(tips *Tips) *FactsPage {
	p := &FactsPage{}
	p.list = newLineList(tips, func() int { return len(p.lines) + p.head() }, func(i int) Line {
		if i < p.head() {
			return Line{Section: true, Title: p.title, Style: fyne.TextStyle{Bold: true}}
		}
		return p.lines[i-p.head()].line(factKeyWidth)
	})
	p.list.links = true
	p.Object = container.New(arranged{func(s fyne.Size) {
		place(p.list.Object, 0, 0, s.Width, s.Height)
		if p.width != s.Width {
			p.width = s.Width
			p.wrap()
		}
	}, fyne.NewSize(200, 40)}, p.list.Object)
	return p
}

// Fact is one line of a page.
func Fact(key, value string, icon Symbol, color fyne.ThemeColorName) Field {
	return Field{Key: key, Value: value, State: tree.Known, Node: tree.None, Sign: Sign{Icon: icon, Color: color}}
}

// Set shows other facts.
func (p *FactsPage) Set(title string, facts []Field) {
	p.title, p.facts = title, facts
	p.wrap()
}

// head is the number of lines of the title.
func (p *FactsPage) head() int {
	if p.title == "" || len(p.lines) == 0 {
		return 0
	}
	return 1
}

// Empty reports whether there is nothing to say.
func (p *FactsPage) Empty() bool { return len(p.facts) == 0 }

// Height is what the page needs in a width.
func (p *FactsPage) Height(width float32) float32 {
	return rowHeight * float32(min(1, len(p.title))+len(wrapFields(p.facts, width-factKeyWidth-2*gap-2*paneMargin)))
}

func (p *FactsPage) wrap() {
	p.lines = wrapFields(p.facts, p.width-factKeyWidth-2*gap-2*paneMargin)
	p.list.Refresh()
}

// Describe says the facts.
func (p *FactsPage) Describe() Description {
	d := describeAt(Description{Role: "list", Label: p.title}, p.Object)
	for _, f := range p.facts {
		d.Children = append(d.Children, Description{Role: "row", Label: f.Key, Value: f.Value})
	}
	return d
}
