package atspi

import (
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// What elements answer about their place agrees with the tree in every toolkit, and
// nothing is asked that changes the application.
func TestExamine(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			var sent calls
			b := open(t, Options{OnCall: sent.record})
			app := application(t, b, startOrders(t, toolkit).PID())
			s := observe(t, b, app)
			var questions []backends.Question
			for _, n := range s.Nodes {
				questions = append(questions, backends.Question{Element: n.Handle, Place: true, Selection: n.Role == tree.RoleTablist})
			}
			answers, err := b.Examine(deadline(t), app, questions)
			if err != nil {
				t.Fatal(err)
			}
			if len(answers) != len(questions) {
				t.Errorf("%d answers to %d questions", len(answers), len(questions))
			}
			agree, selected := 0, 0
			for _, a := range answers {
				id := s.Find(a.Element)
				if id == 0 {
					// Qt 5.15.8 and 6.4.2 name no parent.
					if !a.OnDesktop && a.Parent != "" || a.OnDesktop != (toolkit == orders.GTK3 || toolkit == orders.GTK4) {
						t.Errorf("the parent of the application is %q", a.Parent)
					}
					continue
				}
				if up := s.Nodes[id].Parent; s.Nodes[up].Handle == a.Parent {
					agree++
				}
				if s.Nodes[id].Role == tree.RoleTablist {
					selected = a.Selected
				}
			}
			if most := len(s.Nodes) - 1; agree < most*9/10 {
				t.Errorf("%d of %d elements name the parent that lists them", agree, most)
			}
			want := 1
			if toolkit == orders.Qt || toolkit == orders.Qt6 {
				want = -1 // its tab lists offer no Selection
			}
			if selected != want {
				t.Errorf("%d tabs are selected", selected)
			}
			for _, call := range sent.since(0) {
				name, _, _ := cutSpace(call)
				for _, m := range mutating {
					if name == m.name() {
						t.Errorf("sent %s", call)
					}
				}
			}
		})
	}
}

func TestSampleReachesTheCorners(t *testing.T) {
	for _, c := range []struct{ rows, columns, most, want int }{{3, 4, 100, 12}, {1000, 5, 100, 100}, {1, 1, 100, 1}, {10, 1000, 100, 100}} {
		places := sample(c.rows, c.columns, c.most)
		if len(places) != c.want {
			t.Errorf("%v: %d places", c, len(places))
		}
		last := places[len(places)-1]
		if places[0] != (cellPlace{}) || c.rows > 1 && c.most/min(c.columns, c.most) > 1 && last.row != c.rows-1 || last.column != c.columns-1 {
			t.Errorf("%v: from %v to %v", c, places[0], last)
		}
	}
}
