package structure

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

func isTable(_ *audit.Pass, n *tree.Node) bool {
	return n.Role == tree.RoleTable || n.Role == tree.RoleGrid || n.Role == tree.RoleTreegrid
}

var tableRoundTrip = &audit.Rule{
	ID: "table-index-roundtrip", Group: audit.Structure, Severity: audit.Error, Criteria: []string{"1.3.1"},
	Title: "A table that contradicts itself",
	Explanation: "A screen reader moves by row and column and says where it is; a table that gives another cell than it was asked for " +
		"sends the person into the wrong row. Looked at: a sample of at most 100 cells: whether there is one in each place, what it " +
		"says about its own place, and how many rows and columns it covers.",
	Remedy: audit.Remedy{
		Any:  "Make row, column and index of the cells agree with the table's own.",
		GTK3: "Implement ref_at and AtkTableCell's get_position together.",
		Qt:   "Implement cellAt of QAccessibleTableInterface and rowIndex, columnIndex of QAccessibleTableCellInterface together.",
		Web:  "Look at aria-rowindex, aria-colindex, rowspan and colspan; else report it to the browser.",
	},
	Quiet: "Places that a larger cell covers; cells that did not answer (undecided).",
	Needs: audit.NeedTables, Applies: isTable,
	Check: func(p *audit.Pass, n *tree.Node) {
		t, asked := p.Tables[n.ID]
		if !asked {
			return
		}
		for _, c := range t.Sample {
			kind, why := "", ""
			switch {
			case c.Err != "":
				p.Undecided("a cell did not answer")
				return
			case c.Null:
				kind, why = "null", "has no cell"
			case c.RowSpan == 0 || c.ColumnSpan == 0 || c.RowSpan < -1 || c.ColumnSpan < -1:
				kind, why = "span", fmt.Sprintf("has a cell that covers %d rows and %d columns", c.RowSpan, c.ColumnSpan)
			case c.SaidRow >= 0 && (c.Row < c.SaidRow || c.Row >= c.SaidRow+max(c.RowSpan, 1)),
				c.SaidColumn >= 0 && (c.Column < c.SaidColumn || c.Column >= c.SaidColumn+max(c.ColumnSpan, 1)):
				kind, why = "place", fmt.Sprintf("has a cell that says it is in row %d, column %d", c.SaidRow, c.SaidColumn)
			default:
				continue
			}
			p.Report(n, audit.Detail{
				Why: fmt.Sprintf("Row %d, column %d of its %d x %d %s.", c.Row, c.Column, t.Rows, t.Columns, why),
				Values: []audit.Value{
					audit.V("asked for", fmt.Sprintf("%d,%d", c.Row, c.Column)), audit.V("said", fmt.Sprintf("%d,%d", c.SaidRow, c.SaidColumn)),
					audit.V("span", fmt.Sprintf("%d,%d", c.RowSpan, c.ColumnSpan)),
				}, Kind: kind,
			})
			return // one cell shows it
		}
	},
}

var tableHeaders = &audit.Rule{
	ID: "table-headers-missing", Group: audit.Structure, Severity: audit.Warning, InTestability: audit.Warning, Criteria: []string{"1.3.1"},
	Title: "A table without headings",
	Explanation: "In the middle of a table a person who does not see it hears \"12\" and not whose or what; a test cannot say \"the price " +
		"of pears\". Looked at: tables of two rows and two columns or more, and whether anything heads a row or a column.",
	Remedy: audit.Remedy{
		Any:  "Publish the headings of columns and rows.",
		GTK3: "Set the titles of GtkTreeViewColumn and show them, or implement get_column_header of AtkTable.",
		GTK4: "Use GtkColumnView with titles; for your own tables GTK_ACCESSIBLE_ROLE_COLUMN_HEADER and _ROW_HEADER.",
		Qt:   "Return texts from headerData of the model; show the horizontal header.",
		Web:  "Use <th>, with scope=row for the first column.",
	},
	Quiet: "Lists of one column or one row, empty tables, calendars without cells in the tree. Where headings could not be read, or " +
		"cells are made on demand, the table is undecided.",
	Applies: isTable,
	Check: func(p *audit.Pass, n *tree.Node) {
		g := measure(p, n)
		switch {
		case g.headed || g.rows < 2 || g.columns < 2:
		case g.unread || p.CutWithin(n.ID):
			p.Undecided("headings could not be read, or not all cells")
		default:
			d := audit.Detail{
				Why:    fmt.Sprintf("Nothing heads its %d rows and %d columns.", g.rows, g.columns),
				Values: []audit.Value{audit.V("rows", g.rows), audit.V("columns", g.columns)},
			}
			if p.Toolkit == audit.GTK4 && n.Role == tree.RoleTreegrid {
				d.Blame = "GTK 4 publishes the titles of a column view as boxes"
			}
			p.Report(n, d)
		}
	},
}

// extent is what the tree shows of a table.
type extent struct {
	rows, columns  int
	headed, unread bool
}

func measure(p *audit.Pass, table *tree.Node) extent {
	var g extent
	straight := 0 // cells that lie in no row
	lines, leftmost := 0, 0
	last := tree.Rect{}
	p.Down(table, func(n *tree.Node) bool {
		g.unread = g.unread || n.RoleUnread()
		switch n.Role {
		case tree.RoleColumnHeader, tree.RoleRowHeader:
			g.unread = g.unread || n.Name.State == tree.Unreadable
			g.headed = g.headed || n.Name.Value != "" || !n.Name.IsKnown() && len(n.Children) > 0
		case tree.RoleRow:
			cells := 0
			for _, c := range n.Children {
				if r := p.Nodes[c].Role; r == tree.RoleCell || r == tree.RoleColumnHeader || r == tree.RoleRowHeader {
					cells++
				}
			}
			if cells > 0 {
				g.rows++
				g.columns = max(g.columns, cells)
			}
		case tree.RoleCell:
			if c := n.Cell; c != nil {
				g.rows, g.columns = max(g.rows, c.Row+1), max(g.columns, c.Column+1)
				g.headed = g.headed || c.RowHeader.IsKnown() || c.ColumnHeader.IsKnown()
				g.unread = g.unread || c.RowHeader.State == tree.Unreadable || c.ColumnHeader.State == tree.Unreadable
			} else if n.Parent == table.ID && n.Bounds.State == tree.Unreadable {
				g.unread = true // of which line it is
			} else if n.Parent == table.ID && n.Bounds.State == tree.Known {
				// Cells straight in the table: a new line begins where the next one is lower.
				straight++
				if lines == 0 || n.Bounds.Y >= last.Y+last.H {
					lines++
					leftmost = 0
				}
				leftmost++
				g.columns = max(g.columns, leftmost)
				last = n.Bounds.Rect
			}
		}
		return !g.headed
	})
	g.rows = max(g.rows, lines)
	if t, asked := p.Tables[table.ID]; asked {
		g.rows, g.columns = t.Rows, t.Columns
	}
	return g
}

var tableSize = &audit.Rule{
	ID: "table-size-mismatch", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"1.3.1"},
	Title: "A table with other cells than it says",
	Explanation: "\"Row 3 of 20\" is wrong where the table counts other rows than it has; a search for a cell ends too early. Looked at: " +
		"rows times columns against the children that the table claims.",
	Remedy: audit.Remedy{
		Any:  "Make the numbers of rows and columns those of the cells that are given out.",
		GTK3: "Make get_n_rows, get_n_columns and get_n_children agree.",
		Qt:   "Make rowCount, columnCount and childCount of the QAccessibleTableInterface agree.",
		Web:  "Look at aria-rowcount and aria-colcount.",
	},
	Quiet: "Tables whose cells are made on demand; headings that are counted as children, with or without the corner (Qt); tables whose " +
		"children are rows, one for each.",
	Needs: audit.NeedTables, Applies: isTable,
	Check: func(p *audit.Pass, n *tree.Node) {
		t, asked := p.Tables[n.ID]
		if !asked || n.States.Has(tree.ManagesDescendants) {
			return
		}
		if t.Children < 0 || t.Rows < 0 || t.Columns < 0 {
			p.Undecided("the table did not tell its size")
			return
		}
		for _, fits := range []int{0, t.Columns, t.Rows, t.Columns + t.Rows, t.Columns + t.Rows + 1} {
			if t.Children == t.Rows*t.Columns+fits {
				return
			}
		}
		if t.Children == t.Rows || t.Children == t.Rows+1 || rows(p, n) {
			return
		}
		if p.CutAt(n.ID) || p.Below("roles unread", n, (*tree.Node).RoleUnread) > 0 {
			p.Undecided("what its children are could not all be read")
			return
		}
		p.Report(n, audit.Detail{
			Why:    fmt.Sprintf("It says that it has %d rows and %d columns, and has %d children.", t.Rows, t.Columns, t.Children),
			Values: []audit.Value{audit.V("rows", t.Rows), audit.V("columns", t.Columns), audit.V("children", t.Children)},
		})
	},
}

// rows reports whether the children of a table are its rows, perhaps in groups (the head
// and the bodies of a table in HTML).
func rows(p *audit.Pass, n *tree.Node) bool {
	for _, c := range n.Children {
		switch p.Nodes[c].Role {
		case tree.RoleRow, tree.RoleGroup, tree.RoleGeneric:
			return true
		}
	}
	return false
}
