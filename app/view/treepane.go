package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"github.com/samebutton/samebutton/backends/tree"
)

// TreePane shows the elements, one row each.
type TreePane struct {
	Object fyne.CanvasObject

	// OnSelect is called when a person chose an element of the snapshot, OnGhost
	// when they chose the one that vanished.
	OnSelect func(tree.NodeID)
	OnGhost  func()
	// OnTake is called with the element that a person clicked, or pressed Enter on,
	// after OnSelect; arrows only select.
	OnTake func(tree.NodeID)
	// OnFold asks to open or close a branch; the owner sets new rows.
	OnFold func(id tree.NodeID, open bool)
	OnMenu func(id tree.NodeID, at fyne.Position)
	// OnHover is called with the element under the pointer, tree.None for none.
	OnHover  func(tree.NodeID)
	OnEscape func()

	list  *lineList
	rows  *Rows
	doubt string
}

// NewTreePane makes an empty tree.
func NewTreePane(tips *Tips) *TreePane {
	p := &TreePane{}
	p.list = newLineList(tips, func() int { return p.rows.Len() }, p.line)
	p.list.folds = true
	p.Object = p.list.Object
	p.list.OnChoose = p.chosen
	p.list.OnTap, p.list.OnActivate = p.take, p.take
	p.list.OnKey = p.key
	p.list.OnFold = func(i int, open bool) { p.fold(i, open) }
	p.list.OnEscape = func() {
		if p.OnEscape != nil {
			p.OnEscape()
		}
	}
	p.list.OnHover = func(i int) {
		if p.OnHover == nil {
			return
		}
		if i < 0 || i >= p.rows.Len() || p.rows.Row(i).Ghost {
			p.OnHover(tree.None)
			return
		}
		p.OnHover(p.rows.Row(i).Node)
	}
	p.list.OnMenu = func(i int, at fyne.Position) {
		if r := p.rows.Row(i); p.OnMenu != nil && !r.Ghost {
			p.OnMenu(r.Node, at)
		}
	}
	return p
}

func (p *TreePane) chosen(i int) {
	switch r := p.rows.Row(i); {
	case r.Ghost && p.OnGhost != nil:
		p.OnGhost()
	case !r.Ghost && p.OnSelect != nil:
		p.OnSelect(r.Node)
	}
}

func (p *TreePane) take(i int) {
	if i < 0 || i >= p.rows.Len() {
		return
	}
	if r := p.rows.Row(i); !r.Ghost && p.OnTake != nil {
		p.OnTake(r.Node)
	}
}

func (p *TreePane) fold(i int, open bool) {
	if r := p.rows.Row(i); p.OnFold != nil && r.Fold != FoldNone {
		p.OnFold(r.Node, open)
	}
}

// key handles left and right: close or go up, open or go down.
func (p *TreePane) key(e *fyne.KeyEvent) bool {
	i := p.list.chosen
	if i < 0 || i >= p.rows.Len() {
		return false
	}
	r := p.rows.Row(i)
	switch e.Name {
	case fyne.KeyLeft:
		if r.Fold == FoldOpen {
			p.fold(i, false)
		} else if up := p.rows.Up(i); up >= 0 {
			p.list.choose(up)
		}
		return true
	case fyne.KeyRight:
		if r.Fold == FoldClosed {
			p.fold(i, true)
		} else if r.Fold == FoldOpen {
			p.list.choose(i + 1)
		}
		return true
	}
	return false
}

// SetRows shows other rows and chooses one of them (-1: none). The rows that
// were in view stay where they were as far as they still exist; with reveal the
// chosen row is brought into view.
func (p *TreePane) SetRows(rows *Rows, chosen int, reveal bool) {
	anchor, shift := p.anchor()
	p.rows = rows
	p.list.chosen = chosen
	if anchor != "" && rows.Len() > 0 {
		if id := rows.Frozen.ByHandle(anchor); id != tree.None {
			if i := rows.Find(id); i >= 0 {
				p.list.ScrollToOffset(float32(i)*rowHeight + shift)
			}
		}
	}
	if over := float32(rows.Len())*rowHeight - p.list.Size().Height; p.list.GetScrollOffset() > max(0, over) {
		p.list.ScrollToOffset(max(0, over))
		if over <= 0 {
			p.list.ScrollToTop()
		}
	}
	p.list.show(chosen, reveal)
}

// SetDoubt says why nothing of what is shown is proven any more ("" where it is):
// then no badge is shown as current.
func (p *TreePane) SetDoubt(why string) {
	if p.doubt != why {
		p.doubt = why
		p.list.Refresh()
	}
}

// anchor returns the handle of the first row in view and how far it is scrolled
// off, so that a refresh does not move what a person looks at.
func (p *TreePane) anchor() (tree.Handle, float32) {
	top := p.list.GetScrollOffset()
	i := int(top / rowHeight)
	if top <= 0 || i >= p.rows.Len() || p.rows.Row(i).Ghost {
		return "", 0
	}
	return p.rows.Frozen.Nodes[p.rows.Row(i).Node].Handle, top - float32(i)*rowHeight
}

// Show marks a row as chosen and brings it into view; -1 for none.
func (p *TreePane) Show(row int) { p.list.show(row, true) }

// Rows returns what is shown.
func (p *TreePane) Rows() *Rows { return p.rows }

// Focus gives the tree the keyboard.
func (p *TreePane) Focus(c fyne.Canvas) { c.Focus(p.list) }

// Focused reports whether the tree has the keyboard.
func (p *TreePane) Focused() bool { return p.list.focused }

func (p *TreePane) line(i int) Line {
	r := p.rows.Row(i)
	f := p.rows.Frozen
	if r.Ghost {
		f = p.rows.Ghost.Frozen
	}
	n := &f.Nodes[r.Node]
	ln := Line{Depth: r.Depth, Fold: r.Fold, Icon: RoleSymbol(n.Role), Note: string(n.Role)}
	name, named := ShownName(f, r.Node)
	if raw, ok := f.Name(r.Node); ok && raw != name {
		ln.Note += "  " + raw // what is chosen in a combo box
	}
	switch {
	case named:
		ln.Title = name
	case n.Name.State == tree.Unreadable:
		ln.Title, ln.Color, ln.Note = "["+string(n.Role)+"]", ColorDim, "name could not be read"
	default:
		ln.Title, ln.Color, ln.Note = "["+string(n.Role)+"]", ColorDim, ""
	}
	if r.Ghost {
		ln.Icon, ln.Color, ln.Note = "ghost", ColorDim, string(n.Role)+", vanished"
		ln.Style = fyne.TextStyle{Italic: true}
		return ln
	}
	if n.StatesRead && !n.States.Has(tree.Showing) && n.Parent != tree.None {
		ln.Color = ColorDim
	} else if n.Interactive() && ln.Color == "" {
		ln.Color = theme.ColorNameForeground
	}
	if c, ok := p.rows.cuts[r.Node]; ok {
		ln.Note += "  " + missing(c)
		ln.Tip = CutWords(c)
		if c.Detail != "" {
			ln.Tip += "; " + c.Detail
		}
		ln.Cells = []Cell{{Icon: "warning", Color: ColorCaution, Width: badgeWidth("")}}
	} else if s := doubted(NodeSign(f, r.Node), p.doubt); s.Icon != "" {
		ln.Cells = []Cell{{Icon: s.Icon, Text: s.Short, Color: s.Color, Width: badgeWidth(s.Short)}}
		ln.Tip = s.Words
	}
	return ln
}

// badgeWidth lines the signs of a column up on their left edge.
func badgeWidth(short string) float32 {
	if len(short) > 1 {
		return iconSize + 10 + 8*float32(len(short)-1)
	}
	return iconSize + 10
}

// Describe lists the visible rows.
func (p *TreePane) Describe() Description {
	d := p.list.describe("tree", "Elements", "treeitem")
	for i := range d.Children {
		r := p.rows.Row(i)
		if r.Ghost {
			d.Children[i].States = append(d.Children[i].States, "vanished")
			continue
		}
		n := &p.rows.Frozen.Nodes[r.Node]
		d.Children[i].Value = string(n.Role)
		if c, ok := p.rows.cuts[r.Node]; ok {
			d.Children[i].States = append(d.Children[i].States, CutWords(c))
		}
		if s := doubted(NodeSign(p.rows.Frozen, r.Node), p.doubt); s.Words != "" {
			d.Children[i].States = append(d.Children[i].States, s.Words)
		}
	}
	return d
}
