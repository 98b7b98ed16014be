package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Fold says whether a line has others below it and whether they are shown.
type Fold uint8

// Folds.
const (
	FoldNone Fold = iota
	FoldClosed
	FoldOpen
)

// Line is what one row of a list shows, from left to right.
type Line struct {
	Depth int
	Fold  Fold
	// Gutter is a sign in the column left of everything, for lists that have one.
	Gutter      Symbol
	GutterColor fyne.ThemeColorName
	// Section says that the line is the head of those below it.
	Section bool
	// Lead is dim text in a column of its own, LeadWidth wide.
	Lead      string
	LeadWidth float32
	Icon      Symbol
	IconColor fyne.ThemeColorName
	Title     string
	Color     fyne.ThemeColorName // of the title; "" is the normal one
	Style     fyne.TextStyle
	// Note is dim text after the title, where there is room.
	Note string
	// Cells stand at the right edge, the first one leftmost.
	Cells []Cell
	// Tip is told beside the pointer in addition to what was cut.
	Tip string
}

// Cell is a column at the right edge of a line.
type Cell struct {
	Icon  Symbol
	Text  string
	Color fyne.ThemeColorName
	Width float32
}

const maxCells = 5

// gutterWidth is the room of the column left of the lines, where a list has one.
const gutterWidth = iconSize + gap

// markHeight is that of the line where something comes to lie.
const markHeight = 3

// leastNote is the room below which a note would be no more than a few letters.
const leastNote = 56

// lineRow draws one Line. It is reused for many, so it changes only what differs.
type lineRow struct {
	widget.BaseWidget
	list *lineList
	at   int // index in the list

	back, edge    *canvas.Rectangle
	mark          *canvas.Rectangle // where something comes to lie
	fold, icon    *canvas.Image
	gutter, copy  *canvas.Image
	lead, title   *label
	note          *label
	cellIcons     [maxCells]*canvas.Image
	cellTexts     [maxCells]*label
	line          Line
	width         float32
	hovered       bool
	chosen, focus bool
}

func newLineRow(l *lineList) *lineRow {
	r := &lineRow{
		list: l, back: blank(), edge: blank(), mark: blank(),
		fold: newSymbol(), icon: newSymbol(), gutter: newSymbol(), copy: newSymbol(),
		lead: newLabel(textSize), title: newLabel(textSize), note: newLabel(textSize),
	}
	r.back.Hide()
	r.edge.Hide()
	r.mark.Hide()
	r.copy.Hide()
	r.gutter.Hide()
	for i := range maxCells {
		r.cellIcons[i], r.cellTexts[i] = newSymbol(), newLabel(textSize)
		r.cellIcons[i].Hide()
		r.cellTexts[i].Hide()
	}
	r.ExtendBaseWidget(r)
	return r
}

// MinSize keeps all rows at one height, on which the list's speed rests.
func (r *lineRow) MinSize() fyne.Size { return fyne.NewSize(60, rowHeight) }

// SetDeviceIsMobile does nothing. Fyne takes what has this method for a part with a
// theme of its own, and leaves it out of the theme of the list around it: it loads
// all fonts again for each theme (5 MB for each style), and the lists have one only
// for the sake of a padding.
func (r *lineRow) SetDeviceIsMobile(bool) {}

// set shows a line.
func (r *lineRow) set(at int, line Line) {
	r.at, r.line = at, line
	r.arrange()
}

func (r *lineRow) arrange() {
	w := r.width
	if w == 0 {
		return
	}
	ln := &r.line
	r.paintBack()
	x := float32(gap) + float32(ln.Depth)*12
	if r.list.OnGutter != nil {
		r.put(r.gutter, 2)
		x = gutterWidth + float32(ln.Depth)*12
		switch {
		case ln.Gutter != "":
			setSymbol(r.gutter, ln.Gutter, or(ln.GutterColor, ColorBad))
		case r.hovered && !ln.Section:
			setSymbol(r.gutter, "dot", ColorLine)
		default:
			r.gutter.Hide()
		}
	}
	switch ln.Fold {
	case FoldNone:
		r.fold.Hide()
	case FoldClosed:
		setSymbol(r.fold, "right", ColorDim)
	case FoldOpen:
		setSymbol(r.fold, "down", ColorDim)
	}
	if r.list.folds {
		r.put(r.fold, x)
		x += iconSize
	} else {
		x += gap
	}
	right := w - paneMargin
	if r.list.OnCopy != nil {
		right -= copyRoom
		r.put(r.copy, right+gap)
		if r.hovered && ln.Title != "" {
			setSymbol(r.copy, "copy", ColorDim)
		} else {
			r.copy.Hide()
		}
	}
	for i := maxCells - 1; i >= 0; i-- {
		if i >= len(ln.Cells) {
			r.cellIcons[i].Hide()
			r.cellTexts[i].Hide()
			continue
		}
		right -= r.setCell(i, ln.Cells[i], right)
	}
	if ln.LeadWidth > 0 {
		r.lead.set(ln.Lead, ln.LeadWidth-gap, ColorDim, fyne.TextStyle{})
		r.lead.place(x, 0, rowHeight)
		x += ln.LeadWidth
	} else {
		r.lead.Hide()
	}
	setSymbol(r.icon, ln.Icon, or(ln.IconColor, ColorDim))
	if ln.Icon != "" {
		r.put(r.icon, x)
		x += iconSize + gap
	}
	used := r.title.set(ln.Title, max(8, right-x-gap), or(ln.Color, theme.ColorNameForeground), ln.Style)
	r.title.place(x, 0, rowHeight)
	x += used
	if used > 0 {
		x += 2 * gap
	}
	if room := right - x - gap; ln.Note != "" && room > leastNote {
		r.note.set(ln.Note, room, ColorDim, fyne.TextStyle{})
		r.note.place(x, 0, rowHeight)
	} else {
		r.note.set("", 0, ColorDim, fyne.TextStyle{})
	}
}

// setCell draws a cell that ends at right and returns its width.
func (r *lineRow) setCell(i int, c Cell, right float32) float32 {
	x := right - c.Width
	setSymbol(r.cellIcons[i], c.Icon, or(c.Color, ColorDim))
	if c.Icon != "" {
		r.put(r.cellIcons[i], x)
		x += iconSize + 2
	}
	r.cellTexts[i].set(c.Text, max(8, right-x), or(c.Color, ColorDim), fyne.TextStyle{})
	r.cellTexts[i].place(x, 0, rowHeight)
	return c.Width
}

func (r *lineRow) put(img *canvas.Image, x float32) {
	img.Move(fyne.NewPos(x, (rowHeight-iconSize)/2))
	img.Resize(fyne.NewSquareSize(iconSize))
}

func (r *lineRow) paintBack() {
	r.chosen, r.focus = r.list.isChosen(r.at), r.list.focused
	name := fyne.ThemeColorName("")
	switch {
	case r.chosen && r.focus:
		name = ColorChosenKey
	case r.chosen:
		name = ColorChosen
	case r.hovered:
		name = theme.ColorNameHover
	case r.line.Section:
		name = ColorHeader
	}
	if name == "" {
		r.back.Hide()
	} else {
		if c := shade(name); r.back.FillColor != c {
			r.back.FillColor = c
			r.back.Refresh()
		}
		r.back.Show()
	}
	if r.chosen {
		r.edge.FillColor = shade(ColorAccent)
		r.edge.Show()
	} else {
		r.edge.Hide()
	}
	r.paintMark()
}

// paintMark draws the line where something comes to lie, at the upper edge of the row
// that will be below it or at the lower edge of the last row.
func (r *lineRow) paintMark() {
	l := r.list
	above, below := l.marked && l.markAt == r.at, l.marked && l.markAt == r.at+1 && l.markAt == l.count()
	if !above && !below {
		r.mark.Hide()
		return
	}
	y := float32(0)
	if below {
		y = rowHeight - markHeight
	}
	r.mark.FillColor = shade(ColorAccent)
	r.mark.Move(fyne.NewPos(0, y))
	r.mark.Resize(fyne.NewSize(r.width, markHeight))
	r.mark.Show()
	r.mark.Refresh()
}

func or(name, other fyne.ThemeColorName) fyne.ThemeColorName {
	if name == "" {
		return other
	}
	return name
}

// CreateRenderer is called by Fyne.
func (r *lineRow) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{r.back, r.edge, r.fold, r.icon, r.gutter, r.copy, r.lead.Text, r.title.Text, r.note.Text}
	for i := range maxCells {
		objects = append(objects, r.cellIcons[i], r.cellTexts[i].Text)
	}
	objects = append(objects, r.mark)
	return &lineRenderer{row: r, objects: objects}
}

type lineRenderer struct {
	row     *lineRow
	objects []fyne.CanvasObject
}

func (lr *lineRenderer) Layout(s fyne.Size) {
	lr.row.back.Resize(s)
	lr.row.edge.Resize(fyne.NewSize(2, s.Height))
	if lr.row.width != s.Width {
		lr.row.width = s.Width
		lr.row.arrange()
	}
}
func (lr *lineRenderer) MinSize() fyne.Size           { return lr.row.MinSize() }
func (lr *lineRenderer) Refresh()                     { lr.row.arrange() }
func (lr *lineRenderer) Objects() []fyne.CanvasObject { return lr.objects }
func (lr *lineRenderer) Destroy()                     {}

// Tapped chooses the line, or folds it where the chevron was hit.
func (r *lineRow) Tapped(e *fyne.PointEvent) {
	r.list.grab()
	if r.list.OnGutter != nil && e.Position.X < gutterWidth {
		r.list.OnGutter(r.at)
		return
	}
	left := float32(gap) + float32(r.line.Depth)*12
	if r.list.OnGutter != nil {
		left += gutterWidth - gap
	}
	if r.line.Fold != FoldNone && e.Position.X >= left-gap && e.Position.X < left+iconSize {
		r.list.fold(r.at, r.line.Fold == FoldClosed)
		return
	}
	if r.list.OnCopy != nil && e.Position.X >= r.width-paneMargin-copyRoom {
		r.list.show(r.at, false)
		r.list.OnCopy(r.at)
		return
	}
	r.list.tapped(r.at)
}

// TappedSecondary opens the menu of the line.
func (r *lineRow) TappedSecondary(e *fyne.PointEvent) {
	r.list.grab()
	if !r.list.isChosen(r.at) {
		r.list.choose(r.at)
	}
	if r.list.OnMenu != nil {
		r.list.OnMenu(r.at, e.AbsolutePosition)
	}
}

// MouseIn shows that the pointer is over the line, and the whole of what was cut.
func (r *lineRow) MouseIn(e *desktop.MouseEvent) {
	r.hovered = true
	r.Refresh()
	if r.list.OnHover != nil {
		r.list.OnHover(r.at)
	}
	r.tell(e)
}

func (r *lineRow) tell(e *desktop.MouseEvent) {
	var lines []string
	for _, part := range append([]*label{r.lead, r.title, r.note}, r.cellTexts[:len(r.line.Cells)]...) {
		if part.cut() {
			lines = append(lines, part.full)
		}
	}
	if r.line.Note != "" && !r.note.Visible() { // there was no room for it at all
		lines = append(lines, r.line.Note)
	}
	if r.line.Tip != "" {
		lines = append(lines, r.line.Tip)
	}
	if len(lines) > 0 {
		r.list.tips.ShowLater(e.AbsolutePosition, lines...)
	} else {
		r.list.tips.Hide()
	}
}

// MouseMoved does nothing more than being over the line does.
func (r *lineRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends what MouseIn showed.
func (r *lineRow) MouseOut() {
	r.hovered = false
	r.Refresh()
	if r.list.OnHover != nil {
		r.list.OnHover(-1)
	}
	r.list.tips.Hide()
}
