package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// several is the choice of more than one line of a list: Shift extends it from the
// line that was chosen first, Ctrl adds and takes away single ones. The line that
// keys act on is among them and stays the list's chosen one.
type several struct {
	on     bool
	anchor int
	also   map[int]bool // chosen beside the list's own
}

// held returns the modifier keys that are held just now.
func held() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// isChosen reports whether a line is among the chosen ones.
func (l *lineList) isChosen(i int) bool { return i == l.chosen || l.several.also[i] }

// chosenLines returns all chosen lines in their order.
func (l *lineList) chosenLines() []int {
	var lines []int
	for i := range l.count() {
		if l.isChosen(i) {
			lines = append(lines, i)
		}
	}
	return lines
}

// mark chooses several lines without telling anyone; the last of them is the one
// that keys act on.
func (l *lineList) mark(lines []int) {
	l.several.also = map[int]bool{}
	l.chosen = -1
	for _, i := range lines {
		l.several.also[i] = true
		l.chosen = i
	}
	if len(lines) > 0 {
		l.several.anchor = lines[0]
		l.scrollInto(l.chosen)
	}
	l.Refresh()
}

// extend chooses the lines from the anchor to i.
func (l *lineList) extend(i int) {
	if i < 0 || i >= l.count() {
		return
	}
	l.several.also = map[int]bool{}
	for at := min(i, l.several.anchor); at <= max(i, l.several.anchor); at++ {
		l.several.also[at] = true
	}
	l.chosen = i
	l.scrollInto(i)
	l.told(i)
}

// toggle adds a line to the chosen ones or takes it away.
func (l *lineList) toggle(i int) {
	if l.several.also == nil {
		l.several.also = map[int]bool{}
	}
	switch {
	case i != l.chosen && l.several.also[i]:
		delete(l.several.also, i)
	case i == l.chosen:
		delete(l.several.also, i)
		l.chosen = -1
		for at := range l.count() {
			if l.several.also[at] {
				l.chosen = at
			}
		}
	default:
		if l.chosen >= 0 {
			l.several.also[l.chosen] = true
		}
		l.chosen = i
		l.several.also[i] = true
		l.several.anchor = i
	}
	l.told(l.chosen)
}

// told draws the choice and reports it.
func (l *lineList) told(i int) {
	l.Refresh()
	if i >= 0 && l.OnChoose != nil {
		l.OnChoose(i)
	}
}

// alone makes a line the only chosen one.
func (l *lineList) alone(i int) {
	l.several.also, l.several.anchor = nil, max(0, i)
}

// tapped chooses a line as the modifier keys ask for it.
func (l *lineList) tapped(i int) {
	switch mod := held(); {
	case l.several.on && mod&fyne.KeyModifierShift != 0:
		l.extend(i)
	case l.several.on && mod&fyne.KeyModifierControl != 0:
		l.toggle(i)
	default:
		l.choose(i)
		if l.OnTap != nil {
			l.OnTap(i)
		}
	}
}
