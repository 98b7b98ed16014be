package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// TargetCard shows in a dialog which element is meant, by what it is found, and the
// proof of that.
type TargetCard struct {
	Object fyne.CanvasObject

	lines []Line
	list  *lineList
}

// NewTargetCard makes an empty card; onKey sees keys first and reports whether it used
// them.
func NewTargetCard(tips *Tips, onKey func(*fyne.KeyEvent) bool) *TargetCard {
	c := &TargetCard{}
	c.list = newLineList(tips, func() int { return len(c.lines) }, func(i int) Line { return c.lines[i] })
	c.list.links = true
	c.list.OnKey = onKey
	c.Object = container.New(arranged{func(s fyne.Size) { place(c.list.Object, 0, 0, s.Width, s.Height) }, fyne.NewSize(200, 3*rowHeight)}, c.list.Object)
	return c
}

// Set shows another target; nil is the application as a whole.
func (c *TargetCard) Set(t *inspector.Target) {
	const lead = 68
	if t == nil {
		c.lines = []Line{{Lead: "Element", LeadWidth: lead, Title: "none: it is about the application as a whole"}}
	} else {
		s := targetSign(recorder.LightOf(t.Standing), t)
		if t.Standing == inspector.StandingUnproven {
			s = Sign{"question", ColorCaution, "", "not proven: the observation is not complete"}
		}
		c.lines = []Line{
			{Lead: "Element", LeadWidth: lead, Title: t.Describe},
			{Lead: "Found by", LeadWidth: lead, Title: t.Locator.String(), Style: mono},
			{Lead: "Proof", LeadWidth: lead, Icon: s.Icon, IconColor: s.Color, Title: t.Proof.String(), Note: s.Words},
		}
	}
	c.list.Refresh()
}

// Describe lists what is shown.
func (c *TargetCard) Describe() Description { return c.list.describe("list", "Element", "listitem") }
