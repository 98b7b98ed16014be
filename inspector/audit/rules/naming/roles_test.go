package naming

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

// cut says that a part of the window was not read.
func cut(_ testing.TB, s *sketch.Sketch, _ *audit.Subject) {
	s.Cuts = append(s.Cuts, tree.Cut{Node: 1, Reason: tree.CutTime, Missing: -1})
}

const (
	entry  = "interfaces=Accessible,Action,Component,Text,EditableText"
	plainI = "interfaces=Accessible,Action,Component"
)

var roleFixtures = []audittest.Fixture{
	{Rule: "role-unknown", Why: "no role, but the focus", Outline: `
application "demo"
	window "Main"
		!unknown "Map" native=unknown focusable
		!generic native="redundant object" focusable
`},
	{Rule: "role-unknown", Why: "no focus, or a role that was not read", Undecided: 1, Outline: `
application "demo"
	window "Main"
		unknown native=unknown
		unknown unreadable-role focusable
		generic focusable native=panel
`},
	{Rule: "role-abstract-or-generic-interactive", Why: "panels and labels to press", Outline: `
application "demo"
	window "Main"
		!generic native=panel focusable actions=press:click
		!label "Open" focusable actions=press:click
		!canvas focusable actions=toggle
`},
	{Rule: "role-abstract-or-generic-interactive", Why: "scroll panes, boxes around a control, what has no focus, real buttons", Outline: `
application "demo"
	window "Main"
		generic native="scroll pane" focusable actions=press:click
		generic focusable actions=press:click
			checkbox "Gift" focusable actions=toggle
		generic actions=press:click
		button "Save" focusable actions=press:click
		generic focusable
		generic focusable actions=expand
`},
	{Rule: "role-vs-interfaces", Why: "what the role promises is missing", Outline: `
application "demo"
	window "Main"
		!textbox editable ` + plainI + `
		!slider ` + plainI + `
		!table ` + plainI + `
		!tablist ` + plainI + `
		!checkbox interfaces=Accessible,Component
		!listbox ` + plainI + `
			option selectable
`},
	{Rule: "role-vs-interfaces", Why: "Chromium's own lack is told as such", Toolkit: "web", Outline: `
application "demo"
	window "Main"
		!textbox editable interfaces=Accessible,Action,Text
		!document interfaces=Accessible,Text
`},
	{Rule: "role-vs-interfaces", Why: "text to read, ranges inside, progress without end, parts, unread ones", Undecided: 3, Outline: `
application "demo"
	window "Main"
		textbox editable ` + entry + `
		textbox read-only interfaces=Accessible,Text
		label "Ready" ` + plainI + `
		scrollbar ` + plainI + `
			generic interfaces=Accessible,Value
		progressbar busy ` + plainI + `
		combobox ` + plainI + `
			textbox editable ` + plainI + `
		cell cell=0,0 ` + plainI + `
		listbox ` + plainI + `
			option "Only shown"
		document ` + plainI + `
		slider
		slider unreadable-states ` + plainI + ` showing visible
		textbox editable
`},
	{Rule: "role-vs-state", Why: "one of two check boxes, a toggle button that says checked", Outline: `
application "demo"
	window "Main"
		checkbox "Gift" checkable
		!checkbox "Express"
		togglebutton "Bold" pressed
		!togglebutton "Italic" checked
`},
	{Rule: "role-vs-state", Why: "a toolkit that never says it is reported once", Toolkit: "GTK 3", Outline: `
application "demo"
	window "Main"
		!checkbox "Gift"
		checkbox "Express"
		radio "Card"
`},
	{Rule: "role-vs-state", Why: "right ones, ones not shown, buttons that are up", Outline: `
application "demo"
	window "Main"
		checkbox "Gift" checkable checked
		radio "Card" checkable
		checkbox "Hidden" -showing
		togglebutton "Bold" pressed
		togglebutton "Italic"
		button "Save"
`},
	{Rule: "state-without-able", Why: "states that cannot be", Outline: `
application "demo"
	window "Main"
		!button "Save" focused
		!listitem "Apple" selected
		!treeitem "Fruit" expanded
		!generic collapsed
		!cell checked
		!textbox editable interfaces=Accessible
`},
	{Rule: "state-without-able", Why: "the viewport of a text that has the focus is told as Qt's (FeatherPad)", Toolkit: audit.Qt, Outline: `
application "demo"
	window "Main"
		textbox focusable focused
			!generic focused
`},
	{Rule: "state-without-able", Why: "both said, menus, documents, check boxes, unread interfaces", Outline: `
application "demo"
	window "Main" focused
		button "Save" focused focusable
		listitem "Apple" selected selectable
		treeitem "Fruit" expanded expandable
		menuitem "Open" selected
		document "Page" focused
		checkbox "Gift" checked
		togglebutton "Bold" checked
		textbox editable
		textbox editable interfaces=Accessible,Text
`},
	{Rule: "state-without-able", Why: "cells of GTK 3, which never says checkable", Toolkit: "GTK 3", Outline: `
application "demo"
	window "Main"
		cell checked
`},
	{Rule: "state-contradiction", Why: "pairs that cannot be true together", Outline: `
application "demo"
	window "Main"
		!button "A" -visible
		generic -showing
			!button "B"
		!treeitem "C" expanded collapsed
		!button "D" focused -showing
		generic
			!generic modal
		!button "E" defunct
`},
	{Rule: "state-contradiction", Why: "one of enabled and sensitive, popups, documents in other tabs", Undecided: 1, Outline: `
application "demo"
	window "Main"
		button "A" -enabled
		button "B" -sensitive
		document focused -showing
		button "C" focused focusable
		dialog modal
		button "D" unreadable-states
		generic -showing
			button -showing
	window "Popup" -showing
		menu
`},
	{Rule: "state-contradiction", Why: "modal popovers of GTK", Toolkit: "GTK 3", Outline: `
application "demo"
	window "Main"
		generic
			generic modal
`},
	{Rule: "state-contradiction", Why: "ends of lines in a page that is scrolled", Toolkit: "web", Outline: `
application "demo"
	window "Main"
		listitem "One" -showing
			label
`},
	{Rule: "heading-level-missing", Why: "no level, and one left out", Outline: `
application "demo"
	window "Main"
		heading "One" attr=level:1
		!heading "Three" attr=level:3
		!heading "None" attr=tag:h2
		!heading "Zero" attr=level:0
`},
	{Rule: "heading-level-missing", Why: "down by one, up by many, other parts, unread ones", Undecided: 1, Outline: `
application "demo"
	window "Main"
		document
			heading "One" attr=level:1
			heading "Two" attr=level:2
			heading "Three" attr=level:3
			heading "One" attr=level:1
			navigation
				heading "Four" attr=level:4
			heading "Two" attr=level:2
			heading "Unread"
			heading "Hidden" attr=level:6 -visible
		document
			heading "Three" attr=level:3
`},
	{Rule: "value-range-invalid", Why: "ranges of nothing, values outside, steps back", Outline: `
application "demo"
	window "Main"
		!slider range=5,5,5
		!slider range=5,9,1
		!spinbutton range=11,0,10
		!progressbar range=-1,0,10
		!slider range=5,0,10,-1
`},
	{Rule: "value-range-invalid", Why: "no ends, nothing to scroll, inside, unread", Undecided: 1, Outline: `
application "demo"
	window "Main"
		progressbar range=0,0,0 busy
		spinbutton range=7,0,0
		scrollbar range=3,3,3
		slider range=10,0,10,1
		slider range=10.0000001,0,10
		slider unreadable-value
		label "7" range=9,0,1
`},
	{Rule: "value-text-missing", Why: "the volume is a bare number", Toolkit: "web", Outline: `
application "demo"
	window "Main"
		!slider "Volume" range=30,0,100 attr=valuetext:30
`},
	{Rule: "value-text-missing", Why: "texts, units, other names", Toolkit: "web", Undecided: 1, Outline: `
application "demo"
	window "Main"
		slider "Volume" range=30,0,100 attr=valuetext:"30 percent"
		slider "Zoom" range=30,0,100 attr=valuetext:30%
		slider "Time (s)" range=30,0,100 attr=valuetext:30
		spinbutton "Quantity" range=3,0,9 attr=valuetext:3
		slider "Volume" range=30,0,100
`},
}
