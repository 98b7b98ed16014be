package structure

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var treeFixtures = []audittest.Fixture{
	{Rule: "index-parent-mismatch", Why: "another parent, another place, no place; none is undecided", Undecided: 1, With: links(audit.Links{
		Parents: map[tree.NodeID]tree.NodeID{2: 1, 3: 1, 4: 2, 5: tree.None}, Index: map[tree.NodeID]int{2: 0, 3: 1, 6: -1}}), Outline: `
application
	window "Main"
		group
			!button "Stranger"
		!button "Sibling"
		button "Orphan"
		!button "Lost"
`},
	{Rule: "index-parent-mismatch", Why: "cells made on demand, transient items, a list that was cut, what was not asked, the windows' places", With: with(
		links(audit.Links{Parents: map[tree.NodeID]tree.NodeID{2: 1, 3: 1, 5: 1, 8: 7}, Index: map[tree.NodeID]int{1: 7, 2: 0, 3: 4711, 5: 9, 7: 3}}), cut(6, tree.CutUnreadable)), Outline: `
application
	window "Main"
		table manages-descendants
			cell "A"
		list
			listitem "B" transient
		group
			button "C" key=c
		generic popup-for=c
`},
	{Rule: "index-parent-mismatch", Why: "GTK 4 names the page of a stack, which nothing lists (gtk4-widget-factory)", Toolkit: audit.GTK4, Undecided: 2,
		With: links(audit.Links{Parents: map[tree.NodeID]tree.NodeID{2: 1, 3: tree.None, 4: tree.None}}), Outline: `
application
	window "Main"
		generic
			img
		label "January"
`},
	{Rule: "index-parent-mismatch", Why: "a popover and a header bar of GTK 3 are told as the toolkit's (gtk3-widget-factory)", Toolkit: audit.GTK3,
		With: links(audit.Links{Parents: map[tree.NodeID]tree.NodeID{5: 3}, Index: map[tree.NodeID]int{3: 1, 4: 0}}), Outline: `
application
	window "Main" native=frame
		generic native=panel
			!togglebutton "Menu"
			!radio "Page 1"
		!generic native=panel -showing
`},
	{Rule: "child-null-or-dead", Why: "a listed child that is dead, a list that claims more", With: with(
		links(audit.Links{Dead: []tree.NodeID{2}}), cut(3, tree.CutCountMismatch)), Outline: `
application
	window "Main"
		!button "Ghost"
		!list "Short"
			listitem "One"
`},
	{Rule: "child-null-or-dead", Why: "children made on demand, a table that counts more, a reading that ran out of time", Undecided: 1, With: with(
		links(audit.Links{Dead: []tree.NodeID{3}}), cut(2, tree.CutVirtualChildren), cut(4, tree.CutCountMismatch), cut(5, tree.CutTime)), Outline: `
application
	window "Main"
		table manages-descendants
			cell "A"
		table "Sheet" manages-descendants
		list
`},
	{Rule: "cycle", Why: "an element that is its own ancestor", With: cut(2, tree.CutCycle), Outline: `
application
	window "Main"
		!group "Loop"
`},
	{Rule: "cycle", Why: "other cuts are no cycles", With: with(cut(2, tree.CutUnreadable), cut(2, tree.CutDepth)), Outline: `
application
	window "Main"
		group
`},
	{Rule: "app-parent-not-desktop", Why: "it names another parent", With: links(audit.Links{RootParent: "/org/other"}), Outline: `
!application
	window "Main"
`},
	{Rule: "app-parent-not-desktop", Why: "the desktop", With: links(audit.Links{RootParent: "/org/a11y/atspi/accessible/root", RootIsDesktop: true}), Outline: `
application
	window "Main"
`},
	{Rule: "app-parent-not-desktop", Why: "it did not answer", Undecided: 1, With: links(audit.Links{}), Outline: `
application
	window "Main"
`},
}

type prepare = func(testing.TB, *sketch.Sketch, *audit.Subject)

// with prepares a fixture in several ways.
func with(all ...prepare) prepare {
	return func(t testing.TB, s *sketch.Sketch, e *audit.Subject) {
		for _, f := range all {
			f(t, s, e)
		}
	}
}

func links(l audit.Links) prepare {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Links = &l }
}

// cut says that children of a node were not read.
func cut(at tree.NodeID, why tree.CutReason) prepare {
	return func(_ testing.TB, s *sketch.Sketch, _ *audit.Subject) {
		s.Cuts = append(s.Cuts, tree.Cut{Node: at, Reason: why, Missing: 1})
	}
}
