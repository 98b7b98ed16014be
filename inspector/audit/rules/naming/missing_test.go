package naming

import "github.com/samebutton/samebutton/inspector/audit/audittest"

var missingFixtures = []audittest.Fixture{
	{Rule: "name-missing-interactive", Why: "nothing names the button, blanks are no name", Outline: `
application "demo"
	window "Main"
		!button actions=press:click focusable
		!button "  " actions=press:click
		button "Save" actions=press:click
`},
	{Rule: "name-missing-interactive", Why: "labels, content, tooltips and owners name them; the unread one is undecided", Undecided: 1, Outline: `
application "demo"
	window "Main"
		label "Customer" key=c
		textbox labelled-by=c focusable
		button actions=press:click
			label "Open"
		button desc="Close the page" actions=press:click
		combobox "Country"
			button actions=press:click
		button unreadable-name actions=press:click
		button
			togglebutton "Menu"
		button -showing
`},
}
