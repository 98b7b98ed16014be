package hostile

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/provider"
)

// newScene makes the application that is recorded: a form like "Orders", with what
// the elements say and what they are.
func newScene() *scene {
	s := &scene{}
	status := &item{key: "status", role: "label", name: "Ready"}
	says := func(word string) []provider.Command {
		return []provider.Command{{Do: "set", Key: "status", Node: &provider.Node{Name: &word}}}
	}
	button := func(data, name string) *item {
		return &item{data: data, role: "push button", name: name, actions: []string{"click"}, does: says("Done " + data)}
	}
	check := func(data, name string) *item {
		flip := provider.Command{Do: "flip", Node: &provider.Node{On: []string{"checked"}}}
		return &item{data: data, role: "check box", name: name, actions: []string{"toggle"}, does: []provider.Command{flip}}
	}
	label := func(name string) *item { return &item{role: "label", name: name} }
	entry := func(data string, by *item) *item {
		text := ""
		return &item{data: data, role: "entry", label: by, on: []string{"editable", "focusable"}, text: &text}
	}
	menu := func(data, name string, items ...string) *item {
		m := &item{data: data, role: "menu", name: name, actions: []string{"click"}, does: []provider.Command{{Do: "open"}}}
		for _, word := range items {
			m.with(&item{data: data + "-" + word, role: "menu item", name: word, off: []string{"showing"}, actions: []string{"click"}, does: says("Done " + word)})
		}
		return m
	}
	customer, street, quantity, reference := label("Customer"), label("Street"), label("Quantity"), label("Reference")
	send, insured := button("send", "Send"), check("insured", "Insured")
	send.id, insured.id = "send", "insured"
	list := &item{role: "list", name: "Items"}
	for _, word := range []string{"Apple", "Pear", "Plum", "Quince"} {
		list.with((&item{data: "row-" + word, role: "list item"}).with(label(word), label("1.45"), button("delete-"+word, "Delete")))
	}
	countries := &item{data: "country", role: "list box", name: "Country", interfaces: []string{"Selection"}}
	for _, word := range []string{"Germany", "Japan", "Korea"} {
		countries.with(&item{data: "country-" + word, role: "list item", name: word, on: []string{"selectable"}})
	}
	window := (&item{role: "frame", name: "Orders", on: []string{"active"}}).with(
		(&item{role: "menu bar"}).with(menu("file", "File", "Export", "Print"), menu("edit", "Edit", "Undo", "Clear")),
		(&item{role: "tool bar", name: "Main"}).with(button("new", "New"), button("save", "Save"), button("open", "Open")),
		(&item{role: "panel"}).with(
			(&item{role: "panel", name: "Recipient"}).with(customer, entry("customer", customer), street, entry("street", street), button("apply-recipient", "Apply")),
			(&item{role: "panel", name: "Billing"}).with(button("apply-billing", "Apply"), check("express", "Express"), quantity,
				&item{data: "quantity", role: "spin button", label: quantity, value: &provider.Value{Current: 1, Minimum: 1, Maximum: 99, Step: 1}},
				reference, entry("reference", reference)),
			(&item{role: "panel", name: "Delivery"}).with(insured, send),
			list, countries,
		),
		button("close", "Close"), status,
	)
	log := (&item{role: "frame", name: "Log"}).with((&item{role: "panel", name: "Entries"}).with(label("Nothing yet"), button("clear-log", "Clear log")))
	s.root = (&item{key: "root", role: "application"}).with(window, log)
	for _, w := range s.root.kids {
		n := s.node(w)
		s.do(provider.Command{Do: "add", Node: &n})
	}
	return s
}

// flow is one step that is recorded and replayed.
type flow struct {
	name string
	// data is the target; then is what is acted on after it, or in it.
	data, then string
	kind       recorder.StepKind
	// plain says that role and name alone are enough in the unchanged application,
	// so that it is fair to ask others.
	plain bool
	// template says that a person made the title of the window a template, which fits
	// whatever begins as it did.
	template bool
	fill     func(*recorder.Step)
}

const typed = "Anna"

func flows() []flow {
	pressed := func(word string) func(*recorder.Step) {
		return func(s *recorder.Step) {
			s.Effects = []recorder.Effect{{Kind: recorder.EffectName, Role: string(tree.RoleLabel), Detail: "Done " + word}}
		}
	}
	press := func(name, data string, plain bool) flow {
		return flow{name: name, data: data, kind: recorder.StepActivate, plain: plain, fill: pressed(data)}
	}
	return []flow{
		press("a button in a tool bar", "save", true),
		press("a button in no container", "close", true),
		press("a button with an id", "send", true),
		{name: "a button in a window of any such title", data: "open", kind: recorder.StepActivate, plain: true, template: true, fill: pressed("open")},
		press("a button told apart by its group", "apply-billing", false),
		press("a button told apart by its row", "delete-Pear", false),
		{name: "a check box", data: "express", kind: recorder.StepSetChecked, plain: true, fill: func(s *recorder.Step) { s.Checked = true }},
		{name: "a check box with an id", data: "insured", kind: recorder.StepSetChecked, plain: true, fill: func(s *recorder.Step) { s.Checked = true }},
		{name: "a text box", data: "customer", kind: recorder.StepSetText, plain: true, fill: func(s *recorder.Step) { s.Text = typed }},
		{name: "a number", data: "quantity", kind: recorder.StepSetValue, plain: true, fill: func(s *recorder.Step) { s.Number = 7 }},
		{name: "an item of a list", data: "country", then: "country-Japan", kind: recorder.StepSelectItem, fill: func(s *recorder.Step) { s.Item = "Japan" }},
		{name: "an item of a menu", data: "file-Export", kind: recorder.StepMenuPath, fill: pressed("Export")},
	}
}

// activates reports whether the flow is done by what the element does, and not by what
// it is afterwards.
func (f *flow) activates() bool {
	return f.kind == recorder.StepActivate || f.kind == recorder.StepMenuPath
}

// sendsOf is sends for an element in the place of the target.
func (f *flow) sendsOf(data string) []string {
	list := f.sends()
	kind, twin := strings.CutSuffix(data, f.data)
	for i := range list {
		switch {
		case twin:
			list[i] = kind + list[i]
		case list[i] == f.data:
			list[i] = data
		}
	}
	return list
}

// sends returns the data of what a replay of the flow may act on, in order.
func (f *flow) sends() []string {
	switch f.kind {
	case recorder.StepMenuPath:
		return []string{"file", f.data}
	case recorder.StepSelectItem:
		return []string{f.then}
	}
	return []string{f.data}
}
