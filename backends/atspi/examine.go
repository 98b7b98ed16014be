package atspi

import (
	"context"
	"errors"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

const (
	// mostSelected is how many selected children are asked for by name.
	mostSelected = 20
	// mostExamined is the largest table whose cells are asked for: LibreOffice takes
	// 0.1 s and more to make a cell that is far away, and has 2^34 of them.
	mostExamined = 1 << 20
)

// optional are methods that some applications do not know. libatspi hides that,
// others drop the element or the whole application.
var optional = []*method{callGetRoleName, callGetLocalizedRoleName, callGetIndex, callGetInterfaces, callGetAttributes}

// Examine implements [backends.Examiner]: all questions at once.
func (b *Backend) Examine(ctx context.Context, app tree.Application, questions []backends.Question) ([]backends.Examination, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.options.Observe)
		defer cancel()
	}
	r, err := b.newReading(ctx, app, "", 1)
	if err != nil {
		return nil, fmt.Errorf("examine %q: %w", app.Name, err)
	}
	defer r.p.close()
	all := make([]*examination, 0, len(questions))
	for _, q := range questions {
		at, ok := parseHandle(q.Element)
		if !ok {
			return nil, fmt.Errorf("examine %q: no handle of this backend: %w", q.Element, backends.ErrGone)
		}
		x := &examination{r: r, at: at, Examination: backends.Examination{
			Element: q.Element, Index: -1, Selected: -1, Rows: -1, Columns: -1, ChildCount: -1,
		}}
		all = append(all, x)
		x.ask(q)
	}
	r.p.run()
	if r.p.stalled != nil {
		r.leftSocket()
	}
	var answers []backends.Examination
	for _, x := range all {
		if x.answered {
			answers = append(answers, x.Examination)
		}
	}
	return answers, nil
}

// examination is the questions to one element.
type examination struct {
	backends.Examination
	r        *reading
	at       ref
	answered bool
}

func (x *examination) ask(q backends.Question) {
	if q.Place {
		x.place()
	}
	if q.Selection {
		x.selection()
	}
	if q.Link {
		x.call(callGetURI, func(body []any) { x.URI, _ = first(body).(string) }, int32(0))
	}
	if q.Table > 0 {
		x.table(q.Table)
	}
}

// call asks and notes that there was an answer, which "I have no such thing" is too.
func (x *examination) call(m *method, then func(body []any), args ...any) {
	x.r.p.add(x.at, m, func(body []any, err error) {
		x.heard(err)
		if err == nil {
			then(body)
		}
	}, args...)
}

// heard notes whether an error is an answer.
func (x *examination) heard(err error) {
	switch {
	case errors.Is(err, backends.ErrGone):
		x.answered, x.Gone = true, true
	case err == nil || errors.Is(err, backends.ErrUnsupported):
		x.answered = true
	case errors.Is(err, backends.ErrTimeout):
		x.Late = true
	}
}

func (x *examination) number(iface, property string, to *int) {
	x.call(callGet, func(body []any) {
		if n, ok := intOf(variantAt(body, 0)); ok {
			*to = n
		}
	}, iface, property)
}

func (x *examination) place() {
	x.call(callGet, func(body []any) {
		if up, ok := refOf(variantAt(body, 0)); ok && !up.null() {
			x.Parent = up.handle()
			x.OnDesktop = up.path == rootPath && up.name != x.at.name
		}
	}, ifaceAccessible, "Parent")
	x.call(callGetIndex, func(body []any) {
		if n, ok := first(body).(int32); ok {
			x.Index = int(n)
		}
	})
	for _, m := range optional {
		x.r.p.add(x.at, m, func(_ []any, err error) {
			if x.heard(err); errors.Is(err, backends.ErrUnsupported) {
				x.Missing = append(x.Missing, m.member)
			}
		})
	}
}

func (x *examination) selection() {
	x.call(callGet, func(body []any) {
		n, ok := intOf(variantAt(body, 0))
		if !ok {
			return
		}
		x.Selected = n
		for i := range min(n, mostSelected) {
			x.call(callGetSelected, func(body []any) {
				if child, ok := refOf(first(body)); ok && child.null() {
					x.NullSelected++
				}
			}, int32(i))
		}
	}, ifaceSelection, "NSelectedChildren")
}

func (x *examination) table(most int) {
	x.number(ifaceAccessible, "ChildCount", &x.ChildCount)
	x.number(ifaceTable, "NRows", &x.Rows)
	x.call(callGet, func(body []any) {
		n, ok := intOf(variantAt(body, 0))
		if !ok {
			return
		}
		x.Columns = n
		if x.Rows <= 0 || n <= 0 || x.Rows > mostExamined/n {
			return
		}
		places := sample(x.Rows, n, most)
		x.Cells = make([]backends.CellExamination, len(places))
		for i, p := range places {
			x.cell(&x.Cells[i], p)
		}
	}, ifaceTable, "NColumns")
}

// sample returns at most so many places, spread over a table: the corners are among
// them where there is room.
func sample(rows, columns, most int) []cellPlace {
	down, across := rows, min(columns, most)
	if down*across > most {
		down = max(most/across, 1)
	}
	var places []cellPlace
	for i := range down {
		for j := range across {
			places = append(places, cellPlace{spread(i, down, rows), spread(j, across, columns)})
		}
	}
	return places
}

// spread is the place of the i-th of n among total.
func spread(i, n, total int) int {
	if n <= 1 {
		return 0
	}
	return i * (total - 1) / (n - 1)
}

// cell asks a table for one of its cells, and then both for where that is.
func (x *examination) cell(to *backends.CellExamination, p cellPlace) {
	*to = backends.CellExamination{Row: p.row, Column: p.column, SaidRow: -1, SaidColumn: -1, RowSpan: 1, ColumnSpan: 1}
	x.r.p.add(x.at, callGetCell, func(body []any, err error) {
		found, ok := refOf(first(body))
		switch {
		case err != nil:
			to.Err = err
			return
		case !ok || found.null():
			to.Null = true
			return
		}
		// The index in the parent is no index of the table where rows are between (Chromium).
		x.r.p.add(found, callGet, func(body []any, err error) {
			at, _ := variantAt(body, 0).([]any)
			if err != nil || len(at) != 2 {
				return
			}
			row, ok1 := intOf(at[0])
			column, ok2 := intOf(at[1])
			if ok1 && ok2 && row >= 0 && column >= 0 {
				to.SaidRow, to.SaidColumn = row, column
			}
		}, ifaceTableCell, "Position")
		for property, span := range map[string]*int{"RowSpan": &to.RowSpan, "ColumnSpan": &to.ColumnSpan} {
			x.r.p.add(found, callGet, func(body []any, err error) {
				if n, ok := intOf(variantAt(body, 0)); ok && err == nil {
					*span = n
				}
			}, ifaceTableCell, property)
		}
	}, int32(p.row), int32(p.column))
}
