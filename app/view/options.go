package view

import "fyne.io/fyne/v2"

// Options is a list in a dialog from which a person chooses one.
type Options struct {
	Object   fyne.CanvasObject
	OnChoose func(i int)

	label string
	lines []Line
	list  *lineList
}

// NewOptions lists lines, the first of them chosen; onKey sees keys first and reports
// whether it used them.
func NewOptions(tips *Tips, label string, lines []Line, onKey func(*fyne.KeyEvent) bool) *Options {
	o := &Options{label: label, lines: lines}
	o.list = newLineList(tips, func() int { return len(o.lines) }, func(i int) Line { return o.lines[i] })
	o.list.chosen = min(0, len(lines)-1)
	o.list.OnKey = onKey
	o.list.OnChoose = func(i int) {
		if o.OnChoose != nil {
			o.OnChoose(i)
		}
	}
	o.Object = On(ColorPane, o.list.Object)
	return o
}

// SetLines replaces the lines with as many others; the same one stays chosen.
func (o *Options) SetLines(lines []Line) {
	o.lines = lines
	o.list.Refresh()
}

// Height is what all lines need, at most n of them.
func (o *Options) Height(n int) float32 { return rowHeight * float32(min(n, len(o.lines))) }

// Chosen returns the line that is chosen, -1 for none.
func (o *Options) Chosen() int { return o.list.chosen }

// Choose chooses a line as a person would.
func (o *Options) Choose(i int) { o.list.choose(i) }

// Focus gives the list the keyboard.
func (o *Options) Focus(c fyne.Canvas) { c.Focus(o.list) }

// Describe lists the options.
func (o *Options) Describe() Description { return o.list.describe("listbox", o.label, "option") }
