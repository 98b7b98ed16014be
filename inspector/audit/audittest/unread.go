package audittest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// What could not be read may have any value. So a rule may report an element of which
// something was not read only where it would report it whatever the value was: each
// fixture that makes a rule fire is drawn again with one property of one element unread,
// and where the rule still fires, with every value of a list in its place.

// property is one that a backend may fail to read.
type property struct {
	name string
	// lose makes it unread; false says that there is nothing to lose.
	lose func(n *tree.Node) bool
	// have are values that it could have had beside the drawn one.
	have []func(n *tree.Node)
}

func text(of func(n *tree.Node) *tree.Text, values ...string) (lose func(*tree.Node) bool, have []func(*tree.Node)) {
	lose = func(n *tree.Node) bool { *of(n) = tree.UnreadableText(); return true }
	have = append(have, func(n *tree.Node) { *of(n) = tree.AbsentText() })
	for _, v := range values {
		have = append(have, func(n *tree.Node) { *of(n) = tree.KnownText(v) })
	}
	return lose, have
}

// properties lists what an element of a toolkit may have unread.
func properties(toolkit audit.Toolkit, all []tree.NodeID) []property {
	var ps []property
	add := func(name string, lose func(*tree.Node) bool, have []func(*tree.Node)) {
		ps = append(ps, property{name, lose, have})
	}
	lose, have := text(func(n *tree.Node) *tree.Text { return &n.Name }, "Zebra")
	for i, h := range have {
		have[i] = func(n *tree.Node) { h(n); n.NameFrom = tree.NameOwn }
	}
	loseName := lose
	add("name", func(n *tree.Node) bool { n.NameFrom = tree.NameNone; return loseName(n) }, have)
	lose, have = text(func(n *tree.Node) *tree.Text { return &n.Description }, "Explains zebras")
	add("description", lose, have)
	lose, have = text(func(n *tree.Node) *tree.Text { return &n.AccessibleID }, "zebra")
	add("id", lose, have)
	lose, have = text(func(n *tree.Node) *tree.Text { return &n.Value }, "zebra")
	have = append(have, func(n *tree.Node) { n.Value, n.Range = tree.KnownText("5"), &tree.Range{Current: 5, Maximum: 10} })
	loseValue := lose
	add("value", func(n *tree.Node) bool { n.Range = nil; return loseValue(n) }, have)

	have = nil
	for s := tree.Active; s <= tree.Default; s++ {
		have = append(have, func(n *tree.Node) { n.States ^= tree.MakeStates(s) })
	}
	add("states", func(n *tree.Node) bool { n.States, n.StatesRead = 0, false; return true }, have)

	have = nil
	for _, r := range []tree.Rect{{X: 5000, Y: 5000, W: 30, H: 30}, {W: 4000, H: 4000}, {X: 10, Y: 10, W: 1, H: 1}} {
		have = append(have, func(n *tree.Node) { n.Bounds = tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact} })
	}
	have = append(have, func(n *tree.Node) { n.Bounds = tree.Bounds{State: tree.Absent} })
	add("bounds", func(n *tree.Node) bool { n.Bounds = tree.Bounds{}; return true }, have)

	add("actions", func(n *tree.Node) bool {
		if !n.Role.Interactive() {
			return false // nobody asks boxes, most of which claim some that do nothing (GTK 4)
		}
		n.Actions, n.ActionsRead = nil, false
		return true
	}, []func(*tree.Node){
		func(n *tree.Node) { n.Actions = nil },
		func(n *tree.Node) { n.Actions = []tree.Action{{Verb: tree.VerbPress, Native: "click", Keys: "<Alt>z"}} },
		func(n *tree.Node) { n.Actions = []tree.Action{{Verb: tree.VerbExpand, Native: "expand"}} },
	})

	// A label is a part of the name: where a backend could not ask for it the name is unread.
	have = []func(*tree.Node){func(n *tree.Node) { n.Relations = nil }}
	for _, k := range []tree.RelationKind{tree.LabelFor, tree.DescribedBy, tree.DescriptionFor, tree.MemberOf, tree.PopupFor,
		tree.ControlledBy, tree.ControllerFor, tree.FlowsTo, tree.FlowsFrom, tree.DetailsOf, tree.DetailsFor, tree.ErrorMessage, tree.ErrorFor,
		tree.Embeds, tree.EmbeddedBy, tree.NodeChildOf, tree.NodeParentOf} {
		have = append(have, func(n *tree.Node) {
			to := slices.DeleteFunc(slices.Clone(all), func(id tree.NodeID) bool { return id == n.ID })
			n.Relations = append(slices.Clone(n.Relations), tree.Relation{Kind: k, Targets: to})
		})
	}
	add("relations", func(n *tree.Node) bool { n.Relations, n.RelationsRead = nil, false; return true }, have)

	add("interfaces", func(n *tree.Node) bool { n.Interfaces = nil; return true }, []func(*tree.Node){
		func(n *tree.Node) { n.Interfaces = []string{"Accessible"} },
		func(n *tree.Node) {
			n.Interfaces = []string{"Accessible", "Action", "Component", "Document", "EditableText", "Image", "Selection", "Table", "TableCell", "Text", "Value"}
		},
	})
	if toolkit == audit.Web || toolkit == audit.GTK3 || toolkit == audit.GTK4 { // others have none
		add("attributes", func(n *tree.Node) bool { n.Attributes = nil; return true }, []func(*tree.Node){
			func(n *tree.Node) { n.Attributes = []tree.Attribute{{Key: "toolkit", Value: "demo"}} },
			func(n *tree.Node) { n.Attributes = []tree.Attribute{{Key: "placeholder-text", Value: "Zebra"}} },
			func(n *tree.Node) { n.Attributes = []tree.Attribute{{Key: "level", Value: "1"}} },
			func(n *tree.Node) {
				n.Attributes = []tree.Attribute{{Key: "posinset", Value: "4"}, {Key: "setsize", Value: "9"}}
			},
		})
	}
	have = nil
	for _, r := range []tree.Role{tree.RoleGeneric, tree.RoleButton, tree.RoleTextbox, tree.RoleTable, tree.RoleList, tree.RoleMenu, tree.RoleMenuItem, tree.RoleTablist,
		tree.RoleDocument, tree.RoleColumnHeader, tree.RoleStatus, tree.RoleListItem, tree.RoleRow, tree.RoleScrollbar, tree.RoleRadio, tree.RoleCombobox, tree.RoleToolbar} {
		have = append(have, func(n *tree.Node) { n.Role, n.NativeRole = r, string(r) })
	}
	add("role", func(n *tree.Node) bool { n.Role, n.NativeRole = tree.RoleUnknown, ""; return n.Parent != tree.None }, have)

	add("headers", func(n *tree.Node) bool {
		if n.Cell == nil {
			return false
		}
		n.Cell = &tree.Cell{Row: n.Cell.Row, Column: n.Cell.Column}
		return true
	}, []func(*tree.Node){
		func(n *tree.Node) {
			n.Cell = &tree.Cell{Row: n.Cell.Row, Column: n.Cell.Column, RowHeader: tree.KnownText("Zebra"), ColumnHeader: tree.KnownText("Stripes")}
		},
	})
	return ps
}

// below are lines of children that may have been cut away.
var below = []string{
	`label "Zebra" bounds=2,2,8,8`, `button "Zebra" actions=press:click focusable bounds=2,2,8,8`, `columnheader "Zebra"`,
	`menu "Zebra"`, `menuitem "Zebra" actions=press:click`, `listitem "Zebra" selected`, `radio "Zebra" attr=setsize:9`, `tab "Zebra"`, `row`, `textbox "Zebra" value="a"`,
	`scrollbar "Zebra"`, `img "Zebra"`, `treeitem "Zebra"`, `option "Zebra"`,
}

// subject draws a fixture, with a change to the drawing and to its earlier reading.
func (f *Fixture) subject(t testing.TB, outline string, now, before func(s *tree.Snapshot)) *audit.Subject {
	drawn := sketch.Draw(t, outline)
	drawn.Application.Toolkit, drawn.Application.ToolkitVersion = said(f.Toolkit)
	evidence := &audit.Subject{}
	if f.With != nil {
		f.With(t, &drawn, evidence)
	}
	if now != nil {
		now(drawn.Snapshot)
	}
	if before != nil && evidence.Earlier != nil {
		earlier := *evidence.Earlier.Snapshot
		earlier.Nodes = slices.Clone(earlier.Nodes)
		before(&earlier)
		evidence.Earlier = inspector.Freeze(&earlier)
	}
	evidence.Frozen = inspector.Freeze(drawn.Snapshot)
	return evidence
}

func found(s *audit.Subject, r *audit.Rule) []audit.Finding {
	return audit.Run(s, audit.Options{Rules: []*audit.Rule{r}}).Findings
}

// same reports whether one of the findings is about what f is about.
func same(f audit.Finding, in []audit.Finding) bool {
	about := append(slices.Clone(f.Others), f.Node)
	return slices.ContainsFunc(in, func(o audit.Finding) bool {
		return f.About != "" && f.About == o.About || slices.Contains(about, o.Node) || slices.Contains(o.Others, f.Node)
	})
}

// unread fails where the rule reports an element on account of what was not read.
func (f *Fixture) unread(t *testing.T, r *audit.Rule) {
	whole := f.subject(t, f.Outline, nil, nil)
	var all []tree.NodeID
	for i := range whole.Nodes {
		all = append(all, tree.NodeID(i))
	}
	failed := map[string]bool{}
	fail := func(what string, id tree.NodeID, got audit.Finding) {
		n := &whole.Nodes[id]
		key := fmt.Sprintf("%s of %s %q", what, n.Role, n.Name.Value)
		if !failed[key] && !slices.Contains(f.Told, what) {
			failed[key] = true
			t.Errorf("%s was not read, and it was reported all the same: %s", key, got.Why)
		}
	}
	judge := func(what string, id tree.NodeID, lost []audit.Finding, others func(yield func([]audit.Finding) bool)) {
		if len(lost) == 0 {
			return
		}
		for other := range others {
			for _, x := range lost {
				if !same(x, other) {
					fail(what, id, x)
				}
			}
		}
	}
	drawn := found(whole, r)
	for _, p := range properties(f.Toolkit, all) {
		lost := found(f.subject(t, f.Outline, func(s *tree.Snapshot) {
			for i := range s.Nodes {
				p.lose(&s.Nodes[i])
			}
		}, nil), r)
		judge(p.name, 0, lost, func(yield func([]audit.Finding) bool) { yield(drawn) })
		for _, id := range all {
			change := func(by func(n *tree.Node)) func(s *tree.Snapshot) {
				return func(s *tree.Snapshot) {
					if int(id) < len(s.Nodes) {
						by(&s.Nodes[id])
					}
				}
			}
			probe := whole.Nodes[id]
			if !p.lose(&probe) {
				continue
			}
			lost := change(func(n *tree.Node) { p.lose(n) })
			judge(p.name, id, found(f.subject(t, f.Outline, lost, nil), r), func(yield func([]audit.Finding) bool) {
				if !yield(drawn) {
					return
				}
				for _, h := range p.have {
					if !yield(found(f.subject(t, f.Outline, change(h), nil), r)) {
						return
					}
				}
			})
			if whole.Earlier == nil || int(id) >= len(whole.Earlier.Nodes) {
				continue
			}
			judge("earlier "+p.name, id, found(f.subject(t, f.Outline, nil, lost), r), func(yield func([]audit.Finding) bool) {
				if !yield(drawn) {
					return
				}
				for _, h := range p.have {
					if !yield(found(f.subject(t, f.Outline, nil, change(h)), r)) {
						return
					}
				}
			})
		}
	}
	f.cut(t, r, whole, judge)
	if whole.Heard != nil {
		for what, lose := range map[string]func(h *audit.Heard){
			"events (lost)":                   func(h *audit.Heard) { h.Lost = true },
			"events (not all the time heard)": func(h *audit.Heard) { h.Throughout = false },
		} {
			s := f.subject(t, f.Outline, nil, nil)
			heard := *s.Heard
			if lose(&heard); r.Needs&audit.NeedEarlier == 0 {
				continue // what was heard was heard
			}
			s.Heard = &heard
			if got := found(s, r); len(got) > 0 {
				fail(what, 0, got[0])
			}
		}
	}
}

// cut draws a fixture with children of an element cut away: what is drawn is all that was
// read, or more was there. Children are added behind all others, where evidence names
// elements by their number, so that none of them changes.
func (f *Fixture) cut(t *testing.T, r *audit.Rule, whole *audit.Subject, judge func(string, tree.NodeID, []audit.Finding, func(func([]audit.Finding) bool))) {
	lines := strings.Split(strings.Trim(f.Outline, "\n"), "\n")
	if len(lines) != len(whole.Nodes) {
		return
	}
	for i, line := range lines {
		id := tree.NodeID(i)
		end := i + 1
		for end < len(lines) && whole.Inside(tree.NodeID(end), id) {
			end++
		}
		if f.With != nil && end < len(lines) {
			continue
		}
		lost := func(s *tree.Snapshot) {
			s.Cuts = append(slices.Clone(s.Cuts), tree.Cut{Node: id, Reason: tree.CutTime, Missing: -1})
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, "\t "))] + "\t"
		judge("children", id, found(f.subject(t, f.Outline, lost, nil), r), func(yield func([]audit.Finding) bool) {
			for _, more := range below {
				outline := strings.Join(slices.Insert(slices.Clone(lines), end, indent+more), "\n")
				got := found(f.subject(t, outline, nil, nil), r)
				for k := range got { // as they were numbered without the line
					shift := func(id tree.NodeID) tree.NodeID {
						if int(id) > end {
							return id - 1
						} else if int(id) == end {
							return tree.None
						}
						return id
					}
					got[k].Node = shift(got[k].Node)
					got[k].Others = slices.Clone(got[k].Others)
					for j, o := range got[k].Others {
						got[k].Others[j] = shift(o)
					}
				}
				if !yield(got) {
					return
				}
			}
		})
	}
}
