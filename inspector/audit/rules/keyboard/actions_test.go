package keyboard

import "github.com/samebutton/samebutton/inspector/audit/audittest"

var actionFixtures = []audittest.Fixture{
	{Rule: "interactive-no-action", Why: "nothing to do, or only to focus", Outline: `
application "demo"
	window "Main"
		!button "Save"
		!checkbox "Gift" actions=focus:Component.GrabFocus
		!menuitem "Open"
		!tab "Order"
`},
	{Rule: "interactive-no-action", Why: "the toolkit's own fault is told as such", Toolkit: "GTK 4", Outline: `
application "demo"
	window "Main"
		!checkbox "Gift"
		!radio "Card"
`},
	{Rule: "interactive-no-action", Why: "outer buttons, tabs of a list, arrows, disabled ones, unread ones, any action at all", Undecided: 1, Outline: `
application "demo"
	window "Main"
		button
			generic
				button "Menu" actions=press:click focusable
		tablist actions=select
			tab "Order"
		generic actions=expand
			button "Expand"
		button "Off" -enabled -sensitive
		button "Unread" unreadable-actions
		link "More" actions=press:jump
		button "Own" actions=:win.save
		textbox
		label "Text"
`},
	{Rule: "action-name-unclear", Why: "no name, a number, twice, one that deletes in front", Outline: `
application "demo"
	window "Main"
		!button "A" actions=press:
		!button "B" actions=press:action0
		!button "C" actions=press:click,press:click
		!textbox actions=:selection.delete,:clipboard.copy
`},
	{Rule: "action-name-unclear", Why: "clear ones, abilities of interfaces, deleting further behind, unread ones", Undecided: 1, Outline: `
application "demo"
	window "Main"
		button "Delete" actions=press:click
		textbox actions=press:activate,:selection.delete
		slider actions=set-value:Value.CurrentValue,focus:Component.GrabFocus
		button "Unread" unreadable-actions actions=press:
		menuitem "Cutlery" actions=press:cutlery
		label "Text"
`},
	{Rule: "actionable-not-focusable", Why: "only the mouse gets there", Outline: `
application "demo"
	window "Main"
		!button "Save" actions=press:click
		!generic actions=press:click
`},
	{Rule: "actionable-not-focusable", Why: "combo boxes of GTK 3 do not say it; the buttons of the title bar", Toolkit: "GTK 3", Outline: `
application "demo"
	window "Main" bounds=0,0,800,600
		generic
			button "Close" actions=press:click bounds=760,5,30,30
		!combobox "Country" actions=press:press
		!button "Save" actions=press:click bounds=400,105,30,30
`},
	{Rule: "actionable-not-focusable", Why: "the heading of a tree view of GTK 4 is told as the toolkit's (gtk4-widget-factory)", Toolkit: "GTK 4", Outline: `
application "demo"
	window "Main"
		generic native="scroll pane"
			generic native=filler
				button actions=press:click focusable
				!button actions=press:click
`},
	{Rule: "actionable-not-focusable", Why: "what manages the focus, holds it, is in what has it, or is not enabled", Outline: `
application "demo"
	window "Main"
		button "Save" actions=press:click focusable
		menu
			menuitem "Open" actions=press:click
		toolbar
			button "New" actions=press:click
		listbox
			option "Apple" actions=press:click
		tablist
			tab "Order" actions=press:doDefault
		table
			cell "1" actions=press:activate
			columnheader "Name" actions=press:click
		tree
			generic
				treeitem "Fruit" actions=press:activate
		textbox focusable
			img "clear" actions=press:activate
		link "More" focusable actions=press:jump
			generic actions=press:click
		generic actions=press:click
			button "Inner" focusable actions=press:click
		generic native="title bar"
			button "Close" actions=press:click
		button "Off" actions=press:click -enabled -sensitive
		listitem selectable actions=press:click
		label "Text"
`},
	{Rule: "focusable-not-interactive", Why: "stops without purpose", Outline: `
application "demo"
	window "Main"
		!generic native=panel focusable
		!label "Text" focusable interfaces=Accessible,Component
		!img "Logo" focusable
`},
	{Rule: "focusable-not-interactive", Why: "a label of Qt whose text can be selected (FeatherPad's status bar)", Toolkit: "Qt", Outline: `
application "demo"
	window "Main"
		status
			label "Lines: 1" focusable read-only
`},
	{Rule: "focusable-not-interactive", Why: "scrolling, text to select, groups, lists made on demand, unread ones", Undecided: 1, Outline: `
application "demo"
	window "Main"
		generic native="scroll pane" focusable
		generic native=viewport focusable
		label "Text" focusable interfaces=Accessible,Text
		generic focusable
			button "Save" focusable actions=press:click
		generic focusable manages-descendants
		generic focusable actions=select
		generic focusable expandable
		generic focusable actions=press:click
		generic focusable unreadable-actions
		button "Save" focusable
		generic
`},
	{Rule: "tooltip-only-on-hover", Why: "a picture with a tooltip", Outline: `
application "demo"
	window "Main"
		!button desc="Primary menu" actions=press:click
		!button "Close" attr=name-from:tooltip actions=press:click
`},
	{Rule: "tooltip-only-on-hover", Why: "named ones, text boxes, outer buttons, parts, unread names", Undecided: 1, Outline: `
application "demo"
	window "Main"
		button "Save" desc="Save the order"
		button desc="Open a file"
			label "Open"
		textbox desc="Town"
		button desc="Primary menu"
			button "Menu" desc="Primary menu" focusable
		combobox "Country"
			button desc="Open the list"
		slider desc="50.0"
		button unreadable-name desc="Close"
		img desc="Logo"
`},
	{Rule: "menu-not-exposed", Why: "open, but nothing is shown", Outline: `
application "demo"
	window "Main" native=frame
		!button "Menu" expanded expandable has-popup
		menu -showing
			menuitem "Hidden" -showing
`},
	{Rule: "menu-not-exposed", Why: "the menu is shown somewhere", Outline: `
application "demo"
	window "Main" native=frame
		button "Menu" expanded expandable has-popup
		combobox "Country" expanded expandable
		treeitem "Fruit" expanded expandable
		button "Closed" collapsed expandable has-popup
	window native=window
		generic
			menuitem "Open"
`},
	{Rule: "menu-not-exposed", Why: "a popover below its button", Outline: `
application "demo"
	window "Main" native=frame
		button "Menu" expanded expandable has-popup bounds=0,0,30,30
			generic bounds=0,40,200,200
				button "Print"
`},
	{Rule: "menu-not-exposed", Why: "a popover that holds all input", Outline: `
application "demo"
	window "Main" native=frame
		button "Menu" expanded expandable has-popup
		generic modal
`},
	{Rule: "menu-not-exposed", Why: "it may be in what was not read", Undecided: 1, Outline: `
application "demo"
	window "Main" native=frame
		button "Menu" expanded expandable has-popup
`, With: cut},
}
