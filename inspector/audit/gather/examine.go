package gather

import (
	"context"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Limits of what elements are asked about themselves.
const (
	mostPlaces = 2000
	mostTables = 20
	mostLinks  = 500
	mostCells  = 100
)

// examine asks elements about their place, tables about their cells, containers about
// their selection and links where they lead. Evidence that the backend cannot give
// stays nil.
func (g *Gatherer) examine(ctx context.Context, s *audit.Subject) {
	examiner, ok := g.Backend.(backends.Examiner)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, g.limits().elements)
	defer cancel()
	var questions []backends.Question
	var of []tree.NodeID
	places, tables, links := 0, 0, 0
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if i > 0 && !s.Scoped(n.ID) {
			continue
		}
		q := backends.Question{Element: n.Handle, Place: places < mostPlaces}
		places++
		switch n.Role {
		case tree.RoleTable, tree.RoleGrid, tree.RoleTreegrid:
			if tables++; tables <= mostTables {
				q.Table = mostCells
			}
			q.Selection = true
		case tree.RoleListbox, tree.RoleTablist, tree.RoleTree, tree.RoleCombobox:
			q.Selection = true
		case tree.RoleLink:
			q.Link = links < mostLinks
			links++
		}
		if q.Place || q.Selection || q.Link || q.Table > 0 {
			questions, of = append(questions, q), append(of, n.ID)
		}
	}
	all := audit.Needs(0)
	for _, q := range questions {
		all |= about(q)
	}
	answers, err := examiner.Examine(ctx, g.App, questions)
	late := "elements did not answer what they were asked about themselves"
	switch {
	case ctx.Err() != nil:
		late = fmt.Sprintf("the time to ask elements about themselves ran out after %v", g.limits().elements)
	case err != nil:
		late = fmt.Sprintf("elements could not be asked about themselves: %v", err)
	}
	if err != nil {
		lack(s, all, late)
		return
	}
	byHandle := make(map[tree.Handle]backends.Examination, len(answers))
	for _, a := range answers {
		byHandle[a.Element] = a
	}
	k := keeper{s: s}
	k.begin()
	for i, id := range of {
		a, ok := byHandle[s.Nodes[id].Handle]
		if ok {
			k.keep(id, questions[i], a)
		}
		if !ok || a.Late {
			lack(s, about(questions[i]), late)
		}
	}
	for of, most := range map[audit.Needs]string{
		audit.NeedLinks:  beyond(places, mostPlaces, "elements are asked about their place"),
		audit.NeedTables: beyond(tables, mostTables, "tables are asked about their cells"),
		audit.NeedURIs:   beyond(links, mostLinks, "links are asked where they lead"),
	} {
		if most != "" {
			s.Lack(of, most)
		}
	}
}

// beyond says that there were more than are asked, "" where there were not.
func beyond(n, most int, what string) string {
	if n <= most {
		return ""
	}
	return fmt.Sprintf("no more than %d %s", most, what)
}

// about is the evidence that the answers to a question are.
func about(q backends.Question) (of audit.Needs) {
	if q.Place {
		of |= audit.NeedLinks
	}
	if q.Table > 0 {
		of |= audit.NeedTables
	}
	if q.Selection {
		of |= audit.NeedSelections
	}
	if q.Link {
		of |= audit.NeedURIs
	}
	return of
}

// lack notes for each kind of evidence why it is not all there.
func lack(s *audit.Subject, of audit.Needs, why string) {
	for need := audit.Needs(1); need <= of && need != 0; need <<= 1 {
		if of&need != 0 {
			s.Lack(need, why)
		}
	}
}

// keeper puts answers into a subject.
type keeper struct{ s *audit.Subject }

func (k keeper) begin() {
	k.s.Links = &audit.Links{Parents: map[tree.NodeID]tree.NodeID{}, Index: map[tree.NodeID]int{}, MissingMethods: map[string]int{}}
	k.s.Tables = map[tree.NodeID]audit.Table{}
	k.s.Selections = map[tree.NodeID]audit.Selection{}
	k.s.URIs = map[tree.NodeID]string{}
}

func (k keeper) keep(id tree.NodeID, q backends.Question, a backends.Examination) {
	s := k.s
	if a.Gone {
		s.Links.Dead = append(s.Links.Dead, id)
		return
	}
	if q.Place && id == 0 {
		s.Links.RootParent, s.Links.RootIsDesktop = string(a.Parent), a.OnDesktop
	}
	if q.Place && id > 0 {
		if a.Parent != "" {
			s.Links.Parents[id] = s.ByHandle(a.Parent)
		}
		if a.Index >= 0 {
			s.Links.Index[id] = a.Index
		}
	}
	for _, m := range a.Missing {
		s.Links.MissingMethods[m]++
	}
	if q.Table > 0 && !a.Late && a.Rows >= 0 && a.Columns >= 0 {
		t := audit.Table{Rows: a.Rows, Columns: a.Columns, Children: a.ChildCount}
		for _, c := range a.Cells {
			answer := audit.CellAnswer{
				Row: c.Row, Column: c.Column, Null: c.Null,
				SaidRow: c.SaidRow, SaidColumn: c.SaidColumn, RowSpan: c.RowSpan, ColumnSpan: c.ColumnSpan,
			}
			if c.Err != nil {
				answer.Err = c.Err.Error()
			}
			t.Sample = append(t.Sample, answer)
		}
		s.Tables[id] = t
	}
	if q.Selection && a.Selected >= 0 {
		s.Selections[id] = audit.Selection{Selected: a.Selected, Null: a.NullSelected}
	}
	if q.Link && a.URI != "" {
		s.URIs[id] = a.URI
	}
}
