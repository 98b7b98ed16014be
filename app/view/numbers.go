package view

import (
	"fmt"
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// maxNumbers is how many numbers there are beside those of the Tab key, which are all
// shown: their walk has a bound of its own.
const maxNumbers = 24

// number is the little plate of a mark: at the corner of a twin, at the edge of a stop.
type number struct {
	plate *canvas.Rectangle
	text  *canvas.Text
}

func newNumber() *number {
	n := &number{canvas.NewRectangle(shade(ColorBad)), canvas.NewText("", color.White)}
	n.plate.CornerRadius = 3
	n.text.TextSize = 11
	n.text.TextStyle.Bold = true
	n.hide()
	return n
}

func (n *number) hide() {
	n.plate.Hide()
	n.text.Hide()
}

// plate is what stands on the plate of a mark, "" where it has none.
func (m Mark) plate() string {
	switch {
	case m.Text != "":
		return m.Text
	case m.Number > 0:
		return fmt.Sprint(m.Number)
	}
	return ""
}

// placeNumbers shows the numbers of the marks; those that were not needed before are made.
func (s *Stage) placeNumbers() {
	used, others := 0, 0
	var stops []*number
	for _, m := range s.marks {
		if m.plate() == "" || !m.Bounds.Usable() || s.pic == nil {
			continue
		}
		if m.Kind != MarkStop {
			if others++; others > maxNumbers {
				continue
			}
		}
		if used == len(s.numbers) {
			s.numbers = append(s.numbers, newNumber())
		}
		n := s.numbers[used]
		n.show(m, s.toUnits(m.Bounds.Rect), s.Size())
		if m.Kind == MarkStop && n.plate.Visible() {
			n.stepAside(stops, s.Size())
			stops = append(stops, n)
		}
		used++
	}
	for _, n := range s.numbers[used:] {
		n.hide()
	}
}

// mostAside is how many plates another one steps aside for: further away it would stand
// at another element.
const mostAside = 3

// stepAside moves a plate to the right of those that it would hide, where there is room.
func (n *number) stepAside(others []*number, within fyne.Size) {
	start := n.plate.Position()
	at := start
	for range mostAside {
		i := slices.IndexFunc(others, func(o *number) bool {
			p, s := o.plate.Position(), o.plate.Size()
			return at.X < p.X+s.Width && p.X < at.X+n.plate.Size().Width && at.Y < p.Y+s.Height && p.Y < at.Y+n.plate.Size().Height
		})
		if i < 0 {
			break
		}
		at.X = others[i].plate.Position().X + others[i].plate.Size().Width
	}
	if at == start || at.X+n.plate.Size().Width > within.Width {
		return
	}
	n.plate.Move(at)
	n.text.Move(at.AddXY(4, 0))
}

func (n *number) show(m Mark, at tree32, within fyne.Size) {
	n.text.Text = m.plate()
	n.plate.FillColor, n.text.Color = shade(ColorBad), shade(ColorPane)
	n.plate.StrokeWidth = 0
	switch m.Kind {
	case MarkNear:
		n.plate.FillColor = shade(ColorCaution)
	case MarkStop:
		n.plate.FillColor = shade(ColorAccent)
		n.plate.StrokeWidth, n.plate.StrokeColor = 1, shade(ColorPane)
	}
	min := n.text.MinSize()
	size := fyne.NewSize(min.Width+8, min.Height)
	pos := fyne.NewPos(at.x-2, at.y-size.Height)
	if m.Kind == MarkStop { // over its left edge, where it hides no text of the element
		pos = fyne.NewPos(at.x-size.Width/2, at.y+(at.h-size.Height)/2)
		if at.x >= 0 && pos.X < 0 {
			pos.X = 0
		}
	} else if pos.Y < 0 {
		pos.Y = at.y
	}
	visible := pos.X >= 0 && pos.X+size.Width <= within.Width && pos.Y >= 0 && pos.Y+size.Height <= within.Height
	if !visible {
		n.hide()
		return
	}
	n.plate.Move(pos)
	n.plate.Resize(size)
	n.text.Move(pos.AddXY(4, 0))
	n.text.Resize(min)
	n.plate.Show()
	n.text.Show()
	n.plate.Refresh()
	n.text.Refresh()
}

// Hatching of a place that no element stands for, in device pixels.
const (
	hatchStep  = 8
	hatchThick = 2
)

// hatch draws slanted lines into r. They begin at its corner, so that they stay in place
// in the picture when it is moved.
func (p *painter) hatch(r image.Rectangle, c color.RGBA) {
	c.A = c.A / 4 * 3
	in := r.Intersect(p.clip)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if (x-r.Min.X+y-r.Min.Y)%hatchStep < hatchThick {
				blend(p.buf, x, y, c)
			}
		}
	}
}

// ways draws the lines between the stops that follow one another, from the left edge of
// one to that of the next.
func (p *painter) ways(marks []Mark, cam camera, ink inks) {
	ink.accent.A = ink.accent.A / 5 * 3 // what lies below can still be read
	var before image.Point
	known := false
	for i := range marks {
		m := &marks[i]
		if m.Kind != MarkStop {
			continue
		}
		if !m.Bounds.Usable() {
			known = false
			continue
		}
		r := cam.toDevice(m.Bounds.Rect)
		at := image.Pt(r.Min.X, (r.Min.Y+r.Max.Y)/2)
		if known && m.Joined {
			p.line(before, at, ink.accent)
		}
		before, known = at, true
	}
}

// line draws a straight line, two device pixels thick.
func (p *painter) line(a, b image.Point, c color.RGBA) {
	d := b.Sub(a)
	steps := max(d.X, -d.X, d.Y, -d.Y)
	if steps == 0 {
		return
	}
	steep := max(d.Y, -d.Y) > max(d.X, -d.X)
	inside := p.clip
	// What lies far outside is not walked pixel by pixel.
	if !image.Rect(min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X)+2, max(a.Y, b.Y)+2).Overlaps(inside) {
		return
	}
	for i := range steps + 1 {
		at := image.Pt(a.X+d.X*i/steps, a.Y+d.Y*i/steps)
		for range 2 {
			if at.In(inside) {
				blend(p.buf, at.X, at.Y, c)
			}
			if steep {
				at.X++
			} else {
				at.Y++
			}
		}
	}
}
