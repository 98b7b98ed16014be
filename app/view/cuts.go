package view

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

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
	return missing(c) + ": " + why(c)
}

func why(c tree.Cut) string {
	if words, ok := cutReasons[c.Reason]; ok {
		return words
	}
	return string(c.Reason)
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
			ln.Title, ln.Note = f.Short(c.Node)+": "+read(c, len(n.Children)), f.Path(c.Node)
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
	text := widget.NewLabel(strings.Join(CutConsequences(f), "\n"))
	text.Wrapping = fyne.TextWrapWord
	l.Object = container.NewBorder(text, nil, nil, nil, l.list.Object)
	return l
}

// read says how much of the children at a cut was read, and why no more.
func read(c tree.Cut, children int) string {
	switch {
	case c.Missing > 0:
		return "read " + grouped(children) + " of " + grouped(children+c.Missing) + " children: " + why(c)
	case c.Missing < 0 && children > 0:
		return "read " + plural(children, "child", "children") + ", others not: " + why(c)
	}
	return CutWords(c)
}

// CutConsequences says how much was read in all, and what follows from what was not
// for proofs.
func CutConsequences(f *inspector.Frozen) []string {
	items, others, whole := 0, 0, f.Doubtful()
	seen := map[tree.NodeID]bool{}
	for _, c := range f.Cuts {
		switch {
		case seen[c.Node]:
			continue
		case f.HidesItems(c.Node):
			items++
		default:
			others++
			whole = whole || c.Node == 0
		}
		seen[c.Node] = true
	}
	lines := []string{fmt.Sprintf("Read: %s. Below %s something is missing.", plural(len(f.Nodes), "element", "elements"), plural(len(seen), "place", "places"))}
	if whole {
		return append(lines, "That may be anything anywhere: nothing is proven unique. Read Again (Ctrl+R) may get it.")
	}
	if items > 0 {
		lines = append(lines, fmt.Sprintf("In %s only items can be missing, which are made on demand. Buttons, menus, toolbars, tabs and windows are proven all the same; "+
			"cells, rows, options, texts and fields only where none like them can be among the missing: scroll one into view first.", plural(items, "list or table", "lists or tables")))
	}
	if others > 0 {
		lines = append(lines, fmt.Sprintf("Below %s anything can be missing. An element is proven only where none like it can be there: "+
			"by another window or container around it. Read Again (Ctrl+R) may get the rest.", plural(others, "place", "places")))
	}
	return lines
}

// Focus gives the list the keyboard.
func (l *CutList) Focus(c fyne.Canvas) { c.Focus(l.list) }

// Describe lists the cuts.
func (l *CutList) Describe() Description {
	d := l.list.describe("list", "Not read", "listitem")
	d.Value = strings.Join(CutConsequences(l.f), " ")
	return d
}
