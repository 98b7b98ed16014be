package view

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Bar is a strip of parts in a row: some from the left, some from the right, and
// one in the rest.
type Bar struct {
	Object fyne.CanvasObject
	place  func(fyne.Size)
	size   fyne.Size
	yields []yield
}

// yield is a part that gives way to the rest where the strip is too narrow.
type yield struct {
	part  fyne.CanvasObject
	least float32
	whole bool
}

// Yield lets a part become narrower, down to least, before the text in the rest
// is cut. Parts give way in the order in which they were named.
func (b *Bar) Yield(part fyne.CanvasObject, least float32) {
	b.yields = append(b.yields, yield{part, least, false})
}

// YieldWhole is Yield for a part that is as wide as it wants to be or least wide, and
// never between: a number that is cut is none.
func (b *Bar) YieldWhole(part fyne.CanvasObject, least float32) {
	b.yields = append(b.yields, yield{part, least, true})
}

// widths returns how wide the parts are: as wide as they want to be, or less.
func (b *Bar) widths(parts []fyne.CanvasObject, rest fyne.CanvasObject, room float32) map[fyne.CanvasObject]float32 {
	w := make(map[fyne.CanvasObject]float32, len(parts))
	room -= 2*6 + 4
	if rest != nil {
		room -= rest.MinSize().Width
	}
	for _, o := range parts {
		if o.Visible() {
			w[o] = o.MinSize().Width
			room -= w[o] + 2
		}
	}
	for _, y := range b.yields {
		if room < 0 && w[y.part] > y.least {
			give := w[y.part] - y.least
			if !y.whole {
				give = min(-room, give)
			}
			w[y.part] -= give
			room += give
		}
	}
	return w
}

// Arrange places the parts again after one of them changed its width.
func (b *Bar) Arrange() { b.place(b.size) }

// NewBar makes a strip; rest may be nil.
func NewBar(height float32, left []fyne.CanvasObject, rest fyne.CanvasObject, right []fyne.CanvasObject) *Bar {
	line := newBackdrop(ColorLine)
	parts := append(append([]fyne.CanvasObject{}, left...), right...)
	all := slices.Clone(parts)
	if rest != nil {
		all = append(all, rest)
	}
	all = append(all, line)
	b := &Bar{}
	b.place = func(s fyne.Size) {
		b.size = s
		widths := b.widths(parts, rest, s.Width)
		x := float32(6)
		for _, o := range left {
			if o.Visible() {
				putIn(o, x, widths[o], s.Height)
				x += widths[o] + 2
			}
		}
		r := s.Width - 6
		for i := len(right) - 1; i >= 0; i-- {
			if o := right[i]; o.Visible() {
				r -= widths[o]
				putIn(o, r, widths[o], s.Height)
				r -= 2
			}
		}
		if rest != nil {
			place(rest, x, (s.Height-1-22)/2, max(0, r-x-4), 22)
		}
		place(line, 0, s.Height-1, s.Width, 1)
	}
	b.Object = On(ColorHeader, container.New(arranged{b.place, fyne.NewSize(200, height)}, all...))
	return b
}

func putIn(o fyne.CanvasObject, x, width, height float32) {
	h := o.MinSize().Height
	place(o, x, (height-1-h)/2, width, h)
}

// BarHeight and StatusHeight are the heights of the strips of the window.
const (
	BarHeight    = barHeight
	StatusHeight = 24
)

// Column puts a strip above and a strip below the rest, without any space between.
func Column(top, rest, bottom fyne.CanvasObject) *fyne.Container {
	return container.New(arranged{func(s fyne.Size) {
		t, b := top.MinSize().Height, bottom.MinSize().Height
		place(top, 0, 0, s.Width, t)
		place(rest, 0, t, s.Width, s.Height-t-b)
		place(bottom, 0, s.Height-b, s.Width, b)
	}, fyne.NewSize(640, 420)}, top, rest, bottom)
}

// Below puts a strip above the rest, hidden at first. Its place is kept free while it
// is hidden, so that the rest never moves.
func Below(strip *Bar, rest fyne.CanvasObject) fyne.CanvasObject {
	strip.Object.Hide()
	return container.New(arranged{func(s fyne.Size) {
		h := strip.Object.MinSize().Height
		place(strip.Object, 0, 0, s.Width, h)
		place(rest, 0, h, s.Width, s.Height-h)
	}, fyne.NewSize(120, 80)}, strip.Object, rest)
}

// Show shows or hides a strip that stands above something.
func (b *Bar) Show(on bool) {
	switch {
	case b.Object.Visible() == on:
	case on:
		b.Object.Show()
	default:
		b.Object.Hide()
	}
}

// Gap is an empty place of a width in a bar, with a thin line in it if it is wide.
func Gap(width float32) fyne.CanvasObject {
	line := newBackdrop(ColorLine)
	return container.New(arranged{func(s fyne.Size) {
		place(line, width/2, 3, 1, 16)
	}, fyne.NewSize(width, 22)}, line)
}

// StatusText is a short text with a sign, such as the state of the observation.
type StatusText struct {
	widget.BaseWidget
	// OnTapped is called for a click; nil for a text that is only to be read.
	OnTapped func()

	icon   Symbol
	color  fyne.ThemeColorName
	text   string
	hint   string
	width  float32 // 0: as wide as the text
	symbol *canvas.Image
	label  *label
	tips   *Tips
}

// NewStatusText makes a text; with a width it stays that wide whatever it says,
// so that nothing beside it moves.
func NewStatusText(tips *Tips, width float32) *StatusText {
	s := &StatusText{tips: tips, width: width, symbol: newSymbol(), label: newLabel(smallText)}
	s.ExtendBaseWidget(s)
	return s
}

// Set changes sign, text and hint, and reports whether anything that is seen
// changed; icon may be "". Nothing is drawn where nothing changed: this is called
// each second, and a frame costs up to 25 ms.
func (s *StatusText) Set(icon Symbol, color fyne.ThemeColorName, text, hint string) bool {
	s.hint = hint
	if s.icon == icon && s.color == color && s.text == text {
		return false
	}
	s.icon, s.color, s.text = icon, color, text
	s.Refresh()
	return true
}

// Text returns what is shown.
func (s *StatusText) Text() string { return s.text }

// MinSize depends on the text unless the width is fixed.
func (s *StatusText) MinSize() fyne.Size {
	w := s.width
	if w == 0 {
		w = fyne.MeasureText(OneLine(s.text), smallText, fyne.TextStyle{}).Width + 12
		if s.icon != "" {
			w += iconSize + 3
		}
	}
	return fyne.NewSize(w, 22)
}

// CreateRenderer is called by Fyne.
func (s *StatusText) CreateRenderer() fyne.WidgetRenderer {
	return &statusRenderer{s, []fyne.CanvasObject{s.symbol, s.label.Text}}
}

type statusRenderer struct {
	s       *StatusText
	objects []fyne.CanvasObject
}

func (r *statusRenderer) Layout(size fyne.Size) {
	s := r.s
	x := float32(6)
	setSymbol(s.symbol, s.icon, or(s.color, ColorDim))
	if s.icon != "" {
		s.symbol.Move(fyne.NewPos(x, (size.Height-iconSize)/2))
		s.symbol.Resize(fyne.NewSquareSize(iconSize))
		x += iconSize + 3
	}
	name := fyne.ThemeColorName(ColorDim)
	if s.color == ColorCaution || s.color == ColorBad {
		name = s.color
	}
	s.label.set(s.text, max(8, size.Width-x-2), name, fyne.TextStyle{})
	s.label.place(x, 0, size.Height)
}
func (r *statusRenderer) MinSize() fyne.Size           { return r.s.MinSize() }
func (r *statusRenderer) Refresh()                     { r.Layout(r.s.Size()) }
func (r *statusRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *statusRenderer) Destroy()                     {}

// Tapped tells OnTapped.
func (s *StatusText) Tapped(*fyne.PointEvent) {
	if s.OnTapped != nil {
		s.OnTapped()
	}
}

// MouseIn tells the hint.
func (s *StatusText) MouseIn(e *desktop.MouseEvent) {
	var lines []string
	if s.label.cut() {
		lines = append(lines, s.text)
	}
	if s.hint != "" {
		lines = append(lines, s.hint)
	}
	if len(lines) > 0 {
		s.tips.ShowLater(e.AbsolutePosition, lines...)
	}
}

// MouseMoved does nothing more.
func (s *StatusText) MouseMoved(*desktop.MouseEvent) {}

// MouseOut hides the hint.
func (s *StatusText) MouseOut() { s.tips.Hide() }

// Describe says the text.
func (s *StatusText) Describe() Description {
	return describeAt(Description{Role: "status", Label: s.text, Value: s.hint}, s)
}
