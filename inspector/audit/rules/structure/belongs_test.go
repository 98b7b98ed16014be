package structure

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var belongsFixtures = []audittest.Fixture{
	{Rule: "required-parent", Why: "a tab, a row, a cell, an item, an option and a menu item outside of theirs", Outline: `
application
	window "Main"
		group
			!tab "Page"
		!row
			cell "A"
		document "Text"
			!listitem "One"
			!option "Two"
			!menuitem "Open"
			!treeitem "Three"
`},
	{Rule: "required-parent", Why: "wrappers of toolkits, cells straight in a table, popups of their own, a column view; an unknown role is undecided", Undecided: 1, Outline: `
application
	window "Main"
		tablist
			generic
				tab "Page"
		table
			cell "A"
			row
				generic
					cell "B"
		treegrid "Stock"
			list
				row
					cell "C"
		combobox "Country"
			menu
				menuitem "Germany"
		list
			group
				listitem "One"
					listitem "Nested"
		tree
			treeitem "Fruit"
				group
					treeitem "Cherry"
		unknown
			tab "Where?"
		row -showing
	window native=window
		menu
			menuitem "Copy"
			menuitemcheckbox "Bold"
	window native=popup
		menuitem "Odd" -showing
`},
	{Rule: "required-children", Why: "content and no parts; one radio button to choose from", Outline: `
application
	window "Main"
		!list "Fruit"
			label "Apple"
			label "Pear"
		!tablist
			button "Page"
		!table
			label "A"
		!radiogroup "Size"
			radio "Small"
`},
	{Rule: "required-children", Why: "empty, a placeholder that is hidden, closed, on demand, boxes in between; a cut list is undecided", Undecided: 1,
		With: cut(16, tree.CutUnreadable), Outline: `
application
	window "Main"
		list "Empty"
		list "Nothing yet"
			label "No results" -showing
		menu -showing
			separator
		table manages-descendants
			label "A"
		list "Boxes"
			generic
				listitem "One"
		radiogroup "Size"
			radio "Small"
			generic
				radio "Large"
		list "Cut"
			label "Apple"
`},
}

var tableFixtures = []audittest.Fixture{
	{Rule: "table-index-roundtrip", Why: "no cell, another place, a span of nothing", With: tables(map[tree.NodeID]audit.Table{
		2: {Rows: 2, Columns: 2, Sample: []audit.CellAnswer{{Row: 0, Column: 0, SaidRow: 0, SaidColumn: 0, RowSpan: 1, ColumnSpan: 1}, {Row: 1, Column: 1, Null: true}}},
		3: {Rows: 2, Columns: 2, Sample: []audit.CellAnswer{{Row: 1, Column: 0, SaidRow: 0, SaidColumn: 1, RowSpan: 1, ColumnSpan: 1}}},
		4: {Rows: 2, Columns: 2, Sample: []audit.CellAnswer{{Row: 1, Column: 0, SaidRow: 1, SaidColumn: 0, RowSpan: 0, ColumnSpan: 1}}}}), Outline: `
application
	window "Main"
		!table "Null"
		!table "Elsewhere"
		!table "Span"
`},
	{Rule: "table-index-roundtrip", Why: "a merged cell covers the place, nobody knows the place, not asked; one that did not answer is undecided", Undecided: 1,
		With: tables(map[tree.NodeID]audit.Table{
			2: {Rows: 3, Columns: 2, Sample: []audit.CellAnswer{{Row: 2, Column: 1, SaidRow: 0, SaidColumn: 0, RowSpan: 3, ColumnSpan: 2}, {Row: 1, Column: 1, SaidRow: -1, SaidColumn: -1, RowSpan: -1, ColumnSpan: -1}}},
			3: {Rows: 3, Columns: 2, Sample: []audit.CellAnswer{{Err: "no answer"}}}}), Outline: `
application
	window "Main"
		table "Merged"
		table "Silent"
		table "Not asked"
`},
	{Rule: "table-headers-missing", Why: "two rows and columns that nothing heads, in rows and straight", Outline: `
application
	window "Main"
		!table "Rows"
			row
				cell "A"
				cell "B"
			row
				cell "C"
				cell "D"
		!table "Straight"
			cell "A" bounds=0,0,50,20
			cell "B" bounds=50,0,50,20
			cell "C" bounds=0,20,50,20
			cell "D" bounds=50,20,50,20
`},
	{Rule: "table-headers-missing", Why: "headings, one column, one row, empty, a calendar", Outline: `
application
	window "Main"
		table "Headed"
			row
				columnheader "Name"
				columnheader "Count"
			row
				cell "C"
				cell "D"
			row
				cell "E"
				cell "F"
		table "Row headers"
			row
				rowheader "Apple"
				cell "1"
			row
				rowheader "Pear"
				cell "2"
		table "One column"
			row
				cell "A"
			row
				cell "B"
		table "One row"
			row
				cell "A"
				cell "B"
		table "Empty"
		grid "Calendar" native=calendar
`},
	{Rule: "table-headers-missing", Why: "cells whose headings were not read, and a table that was cut", Undecided: 2, With: with(cut(7, tree.CutVirtualChildren), unreadHeadings(2)), Outline: `
application
	window "Main"
		table "Unread"
			cell "A" cell=0,0
			cell "B" cell=0,1
			cell "C" cell=1,0
			cell "D" cell=1,1
		table "Cut"
			row
				cell "A"
				cell "B"
			row
				cell "C"
				cell "D"
`},
	{Rule: "table-size-mismatch", Why: "other children than rows times columns", With: tables(map[tree.NodeID]audit.Table{2: {Rows: 3, Columns: 3, Children: 10}}), Outline: `
application
	window "Main"
		!table "Wrong"
			cell "A"
`},
	{Rule: "table-size-mismatch", Why: "headings as children, the corner too, rows, on demand; a size that was not told is undecided", Undecided: 1,
		With: tables(map[tree.NodeID]audit.Table{2: {Rows: 3, Columns: 2, Children: 8}, 3: {Rows: 3, Columns: 2, Children: 12}, 4: {Rows: 3, Columns: 4, Children: 4},
			6: {Rows: 1000, Columns: 2, Children: 5}, 7: {Rows: -1, Columns: -1, Children: 3}, 8: {Rows: 5, Columns: 3, Children: 2}}), Outline: `
application
	window "Main"
		table "Column headings"
		table "Corner"
		table "Rows"
			row
		table "On demand" manages-descendants
		table "Untold"
		table "Head and body"
			group
			group
		table "Not asked"
`},
}

func tables(all map[tree.NodeID]audit.Table) prepare {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Tables = all }
}

// unreadHeadings makes the headings of all cells of a table unreadable.
func unreadHeadings(table tree.NodeID) prepare {
	return func(_ testing.TB, s *sketch.Sketch, _ *audit.Subject) {
		for _, c := range s.Nodes[table].Children {
			s.Nodes[c].Cell.RowHeader, s.Nodes[c].Cell.ColumnHeader = tree.UnreadableText(), tree.UnreadableText()
		}
	}
}
