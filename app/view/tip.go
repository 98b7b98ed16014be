package view

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/inspector"
)

// Tips is the layer above the window on which hints appear beside the pointer.
// It takes no input, so what lies below stays reachable.
type Tips struct {
	Layer *fyne.Container
	// After runs a function on the window's goroutine after a while; nil runs it at
	// once.
	After func(time.Duration, func())

	back  *canvas.Rectangle
	lines []*label
	asked int // counts what was asked for, so that what is late is dropped

	gone    func() // what to do at goneAt, if asked is still goneOf
	goneAt  time.Time
	goneOf  int
	waiting bool
}

// rest is how long the pointer rests before a hint that nobody waits for.
const rest = 500 * time.Millisecond

// lasting is how long a hint or what is hovered stays without the pointer moving.
// Fyne does not tell when the pointer leaves the window, so it may be gone.
const lasting = 8 * time.Second

const (
	maxTipLines = 8
	tipRunes    = 2000 // more than so many lines hold
)

// NewTips makes the layer; put its Layer on top of the window's content.
func NewTips() *Tips {
	t := &Tips{back: canvas.NewRectangle(shade(ColorTip))}
	t.back.CornerRadius = 3
	objects := []fyne.CanvasObject{t.back}
	for range maxTipLines {
		l := newLabel(smallText)
		l.Hide()
		t.lines = append(t.lines, l)
		objects = append(objects, l.Text)
	}
	t.back.Hide()
	t.Layer = container.NewWithoutLayout(objects...)
	return t
}

// ShowLater shows lines as Show does, when the pointer has rested.
func (t *Tips) ShowLater(at fyne.Position, lines ...string) {
	if t == nil {
		return
	}
	t.Hide()
	if t.After == nil {
		t.Show(at, lines...)
		return
	}
	asked := t.asked
	t.After(rest, func() {
		if t.asked == asked {
			t.Show(at, lines...)
		}
	})
}

// Show shows a few lines, wrapped where they are long, near a position in the window.
func (t *Tips) Show(at fyne.Position, lines ...string) {
	if t == nil {
		return
	}
	t.asked++
	// Places come in those of the window, whose menu lies above the layer.
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(t.Layer))
	size := t.Layer.Size()
	limit := min(size.Width-4*gap, 640)
	var w, h float32
	var parts []string
	for _, line := range lines {
		line, _ = inspector.Visible(line, tipRunes)
		for line != "" && len(parts) < len(t.lines) {
			head := line
			if fyne.MeasureText(line, smallText, fyne.TextStyle{}).Width > limit {
				head, line = breakLine(line, limit, smallText, fyne.TextStyle{})
			} else {
				line = ""
			}
			parts = append(parts, head)
		}
	}
	for i, l := range t.lines {
		text := ""
		if i < len(parts) {
			text = parts[i]
		}
		name := ColorTipText
		w = max(w, l.set(text, limit, name, fyne.TextStyle{}))
		if text != "" {
			h += l.MinSize().Height
		}
	}
	if h == 0 {
		t.Hide()
		return
	}
	w, h = w+4*gap, h+gap
	x, y := at.X+12, at.Y+18
	if x+w > size.Width {
		x = max(0, size.Width-w)
	}
	if y+h > size.Height {
		y = at.Y - h - 6
	}
	t.expire(t.Hide)
	t.back.FillColor = shade(ColorTip)
	t.back.Move(fyne.NewPos(x, y))
	t.back.Resize(fyne.NewSize(w, h))
	t.back.Show()
	t.back.Refresh()
	y += gap / 2
	for _, l := range t.lines {
		if l.Visible() {
			l.place(x+2*gap, y, l.MinSize().Height)
			y += l.MinSize().Height
		}
	}
}

// expire runs gone after a while in which nothing else was shown or hidden. One
// timer serves all that is asked for meanwhile.
func (t *Tips) expire(gone func()) {
	if t == nil || t.After == nil {
		return
	}
	t.gone, t.goneOf, t.goneAt = gone, t.asked, time.Now().Add(lasting)
	if !t.waiting {
		t.waiting = true
		t.After(lasting, t.expired)
	}
}

func (t *Tips) expired() {
	t.waiting = false
	switch left := time.Until(t.goneAt); {
	case t.goneOf != t.asked:
	case left > 0:
		t.waiting = true
		t.After(left, t.expired)
	default:
		t.gone()
	}
}

// Hide takes the hint away.
func (t *Tips) Hide() {
	if t == nil {
		return
	}
	t.asked++
	if !t.back.Visible() {
		return
	}
	t.back.Hide()
	for _, l := range t.lines {
		l.Hide()
	}
	t.Layer.Refresh()
}

// Text returns the lines that are shown, for tests.
func (t *Tips) Text() []string {
	var shown []string
	for _, l := range t.lines {
		if l.Visible() {
			shown = append(shown, l.full)
		}
	}
	return shown
}
