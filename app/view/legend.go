package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Legend is the strip below the picture that says what is drawn over it: the blind
// spots and the stops of the Tab key. It is hidden while neither is.
type Legend struct {
	Blind *StatusText
	Stops *StatusText

	object fyne.CanvasObject
	above  *fyne.Container // it and what it stands below
}

// NewLegend makes an empty legend.
func NewLegend(tips *Tips) *Legend {
	l := &Legend{Blind: NewStatusText(tips, 0), Stops: NewStatusText(tips, 0)}
	l.Blind.Hide()
	l.Stops.Hide()
	l.object = On(ColorHeader, container.New(lines{}, l.Stops, l.Blind))
	return l
}

// Under puts the legend below the rest while it says anything.
func (l *Legend) Under(rest fyne.CanvasObject) fyne.CanvasObject {
	l.object.Hide()
	l.above = container.New(under{}, l.object, rest)
	return l.above
}

// Arrange shows what has something to say, after a change of it.
func (l *Legend) Arrange() {
	any := false
	for _, t := range []*StatusText{l.Stops, l.Blind} {
		if t.Text() == "" {
			t.Hide()
			continue
		}
		t.Show()
		any = true
	}
	if any {
		l.object.Show()
	} else {
		l.object.Hide()
	}
	l.above.Layout.Layout(l.above.Objects, l.above.Size())
	l.above.Refresh()
}

// Describe says what the legend says.
func (l *Legend) Describe() Description {
	d := describeAt(Description{Role: "region", Label: "Legend"}, l.object)
	for _, t := range []*StatusText{l.Stops, l.Blind} {
		if t.Text() != "" {
			d.Children = append(d.Children, t.Describe())
		}
	}
	return d
}

type under struct{}

func (under) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 80) }
func (under) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h := float32(0)
	if o[0].Visible() {
		h = o[0].MinSize().Height
	}
	place(o[0], 0, s.Height-h, s.Width, h)
	place(o[1], 0, 0, s.Width, s.Height-h)
}

// lines puts what is visible one below the other, a line each.
type lines struct{}

func (lines) MinSize(o []fyne.CanvasObject) fyne.Size {
	s := fyne.NewSize(100, 0)
	for _, part := range o {
		if part.Visible() {
			s.Height += StatusHeight
		}
	}
	return s
}

func (lines) Layout(o []fyne.CanvasObject, s fyne.Size) {
	y := float32(0)
	for _, part := range o {
		if part.Visible() {
			place(part, gap, y+(StatusHeight-22)/2, s.Width-2*gap, 22)
			y += StatusHeight
		}
	}
}

// NewTools puts parts in a row, of which the first, a text, gives way where there is too
// little room.
func NewTools(text *StatusText, parts ...fyne.CanvasObject) *fyne.Container {
	return container.New(toolRow{}, append([]fyne.CanvasObject{text}, parts...)...)
}

type toolRow struct{}

func (toolRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	s := fyne.Size{}
	for _, part := range o {
		if part.Visible() {
			min := part.MinSize()
			s.Width += min.Width + gap
			s.Height = max(s.Height, min.Height)
		}
	}
	return s
}

func (t toolRow) Layout(o []fyne.CanvasObject, s fyne.Size) {
	short := max(0, t.MinSize(o).Width-s.Width)
	x := float32(0)
	for i, part := range o {
		if !part.Visible() {
			continue
		}
		w := part.MinSize().Width
		if i == 0 {
			w = max(0, w-short)
		}
		h := part.MinSize().Height
		place(part, x, (s.Height-h)/2, w, h)
		x += w + gap
	}
}
