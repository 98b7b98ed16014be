package inspector

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

func TestRolesOfContainersTellNoTwinsApart(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "Orders"
    toolbar
      button "Delete" handle=a
    group
      button "Delete" handle=b
`)
	tg := f.Target(f.ByHandle("a"))
	if tg.Standing != StandingAmbiguous {
		t.Errorf("twins in unlabelled boxes: standing %s, locator %s", tg.Standing, tg.Locator)
	}
}

func TestAStarOfATitleIsNoWildcard(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "*notes"
    group "Edit"
      button "Delete" handle=a
`)
	tg := f.Target(f.ByHandle("a"))
	g := sketched(t, `
application "demo"
  window "my private notes"
    group "Edit"
      button "Delete" handle=z
`)
	if r := g.ResolveTarget(tg); r.Outcome == Unique {
		t.Errorf("%s (recorded in window \"*notes\") resolves in window \"my private notes\"", tg.Locator)
	}
}

func TestBadgesDoubtWindowsWithUnreadableTitles(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "Orders"
    button "Save" handle=a
  window unreadable-name
    button "Save" handle=b
`)
	for _, h := range []string{"a", "b"} {
		id := f.ByHandle(tree.Handle(h))
		if b, s := f.Survey().Badges[id], f.Target(id).Standing; b == BadgeUnique && s != StandingUnique {
			t.Errorf("%s: badge unique, standing %s (%s)", h, s, f.Match(f.Target(id).Locator).Reason)
		}
	}
}

func TestBadgesDoubtWindowsWithoutTitles(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "Orders"
    button "Save" handle=a
  window
    button "Save" handle=b
`)
	for _, h := range []string{"a", "b"} {
		id := f.ByHandle(tree.Handle(h))
		if b, s := f.Survey().Badges[id], f.Target(id).Standing; b == BadgeUnique && s != StandingUnique {
			t.Errorf("%s: badge unique, standing %s (%s)", h, s, f.Match(f.Target(id).Locator).Reason)
		}
	}
}

func TestBadgesDoubtWindowsInsideWindows(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "Main"
    dialog "Edit"
      button "OK" handle=a
  dialog "Edit"
    button "OK" handle=b
`)
	for _, h := range []string{"a", "b"} {
		id := f.ByHandle(tree.Handle(h))
		if b, s := f.Survey().Badges[id], f.Target(id).Standing; b == BadgeUnique && s != StandingUnique {
			t.Errorf("%s: badge unique, standing %s (%s)", h, s, f.Match(f.Target(id).Locator).Reason)
		}
	}
}

func TestBadgesDoubtRowsThatCouldNotBeRead(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "Orders"
    table
      row
        label "Pear"
        button "Delete" handle=a
      row
        label unreadable-name
        button "Delete" handle=b
`)
	id := f.ByHandle("a")
	if b, s := f.Survey().Badges[id], f.Target(id).Standing; b == BadgeContext && s != StandingContext {
		t.Errorf("badge by-context, standing %s", s)
	}
}

func TestALabelThatWasNotReadMayBeTheOne(t *testing.T) {
	s := sketchSnapshot(t, `
application "demo"
  window "Orders"
    label "Country" handle=l
    textbox handle=a
    textbox handle=b
`)
	s.Nodes[3].Relations = []tree.Relation{{Kind: tree.LabelledBy, Targets: []tree.NodeID{2}}}
	s.Nodes[4].Relations = []tree.Relation{{Kind: tree.LabelledBy, Outside: 1}}
	f := Freeze(s)
	if r := f.Match(mustParse(t, `textbox [labelled-by="Country"]`)); r.Outcome == Unique {
		t.Errorf("unique, although the label of the other box was not seen")
	}
}

func TestNothingWeakerStandsInForAnUnreadableRowHeader(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "Orders"
    table
      row "Apple"
        rowheader unreadable-name
        button "Delete" handle=a
      row
        label "Number 3"
        rowheader unreadable-name
        button "Delete" handle=b
`)
	for _, l := range []string{`button "Delete" [row="Apple"]`, `button "Delete" [row="Number 3"]`} {
		if r := f.Match(mustParse(t, l)); r.Outcome == Unique {
			t.Errorf("%s unique, although the row header is unreadable", l)
		}
	}
}

func TestAContainerOfUnreadRoleMayBeTheGroup(t *testing.T) {
	s := sketchSnapshot(t, `
application "demo"
  window "Orders"
    group "Billing"
      button "OK" handle=a
    group "Billing"
      button "OK" handle=b
`)
	s.Nodes[4].Role, s.Nodes[4].NativeRole = "", ""
	f := Freeze(s)
	if r := f.Match(mustParse(t, `button "OK" [in="Billing"]`)); r.Outcome == Unique {
		t.Errorf("[in] unique although the role of the other container is unread; chain form gives %s", f.Match(mustParse(t, `group "Billing" > button "OK"`)).Outcome)
	}
}

func TestARoleThatWasNotReadHasNotChanged(t *testing.T) {
	a := sketched(t, `
application "demo"
  window "Orders" handle=w
    button "OK" handle=b
`)
	s := sketchSnapshot(t, `
application "demo"
  window "Orders" handle=w
    button "OK" handle=b
`)
	s.Nodes[2].Role, s.Nodes[2].NativeRole = "", ""
	if cs := Diff(a, Freeze(s)); len(cs) != 0 {
		t.Errorf("%q", cs[0].Words)
	}
}

func TestEachOfSeveralLabelsCounts(t *testing.T) {
	s := sketchSnapshot(t, `
application "demo"
  window "Orders"
    label "Amount" handle=l
    label "EUR" handle=m
    textbox handle=a
`)
	s.Nodes[4].Relations = []tree.Relation{{Kind: tree.LabelledBy, Targets: []tree.NodeID{2, 3}}}
	f := Freeze(s)
	if r := f.Match(mustParse(t, `textbox [labelled-by="EUR"]`)); r.Outcome != Unique {
		t.Errorf("%s", r.Outcome)
	}
}

func TestProcessesWithoutStartTimeAreNotTheSame(t *testing.T) {
	p1 := tree.Application{PID: 5}
	if p1.SameProcess(tree.Application{PID: 5}) {
		t.Errorf("two processes whose start could not be read are the same")
	}
}
