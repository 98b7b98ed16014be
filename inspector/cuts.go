package inspector

import (
	"strconv"

	"github.com/samebutton/samebutton/backends/tree"
)

// blind is a place of a snapshot below which elements may be that were not read.
// A cut at a node can hide descendants of that node only; what the node itself
// and the elements around it are was read, or counts as unreadable.
type blind struct {
	node tree.NodeID
	cut  tree.Cut
	// items says that only items of a list or table hide there: children that the
	// element makes on demand. See [chrome].
	items bool
	// cells are the names of the cells that were read of a table whose cells are
	// named by their addresses: no other cell has one of these.
	cells map[string]bool
}

// chrome lists the roles that cannot be below an element which makes its children
// on demand (AT-SPI manages-descendants, a cut for virtual children): what a
// window is made of and what a person presses. Such children are drawn by the
// element and are no widgets; clients are told not to list them, so that a program
// whose controls could only be found there could not be used by anyone. Toolkits
// that put widgets into rows (GTK 4, web pages) list them and do not claim to
// manage them; GTK 3, Qt and LibreOffice have cells, headings and items there.
// Editors of a cell (text boxes, combo boxes, spin buttons), check boxes and
// texts do occur in items; so does every role that is not listed here.
var chrome = map[tree.Role]bool{
	tree.RoleApplication: true, tree.RoleWindow: true, tree.RoleDialog: true, tree.RoleAlert: true,
	tree.RoleMenubar: true, tree.RoleMenu: true, tree.RoleMenuItem: true, tree.RoleMenuItemCheckbox: true,
	tree.RoleMenuItemRadio: true, tree.RoleToolbar: true, tree.RoleButton: true, tree.RoleToggleButton: true,
	tree.RoleTablist: true, tree.RoleTab: true, tree.RoleTabpanel: true, tree.RoleScrollbar: true,
	tree.RoleSlider: true, tree.RoleStatus: true, tree.RoleDocument: true, tree.RoleTooltip: true,
}

// managing lists the roles of elements that make items on demand.
func managing(r tree.Role) bool {
	switch r {
	case tree.RoleTable, tree.RoleGrid, tree.RoleTreegrid, tree.RoleTree, tree.RoleList, tree.RoleListbox:
		return true
	}
	return false
}

// maxBlind bounds the places that each search looks at; a snapshot with more is
// taken for one of which anything may be missing.
const maxBlind = 200

func (f *Frozen) makeBlind() []blind {
	at := map[tree.NodeID]int{}
	var list []blind
	for _, c := range f.Cuts {
		i, known := at[c.Node]
		if !known {
			i = len(list)
			at[c.Node] = i
			list = append(list, blind{node: c.Node, cut: c, items: true})
		}
		if c.Reason != tree.CutVirtualChildren {
			list[i].items, list[i].cut = false, c
		}
	}
	if len(list) > maxBlind {
		return []blind{{node: 0, cut: list[0].cut}}
	}
	for i := range list {
		b := &list[i]
		if b.items = b.items && f.holdsItems(b.node); b.items {
			b.cells = f.addressed(b.node)
		}
	}
	return list
}

// holdsItems reports whether an element says that it makes its children on demand
// and nothing that was read of it speaks against their being items.
func (f *Frozen) holdsItems(id tree.NodeID) bool {
	n := &f.Nodes[id]
	if !managing(n.Role) || !n.StatesRead || !n.States.Has(tree.ManagesDescendants) {
		return false
	}
	for i := int(id) + 1; i < len(f.Nodes) && f.Inside(tree.NodeID(i), id); i++ {
		if f.Nodes[i].RoleUnread() || chrome[f.Nodes[i].Role] {
			return false
		}
	}
	return true
}

// addressed returns the names of the cells of a table, as they are compared, where
// each cell that was read is named by its address: "B3" in the second column and
// the third row, as in a spreadsheet. Else it returns nil: then a cell that was
// not read may have any name.
func (f *Frozen) addressed(table tree.NodeID) map[string]bool {
	names := map[string]bool{}
	for _, c := range f.Nodes[table].Children {
		n := &f.Nodes[c]
		if n.Role != tree.RoleCell {
			continue
		}
		name, known := f.Name(c)
		if !known || n.Cell == nil || name != Address(n.Cell.Row, n.Cell.Column) {
			return nil
		}
		names[name] = true
	}
	return names
}

// Address returns what a spreadsheet calls the cell at a row and a column, which
// count from 0: "A1", "B3", "AA10".
func Address(row, column int) string {
	letters := ""
	for c := column; c >= 0; c = c/26 - 1 {
		letters = string(rune('A'+c%26)) + letters
	}
	return letters + strconv.Itoa(row+1)
}

// mayHide reports whether an element that fits a segment may be below the place.
func (b *blind) mayHide(s *wanted) bool {
	switch {
	case s.first && s.role == tree.RoleWindow && b.node != 0:
		return false // a window of the application is not inside another one
	case !b.items:
		return true
	case chrome[s.role]:
		return false
	case s.role == tree.RoleCell && s.named:
		return !b.cells[s.name]
	}
	return true
}

// HidesItems reports whether nothing but items of the list or table with this ID
// can be missing below it: then everything that is no item can be proven.
func (f *Frozen) HidesItems(id tree.NodeID) bool {
	for _, b := range f.blind() {
		if b.node == id {
			return b.items
		}
	}
	return false
}

// Doubtful reports whether so many places were not read that nothing is proven.
func (f *Frozen) Doubtful() bool {
	places := map[tree.NodeID]bool{}
	for _, c := range f.Cuts {
		places[c.Node] = true
	}
	return len(places) > maxBlind
}

// blindFor returns a place where an element may be that the locator fits, or nil
// where every element that it could fit was read.
func (f *Frozen) blindFor(segs []wanted) *blind {
	places := f.blind()
	for i := range places {
		if f.mayHold(&places[i], segs) {
			return &places[i]
		}
	}
	return nil
}

// mayHold tries each way to divide the segments: the outer ones fit the place and
// what is around it, the others elements below it.
func (f *Frozen) mayHold(b *blind, segs []wanted) bool {
	for k := len(segs) - 1; k >= 0 && b.mayHide(&segs[k]); k-- {
		if f.climb(b.node, segs[:k], maybe, new(int)) {
			return true
		}
	}
	return false
}

// MayMiss reports whether an element of the role may be in the application and
// not in the snapshot.
func (f *Frozen) MayMiss(r tree.Role) bool {
	for _, b := range f.blind() {
		if b.mayHide(&wanted{role: r}) {
			return true
		}
	}
	return len(f.Nodes) == 0
}

// makeBlindBelow marks the nodes in whose subtree, themselves included, something
// was not read.
func (f *Frozen) makeBlindBelow() []bool {
	below := make([]bool, len(f.Nodes))
	for _, b := range f.blind() {
		for id := b.node; id != tree.None && !below[id]; id = f.Nodes[id].Parent {
			below[id] = true
		}
	}
	return below
}

// blindSpots says, for a survey, in which windows elements may be missing.
type blindSpots struct {
	all, allItems  bool // somewhere outside of any window
	any            bool // somewhere, and not only items
	windows, items map[roleName]bool
}

func (f *Frozen) makeBlindSpots() *blindSpots {
	s := &blindSpots{windows: map[roleName]bool{}, items: map[roleName]bool{}}
	for _, b := range f.blind() {
		s.any = s.any || !b.items
		top := f.Top(b.node)
		if top == tree.None {
			s.all = s.all || !b.items
			s.allItems = s.allItems || b.items
			continue
		}
		name, _ := f.Name(top)
		w := roleName{f.Nodes[top].Role, name}
		s.windows[w] = s.windows[w] || !b.items
		s.items[w] = s.items[w] || b.items
	}
	return s
}

// mayHold reports whether an element may be missing that has the window, role and
// name of the place. It may say so of one that a search would exclude, never the
// other way round.
func (s *blindSpots) mayHold(p place) bool {
	item := !chrome[p.self.role]
	switch {
	case s.all, s.windows[p.window]:
		return true
	case s.any && p.window.role != tree.RoleWindow:
		return true // a dialog may be inside a window
	}
	return item && (s.allItems || s.items[p.window])
}
