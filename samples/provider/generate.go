package provider

import (
	"fmt"
	"strconv"
)

// Generate makes a big tree by rule.
type Generate struct {
	// Kind is "wide" (one parent), "deep" (each the only child of the one before),
	// "mixed" (a window of panels of 20 controls, every seventh name not the only
	// one), "table" (rows of cells with headers) or "form" (labelled boxes).
	Kind string `json:"kind"`
	// Nodes is how many objects are made, for a table that of its rows.
	Nodes   int `json:"nodes"`
	Columns int `json:"columns,omitempty"` // of a table; 0 means 5
}

// maxNodes is how many objects a provider has at most.
const maxNodes = 1 << 20

// generate adds the objects below parent and returns the first one.
func (f *forest) generate(parent int32, g Generate) (int32, error) {
	columns := max(g.Columns, 1)
	if g.Columns == 0 {
		columns = 5
	}
	size := g.Nodes
	if g.Kind == "table" {
		size *= columns + 1
	}
	if g.Nodes < 0 || size > maxNodes || len(f.nodes)+size > maxNodes {
		return 0, fmt.Errorf("generate: %d objects are more than %d", size, maxNodes)
	}
	start := int32(len(f.nodes))
	switch g.Kind {
	case "wide":
		for i := range g.Nodes {
			f.grow(parent, "push button", "Button "+strconv.Itoa(i), row(i))
		}
	case "deep":
		for i := range g.Nodes {
			parent = f.grow(parent, "panel", "Level "+strconv.Itoa(i), [4]int32{0, 0, 800, 600})
		}
	case "mixed":
		f.mixed(parent, g.Nodes)
	case "table":
		f.table(parent, g.Nodes, columns)
	case "form":
		f.form(parent, g.Nodes)
	default:
		return 0, fmt.Errorf("generate: there is no kind of tree %q", g.Kind)
	}
	return start, nil
}

// grow adds one object as the last child.
func (f *forest) grow(parent int32, role, name string, extents [4]int32) int32 {
	self := int32(len(f.nodes))
	n := node{name: name, role: numberOf[role], states: shown, parent: parent, claims: -1, extents: extents, has: hasAccessible | hasComponent}
	switch role {
	case "push button", "check box":
		n.has |= hasAction
		n.more = clickable
	case "entry":
		n.states |= 1 << 7 // editable
		n.has |= hasText | hasEditableText
	}
	f.nodes = append(f.nodes, n)
	f.nodes[parent].children = append(f.nodes[parent].children, self)
	return self
}

// clickable is shared by all generated buttons.
var clickable = &more{actions: []string{"click"}}

// row is the place of the i-th object of a column.
func row(i int) [4]int32 { return [4]int32{8, int32(8 + 24*i), 200, 20} }

// mixed adds a window with n objects in all, the last panel cut to fit.
func (f *forest) mixed(parent int32, n int) {
	if n == 0 {
		return
	}
	kinds := []string{"push button", "label", "entry", "check box", "menu item"}
	window := f.grow(parent, "frame", "Window", [4]int32{0, 0, 1600, 1000})
	panel := window
	for i := range n - 1 {
		column := i / 42 % 8
		at := [4]int32{int32(200 * column), int32(24 * (i % 42)), 190, 20}
		if i%21 == 0 {
			panel = f.grow(window, "panel", "Panel "+strconv.Itoa(i/21), at)
			continue
		}
		name := "Item " + strconv.Itoa(i)
		if i%7 == 0 {
			name = "Twin " + strconv.Itoa(i/7%50)
		}
		f.grow(panel, kinds[i%len(kinds)], name, at)
	}
}

// table adds a table in rows, with the headers of the columns before them.
func (f *forest) table(parent int32, rows, columns int) {
	table := f.grow(parent, "table", "Table", [4]int32{0, 0, int32(100 * columns), int32(20 * (rows + 1))})
	f.nodes[table].has |= hasTable | hasSelection
	f.nodes[table].own().table = &Table{Rows: int32(rows), Columns: int32(columns), Headers: true}
	for c := range columns {
		f.grow(table, "table column header", "Column "+strconv.Itoa(c), [4]int32{int32(100 * c), 0, 100, 20})
	}
	for r := range rows {
		line := f.grow(table, "table row", "", [4]int32{0, int32(20 * (r + 1)), int32(100 * columns), 20})
		for c := range columns {
			cell := f.grow(line, "table cell", "Cell "+strconv.Itoa(r)+","+strconv.Itoa(c), [4]int32{int32(100 * c), int32(20 * (r + 1)), 100, 20})
			f.nodes[cell].has |= hasTableCell
		}
	}
}

// form adds n objects: labels, each with the box that it labels.
func (f *forest) form(parent int32, n int) {
	label := int32(-1)
	for i := range n {
		if i%2 == 0 {
			label = f.grow(parent, "label", "Field "+strconv.Itoa(i/2), row(i/2))
			continue
		}
		at := row(i / 2)
		at[0] += 210
		box := f.grow(parent, "entry", "", at)
		f.nodes[box].own().relations = []relation{{2, []int32{label}}}
		f.nodes[label].own().relations = []relation{{1, []int32{box}}}
	}
}
