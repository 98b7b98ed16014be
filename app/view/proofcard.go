package view

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// proofLine is a line of the proof card; node is where it leads.
type proofLine struct {
	line Line
	node tree.NodeID
}

// ProofCard shows the evidence that a locator means one element: how many were
// compared, how many match, and the twins with what separates them.
type ProofCard struct {
	Object fyne.CanvasObject
	// OnTwin is called with the twin that was chosen.
	OnTwin func(tree.NodeID)
	// OnHover is called with the twin under the pointer, tree.None for none.
	OnHover  func(tree.NodeID)
	OnEscape func()

	list  *lineList
	whole []proofLine
	lines []proofLine // the same, what is said broken to the width of the card
	width float32
}

// NewProofCard makes an empty card.
func NewProofCard(tips *Tips) *ProofCard {
	c := &ProofCard{}
	c.list = newLineList(tips, func() int { return len(c.lines) }, func(i int) Line { return c.lines[i].line })
	c.list.links = true
	c.Object = c.list.Object
	c.list.OnActivate = c.follow
	c.list.OnChoose = c.follow
	c.list.OnHover = func(i int) {
		id := tree.None
		if i >= 0 && i < len(c.lines) {
			id = c.lines[i].node
		}
		if c.OnHover != nil {
			c.OnHover(id)
		}
	}
	c.list.OnEscape = func() {
		if c.OnEscape != nil {
			c.OnEscape()
		}
	}
	return c
}

func (c *ProofCard) follow(i int) {
	if id := c.lines[i].node; id != tree.None && c.OnTwin != nil {
		c.OnTwin(id)
	}
}

// Set shows the proof of a target; nil while it is being made. doubt says why it
// proves nothing any more.
func (c *ProofCard) Set(t *inspector.Target, doubt string) {
	c.whole = c.whole[:0]
	if t == nil {
		c.add(Line{Icon: "running", Title: "comparing …", Color: ColorDim})
	} else {
		c.fill(t, doubt)
	}
	c.list.chosen = -1
	c.list.ScrollToTop()
	c.wrap()
}

// SetWidth breaks what is said to a width; elements keep a line each.
func (c *ProofCard) SetWidth(width float32) {
	if c.width != width {
		c.width = width
		c.wrap()
	}
}

func (c *ProofCard) wrap() {
	c.lines = c.lines[:0]
	room := c.width - 2*gap - 2*paneMargin - iconSize
	for _, pl := range c.whole {
		if pl.node != tree.None || pl.line.Note != "" || room < 60 {
			c.lines = append(c.lines, pl)
			continue
		}
		for rest := OneLine(pl.line.Title); rest != ""; {
			pl.line.Title, rest = breakText(rest, room, pl.line.Style)
			c.lines = append(c.lines, pl)
			pl.line.Icon, pl.line.LeadWidth = "", iconSize+gap
		}
	}
	c.list.Refresh()
}

func (c *ProofCard) fill(t *inspector.Target, doubt string) {
	p := &t.Proof
	agree := Sign{Icon: "check", Color: ColorGood}
	sign := doubted(standingSign(t.Standing), doubt)
	if doubt != "" {
		c.add(Line{Icon: sign.Icon, IconColor: sign.Color, Title: sign.Words, Color: ColorCaution})
		sign.Icon, sign.Color = "skipped", ColorDim
		agree = sign
	}
	c.add(Line{Icon: sign.Icon, IconColor: sign.Color, Title: p.String(), Tip: sign.Words})
	if p.Reason != "" && p.Outcome != inspector.Ambiguous {
		c.add(Line{Icon: "skipped", Title: p.Reason, Color: ColorDim})
	}
	if n := len(t.Witnesses); n > 0 {
		locators := make([]string, n)
		for i, w := range t.Witnesses {
			locators[i] = w.String()
		}
		c.add(Line{Icon: agree.Icon, IconColor: agree.Color, Title: plural(n, "witness agrees", "witnesses agree"),
			Note: locators[0], Tip: strings.Join(locators, "   ·   ")})
	}
	for i, tw := range p.Twins {
		ln := Line{Icon: "twins", IconColor: ColorBad, Title: tw.Describe, Color: theme.ColorNameForeground, Tip: tw.Path}
		ln.Note = "no label tells them apart"
		if tw.Matches {
			ln.Lead, ln.LeadWidth = fmt.Sprint(i+1), 16
		} else {
			ln.Icon, ln.IconColor, ln.Note = "tilde", ColorDim, "nearest"
		}
		if len(tw.Differs) > 0 {
			ln.Note = "other " + strings.Join(tw.Differs, ", ")
		}
		c.whole = append(c.whole, proofLine{ln, tw.Node})
	}
}

func (c *ProofCard) add(ln Line) { c.whole = append(c.whole, proofLine{ln, tree.None}) }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func standingSign(s inspector.Standing) Sign {
	switch s {
	case inspector.StandingUnique:
		return BadgeSign(inspector.BadgeUnique, 1)
	case inspector.StandingContext:
		return BadgeSign(inspector.BadgeContext, 0)
	case inspector.StandingUnproven:
		return BadgeSign(inspector.BadgeUnproven, 0)
	}
	return BadgeSign(inspector.BadgeAmbiguous, 0)
}

// Height is what the card needs, up to eight lines.
func (c *ProofCard) Height() float32 { return float32(min(len(c.lines), 8)) * rowHeight }

// Describe lists the lines of the card.
func (c *ProofCard) Describe() Description { return c.list.describe("list", "Proof", "listitem") }

// maxTwinMarks is how many twins are outlined: more say nothing, the card counts
// them.
const maxTwinMarks = 24

// TwinMarks returns the marks of a target's twins, numbered as in the card.
func TwinMarks(p *inspector.Proof) []Mark {
	var marks []Mark
	for i, tw := range p.Twins {
		if tw.Matches && len(marks) < maxTwinMarks {
			marks = append(marks, Mark{Kind: MarkTwin, Bounds: tw.Bounds, Number: i + 1})
		}
	}
	return marks
}
