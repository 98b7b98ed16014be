package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// lineList is a list of lines with one chosen, for the mouse and the keyboard:
// arrows, Home, End, Page keys, Enter, and typing to find.
//
// List and not Tree: Fyne's Tree walks every open node on each selection (24 ms
// against 4.5 ms at 50,000 nodes), a List only the rows that are visible.
type lineList struct {
	widget.List
	Object fyne.CanvasObject // put this into the window

	count func() int
	line  func(i int) Line

	// OnChoose is called when a person chose a line, OnActivate for Enter.
	OnChoose   func(i int)
	OnActivate func(i int)
	OnMenu     func(i int, at fyne.Position)
	OnFold     func(i int, open bool)
	OnHover    func(i int) // -1: none
	// OnGutter is called for a click left of a line; where it is set, there is a
	// column for a sign of its own.
	OnGutter func(i int)
	// OnCopy copies a line; where it is set, the line under the pointer has a sign
	// for it at its right edge.
	OnCopy func(i int)
	// OnDrop is called when a line was dragged to before another one; where it is not
	// set, lines stay where they are.
	OnDrop func(row, before int)
	// OnTap is called after a click chose a line, besides OnChoose: for what arrows do
	// not do.
	OnTap func(i int)
	// OnKey sees keys first and reports whether it used them; OnEscape gets Esc.
	OnKey    func(*fyne.KeyEvent) bool
	OnEscape func()

	tips    *Tips
	folds   bool
	links   bool // choosing leads elsewhere: arrows only move, a click or Enter chooses
	focused bool
	chosen  int
	several several
	drag    lineDrag
	marked  bool // see Mark
	markAt  int

	typed   string
	typedAt time.Time
}

func newLineList(tips *Tips, count func() int, line func(int) Line) *lineList {
	l := &lineList{tips: tips, count: count, line: line, chosen: -1}
	l.HideSeparators = true
	l.Length = count
	l.CreateItem = func() fyne.CanvasObject { return newLineRow(l) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) { o.(*lineRow).set(i, line(i)) }
	l.ExtendBaseWidget(l)
	l.Object = container.NewThemeOverride(l, seamless{})
	return l
}

// copyRoom is the room of the sign that copies a line.
const copyRoom = iconSize + gap

// grab takes the keyboard focus.
func (l *lineList) grab() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil && !l.focused {
		c.Focus(l)
	}
}

// choose chooses a line as a person would.
func (l *lineList) choose(i int) {
	if i < 0 || i >= l.count() {
		return
	}
	l.show(i, true)
	if l.OnChoose != nil {
		l.OnChoose(i)
	}
}

// move goes to a line with the keyboard.
func (l *lineList) move(i int) {
	if l.several.on && held()&fyne.KeyModifierShift != 0 {
		l.extend(i)
		return
	}
	if !l.links {
		l.choose(i)
		return
	}
	if i < 0 || i >= l.count() {
		return
	}
	l.show(i, true)
	if l.OnHover != nil {
		l.OnHover(i)
	}
}

// show marks a line as chosen without telling anyone; -1 for none.
func (l *lineList) show(i int, scroll bool) {
	l.chosen = i
	l.alone(i)
	if scroll && i >= 0 {
		l.scrollInto(i)
	}
	l.Refresh()
}

// scrollInto moves the list as little as needed to show line i.
func (l *lineList) scrollInto(i int) {
	top, height := l.GetScrollOffset(), l.Size().Height
	y := float32(i) * rowHeight
	switch {
	case height <= 0:
	case y < top:
		l.ScrollToOffset(y)
	case y+rowHeight > top+height:
		l.ScrollToOffset(y + rowHeight - height)
	}
}

func (l *lineList) fold(i int, open bool) {
	if l.OnFold != nil {
		l.OnFold(i, open)
	}
}

// FocusGained marks the chosen line as the one that keys act on.
func (l *lineList) FocusGained() { l.focus(true) }

// FocusLost ends that.
func (l *lineList) FocusLost() { l.focus(false) }

func (l *lineList) focus(on bool) {
	l.focused = on
	l.Refresh()
}

// anyFocused reports whether one of the lists has the keyboard.
func anyFocused(lists ...*lineList) bool {
	return slices.ContainsFunc(lists, func(l *lineList) bool { return l.focused })
}

// TypedKey moves the choice.
func (l *lineList) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape && l.undrag() || l.OnKey != nil && l.OnKey(e) {
		return
	}
	page := max(1, int(l.Size().Height/rowHeight)-1)
	last := l.count() - 1
	switch e.Name {
	case fyne.KeyDown:
		l.move(min(l.chosen+1, last))
	case fyne.KeyUp:
		l.move(max(l.chosen-1, 0))
	case fyne.KeyPageDown:
		l.move(min(l.chosen+page, last))
	case fyne.KeyPageUp:
		l.move(max(l.chosen-page, 0))
	case fyne.KeyHome:
		l.move(0)
	case fyne.KeyEnd:
		l.move(last)
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.OnActivate != nil && l.chosen >= 0 && l.chosen <= last {
			l.OnActivate(l.chosen)
		}
	case fyne.KeyEscape:
		l.typed = ""
		if l.OnEscape != nil {
			l.OnEscape()
		}
	default:
		if forWindow(e) {
			passOn(l, e)
		}
	}
}

// typedFor is how long typed letters belong together.
const typedFor = time.Second

// TypedRune finds the next line that begins with what was typed.
func (l *lineList) TypedRune(r rune) {
	if time.Since(l.typedAt) > typedFor {
		l.typed = ""
	}
	l.typedAt = time.Now()
	l.typed += strings.ToLower(string(r))
	n := l.count()
	from := l.chosen
	if len([]rune(l.typed)) == 1 {
		from++ // a new word goes on to the next one
	}
	for i := range n {
		at := (max(from, 0) + i) % n
		if strings.HasPrefix(strings.ToLower(l.line(at).Title), l.typed) {
			l.choose(at)
			return
		}
	}
}

// describe lists all lines as parts of a pane.
func (l *lineList) describe(role, label, itemRole string) Description {
	d := describeAt(Description{Role: role, Label: label, Actions: []string{"focus"}}, l)
	if l.focused {
		d.States = append(d.States, "focused")
	}
	for i := range l.count() {
		d.Children = append(d.Children, l.describeLine(i, itemRole))
	}
	if l.marked { // where something comes to lie
		d.Value = fmt.Sprintf("insertion before line %d", l.markAt+1)
	}
	return d
}

func (l *lineList) describeLine(i int, role string) Description {
	ln := l.line(i)
	d := Description{Role: role, Label: ln.Title, Value: ln.Note, Actions: []string{"select"}}
	for _, c := range ln.Cells {
		if c.Text != "" || c.Icon != "" {
			d.Children = append(d.Children, Description{Role: "cell", Label: c.Text, Value: string(c.Icon)})
		}
	}
	switch ln.Fold {
	case FoldOpen:
		d.States, d.Actions = append(d.States, "expanded"), append(d.Actions, "collapse")
	case FoldClosed:
		d.States, d.Actions = append(d.States, "collapsed"), append(d.Actions, "expand")
	}
	if l.isChosen(i) {
		d.States = append(d.States, "selected")
	}
	top := l.GetScrollOffset()
	if y := float32(i) * rowHeight; y >= top && y+rowHeight <= top+l.Size().Height && l.Visible() {
		d.Position = fyne.CurrentApp().Driver().AbsolutePositionForObject(l).AddXY(0, y-top)
		d.Size = fyne.NewSize(l.Size().Width, rowHeight)
	}
	return d
}
