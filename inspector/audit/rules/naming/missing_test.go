package naming

import "github.com/samebutton/samebutton/inspector/audit/audittest"

var missingFixtures = []audittest.Fixture{
	{Rule: "name-missing-interactive", Why: "nothing names the button", Outline: `
application "demo"
	window "Main"
		!button actions=press:click focusable
		!slider desc="50.0" focusable
		button "Save" actions=press:click
		generic actions=press:click
			label "Open"
		!generic actions=press:click
`},
	{Rule: "name-missing-interactive", Why: "the controls of a video are for a person to look at (gtk4-widget-factory)", Toolkit: "GTK 4", Outline: `
application "demo"
	window "Main"
		generic bounds=1016,128,289,64
			img bounds=1016,128,289,64
			generic bounds=1016,158,289,34
				!button focusable bounds=1022,163,24,24
`},
	{Rule: "name-missing-interactive", Why: "an inner button is judged itself, the outer one is not", Toolkit: "GTK 4", Outline: `
application "demo"
	window "Main"
		button
			!button actions=press:click focusable
`},
	{Rule: "name-missing-interactive", Why: "labels, content, tooltips and owners name them; the unread one is undecided", Undecided: 1, Outline: `
application "demo"
	window "Main"
		label "Customer" key=c
		textbox labelled-by=c focusable
		button actions=press:click
			label "Open"
		button desc="Close the page" actions=press:click
		button "  " actions=press:click
		textbox attr=placeholder-text:Town
		combobox "Country"
			generic
				textbox
				button actions=press:click
		spinbutton "Quantity"
			button actions=press:click
		slider "Volume"
			button
		scrollbar
			button actions=press:click
		button unreadable-name actions=press:click
		button
			togglebutton "Menu"
		button -showing
		cell actions=press:activate
		listitem
`},
	{Rule: "name-missing-image", Why: "one alone says nothing; one with the focus has to", Outline: `
application "demo"
	window "Main"
		!img
		!img focusable
		img "A cat"
`},
	{Rule: "name-missing-image", Why: "Chromium's offer is no name", Toolkit: "web", Outline: `
application "demo"
	window "Main"
		!img "To get missing image descriptions, open the context menu."
`},
	{Rule: "name-missing-image", Why: "decoration of what has words, and one to press", Undecided: 1, Outline: `
application "demo"
	window "Main"
		button "Save"
			generic
				img
		listitem "File"
			img
		treeitem "Folder"
			img
		menuitem "Open"
			img
		generic
			img
			label "Ready"
		img desc="A cat"
		img actions=press:click
		img unreadable-name
`},
	{Rule: "name-missing-container", Why: "a window and a dialog without a title, one of two lists", Outline: `
application "demo"
	!window native=frame
		list "Suppliers"
		!list
		!dialog
`},
	{Rule: "name-missing-container", Why: "single groups, pop-ups, embedded frames", Undecided: 1, Outline: `
application "demo"
	window "Main" native=frame
		toolbar
		list
		combobox "Country"
			list
		combobox "City"
			list
		table "Items"
			list
		window native=frame
	window native=window
		menu
	window native=frame transient
	window native=frame unreadable-name
	dialog labelled-by=t
		label "Choose" key=t
`},
	{Rule: "name-whitespace", Why: "blanks, zero width and signs of a font", Outline: `
application "demo"
	window "Main"
		!button "   " actions=press:click
		!button "\u200b" actions=press:click
		!button "\ue801" actions=press:click
		!img " "
`},
	{Rule: "name-whitespace", Why: "what something else names, and distance", Outline: `
application "demo"
	window "Main"
		label " "
		label "Customer" key=c
		textbox " " labelled-by=c
		button " " desc="Close"
		button "\u200bSave"
		button
		button "\uf8ff"
`},
	{Rule: "name-has-private-use", Why: "a sign beside words, or alone in a label", Outline: `
application "demo"
	window "Main"
		!button "\ue801 Save" actions=press:click
		!button "Open" desc="\U000f0001 opens" actions=press:click
		!label "\ue801"
`},
	{Rule: "name-has-private-use", Why: "the Apple logo, decoration of a named button, and one that name-whitespace reports", Outline: `
application "demo"
	window "Main"
		button "\uf8ff Menu" actions=press:click
		button "Save" actions=press:click
			label "\ue801"
		button "\ue801" actions=press:click
`},
}
