package view

import (
	"slices"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/recorder"
)

// head is the line of a section. One that is folded hides no trouble.
func (p *StepsPane) head(r stepRow) Line {
	ln := Line{Section: true, Fold: FoldOpen, Title: r.group, Note: plural(r.n, "step", "steps"), Style: fyne.TextStyle{Bold: true}}
	if !r.folded {
		return ln
	}
	ln.Fold = FoldClosed
	if n := p.troubled(r); n > 0 {
		ln.Icon, ln.IconColor = "warning", ColorCaution
		ln.Note += ", " + plural(n, "needs", "need") + " a look"
	}
	return ln
}

// troubled counts the steps of a section that did not pass, or could not be replayed.
func (p *StepsPane) troubled(r stepRow) int {
	n := 0
	for _, it := range p.items[r.step : r.step+r.n] {
		switch {
		case it.Result != nil:
			if v := it.Result.Verdict; v != recorder.VerdictPassed && v != recorder.VerdictSkipped && v != recorder.VerdictRunning {
				n++
			}
		case it.Step != nil && !it.Step.Disabled && (it.Step.Obstacle != "" || it.Step.Light == recorder.LightAmbiguous || it.Step.Light == recorder.LightNoElement):
			n++
		}
	}
	return n
}

// arrange makes the rows. A section is opened where some of its steps are chosen, and
// not all: a head stands for all of them.
func (p *StepsPane) arrange(chosen []int) {
	p.list.folds = false
	for i := 0; i < len(p.items); {
		g, end := p.items[i].group(), i+1
		for end < len(p.items) && p.items[end].group() == g {
			end++
		}
		if g != "" {
			p.list.folds = true
			in := 0
			for at := i; at < end; at++ {
				if slices.Contains(chosen, at) {
					in++
				}
			}
			if in > 0 && in < end-i {
				delete(p.folded, g)
			}
		}
		i = end
	}
	p.rows = stepRows(p.items, p.folded)
}

// fold shows only the head of a section, or its steps again. The head is chosen then.
func (p *StepsPane) fold(group string, open bool) {
	if open {
		delete(p.folded, group)
	} else {
		p.folded[group] = true
	}
	p.rows = stepRows(p.items, p.folded)
	for row, r := range p.rows {
		if r.n > 0 && r.group == group {
			p.list.show(row, true)
			p.chosenRow(row)
		}
	}
}

// foldKey folds and unfolds sections: Left on a step goes to its head, Enter on a head
// turns it round.
func (p *StepsPane) foldKey(e *fyne.KeyEvent) bool {
	row := p.list.chosen
	if row < 0 || row >= len(p.rows) || p.rows[row].group == "" {
		return false
	}
	r := p.rows[row]
	switch e.Name {
	case fyne.KeyLeft:
		for ; p.rows[row].n == 0; row-- {
		}
		if r.n == 0 {
			p.list.choose(row)
		} else if !r.folded {
			p.fold(r.group, false)
		}
	case fyne.KeyRight:
		switch {
		case r.n == 0:
			return false
		case r.folded:
			p.fold(r.group, true)
		default:
			p.list.choose(row + 1)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if r.n == 0 {
			return false
		}
		p.fold(r.group, r.folded)
	default:
		return false
	}
	return true
}

// dropped asks for steps to be moved: those that are chosen where one of them was
// dragged, else the one that was, or all of a section whose head was.
func (p *StepsPane) dropped(row, before int) {
	if p.OnMove == nil || row >= len(p.rows) {
		return
	}
	if !p.list.isChosen(row) {
		p.list.choose(row)
	}
	to := len(p.items)
	if before < len(p.rows) {
		to = p.rows[before].step
	}
	p.OnMove(p.Chosen(), to)
}

// MarkInsertion shows where a new step will come to lie: before the one that is now at
// place, after the last for their number; -1 for nowhere.
func (p *StepsPane) MarkInsertion(place int) {
	row := -1
	if place >= 0 {
		row = len(p.rows)
		for i := len(p.rows) - 1; i >= 0; i-- {
			if p.rows[i].step >= place {
				row = i
			}
		}
	}
	p.list.Mark(row)
}
