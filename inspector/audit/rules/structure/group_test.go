package structure

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var groupFixtures = []audittest.Fixture{
	{Rule: "setsize-posinset", Why: "beyond the set, twice, none beside some, no number", Outline: `
application
	window "Main"
		list
			listitem "One" attr=posinset:1 attr=setsize:3
			!listitem "Again" attr=posinset:1 attr=setsize:3
			!listitem "Beyond" attr=posinset:4 attr=setsize:3
			!listitem "None"
			!listitem "Word" attr=posinset:first attr=setsize:3
`},
	{Rule: "setsize-posinset", Why: "size unknown, gaps in a virtual list, levels, other roles, none at all, hidden", Outline: `
application
	window "Main"
		list
			listitem "One" attr=posinset:41 attr=setsize:-1
			listitem "Two" attr=posinset:57 attr=setsize:-1
			button "More"
			listitem "Gone" -showing
		tree
			treeitem "Fruit" attr=posinset:1 attr=setsize:2 attr=level:1
			treeitem "Cherry" attr=posinset:1 attr=setsize:2 attr=level:2
		list
			listitem "A"
			listitem "B"
`},
	{Rule: "radio-no-group", Why: "alone in its window, and in a group of itself", Outline: `
application
	window "Main"
		group
			!radio "Yes"
			checkbox "No"
	window "Other"
		!radio "Maybe" key=r member-of=r
`},
	{Rule: "radio-no-group", Why: "neighbours, boxes of their own, members, a place in a set, members that were not read; a cut box and unread relations are undecided", Undecided: 2,
		With: cut(19, tree.CutUnreadable), Outline: `
application
	window "Main"
		group
			radio "Yes"
			radio "No"
	window "Boxes"
		group
			generic
				radio "Small"
			generic
				radio "Large"
	window "Members"
		radio "A" key=a member-of=a,b
	window "Elsewhere"
		radio "B" key=b member-of=a,b
	window "Set"
		radio "C" attr=setsize:3
	window "Outside"
		radio "D" outside=member-of:2
	window "Cut"
		radio "E"
	window "Unread"
		radio "F" unreadable-relations
`},
	{Rule: "single-select-many-selected", Why: "two tabs, two radio buttons, two items; a count that does not fit", With: selections(map[tree.NodeID]audit.Selection{12: {Selected: 1}, 14: {Selected: 1, Null: 1}}), Outline: `
application
	window "Main"
		!tablist
			tab "A" selected
			tab "B" selected
		!radiogroup
			radio "A" checked
			radio "B" checked
		!list
			listitem "A" selected
			listitem "B" selected
			listitem "C"
		!listbox "Count"
			option "A"
		!combobox "Null"
			option "A" selected
`},
	{Rule: "single-select-many-selected", Why: "what is chosen in a closed combo box is in its menu (GTK 3 and GTK 4 widget factory)",
		With: selections(map[tree.NodeID]audit.Selection{2: {Selected: 1}}), Toolkit: audit.GTK3, Outline: `
application
	window "Main"
		combobox "Left"
			menu
				menuitem "Left"
				menuitem "Middle"
`},
	{Rule: "single-select-many-selected", Why: "several allowed, cells of one row, tables, one; unread states and a count beside a cut", Undecided: 1,
		With: with(selections(map[tree.NodeID]audit.Selection{17: {Selected: 1}, 11: {Selected: 1}, 19: {Selected: 1}}), cut(17, tree.CutUnreadable)), Outline: `
application
	window "Main"
		list multiselectable
			listitem "A" selected
			listitem "B" selected
		tree
			cell "A" selected
			cell "B" selected
		table
			cell "A" selected
			cell "B" selected
		list
			listitem "A" selected
			listitem "B" selectable
		list unreadable-states
			listitem "A" selected
			listitem "B" selected
		listbox "Cut"
			option "A"
		combobox "Closed"
			menu -showing
				menuitem "A"
`},
}

func selections(all map[tree.NodeID]audit.Selection) prepare {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Selections = all }
}
