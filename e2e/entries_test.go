//go:build linux && cgo

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// What is chosen in and typed into a combo box with an entry, and what keys do in a tree,
// is recorded as what came of it, and a fresh application holds the same after a replay.
func TestRecordAndReplayEntriesAndTreeKeys(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		const box = `combobox [labelled-by="City"]`
		p := newPerson(workshop(t, toolkit))
		folder := spotsOf(toolkit).folder
		// selected waits until the tree says that only what is named is selected.
		selected := func(name string) {
			t.Helper()
			p.until(name+" is selected", func() bool {
				f := p.frozen()
				for i := range f.Nodes {
					n := &f.Nodes[i]
					if n.Name.Value == name && (n.States.Has(tree.Selected) || n.Role == tree.RoleLabel && f.Nodes[f.Nodes[f.Nodes[i].Parent].Parent].States.Has(tree.Selected)) {
						return true
					}
				}
				return false
			})
		}
		rec := p.record(&memory{}, func() {
			p.at(box)
			f, id := p.find(box)
			b := f.Nodes[id].Bounds
			p.clickAt(tree.Point{X: b.X + b.W - 12, Y: b.Center().Y}) // its arrow
			p.until("its list is open", func() bool { return p.showsList(toolkit, box) })
			if !toolkit.IsQt() {
				p.keys("Down")
			}
			p.keys("Down")
			p.keys("Return")
			p.until("something is chosen", func() bool { return p.bench().City != "" })
			p.click(folder)
			selected("Fruit")
			if toolkit.IsQt() {
				p.keys("Right")
			} else {
				p.keys("shift", "Right")
			}
			p.logged("expanded", "Fruit", nil)
			p.find(map[orders.Toolkit]string{orders.GTK4: `group "Quince"`}[toolkit] + map[bool]string{true: `cell "Quince"`}[toolkit != orders.GTK4])
			p.keys("Down")
			p.keys("Down")
			selected("Quince")
		})
		city := p.bench().City
		if city == "" || p.bench().Expanded == nil {
			t.Fatalf("Workshop holds %+v", p.bench())
		}
		item := map[bool]string{true: "label", false: "cell"}[toolkit == orders.GTK4]
		want := []string{
			`Choose "` + city + `" in combobox "City" in window "Workshop"`,
			`Select ` + item + ` "Fruit" in window "Workshop"`,
			`Expand ` + folder + ` in window "Workshop"`,
			`Select ` + item + ` "Quince" in window "Workshop"`,
		}
		if d := cmp.Diff(want, titles(rec)); d != "" {
			t.Fatalf("steps (-want +got):\n%s\nlog of Workshop: %s", d, strings.Join(p.happened(), "; "))
		}
		held := p.bench()
		p.close()

		again := newPerson(workshop(t, toolkit))
		again.at(folder)
		again.replayed(rec.Steps...)
		if d := cmp.Diff(held, again.bench()); d != "" {
			t.Errorf("what the widgets hold (-recorded +replayed):\n%s", d)
		}
	})
}

// showsList reports whether the list of a combo box is on the screen. GTK 4 draws it as
// cells without a name, the first of which has the keyboard.
func (p *person) showsList(toolkit orders.Toolkit, box string) bool {
	p.t.Helper()
	f, id := p.find(box)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if !f.Inside(n.ID, id) || n.ID == id {
			continue
		}
		if toolkit == orders.GTK4 && n.Role == tree.RoleGeneric && n.States.Has(tree.Focused) {
			return true
		}
		if n.Name.Value == "Kyoto" && n.States.Has(tree.Showing) && n.Bounds.Usable() {
			return true
		}
	}
	return false
}
