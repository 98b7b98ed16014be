package view

import (
	"cmp"
	"sort"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/samebutton/samebutton/inspector"
)

var mono = fyne.TextStyle{Monospace: true}

// LoadFonts loads the fonts of every style that is used. Fyne loads each at its
// first text, which would keep the window waiting at the first selection (30 ms).
func LoadFonts() {
	for _, style := range []fyne.TextStyle{{}, {Bold: true}, {Italic: true}, mono} {
		fyne.MeasureText("a", sizeOf(style), style)
	}
}

// sizeOf returns the size of the text of lists in a style.
func sizeOf(style fyne.TextStyle) float32 {
	if style.Monospace {
		return monoText
	}
	return textSize
}

// longest is the number of runes of which at most one line can show; a value of
// a megabyte must not be measured.
const longest = 512

// OneLine makes a text fit for one line, with "…" at its end where it was cut.
func OneLine(s string) string {
	text, all := inspector.Visible(s, longest)
	if !all {
		text += "…"
	}
	return text
}

// Beginning returns what a line can show of a text, as it is.
func Beginning(s string) string {
	n := 0
	for i := range s {
		if n == longest {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// inQuotes is a text in quotes for a title.
func inQuotes(s string) string { return `"` + OneLine(s) + `"` }

// Ellipsis shortens a text to a width, with "…" at its end where it was cut.
func Ellipsis(s string, width, size float32, style fyne.TextStyle) string {
	s = OneLine(s)
	if fyne.MeasureText(s, size, style).Width <= width {
		return s
	}
	rs := []rune(s)
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
	less bool // not all of it is shown
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
	whole, all := inspector.Visible(s, longest)
	s = whole
	if width > 0 || !all {
		s = Ellipsis(l.full, cmp.Or(width, 1e6), l.TextSize, style)
	}
	l.less = !all || s != whole
	c := shade(name)
	s = onBaseline(s)
	if l.Text.Text != s || l.Color != c || l.TextStyle != style {
		l.Text.Text, l.Color, l.TextStyle = s, c, style
		l.Text.Refresh()
	}
	l.Show()
	return l.MinSize().Width
}

// onBaseline returns a text that is drawn on the same line as others. Fyne 2.7.1 takes
// the baseline from the font of the first letter, and cuts off what lies below the
// height of its own font: a text that begins in Japanese was drawn 2 to 3 pixels
// lower, its feet cut. A space without width takes the font of the theme.
func onBaseline(s string) string {
	if r, _ := utf8.DecodeRuneInString(s); r >= 0x1100 { // Hangul and what follows is not in that font
		return "\u200b" + s
	}
	return s
}

// cut reports whether less than the whole text is shown.
func (l *label) cut() bool { return l.Visible() && l.less }

// place puts the text at x, centred in a row of the given height.
func (l *label) place(x, y, height float32) {
	min := l.MinSize()
	l.Move(fyne.NewPos(x, y+(height-min.Height)/2))
	l.Resize(min)
}
