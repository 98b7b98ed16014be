package atspi

import (
	"errors"
	"math"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Limits of reading a table whose children are too many to list.
const (
	maxCells    = 2000            // cells that are read of one table
	maxProbes   = 400             // points that are asked for what is there, in each direction
	probeGap    = 4               // pixels to go on where there is nothing
	tableBudget = 2 * time.Second // for one table
	cellBatch   = 200             // cells between two looks at the clock
	maxPlaces   = 64              // places that an index which was cut off can mean
)

// table reads what is on the screen of one table whose children are made on demand.
// It finds the rows and columns by asking what lies along a vertical and along a
// horizontal line through it, so that hidden rows and frozen panes are no matter, and
// then asks the table for the cell of each row and column: where a cell is in the
// table is known from the question, not from the answer.
type table struct {
	*reading
	e             *element
	rows, columns int
	until         time.Time
	heads         headings
}

// readTables reads the cells on the screen of the tables that were too large to list.
func (r *reading) readTables() {
	for len(r.virtual) > 0 && r.p.stalled == nil {
		e := r.virtual[0]
		r.virtual = r.virtual[1:]
		if e.has(ifaceTable) && e.has(ifaceComponent) && e.extentsRead == tree.Known && sane(e.extents) && e.depth < tree.MaxDepth {
			t := table{reading: r, e: e, until: time.Now().Add(tableBudget)}
			t.read()
		}
	}
	r.virtual = nil
}

func (t *table) read() {
	t.number("NRows", &t.rows)
	t.number("NColumns", &t.columns)
	t.p.run()
	if t.rows <= 0 || t.columns <= 0 || t.rows > math.MaxInt32 || t.columns > math.MaxInt32 {
		return
	}
	down, across := t.scan()
	rows, columns := t.lines(down, func(c cellPlace) int { return c.row }), t.lines(across, func(c cellPlace) int { return c.column })
	columns = columns[:min(len(columns), maxCells)]
	if len(rows) == 0 || len(columns) == 0 {
		return
	}
	rows = rows[:min(len(rows), max(maxCells/len(columns), 1))]
	t.readHeadings(rows, columns)
	t.readCells(rows, columns)
}

func (t *table) number(property string, to *int) {
	t.p.add(t.e.ref, callGet, func(body []any, err error) {
		if n, ok := intOf(variantAt(body, 0)); ok && err == nil {
			*to = n
		}
	}, ifaceTable, property)
}

// hit is what is at a point of a table.
type hit struct {
	ref   ref
	area  tree.Rect
	index int // among the children, as the application says
	cell  bool
}

// crossing returns a point where there is a cell, away from the edges, which may be
// headings, and not only in the middle: a table may end before it.
func (t *table) crossing() (tree.Point, bool) {
	area := t.e.extents
	const steps = 5
	for i := 1; i <= steps && time.Now().Before(t.until); i++ {
		var points [steps]tree.Point
		var hits [steps]hit
		for j := range points {
			points[j] = tree.Point{X: area.X + area.W>>i, Y: area.Y + area.H>>(j+1)}
			t.at(points[j], &hits[j])
		}
		t.p.run()
		for j, h := range hits {
			if h.cell {
				return points[j], true
			}
		}
	}
	return tree.Point{}, false
}

// scan returns the cells on a vertical and on a horizontal line through the table.
func (t *table) scan() (down, across []hit) {
	area := t.e.extents
	x, y := area.X, area.Y
	mid, ok := t.crossing()
	if !ok {
		return nil, nil
	}
	for range maxProbes {
		var below, beside hit
		askY, askX := y < area.Y+area.H, x < area.X+area.W
		if !askY && !askX || t.p.stalled != nil || time.Now().After(t.until) {
			break
		}
		if askY {
			t.at(tree.Point{X: mid.X, Y: y}, &below)
		}
		if askX {
			t.at(tree.Point{X: x, Y: mid.Y}, &beside)
		}
		t.p.run()
		if below.cell {
			down = append(down, below)
		}
		if beside.cell {
			across = append(across, beside)
		}
		y, x = after(y, below.area.Y+below.area.H), after(x, beside.area.X+beside.area.W)
	}
	return down, across
}

// after returns where to look next: behind what was found, or a little further.
func after(at, end int) int {
	if end > at {
		return end
	}
	return at + probeGap
}

func (t *table) at(p tree.Point, to *hit) {
	t.p.add(t.e.ref, callGetAtPoint, func(body []any, err error) {
		found, ok := refOf(first(body))
		if err != nil || !ok || found.null() || found == t.e.ref {
			return
		}
		to.ref = found
		t.p.add(found, callGetExtents, func(body []any, err error) {
			if rect, ok := rectOf(first(body)); ok && err == nil && sane(rect) {
				to.area = rect
			}
		}, t.coordinates())
		t.p.add(found, callGetIndex, func(body []any, err error) {
			if n, ok := first(body).(int32); ok && err == nil {
				to.index = int(n)
			}
		})
		t.p.add(found, callGetRole, func(body []any, err error) {
			role, _ := first(body).(uint32)
			to.cell = err == nil && role == roleTableCell
		})
	}, int32(p.X), int32(p.Y), t.coordinates())
}

// cellPlace is where a cell is in its table.
type cellPlace struct{ row, column int }

// lines returns the rows, or the columns, of the cells on a line, in order.
func (t *table) lines(hits []hit, of func(cellPlace) int) []int {
	var lines []int
	last := -1
	for i, h := range hits {
		found := t.placesOf(h)
		t.p.run()
		places := *found
		if i == 0 && len(places) > 1 && of(places[0]) != of(places[1]) {
			places = t.tell(h, places)
		}
		for _, p := range places {
			if n := of(p); n > last {
				lines, last = append(lines, n), n
				break
			}
		}
	}
	return lines
}

// placesOf returns the places that a cell can have by its index, smallest first.
// An index that counts more cells than 32 bits can was cut off (LibreOffice Calc has
// 2^34 cells, so that below row 131,072 there are several such places). Where it can
// mean more than are worth asking for there is no telling.
func (t *table) placesOf(h hit) *[]cellPlace {
	var places []cellPlace
	cells := t.rows * t.columns
	if cells>>32 > maxPlaces {
		return &places
	}
	if cells > math.MaxInt32 {
		for n := int(uint32(int32(h.index))); n < cells; n += 1 << 32 {
			places = append(places, cellPlace{n / t.columns, n % t.columns})
		}
		return &places
	}
	p := cellPlace{-1, -1}
	then := func(to *int) then {
		return func(body []any, err error) {
			if n, ok := first(body).(int32); ok && err == nil && n >= 0 {
				*to = int(n)
			}
			if p.row >= 0 && p.column >= 0 && places == nil {
				places = []cellPlace{p}
			}
		}
	}
	t.p.add(t.e.ref, callGetRowAt, then(&p.row), int32(h.index))
	t.p.add(t.e.ref, callGetColumnAt, then(&p.column), int32(h.index))
	return &places
}

// tell asks which of several places is that of a cell: the one where the table has
// a cell with the same extents. It asks one after the other, since LibreOffice takes
// 0.1 s and more to make a cell that is far away.
func (t *table) tell(h hit, places []cellPlace) []cellPlace {
	for _, p := range places {
		if p.row > math.MaxInt32 || time.Now().After(t.until) {
			break
		}
		right := false
		t.p.add(t.e.ref, callGetCell, func(body []any, err error) {
			at, ok := refOf(first(body))
			if err != nil || !ok || at.null() {
				return
			}
			t.p.add(at, callGetExtents, func(body []any, err error) {
				if rect, ok := rectOf(first(body)); ok && err == nil && rect == h.area {
					right = true
				}
			}, t.coordinates())
		}, int32(p.row), int32(p.column))
		t.p.run()
		if right {
			return []cellPlace{p}
		}
	}
	return nil
}

// readCells reads the cells of rows and columns and makes those that are on the
// screen the children of the table. What is missing then is the rest of the table.
func (t *table) readCells(rows, columns []int) {
	var places []cellPlace
	for _, row := range rows {
		for _, column := range columns {
			places = append(places, cellPlace{row, column})
		}
	}
	places = places[:min(len(places), max(t.limit-t.count, 0))]
	t.e.children = nil
	taken := map[*element]bool{} // merged cells are one element in several places
	for len(places) > 0 && t.p.stalled == nil && time.Now().Before(t.until) {
		batch := places[:min(len(places), cellBatch)]
		places = places[len(batch):]
		cells := make([]*element, len(batch))
		for i, p := range batch {
			t.p.add(t.e.ref, callGetCell, func(body []any, err error) {
				if at, ok := refOf(first(body)); ok && err == nil && !at.null() {
					cells[i] = t.element(at)
				}
			}, int32(p.row), int32(p.column))
		}
		t.p.run()
		for i, c := range cells {
			if c == nil || taken[c] || c == t.e {
				continue
			}
			taken[c] = true
			c.parent, c.cell = t.e, t.heads.of(batch[i])
			t.visit(c, t.e.depth+1)
		}
		t.p.run()
		for _, c := range cells {
			if c != nil && taken[c] && c.extentsRead == tree.Known && sane(c.extents) && c.extents.Intersects(t.e.extents) {
				t.e.children = append(t.e.children, c)
				taken[c] = false
			}
		}
	}
	missing := max(t.e.claimed, t.rows*t.columns) - len(t.e.children)
	t.e.cuts = nil
	t.e.cut(tree.CutVirtualChildren, missing, "%d children made on demand are not listed; the %d on the screen are", missing, len(t.e.children))
}

// headings are what a table says of its rows and columns.
type headings struct {
	rows, columns map[int]*tree.Text
}

func (h headings) of(p cellPlace) *tree.Cell {
	return &tree.Cell{Row: p.row, Column: p.column, RowHeader: *h.rows[p.row], ColumnHeader: *h.columns[p.column]}
}

func (t *table) readHeadings(rows, columns []int) {
	t.heads = headings{map[int]*tree.Text{}, map[int]*tree.Text{}}
	for _, n := range rows {
		t.heads.rows[n] = t.heading(callGetRowHeader, callGetRowText, n)
	}
	for _, n := range columns {
		t.heads.columns[n] = t.heading(callGetColumnHeader, callGetColumnText, n)
	}
	t.p.run()
}

// heading asks for the element that heads a row or column, else for the words that
// describe it. A table that offers neither has none.
func (t *table) heading(header, description *method, n int) *tree.Text {
	text := new(tree.Text)
	known := func(s string, err error) {
		switch {
		case s != "" && err == nil:
			*text = tree.KnownText(s)
		case err == nil || errors.Is(err, backends.ErrUnsupported):
			*text = tree.AbsentText()
		}
	}
	describe := func() {
		t.p.add(t.e.ref, description, func(body []any, err error) {
			s, _ := stringOf(first(body))
			known(s, err)
		}, int32(n))
	}
	t.p.add(t.e.ref, header, func(body []any, err error) {
		at, _ := refOf(first(body))
		switch {
		case err != nil && !errors.Is(err, backends.ErrUnsupported):
			return
		case err != nil || at.null():
			describe()
			return
		}
		t.p.add(at, callGet, func(body []any, err error) {
			s, _ := stringOf(variantAt(body, 0))
			known(s, err)
		}, ifaceAccessible, "Name")
	}, int32(n))
	return text
}
