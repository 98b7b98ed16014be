package app

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

func TestTheFocusIsFollowedOnlyWhenAsked(t *testing.T) {
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{})
	focus := func(h tree.Handle) {
		b.says(backends.Event{Kind: backends.EventFocus, Source: h, Detail: "focused", On: true})
	}
	events := func(n string) func() bool {
		return func() bool { return d.Idle() && d.drawer.Events.Summary() == n }
	}
	focus("save2")
	d.until("the event has come", events("1 event"))
	if d.sel.handle != "" {
		t.Errorf("%q is selected and nobody asked for it", d.sel.handle)
	}
	d.run("follow")
	focus("save2")
	d.until("it is selected", func() bool { return d.sel.handle == "save2" && d.Idle() })
	// Of something new the event comes first and the observation later.
	b.set(func(b *scripted) {
		b.snapshot = func() *tree.Snapshot { return snapshotOf(button("fresh", "Fresh", 110, 110)) }
	})
	focus("fresh")
	d.until("what is new is selected", func() bool { return d.sel.handle == "fresh" && d.Idle() })
}

func TestAllBelowIsOpenedAndClosed(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		return snapshotOf(el{handle: "menu", role: tree.RoleMenu, name: "File", children: []el{
			{handle: "sub", role: tree.RoleMenu, name: "Recent", children: []el{{handle: "item", role: tree.RoleMenuItem, name: "One"}}},
		}}, button("c", "Plum", 110, 170))
	}}, Services{})
	labels := func() string {
		var ls []string
		for _, row := range d.find("tree", "").Children {
			ls = append(ls, row.Label)
		}
		return strings.Join(ls, " ")
	}
	if got := labels(); got != "Orders File Plum" {
		t.Fatalf("at first %s", got)
	}
	d.selectHandle("menu")
	d.run("unfold")
	if got := labels(); got != "Orders File Recent One Plum" {
		t.Errorf("opened %s", got)
	}
	d.run("fold")
	if got := labels(); got != "Orders File Plum" {
		t.Errorf("closed %s", got)
	}
}

func TestAnApplicationThatIsNotThereIsNamed(t *testing.T) {
	b := &scripted{snapshot: twoSaves, events: make(chan backends.Event), apps: []tree.Application{orders}}
	d := open(t, Services{Backend: b, Application: "nobody"})
	d.idle()
	d.find("status", `No application is called "nobody"`)
}
