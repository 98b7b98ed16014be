package structure

import (
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var nestingFixtures = []audittest.Fixture{
	{Rule: "redundant-nesting", Why: "five boxes with one child each", Outline: `
application
	!window "Main"
		generic
			generic
				group
					generic
						generic
							button "Deep"
`},
	{Rule: "redundant-nesting", Why: "four, a named one in between, several children", Outline: `
application
	window "Main"
		generic
			generic
				generic
					generic
						button "Four"
		generic
			generic
				group "Named"
					generic
						generic
							button "A"
		generic
			generic
				generic
					generic
						button "B"
						generic
							button "C"
`},
	{Rule: "interactive-nested", Why: "a button in a link, a field in a button", Outline: `
application
	window "Main"
		link "Offer" focusable
			!button "Buy" focusable
		button "Search" focusable
			generic
				!textbox focusable
`},
	{Rule: "interactive-nested", Why: "rows, a wrapper that takes no focus, text, parts of a combo box, a dialog in between", Outline: `
application
	window "Main"
		listitem "Apple" focusable
			button "Delete" focusable
		button
			togglebutton "Menu" focusable
		button "Save" focusable
			label "Save"
		combobox "Country" focusable
			button focusable
		button "Open" focusable
			menu
				menuitem "New" focusable
		button "Icon" focusable
			img "Red"
`},
	{Rule: "landmark-nested-or-twice", Why: "two mains, a foot in a main, a main in a main", Toolkit: audit.Web, Outline: `
application
	window "Browser"
		document "Page"
			main
				!contentinfo
				!main
			!main
`},
	{Rule: "landmark-nested-or-twice", Why: "one each, an aside in main, a frame, a hidden second main", Toolkit: audit.Web, Outline: `
application
	window "Browser"
		document "Page"
			banner
				navigation
			main
				complementary
				document "Frame"
					main
			main -showing
			contentinfo
`},
	{Rule: "landmark-nested-or-twice", Why: "the header bar of a program is no landmark", Toolkit: audit.GTK4, Outline: `
application
	window "Main"
		region
			banner
`},
}
