package inspector

import (
	"github.com/samebutton/samebutton/backends/tree"
)

// rowIndex knows for each node the text that heads its row and its column.
type rowIndex struct {
	f       *Frozen
	rowOf   []tree.NodeID // nearest row-like ancestor or self's, by NodeID
	heading map[tree.NodeID]fact
	columns []fact // by NodeID of a direct child of a row; Absent elsewhere
}

func isRow(r tree.Role) bool {
	switch r {
	case tree.RoleRow, tree.RoleListItem, tree.RoleTreeItem, tree.RoleOption:
		return true
	}
	return false
}

func (f *Frozen) makeRows() *rowIndex {
	x := &rowIndex{f: f, rowOf: make([]tree.NodeID, len(f.Nodes)), heading: map[tree.NodeID]fact{}, columns: make([]fact, len(f.Nodes))}
	for i := range f.Nodes {
		x.rowOf[i] = tree.None
		x.columns[i] = fact{state: tree.Absent}
		if p := f.Nodes[i].Parent; p != tree.None {
			if isRow(f.Nodes[p].Role) {
				x.rowOf[i] = p
			} else {
				x.rowOf[i] = x.rowOf[p]
			}
		}
	}
	for i := range f.Nodes {
		if isRow(f.Nodes[i].Role) {
			x.heading[tree.NodeID(i)] = fact{} // what heads it may be what was not read of it
			if !f.blindBelow()[i] {
				x.heading[tree.NodeID(i)] = x.head(tree.NodeID(i))
			}
		}
		if r := f.Nodes[i].Role; r == tree.RoleTable || r == tree.RoleGrid || r == tree.RoleTreegrid {
			x.heads(tree.NodeID(i))
		}
	}
	return x
}

// head finds the text that names a row: its row header, else its own name, else
// its first text that is not itself something to act on.
func (x *rowIndex) head(row tree.NodeID) fact {
	var first fact
	found, unread := false, false
	var walk func(tree.NodeID) (fact, bool)
	walk = func(id tree.NodeID) (fact, bool) {
		for _, c := range x.f.Nodes[id].Children {
			n := &x.f.Nodes[c]
			nm := x.f.names[c]
			if n.Role == tree.RoleRowHeader && nm.state != tree.Absent {
				return nm, true // also one that could not be read: nothing weaker counts then
			}
			unread = unread || n.RoleUnread() && !found
			if n.Interactive() {
				continue // a button's caption does not name its row
			}
			switch {
			case nm.state == tree.Unreadable && !found:
				unread = true
			case nm.state == tree.Known && !found:
				first, found = nm, true
			}
			if h, ok := walk(c); ok {
				return h, true
			}
		}
		return fact{}, false
	}
	if h, ok := walk(row); ok {
		return h
	}
	own := x.f.names[row]
	switch {
	case own.state == tree.Known:
		return own
	case own.state == tree.Unreadable || unread:
		return fact{}
	case found:
		return first
	}
	return fact{state: tree.Absent}
}

// heads gives the children of a row the column header at the same place, in rows
// that have as many children as there are headers.
func (x *rowIndex) heads(table tree.NodeID) {
	var headers []fact
	var rows []tree.NodeID
	for i := table + 1; i < x.f.ends[table]; i++ {
		n := &x.f.Nodes[i]
		switch {
		case n.Role == tree.RoleColumnHeader:
			headers = append(headers, x.f.names[i])
		case n.Role == tree.RoleRow && (len(n.Children) == 0 || x.f.Nodes[n.Children[0]].Role != tree.RoleColumnHeader):
			rows = append(rows, n.ID)
		}
	}
	for _, r := range rows {
		kids := x.f.Nodes[r].Children
		blind := x.f.blindBelow()[table] // a heading or a cell may be missing
		if !blind && len(kids) != len(headers) {
			continue
		}
		for i, k := range kids {
			x.columns[k] = fact{}
			if !blind {
				x.columns[k] = headers[i]
			}
		}
	}
}

// row returns the heading of the nearest row around the node, or what the table
// itself says of the cell that is or holds the node.
func (x *rowIndex) row(id tree.NodeID) fact {
	if c := x.f.cell(id); c != nil {
		return compared(c.RowHeader)
	}
	if r := x.rowOf[id]; r != tree.None {
		return x.heading[r]
	}
	return fact{state: tree.Absent}
}

// column returns the heading of the column that holds the node.
func (x *rowIndex) column(id tree.NodeID) fact {
	if c := x.f.cell(id); c != nil {
		return compared(c.ColumnHeader)
	}
	for ; id != tree.None; id = x.f.Nodes[id].Parent {
		if p := x.f.Nodes[id].Parent; p != tree.None && x.f.Nodes[p].Role == tree.RoleRow {
			return x.columns[id]
		}
	}
	return fact{state: tree.Absent}
}

// cell returns the place in a table of the nearest cell that is or holds the node
// and has one, without a row between; nil where there is none.
func (f *Frozen) cell(id tree.NodeID) *tree.Cell {
	for ; id != tree.None && f.Nodes[id].Role != tree.RoleRow; id = f.Nodes[id].Parent {
		if c := f.Nodes[id].Cell; c != nil {
			return c
		}
	}
	return nil
}
