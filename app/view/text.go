package view

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

var mono = fyne.TextStyle{Monospace: true}

// sizeOf returns the size of the text of lists in a style.
func sizeOf(style fyne.TextStyle) float32 {
	if style.Monospace {
		return monoText
	}
	return textSize
}

// oneLine makes a text fit for one line: control characters and line breaks
// would be drawn as boxes.
func oneLine(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return '⏎'
		case r < ' ' || r == 0x7f:
			return ' '
		}
		return r
	}, s)
}

// longest is the number of runes of which at most one line can show; a value of
// a megabyte must not be measured.
const longest = 512

// Ellipsis shortens a text to a width, with "…" at its end where it was cut.
func Ellipsis(s string, width, size float32, style fyne.TextStyle) string {
	s = oneLine(s)
	rs := []rune(s)
	if len(rs) > longest {
		rs = rs[:longest]
		s = string(rs) + "…"
	}
	if fyne.MeasureText(s, size, style).Width <= width {
		return s
	}
	n := sort.Search(len(rs), func(n int) bool {
		return fyne.MeasureText(string(rs[:n+1])+"…", size, style).Width > width
	})
	if n == 0 {
		return "…"
	}
	return strings.TrimRight(string(rs[:n]), " ") + "…"
}

// label is a canvas text that is redrawn only when something changed: each
// refresh makes a new texture.
type label struct {
	*canvas.Text
	full string
	size float32
}

func newLabel(size float32) *label {
	t := canvas.NewText("", shade(ColorDim))
	t.TextSize = size
	return &label{Text: t, size: size}
}

// set shows the text in a colour and style, shortened to width (0: as it is),
// and returns the width that it takes.
func (l *label) set(s string, width float32, name fyne.ThemeColorName, style fyne.TextStyle) float32 {
	l.full = s
	if s == "" {
		l.Hide()
		return 0
	}
	if style.Monospace {
		l.TextSize = monoText
	} else {
		l.TextSize = l.size
	}
	if width > 0 {
		s = Ellipsis(s, width, l.TextSize, style)
	} else {
		s = oneLine(s)
	}
	c := shade(name)
	if l.Text.Text != s || l.Color != c || l.TextStyle != style {
		l.Text.Text, l.Color, l.TextStyle = s, c, style
		l.Text.Refresh()
	}
	l.Show()
	return l.MinSize().Width
}

// cut reports whether less than the whole text is shown.
func (l *label) cut() bool { return l.Visible() && l.Text.Text != oneLine(l.full) }

// place puts the text at x, centred in a row of the given height.
func (l *label) place(x, y, height float32) {
	min := l.MinSize()
	l.Move(fyne.NewPos(x, y+(height-min.Height)/2))
	l.Resize(min)
}
