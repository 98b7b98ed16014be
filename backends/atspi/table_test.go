package atspi

import (
	"errors"
	"fmt"
	"slices"

	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/programs"
	"github.com/samebutton/samebutton/samples/provider"
)

// sheetOf is a window with a table whose cells, of 80 by 20 pixels, are made on
// demand.
func sheetOf(t provider.Table) []provider.Command {
	t.Virtual = true
	window, sheet := "window", "sheet"
	return []provider.Command{
		{Do: "add", Key: "root", Node: &provider.Node{Key: window, Name: &window, Role: "frame", Extents: &[4]int32{0, 0, 800, 600}}},
		{Do: "add", Key: window, Node: &provider.Node{
			Key: sheet, Name: &sheet, Role: "table", Extents: &[4]int32{100, 100, 400, 210}, Table: &t, On: []string{"manages-descendants"},
		}},
	}
}

// cellsOf lists what was read of a table: row, column and name.
func cellsOf(t *testing.T, s *tree.Snapshot) (cells []string, table *tree.Node) {
	t.Helper()
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Role == tree.RoleTable {
			table = n
		}
	}
	if table == nil {
		t.Fatal("there is no table")
	}
	for _, c := range table.Children {
		n := &s.Nodes[c]
		if n.Cell == nil || n.Role != tree.RoleCell || n.Bounds.State != tree.Known || n.Bounds.Empty() {
			t.Fatalf("not a cell: %+v", n)
		}
		cells = append(cells, fmt.Sprintf("%d,%d %s", n.Cell.Row, n.Cell.Column, n.Name.Value))
	}
	return cells, table
}

func TestTheCellsOnTheScreenAreRead(t *testing.T) {
	b := open(t, Options{})
	for name, c := range map[string]struct {
		table       provider.Table
		row, column int // the first on the screen
		missing     int
	}{
		"small numbers": {provider.Table{Rows: 1000, Columns: 20, FirstRow: 7, FirstColumn: 3}, 7, 3, 20_000 - 55},
		"2^34 cells":    {provider.Table{Rows: 1 << 20, Columns: 1 << 14}, 0, 0, 1<<34 - 55},
		// The index of these cells is that of cells in row 5 and 70,001, too.
		"beyond 32 bits":      {provider.Table{Rows: 1 << 20, Columns: 1 << 14, FirstRow: 5 + 1<<18, FirstColumn: 2}, 5 + 1<<18, 2, 1<<34 - 55},
		"a negative index":    {provider.Table{Rows: 1 << 20, Columns: 1 << 14, FirstRow: 200_000}, 200_000, 0, 1<<34 - 55},
		"the end of the last": {provider.Table{Rows: 1 << 20, Columns: 1 << 14, FirstRow: 1<<20 - 4, FirstColumn: 1<<14 - 2}, 1<<20 - 4, 1<<14 - 2, 1<<34 - 8},
	} {
		t.Run(name, func(t *testing.T) {
			s := host(t, sheetOf(c.table)...).observe(t, b, 0)
			var want []string
			for row := c.row; row < min(c.row+11, int(c.table.Rows)); row++ { // the last is half visible
				for column := c.column; column < min(c.column+5, int(c.table.Columns)); column++ {
					want = append(want, fmt.Sprintf("%d,%d Cell %d,%d", row, column, row, column))
				}
			}
			got, table := cellsOf(t, s)
			if !slices.Equal(got, want) {
				t.Errorf("%d cells %v, want %d", len(got), got, len(want))
			}
			if len(s.Cuts) != 1 || s.Cuts[0].Node != table.ID || s.Cuts[0].Reason != tree.CutVirtualChildren || s.Cuts[0].Missing != c.missing {
				t.Errorf("cuts %+v, want %d missing", s.Cuts, c.missing)
			}
			if err := s.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

func refuses(key, member string) provider.Command {
	return provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "error", Key: key, Member: member, Name: "org.freedesktop.DBus.Error.Failed"}}
}

// A table that answers wrongly, late or not at all costs its cells, not the rest.
func TestATableInTroubleCostsOnlyItsCells(t *testing.T) {
	b := open(t, Options{})
	table := provider.Table{Rows: 1000, Columns: 20}
	for name, c := range map[string]struct {
		trouble []provider.Command
		some    bool // cells may be read
	}{
		"no size":           {[]provider.Command{refuses("sheet", "NRows")}, false},
		"a size of 0":       {[]provider.Command{set("sheet", provider.Node{Table: &provider.Table{Columns: 20, Virtual: true}}), claims("sheet", 5000)}, false},
		"nothing at points": {[]provider.Command{trouble("empty", "sheet", "GetAccessibleAtPoint")}, false},
		"wrong cells":       {[]provider.Command{trouble("wrong", "sheet", "GetAccessibleAt")}, false},
		"unknown methods":   {[]provider.Command{trouble("unknown-method", "sheet", "GetRowAtIndex")}, false},
		"no headings":       {[]provider.Command{refuses("sheet", "GetColumnHeader")}, true},
		"slow points":       {[]provider.Command{{Do: "trouble", Trouble: &provider.Trouble{Kind: "delay", Key: "sheet", Member: "GetAccessibleAtPoint", MS: 300}}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			s := host(t, with(sheetOf(table), c.trouble...)...).observe(t, b, 0)
			got, sheet := cellsOf(t, s)
			if !c.some && len(got) > 0 {
				t.Errorf("cells %v", got)
			}
			if len(s.Cuts) != 1 || s.Cuts[0].Node != sheet.ID || s.Cuts[0].Reason != tree.CutVirtualChildren || s.Cuts[0].Missing < 5000-len(got) {
				t.Errorf("cuts %+v", s.Cuts)
			}
			if took := time.Since(began); took > tableBudget+late {
				t.Errorf("took %v", took)
			}
			for _, id := range sheet.Children {
				if name == "no headings" && s.Nodes[id].Cell.ColumnHeader.State != tree.Unreadable {
					t.Fatalf("a heading that was not answered is %+v", s.Nodes[id].Cell.ColumnHeader)
				}
			}
		})
	}
}

func TestCellsCountAmongTheLimit(t *testing.T) {
	b := open(t, Options{})
	s := host(t, sheetOf(provider.Table{Rows: 1000, Columns: 20})...).observe(t, b, 10)
	if got, _ := cellsOf(t, s); len(got) != 7 || len(s.Nodes) != 10 || s.Cuts[0].Missing != 20_000-7 {
		t.Errorf("%d cells, %d nodes, cuts %v", len(got), len(s.Nodes), s.Cuts)
	}
}

// The sheet of LibreOffice Calc has 2^34 cells. Those on the screen are read with
// their addresses and texts, and nothing of the window is missing.
func TestCalc(t *testing.T) {
	needDesktop(t)
	rows := [][]string{{"Name", "Amount"}, {"Anna", "12"}, {"Ben", "30"}}
	calc, err := programs.Start(deadline(t), private, programs.Calc(rows))
	var missing *programs.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { calc.Close() })
	b := open(t, Options{})
	var app tree.Application
	var s *tree.Snapshot
	await(t, "the sheet", func() bool {
		apps, err := b.Applications(deadline(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range apps {
			if a.PID == calc.PID() {
				app = a
				if s, err = b.Observe(deadline(t), scopeOf(a, "")); err != nil {
					return false // while it starts it may be silent
				}
				return slices.ContainsFunc(s.Nodes, func(n tree.Node) bool { return n.Name.Value == "B3" && n.Value.Value == "30" })
			}
		}
		return false
	})
	got, table := cellsOf(t, s)
	if len(got) < 200 {
		t.Errorf("%d cells of %s %v", len(got), app.Name, table.Bounds)
	}
	if len(s.Cuts) != 1 || s.Cuts[0].Node != table.ID || s.Cuts[0].Missing != 1<<34-len(got) {
		t.Errorf("cuts %+v with %d cells", s.Cuts, len(got))
	}
	for row, texts := range rows {
		for column, text := range texts {
			name := fmt.Sprintf("%c%d", 'A'+column, row+1)
			c := find(t, s, tree.RoleCell, name)
			if c.Cell.Row != row || c.Cell.Column != column || c.Value != tree.KnownText(text) || !table.Bounds.Intersects(c.Bounds.Rect) {
				t.Errorf("%s is %+v with the value %+v at %v", name, c.Cell, c.Value, c.Bounds)
			}
		}
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}

// A table with more cells than any index can tell apart costs neither memory nor time.
func TestTableBeyondIndexes(t *testing.T) {
	p := host(t, with(leaves, set("a", provider.Node{
		Role: "table", On: []string{"manages-descendants"}, Extents: &[4]int32{0, 0, 400, 300},
		Table: &provider.Table{Rows: 1<<31 - 1, Columns: 1<<31 - 1, Virtual: true},
	}))...)
	s := p.observe(t, open(t, Options{Call: brief}), 0)
	if got, want := cutsOf(s), "a virtual-children 2147483647"; got != want || s.Validate() != nil {
		t.Errorf("cuts are %q, want %q; %v", got, want, s.Validate())
	}
}
