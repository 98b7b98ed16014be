package provider

import (
	"slices"
	"strconv"
	"strings"
)

// Size of a cell that is made on demand, in pixels.
const (
	cellWidth  = 80
	cellHeight = 20
)

const selectedState = 1 << 23

// selected lists the selected children.
func (c *call) selected() []int32 {
	var list []int32
	for _, child := range c.n.children {
		if child >= 0 && c.p.forest.nodes[child].states&selectedState != 0 {
			list = append(list, child)
		}
	}
	return list
}

// choose selects children, or takes that back.
func (c *call) choose(children []int32, on bool) {
	word := []string{"selected"}
	for _, child := range children {
		if child < 0 {
			continue
		}
		s := Node{Off: word}
		if on {
			s = Node{On: word}
		}
		of := call{p: c.p, self: child, n: &c.p.forest.nodes[child]}
		of.edit(s)
		c.sends = append(c.sends, of.sends...)
	}
	c.sends = append(c.sends, c.p.signal(c.self, "object", "selection-changed", "", 0, 0, none))
	c.out.bool(true)
}

// one returns the child at a place as a list, empty where there is none.
func one(list []int32, at int32) []int32 {
	if at < 0 || int(at) >= len(list) {
		return nil
	}
	return list[at : at+1]
}

var selectionMethods = map[string]method{
	"GetSelectedChild": {"(so)", func(c *call) string {
		child := int32(nullChild)
		if list := one(c.selected(), c.int(0)); list != nil {
			child = list[0]
		}
		c.out.ref(c.p.ref(child))
		return ""
	}, false},
	"IsChildSelected": {"b", func(c *call) string {
		list := one(c.n.children, c.int(0))
		c.out.bool(list != nil && slices.Contains(c.selected(), list[0]))
		return ""
	}, false},
	"SelectChild":           {"b", func(c *call) string { c.choose(one(c.n.children, c.int(0)), true); return "" }, true},
	"DeselectChild":         {"b", func(c *call) string { c.choose(one(c.n.children, c.int(0)), false); return "" }, true},
	"DeselectSelectedChild": {"b", func(c *call) string { c.choose(one(c.selected(), c.int(0)), false); return "" }, true},
	"SelectAll":             {"b", func(c *call) string { c.choose(c.n.children, true); return "" }, true},
	"ClearSelection":        {"b", func(c *call) string { c.choose(c.selected(), false); return "" }, true},
}

// table returns the size of the table that the object is.
func (c *call) table() Table {
	if t := c.n.extra().table; t != nil {
		return *t
	}
	return Table{}
}

// headers returns how many children of a table are headers.
func (t Table) headers() int {
	if t.Headers {
		return int(t.Columns)
	}
	return 0
}

// cellAt returns the cell of a row and column, in a row object or in one list.
func (c *call) cellAt(row, column int32) ref {
	t := c.table()
	if row < 0 || column < 0 || row >= t.Rows || column >= t.Columns {
		return c.p.ref(nullChild)
	}
	if t.Virtual {
		return c.p.cell(c.self, row, column)
	}
	cells := c.n.children[min(t.headers(), len(c.n.children)):]
	if line := one(cells, row); line != nil && line[0] >= 0 && c.p.forest.nodes[line[0]].role == numberOf["table row"] {
		if cell := one(c.p.forest.nodes[line[0]].children, column); cell != nil {
			return c.p.ref(cell[0])
		}
		return c.p.ref(nullChild)
	}
	if cell := one(cells, row*t.Columns+column); cell != nil {
		return c.p.ref(cell[0])
	}
	return c.p.ref(nullChild)
}

// tableOf returns the table that holds an object, -1 for none.
func (p *Provider) tableOf(self int32) int32 {
	for range len(p.forest.nodes) {
		if self = p.forest.nodes[self].parent; self < 0 || p.forest.nodes[self].has&hasTable != 0 {
			return self
		}
	}
	return -1
}

// position returns the row and column of a cell, -1 for one that has none.
func (p *Provider) position(self int32) (row, column int32) {
	table := p.tableOf(self)
	if table < 0 {
		return -1, -1
	}
	t := call{n: &p.forest.nodes[table]}
	parent := p.forest.nodes[self].parent
	at := int32(slices.Index(p.forest.nodes[parent].children, self))
	if parent != table {
		line := int32(slices.Index(t.n.children, parent))
		return line - int32(t.table().headers()), at
	}
	at -= int32(t.table().headers())
	if columns := t.table().Columns; columns > 0 && at >= 0 {
		return at / columns, at % columns
	}
	return -1, -1
}

// header answers with the header of a column.
func (c *call) header(column int32) ref {
	t := c.table()
	if head := one(c.n.children[:min(t.headers(), len(c.n.children))], column); head != nil {
		return c.p.ref(head[0])
	}
	return c.p.ref(nullChild)
}

var tableMethods = map[string]method{
	"GetAccessibleAt":      {"(so)", func(c *call) string { c.out.ref(c.cellAt(c.int(0), c.int(1))); return "" }, false},
	"GetIndexAt":           {"i", func(c *call) string { c.out.int32(c.int(0)*c.table().Columns + c.int(1)); return "" }, false},
	"GetRowAtIndex":        {"i", func(c *call) string { c.out.int32(c.int(0) / max(c.table().Columns, 1)); return "" }, false},
	"GetColumnAtIndex":     {"i", func(c *call) string { c.out.int32(c.int(0) % max(c.table().Columns, 1)); return "" }, false},
	"GetRowDescription":    {"s", func(c *call) string { c.out.string(""); return "" }, false},
	"GetColumnDescription": {"s", func(c *call) string { c.out.string(""); return "" }, false},
	"GetRowExtentAt":       {"i", func(c *call) string { c.out.int32(1); return "" }, false},
	"GetColumnExtentAt":    {"i", func(c *call) string { c.out.int32(1); return "" }, false},
	"GetRowHeader":         {"(so)", func(c *call) string { c.out.ref(c.p.ref(nullChild)); return "" }, false},
	"GetColumnHeader":      {"(so)", func(c *call) string { c.out.ref(c.header(c.int(0))); return "" }, false},
	"GetSelectedRows":      {"ai", func(c *call) string { c.out.array(4, func() {}); return "" }, false},
	"GetSelectedColumns":   {"ai", func(c *call) string { c.out.array(4, func() {}); return "" }, false},
	"IsRowSelected":        {"b", func(c *call) string { c.out.bool(false); return "" }, false},
	"IsColumnSelected":     {"b", func(c *call) string { c.out.bool(false); return "" }, false},
	"IsSelected":           {"b", func(c *call) string { c.out.bool(false); return "" }, false},
	"AddRowSelection":      {"b", func(c *call) string { c.out.bool(true); return "" }, true},
	"AddColumnSelection":   {"b", func(c *call) string { c.out.bool(true); return "" }, true},
	"RemoveRowSelection":   {"b", func(c *call) string { c.out.bool(true); return "" }, true},
	"RemoveColumnSelection": {"b", func(c *call) string {
		c.out.bool(true)
		return ""
	}, true},
}

var tableCellMethods = map[string]method{
	"GetColumnHeaderCells": {"a(so)", func(c *call) string {
		_, column := c.p.position(c.self)
		c.out.array(8, func() {
			if table := c.p.tableOf(c.self); table >= 0 && column >= 0 {
				of := call{p: c.p, n: &c.p.forest.nodes[table]}
				c.out.ref(of.header(column))
			}
		})
		return ""
	}, false},
	"GetRowHeaderCells": {"a(so)", func(c *call) string { c.out.array(8, func() {}); return "" }, false},
	"GetRowColumnSpan": {"biiii", func(c *call) string {
		row, column := c.p.position(c.self)
		c.out.bool(row >= 0)
		for _, v := range []int32{row, column, 1, 1} {
			c.out.int32(v)
		}
		return ""
	}, false},
}

// cell returns the reference of a cell that is made on demand: the path of its
// table, its row and its column.
func (p *Provider) cell(table, row, column int32) ref {
	return ref{p.name, p.forest.path(table) + "/" + strconv.Itoa(int(row)) + "/" + strconv.Itoa(int(column))}
}

// virtual makes the cell of such a reference.
func (p *Provider) virtual(key string) (*node, bool) {
	parts := strings.Split(key, "/")
	if len(parts) != 3 {
		return nil, false
	}
	self, ok := p.forest.find(parts[0])
	if !ok {
		return nil, false
	}
	table := &p.forest.nodes[self]
	t := table.extra().table
	row, err1 := strconv.ParseInt(parts[1], 10, 32)
	column, err2 := strconv.ParseInt(parts[2], 10, 32)
	if t == nil || !t.Virtual || err1 != nil || err2 != nil || row < 0 || column < 0 || int32(row) >= t.Rows || int32(column) >= t.Columns {
		return nil, false
	}
	x, y := table.extents[0]+(int32(column)-t.FirstColumn)*cellWidth, table.extents[1]+(int32(row)-t.FirstRow)*cellHeight
	states := uint64(shown | 1<<28) // transient
	if !contains(table.extents, x, y) {
		states &^= 1 << 25 // showing
	}
	place := int32(row)*t.Columns + int32(column) // cut off where it is more, as in LibreOffice
	return &node{
		key: key, more: &more{place: &place}, name: "Cell " + parts[1] + "," + parts[2], role: numberOf["table cell"], states: states,
		parent: self, claims: -1, has: hasAccessible | hasComponent,
		extents: [4]int32{x, y, cellWidth, cellHeight},
	}, true
}
