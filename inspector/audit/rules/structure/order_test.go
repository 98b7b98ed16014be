package structure

import (
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var orderFixtures = []audittest.Fixture{
	{Rule: "reading-order", Why: "from the bottom to the top; the last before the first", Outline: `
application
	window "Main"
		!group
			button "C" bounds=0,100,60,20
			button "B" bounds=0,50,60,20
			button "A" bounds=0,0,60,20
		!toolbar
			button "Right" bounds=140,0,60,20
			button "Middle" bounds=70,0,60,20
			button "Left" bounds=0,0,60,20
`},
	{Rule: "reading-order", Why: "GTK 3 turns the children of a grid around: told as its fault", Toolkit: audit.GTK3, Outline: `
application
	window "Main"
		!generic
			textbox bounds=100,30,60,20
			label "Street" bounds=0,30,60,20
			textbox bounds=100,0,60,20
			label "Name" bounds=0,0,60,20
`},
	{Rule: "reading-order", Why: "a main window of Qt, told as its fault (FeatherPad)", Toolkit: audit.Qt, Outline: `
application
	!window "Untitled"
		generic bounds=450,319,700,410
		menubar bounds=450,257,700,22
		toolbar bounds=450,279,700,40
		status bounds=450,729,700,28
`},
	{Rule: "reading-order", Why: "the bars of a browser are not the page's", Toolkit: audit.Web, Outline: `
application
	window "Browser"
		generic
			button "C" bounds=0,100,60,20
			button "B" bounds=0,50,60,20
			button "A" bounds=0,0,60,20
`},
	{Rule: "reading-order", Why: "lines, columns, right to left, layers, lists, the menu bar last, split panes, two parts, a single slip", Outline: `
application
	window "Main" bounds=0,0,400,400
		group bounds=0,0,200,60
			label "Name" bounds=0,2,60,16
			textbox bounds=70,0,60,20
			label "Street" bounds=0,32,60,16
			textbox bounds=70,30,60,20
		group bounds=0,60,200,20
			button "אחת" bounds=140,60,60,20
			button "שתיים" bounds=70,60,60,20
			button "שלוש" bounds=0,60,60,20
		group bounds=0,80,100,100
			img bounds=0,80,100,100
			img bounds=10,90,80,80
			img bounds=20,100,60,60
		list bounds=0,200,60,60
			listitem "C" bounds=0,240,60,20
			listitem "B" bounds=0,220,60,20
			listitem "A" bounds=0,200,60,20
		generic native="split pane" bounds=200,0,200,60
			group bounds=320,0,60,60
			group bounds=260,0,60,60
			group bounds=200,0,60,60
		group bounds=200,60,200,20
			button "B" bounds=300,60,60,20
			button "A" bounds=200,60,60,20
		group bounds=200,100,200,20
			button "A" bounds=200,100,30,20
			button "C" bounds=260,100,30,20
			button "B" bounds=230,100,30,20
			button "D" bounds=290,100,30,20
			button "Unknown"
	window "Qt" bounds=0,0,400,300
		toolbar bounds=0,30,400,30
		group bounds=0,60,400,200
		status bounds=0,260,400,40
		menubar bounds=0,0,400,30
`},
}

var windowFixtures = []audittest.Fixture{
	{Rule: "window-titles-duplicate", Why: "two windows of one title, and a dialog that has it, too", Outline: `
application
	window "Untitled"
	!window " Untitled"
	!dialog "Untitled"
`},
	{Rule: "window-titles-duplicate", Why: "other titles, popups without one, a hidden window, a box", Outline: `
application
	window "a.txt (/home)"
	window "a.txt (/tmp)"
	window
	window
	window "a.txt (/tmp)" -showing
	group "a.txt (/tmp)"
`},
	{Rule: "modal-dialog-leak", Why: "Tab leads behind the dialog", With: tabs(2, 4), Outline: `
application
	window "Main"
		!button "Save" focusable
	dialog "Really?" modal
		button "Yes" focusable
`},
	{Rule: "modal-dialog-leak", Why: "what merely says that it can take the focus; an unknown stop", With: tabs(4, 5, -1), Outline: `
application
	window "Main"
		button "Save" focusable
	dialog "Really?" modal
		button "Yes" focusable
		button "No" focusable
`},
	{Rule: "modal-dialog-leak", Why: "dialogs that are not modal, or not shown", With: tabs(2, 4), Outline: `
application
	window "Main"
		button "Save" focusable
	dialog "Find"
		button "Next" focusable
	dialog "Later" modal -showing
`},
}
