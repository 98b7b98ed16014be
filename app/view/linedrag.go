package view

import (
	"math"

	"fyne.io/fyne/v2"
)

// lineDrag is a line that is being dragged to another place of its list. The zero
// value is none.
type lineDrag struct {
	on    bool
	row   int           // that was pressed
	start fyne.Position // of the press, in the row
	moved float32       // how far the pointer has come from there
	mark  bool          // a line shows where it would come to lie
	place int           // the row before which that is
}

// slop is how far a pointer may slip in a click: Fyne makes a drag of 2 pixels and
// then tells no click.
const slop = 6

// Mark shows where something comes to lie: before the row, after the last one for
// their number; -1 for nowhere. It is drawn in the rows, so that it scrolls with them.
func (l *lineList) Mark(place int) {
	on := place >= 0
	if l.marked != on || l.markAt != place {
		l.marked, l.markAt = on, place
		l.Refresh()
	}
}

// Dragged moves the mark to where the line would come to lie.
func (r *lineRow) Dragged(e *fyne.DragEvent) {
	l := r.list
	d := &l.drag
	if !d.on {
		*d = lineDrag{on: true, row: r.at, start: e.Position.SubtractXY(e.Dragged.DX, e.Dragged.DY), place: -1}
		l.tips.Hide()
		l.grab()
	}
	from := fyne.NewPos(d.start.X, d.start.Y+float32(d.row)*rowHeight)
	corner := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
	at := e.AbsolutePosition.Subtract(corner)
	at.Y += l.GetScrollOffset()
	d.moved = max(d.moved, float32(math.Hypot(float64(at.X-from.X), float64(at.Y-from.Y))))
	if l.OnDrop == nil || d.moved < slop || d.row < 0 {
		return
	}
	const edge = rowHeight / 2
	switch y := at.Y - l.GetScrollOffset(); {
	case y < edge:
		l.ScrollToOffset(max(0, l.GetScrollOffset()-edge))
	case y > l.Size().Height-edge:
		if end := float32(l.count())*rowHeight - l.Size().Height; end > 0 {
			l.ScrollToOffset(min(end, l.GetScrollOffset()+edge))
		}
	}
	d.place = min(max(0, int(at.Y/rowHeight+0.5)), l.count())
	d.mark = true
	l.Mark(d.place)
}

// DragEnd drops the line, or makes a click of what was no more than that.
func (r *lineRow) DragEnd() {
	l := r.list
	d := l.drag
	l.drag = lineDrag{}
	switch {
	case d.mark && d.row >= 0:
		l.Mark(-1)
		l.OnDrop(d.row, d.place)
	case d.on && d.row == r.at && d.moved < slop:
		r.Tapped(&fyne.PointEvent{Position: d.start})
	}
}

// undrag gives a drag up, and reports whether there was one.
func (l *lineList) undrag() bool {
	if !l.drag.mark {
		return false
	}
	l.drag.mark, l.drag.row = false, -1
	l.Mark(-1)
	return true
}
