package rules

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// office draws a business application of about the given size: a window with menus, a
// tool bar, a form, and a long table with buttons in its rows; beside it a list and a
// tree. One element in twenty has a fault.
type office struct {
	*tree.Builder
	made int
}

func (p *office) add(parent tree.NodeID, role tree.Role, name string, r tree.Rect, states ...tree.State) *tree.Node {
	n := tree.Node{
		Handle: tree.Handle(fmt.Sprint("n", p.Len())), Role: role, NativeRole: string(role), Name: tree.AbsentText(),
		Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
		States:     tree.MakeStates(append(states, tree.Enabled, tree.Sensitive, tree.Showing, tree.Visible)...),
		StatesRead: true, ActionsRead: true, RelationsRead: true,
		Interfaces: []string{"Accessible", "Component"},
		Bounds:     tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact},
	}
	if name != "" {
		n.Name, n.NameFrom = tree.KnownText(name), tree.NameOwn
	}
	p.made++
	return p.Node(p.Builder.Add(parent, n))
}

// control adds what a person presses; each twentieth has no name.
func (p *office) control(parent tree.NodeID, role tree.Role, name string, r tree.Rect) tree.NodeID {
	if p.made%20 == 0 {
		name = ""
	}
	n := p.add(parent, role, name, r, tree.Focusable)
	n.Interfaces = []string{"Accessible", "Component", "Action"}
	n.Actions = []tree.Action{{Verb: tree.VerbPress, Native: "click"}, {Verb: tree.VerbFocus, Native: "Component.GrabFocus"}}
	id := n.ID
	if name != "" {
		p.add(id, tree.RoleLabel, name, r)
	}
	return id
}

func draw(nodes int) *tree.Snapshot {
	p := &office{Builder: tree.NewBuilder("bench", tree.Application{Handle: "app", Name: "Page", Toolkit: "gtk", ToolkitVersion: "3.24.38"})}
	p.Grow(nodes)
	app := p.add(tree.None, tree.RoleApplication, "Page", tree.Rect{}).ID
	all := tree.Rect{W: 1600, H: 1000}
	window := p.add(app, tree.RoleWindow, "Orders", all, tree.Active).ID
	box := p.add(p.add(window, tree.RoleGeneric, "", all).ID, tree.RoleGeneric, "", all).ID
	bar := p.add(box, tree.RoleMenubar, "", tree.Rect{W: 1600, H: 24}).ID
	for m := range 8 {
		menu := p.add(bar, tree.RoleMenu, fmt.Sprintf("Menu %d", m), tree.Rect{X: 80 * m, W: 80, H: 24}).ID
		for i := range 12 {
			p.control(menu, tree.RoleMenuItem, fmt.Sprintf("Entry %d of %d", i, m), tree.Rect{X: 80 * m, Y: 24 * i, W: 80, H: 24})
		}
	}
	tools := p.add(box, tree.RoleToolbar, "", tree.Rect{Y: 24, W: 1600, H: 32}).ID
	for i := range 20 {
		p.control(tools, tree.RoleButton, fmt.Sprintf("Tool %d", i), tree.Rect{X: 32 * i, Y: 24, W: 32, H: 32})
	}
	form := p.add(box, tree.RoleGroup, "Recipient", tree.Rect{Y: 60, W: 400, H: 900}).ID
	for i := range 200 {
		label := p.add(form, tree.RoleLabel, fmt.Sprintf("Field %d:", i), tree.Rect{Y: 60 + 24*i, W: 80, H: 20}).ID
		field := p.add(form, tree.RoleTextbox, "", tree.Rect{X: 90, Y: 60 + 24*i, W: 300, H: 20}, tree.Focusable, tree.Editable)
		field.Interfaces = []string{"Accessible", "Component", "Text", "EditableText"}
		field.Value = tree.KnownText("text")
		if i%20 != 0 {
			field.Relations = []tree.Relation{{Kind: tree.LabelledBy, Targets: []tree.NodeID{label}}}
			at := field.ID
			p.Node(label).Relations = []tree.Relation{{Kind: tree.LabelFor, Targets: []tree.NodeID{at}}}
		}
	}
	suppliers := p.add(box, tree.RoleListbox, "Suppliers", tree.Rect{X: 400, Y: 60, W: 200, H: 900}).ID
	for i := 0; p.Len() < nodes/5; i++ {
		p.control(suppliers, tree.RoleOption, fmt.Sprintf("Supplier %d", i), tree.Rect{X: 400, Y: 60 + 20*i, W: 200, H: 20})
	}
	folders := p.add(box, tree.RoleTree, "Folders", tree.Rect{X: 600, Y: 60, W: 200, H: 900}).ID
	for i := 0; p.Len() < nodes*2/5; i++ {
		folder := p.add(folders, tree.RoleTreeItem, fmt.Sprintf("Folder %d", i), tree.Rect{X: 600, Y: 60 + 120*i, W: 200, H: 20}, tree.Expandable, tree.Expanded).ID
		for j := range 5 {
			p.control(folder, tree.RoleTreeItem, fmt.Sprintf("Letter %d", j), tree.Rect{X: 620, Y: 80 + 120*i + 20*j, W: 180, H: 20})
		}
	}
	table := p.add(box, tree.RoleTable, "Items", tree.Rect{X: 800, Y: 60, W: 800, H: 900}).ID
	for i := 0; p.Len() < nodes-10; i++ {
		at := func(x, w int) tree.Rect { return tree.Rect{X: 800 + x, Y: 60 + 24*i, W: w, H: 24} }
		row := p.add(table, tree.RoleRow, "", at(0, 800)).ID
		p.add(row, tree.RoleRowHeader, fmt.Sprintf("Item %d", i), at(0, 200))
		p.add(row, tree.RoleCell, fmt.Sprintf("%d pieces", i%17), at(200, 200))
		cell := p.add(row, tree.RoleCell, "", at(400, 400)).ID
		p.control(cell, tree.RoleButton, "Delete", at(400, 200))
		p.control(cell, tree.RoleButton, fmt.Sprintf("Print %d", i), at(600, 200))
	}
	return p.Snapshot()
}

// BenchmarkRules is a whole audit without pictures, freezing and scores included.
func BenchmarkRules(b *testing.B) {
	rules := All()
	for _, nodes := range []int{1000, 10_000, 50_000} {
		s := draw(nodes)
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			b.ReportAllocs()
			found := 0
			for b.Loop() {
				found = len(audit.Run(&audit.Subject{Frozen: inspector.Freeze(s)}, audit.Options{Rules: rules}).Findings)
			}
			b.ReportMetric(float64(found), "findings")
		})
	}
}

// BenchmarkRule is each rule alone on the largest page, and what an audit without
// rules costs.
func BenchmarkRule(b *testing.B) {
	f := inspector.Freeze(draw(50_000))
	f.Survey()
	b.Run("none", func(b *testing.B) {
		for b.Loop() {
			audit.Run(&audit.Subject{Frozen: f}, audit.Options{})
		}
	})
	for _, rule := range All() {
		b.Run(rule.ID, func(b *testing.B) {
			for b.Loop() {
				audit.Run(&audit.Subject{Frozen: f}, audit.Options{Rules: []*audit.Rule{rule}})
			}
		})
	}
}
