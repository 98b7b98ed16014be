package view

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/backends/tree"
)

// SearchEntry is a text entry whose other keys go to its owner.
type SearchEntry struct {
	widget.Entry
	// OnKey sees keys first and reports whether it used them.
	OnKey func(*fyne.KeyEvent) bool
}

// NewSearchEntry makes an entry with a hint inside.
func NewSearchEntry(hint string) *SearchEntry {
	e := &SearchEntry{}
	e.PlaceHolder = hint
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey is called by Fyne.
func (e *SearchEntry) TypedKey(k *fyne.KeyEvent) {
	switch {
	case e.OnKey != nil && e.OnKey(k):
	case forWindow(k):
		passOn(e, k)
	default:
		e.Entry.TypedKey(k)
	}
}

// Chooser lists the applications that can be observed; typing narrows the list.
type Chooser struct {
	Object fyne.CanvasObject
	Entry  *SearchEntry

	OnChoose func(tree.Application)
	OnClose  func()

	list   *lineList
	notice *Notice
	all    []Candidate
	shown  []Candidate
}

// Candidate is an application that can be chosen. Began tells those apart that
// have the same name; it is the zero time where it is not known.
type Candidate struct {
	tree.Application
	Began time.Time
}

// NewChooser makes an empty chooser.
func NewChooser(tips *Tips, buttons ...*ToolButton) *Chooser {
	c := &Chooser{Entry: NewSearchEntry("Type to find an application")}
	c.notice = NewNotice("refresh", "Asking the applications …", nil)
	c.list = newLineList(tips, func() int { return len(c.shown) }, func(i int) Line { return applicationLine(c.shown[i]) })
	c.list.OnChoose = c.pick
	c.Entry.OnChanged = func(string) { c.narrow() }
	c.Entry.OnKey = c.key
	c.list.OnEscape = func() { c.close() }
	foot := container.NewHBox()
	for _, b := range buttons {
		foot.Add(b)
	}
	c.Object = container.New(arranged{func(s fyne.Size) {
		place(c.Entry, 6, 6, s.Width-12, 28)
		place(c.list.Object, 0, 40, s.Width, s.Height-40-34)
		place(c.notice, 0, 40, s.Width, s.Height-40-34)
		place(foot, 6, s.Height-30, s.Width-12, 26)
	}, fyne.NewSize(560, 340)}, c.Entry, c.list.Object, c.notice, foot)
	return c
}

func applicationLine(a Candidate) Line {
	name := a.Name
	ln := Line{Icon: "application", Title: name, Note: strings.TrimSpace(a.Toolkit + " " + a.ToolkitVersion)}
	if name == "" {
		ln.Title, ln.Color = "[no name]", ColorDim
	}
	ln.Cells = []Cell{{Text: fmt.Sprintf("pid %d", a.PID), Width: 84}}
	if !a.Began.IsZero() {
		ln.Cells = append([]Cell{{Text: "started " + started(a.Began, time.Now()), Width: 150}}, ln.Cells...)
	}
	if a.Problem != "" {
		ln.Color = ColorDim
		ln.Tip = a.Problem
		ln.Cells = append([]Cell{{Icon: "warning", Color: ColorCaution, Text: "does not answer", Width: 130}}, ln.Cells...)
	}
	return ln
}

// started prints when a process began: today to the second, as two of the same
// program are often started one after the other.
func started(t, now time.Time) string {
	t = t.Local()
	if y, m, d := now.Date(); t.Year() == y && t.Month() == m && t.Day() == d {
		return t.Format("15:04:05")
	}
	return t.Format("2006-01-02 15:04")
}

// Set shows the applications; a problem says why there are none.
func (c *Chooser) Set(apps []Candidate, problem string) {
	c.all = apps
	c.notice.Set("application", "No applications found", "Start one with accessibility switched on,", "or start the sample.")
	if problem != "" {
		c.notice.Set("warning", "The applications could not be listed", problem)
	}
	c.narrow()
}

func (c *Chooser) narrow() {
	words := strings.Fields(strings.ToLower(c.Entry.Text))
	c.shown = nil
next:
	for _, a := range c.all {
		text := strings.ToLower(fmt.Sprintf("%s %s %d", a.Name, a.Toolkit, a.PID))
		for _, w := range words {
			if !strings.Contains(text, w) {
				continue next
			}
		}
		c.shown = append(c.shown, a)
	}
	c.list.chosen = min(0, len(c.shown)-1)
	if len(c.shown) > 0 {
		c.notice.Hide()
	} else {
		if len(c.all) > 0 {
			c.notice.Set("search", "No application fits", "Clear the text to see all "+fmt.Sprint(len(c.all))+".")
		}
		c.notice.Show()
	}
	c.list.ScrollToTop()
	c.list.Refresh()
}

func (c *Chooser) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyDown:
		c.list.show(min(c.list.chosen+1, len(c.shown)-1), true)
	case fyne.KeyUp:
		c.list.show(max(c.list.chosen-1, 0), true)
	case fyne.KeyReturn, fyne.KeyEnter:
		c.pick(c.list.chosen)
	case fyne.KeyEscape:
		c.close()
	default:
		return false
	}
	return true
}

func (c *Chooser) pick(i int) {
	if i >= 0 && i < len(c.shown) && c.OnChoose != nil {
		c.OnChoose(c.shown[i].Application)
	}
}

func (c *Chooser) close() {
	if c.OnClose != nil {
		c.OnClose()
	}
}

// Describe lists the applications.
func (c *Chooser) Describe() Description {
	d := c.list.describe("listbox", "Applications", "option")
	if len(c.shown) == 0 {
		d.Children = append(d.Children, c.notice.Describe())
	}
	return d
}
