package view

import (
	"strconv"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// cutReasons says in words why something was not read.
var cutReasons = map[tree.CutReason]string{
	tree.CutTime:            "the time for reading ran out",
	tree.CutEnded:           "the application ended while it was read",
	tree.CutDepth:           "deeper than the limit",
	tree.CutCount:           "more elements than the limit",
	tree.CutUnreadable:      "the application did not let it be read",
	tree.CutVirtualChildren: "the application makes the children on demand",
	tree.CutChanged:         "it changed while it was read",
	tree.CutCycle:           "an element came up twice",
	tree.CutCountMismatch:   "the children named differ in number from the count claimed",
}

// CutWords says what was not read at a place, and why.
func CutWords(c tree.Cut) string {
	why, ok := cutReasons[c.Reason]
	if !ok {
		why = string(c.Reason)
	}
	return missing(c) + ": " + why
}

// missing says how many children were not read.
func missing(c tree.Cut) string {
	switch {
	case c.Missing < 0:
		return "children not read"
	case c.Missing == 0:
		return "not read"
	}
	if c.Missing == 1 {
		return "1 child not read"
	}
	return grouped(c.Missing) + " children not read"
}

// grouped prints a number with commas between the thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// CutList lists where an observation is not complete.
type CutList struct {
	Object fyne.CanvasObject
	// OnChoose is called with the element below which something is missing.
	OnChoose func(tree.NodeID)

	list *lineList
	f    *inspector.Frozen
}

// NewCutList lists the cuts of a snapshot.
func NewCutList(tips *Tips, f *inspector.Frozen, onEscape func()) *CutList {
	l := &CutList{f: f}
	l.list = newLineList(tips, func() int { return len(f.Cuts) }, func(i int) Line {
		c := f.Cuts[i]
		ln := Line{Icon: "warning", IconColor: ColorCaution, Title: CutWords(c), Tip: c.Detail}
		if n := f.Node(c.Node); n != nil {
			ln.Title, ln.Note = f.Short(c.Node)+": "+CutWords(c), f.Path(c.Node)
		}
		return ln
	})
	l.list.links = true
	choose := func(i int) {
		if l.OnChoose != nil && f.Node(f.Cuts[i].Node) != nil {
			l.OnChoose(f.Cuts[i].Node)
		}
	}
	l.list.OnChoose, l.list.OnActivate, l.list.OnEscape = choose, choose, onEscape
	l.Object = l.list.Object
	return l
}

// Focus gives the list the keyboard.
func (l *CutList) Focus(c fyne.Canvas) { c.Focus(l.list) }

// Describe lists the cuts.
func (l *CutList) Describe() Description {
	return l.list.describe("list", "Not read", "listitem")
}
