package view

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Element is what the element pane shows.
type Element struct {
	Frozen *inspector.Frozen
	Node   tree.NodeID
	// Target is nil while the proof is being made; ProvenIn is the snapshot that it
	// was made in, which may be an older one.
	Target   *inspector.Target
	ProvenIn *inspector.Frozen
	// Doubt says why nothing of it is proven any more, "" where it is.
	Doubt string
	// Gone says that the element vanished; the rest is how it was last seen.
	Gone string
}

const keyWidth = 92

// ElementPane shows one element: what names it, the proof, and what is known.
// It is for reading: nothing here acts on the application.
type ElementPane struct {
	Object fyne.CanvasObject

	// OnGo is called with the element that a twin or a relation leads to, OnHover
	// with the one under the pointer ("" for none).
	OnGo     func(tree.Handle)
	OnHover  func(tree.Handle)
	OnCopy   func(text string)
	OnEscape func()

	shown Element

	icon    *canvas.Image
	title   *label
	role    *label
	sign    *canvas.Image
	short   *label
	copy    *ToolButton
	locator *lineList
	proof   *ProofCard
	tabs    *Tabs
	lists   []*lineList
	fields  [3][]Field
	rows    [3][]Field // the fields, wrapped to the width of the pane
	wrapped float32
	raw     []string
	notice  *Notice
	body    *fyne.Container
	rule    *backdrop
	empty   bool

	segments []Line // of the locator, one each
	path     []Line // the same, wrapped to the width of the pane
}

// NewElementPane makes an empty pane.
func NewElementPane(tips *Tips) *ElementPane {
	p := &ElementPane{
		icon: newSymbol(), title: newLabel(15), role: newLabel(textSize), sign: newSymbol(), short: newLabel(textSize),
		proof: NewProofCard(tips), rule: newBackdrop(ColorLine), empty: true,
		notice: NewNotice("pick", "No element selected", []string{"Click one in the screenshot or the tree,", "or pick one on the screen."}),
	}
	p.copy = NewToolButton(tips, "copy", "", "Copy the locator", func() {
		if p.shown.Target != nil {
			p.copyText(p.shown.Target.Locator.String())
		}
	})
	p.locator = newLineList(tips, func() int { return len(p.path) }, func(i int) Line { return p.path[i] })
	p.proof.OnTwin = func(id tree.NodeID) { p.goTo(p.shown.ProvenIn, id) }
	p.proof.OnHover = func(id tree.NodeID) { p.hover(p.shown.ProvenIn, id) }
	names := []string{"Properties", "Actions", "Relations", "Raw"}
	var panes []fyne.CanvasObject
	for i := range 3 {
		l := newLineList(tips, func() int { return len(p.rows[i]) }, func(at int) Line { return p.rows[i][at].line(keyWidth) })
		l.OnActivate = func(at int) { p.activate(p.rows[i][at]) }
		l.OnCopy = func(at int) { p.copyText(p.rows[i][at].text()) }
		l.OnMenu = func(at int, _ fyne.Position) { l.OnCopy(at) }
		if i == 2 {
			l.links = true
			l.OnChoose = func(at int) { p.goTo(p.shown.Frozen, p.rows[2][at].Node) }
		}
		l.OnHover = func(at int) {
			if at >= 0 && at < len(p.rows[i]) {
				p.hover(p.shown.Frozen, p.rows[i][at].Node)
			} else {
				p.hover(p.shown.Frozen, tree.None)
			}
		}
		p.lists = append(p.lists, l)
		panes = append(panes, l.Object)
	}
	raw := newLineList(tips, func() int { return len(p.raw) }, func(at int) Line { return Line{Title: p.raw[at], Style: mono} })
	p.lists = append(p.lists, raw)
	panes = append(panes, raw.Object)
	p.tabs = NewTabs(nil, names, panes)
	for _, l := range append([]*lineList{p.locator, p.proof.list}, p.lists...) {
		l.OnEscape = func() {
			if p.OnEscape != nil {
				p.OnEscape()
			}
		}
	}
	p.body = container.New(arranged{p.place, fyne.NewSize(minSide, 100)}, p.icon, p.title.Text, p.role.Text,
		p.sign, p.short.Text, p.locator.Object, p.copy, p.rule, p.proof.Object, p.tabs)
	p.body.Hide()
	p.Object = On(ColorPane, container.NewStack(p.notice, p.body))
	return p
}

func (p *ElementPane) activate(f Field) {
	if f.Node != tree.None {
		p.goTo(p.shown.Frozen, f.Node)
		return
	}
	p.copyText(f.text())
}

func (p *ElementPane) copyText(s string) {
	if p.OnCopy != nil && s != "" {
		p.OnCopy(s)
	}
}

func (p *ElementPane) goTo(in *inspector.Frozen, id tree.NodeID) {
	if in != nil && id != tree.None && p.OnGo != nil {
		p.OnGo(in.Nodes[id].Handle)
	}
}

func (p *ElementPane) hover(in *inspector.Frozen, id tree.NodeID) {
	switch {
	case p.OnHover == nil:
	case in == nil || id == tree.None:
		p.OnHover("")
	default:
		p.OnHover(in.Nodes[id].Handle)
	}
}

// Set shows an element.
func (p *ElementPane) Set(e Element) {
	same := !p.empty && p.shown.Frozen != nil && p.shown.Node < tree.NodeID(len(p.shown.Frozen.Nodes)) &&
		p.shown.Frozen.Nodes[p.shown.Node].Handle == e.Frozen.Nodes[e.Node].Handle
	p.shown, p.empty = e, false
	f, id := e.Frozen, e.Node
	p.fields[0], p.fields[1], p.fields[2] = Properties(f, id), ActionFields(f, id), RelationFields(f, id)
	p.raw = RawLines(f, id)
	if len(p.fields[1]) == 0 {
		p.fields[1] = []Field{{Key: "Actions", State: tree.Absent, Node: tree.None}}
	}
	p.setLocator()
	p.wrapped = 0
	if !same || e.Target != nil {
		p.proof.Set(e.Target, e.Doubt)
	}
	for _, l := range p.lists {
		if !same {
			l.chosen = -1
			l.ScrollToTop()
		}
		l.Refresh()
	}
	p.notice.Hide()
	p.body.Show()
	p.place(p.body.Size())
	canvas.Refresh(p.body)
}

// setLocator shows each segment on a line of its own, as deep as it stands.
func (p *ElementPane) setLocator() {
	t := p.shown.Target
	if t == nil {
		if len(p.segments) == 0 {
			p.segments = []Line{{Title: " "}}
		}
		return
	}
	p.segments = p.segments[:0]
	whole := brief(t.Locator)
	for i, s := range whole.Segments {
		text := inspector.Locator{Segments: []inspector.Segment{s}}.String()
		if i > 0 {
			text = "> " + text
		}
		p.segments = append(p.segments, Line{Title: OneLine(text), Style: mono, Depth: max(0, i-1), Tip: whole.String()})
	}
	if len(p.segments) == 0 {
		p.segments = append(p.segments, Line{Title: "no locator for the application itself", Color: ColorDim})
	}
	p.locator.chosen = -1
	p.locator.Refresh()
}

// wrapLocator breaks segments that are too long for a line, each over a few lines.
func (p *ElementPane) wrapLocator(width float32) {
	const most = 4
	p.path = p.path[:0]
	for _, ln := range p.segments {
		for i := range most {
			room := width - 2*gap - paneMargin - float32(ln.Depth)*12
			head, rest := ln.Title, ""
			if i < most-1 && fyne.MeasureText(ln.Title, sizeOf(ln.Style), ln.Style).Width > room {
				head, rest = breakText(ln.Title, room, ln.Style)
			}
			part := ln
			part.Title = head
			p.path = append(p.path, part)
			if rest == "" {
				break
			}
			ln.Title, ln.Depth = "  "+rest, part.Depth
		}
	}
	p.locator.Refresh()
}

// brief is a locator with names no longer than a line can show: printing one of
// 10 MB would take as long as 100 frames.
func brief(l inspector.Locator) inspector.Locator {
	l.Segments = slices.Clone(l.Segments)
	for i := range l.Segments {
		s := &l.Segments[i]
		s.Name = Beginning(s.Name)
		s.Keys = slices.Clone(s.Keys)
		for j := range s.Keys {
			s.Keys[j].Value = Beginning(s.Keys[j].Value)
		}
	}
	return l
}

// Clear shows that nothing is selected.
func (p *ElementPane) Clear() {
	p.empty, p.shown = true, Element{}
	p.segments, p.path = nil, nil
	p.body.Hide()
	p.notice.Show()
}

// Shown returns what is shown.
func (p *ElementPane) Shown() (Element, bool) { return p.shown, !p.empty }

func (p *ElementPane) place(s fyne.Size) {
	if p.empty || s.Width <= 0 {
		return
	}
	f, n := p.shown.Frozen, &p.shown.Frozen.Nodes[p.shown.Node]
	if p.wrapped != s.Width {
		p.wrapped = s.Width
		for i := range p.fields {
			p.rows[i] = wrapFields(p.fields[i], s.Width-keyWidth-2*gap-2*paneMargin-copyRoom)
			p.lists[i].Refresh()
		}
		p.wrapLocator(s.Width - 34)
	}
	const head = 34
	x := float32(paneMargin)
	icon, color := RoleSymbol(n.Role), ColorDim
	if p.shown.Gone != "" {
		icon = "ghost"
	}
	setSymbol(p.icon, icon, color)
	p.icon.Move(fyne.NewPos(x, (head-iconSize)/2))
	p.icon.Resize(fyne.NewSquareSize(iconSize))
	x += iconSize + 6
	sign := NodeSign(f, p.shown.Node)
	if t := p.shown.Target; t != nil && n.Interactive() && sign.Icon != "warning" {
		own := standingSign(t.Standing)
		if own.Icon != sign.Icon {
			sign = own
		}
	}
	sign = doubted(sign, p.shown.Doubt)
	right := s.Width - paneMargin
	if p.shown.Gone != "" {
		right -= p.short.set(p.shown.Gone, s.Width/2, ColorCaution, fyne.TextStyle{})
		p.short.place(right, 0, head)
		p.sign.Hide()
	} else {
		text := ""
		if sign.Short != "" {
			text = sign.Short
		}
		right -= p.short.set(text, 0, or(sign.Color, ColorDim), fyne.TextStyle{})
		p.short.place(right, 0, head)
		setSymbol(p.sign, sign.Icon, or(sign.Color, ColorDim))
		right -= iconSize + 2
		p.sign.Move(fyne.NewPos(right, (head-iconSize)/2))
		p.sign.Resize(fyne.NewSquareSize(iconSize))
	}
	right -= 8
	w := p.role.set(string(n.Role), max(10, right-x), ColorDim, fyne.TextStyle{})
	name, named := ShownName(f, p.shown.Node)
	text, style := inQuotes(name), fyne.TextStyle{Bold: true}
	if !named {
		text, style = "without a name", fyne.TextStyle{Italic: true}
	}
	p.role.place(x, 1, head)
	x += w + 6
	p.title.set(text, max(10, right-x), "foreground", style)
	p.title.place(x, 0, head)

	y := float32(head)
	h := float32(len(p.path)) * rowHeight
	place(p.locator.Object, 0, y, s.Width-34, h)
	p.copy.Move(fyne.NewPos(s.Width-34, y-2))
	p.copy.Resize(p.copy.MinSize())
	y += h + 4
	place(p.rule, paneMargin, y, s.Width-2*paneMargin, 1)
	y += 4
	p.proof.SetWidth(s.Width)
	h = min(p.proof.Height(), max(2*rowHeight, s.Height-y-tabHeight-5*rowHeight))
	place(p.proof.Object, 0, y, s.Width, h)
	y += h + 6
	place(p.tabs, 0, y, s.Width, s.Height-y)
}

// Describe says what is known of the element.
func (p *ElementPane) Describe() Description {
	d := describeAt(Description{Role: "region", Label: "Element"}, p.Object)
	if p.empty {
		d.Children = append(d.Children, p.notice.Describe())
		return d
	}
	d.Value = p.shown.Frozen.Short(p.shown.Node)
	if p.shown.Gone != "" {
		d.States = append(d.States, "vanished")
	}
	if t := p.shown.Target; t != nil {
		d.Children = append(d.Children, describeAt(Description{Role: "textbox", Label: "Locator", Value: t.Locator.String(), Actions: []string{"copy"}}, p.locator))
	}
	d.Children = append(d.Children, p.copy.Describe(), p.proof.Describe(), p.tabs.Describe())
	at := p.at()
	if p.Focused() {
		d.States = append(d.States, "focused")
	}
	for i, fd := range p.rows[at] {
		if fd.Key == "" && i > 0 && fd.whole == p.rows[at][i-1].whole {
			continue // goes on with a value that is said already
		}
		row := p.lists[at].describeLine(i, "row")
		row.Label, row.States, row.Actions = fd.Key, append(row.States, fd.State.String()), append(row.Actions, "copy")
		if row.Value = fd.line(keyWidth).Title; fd.State == tree.Known {
			row.Value = fd.text()
		}
		if fd.Note != "" {
			row.Children = []Description{{Role: "note", Label: fd.Note}}
		}
		d.Children = append(d.Children, row)
	}
	return d
}

// Focus gives the list that is shown the keyboard.
func (p *ElementPane) Focus(c fyne.Canvas) {
	if !p.empty {
		c.Focus(p.lists[p.tabs.Selected()])
	}
}

// Focused reports whether some part of the pane has the keyboard.
func (p *ElementPane) Focused() bool {
	return anyFocused(append([]*lineList{p.locator, p.proof.list}, p.lists...)...) || p.copy.focused || p.tabs.Focused()
}

func (p *ElementPane) at() int { return min(p.tabs.Selected(), 2) }
