package testability

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var idFixtures = []audittest.Fixture{
	{Rule: "id-missing", Why: "the platform says that there is no id", Outline: `
application
	window "Main" id=main
		!button "Save" focusable
		button "Open" id=open focusable
		!textbox focusable
`},
	{Rule: "id-missing", Why: "in GTK 4 nobody can set one, but it is told", Toolkit: audit.GTK4, Outline: `
application
	window "Main"
		!button "Save" focusable
`},
	{Rule: "id-missing", Why: "items, cells, parts of controls, the title bar, labels; unread ids are undecided", Toolkit: audit.GTK3, Undecided: 1,
		With: unreadID("Unread"), Outline: `
application
	window "Main" bounds=0,0,400,300
		generic bounds=0,0,400,40
			button "Close" actions=press:click bounds=360,5,30,30
		label "Text"
		list
			listitem "Apple"
				button "Delete" focusable
		combobox id=country focusable
			generic
				button focusable
		spinbutton id=count focusable
			button focusable
		tablist
			button "Scroll left" focusable
		button "Unread" focusable
		button "Hidden" focusable -showing
`},
	{Rule: "id-duplicate", Why: "a copied id in one window", Outline: `
application
	window "Main"
		!button "Save" id=ok
		group
			button "Send" id=ok
		label "Text" id=text
	window "Other"
		button "Save" id=ok
`},
	{Rule: "id-duplicate", Why: "the copies of a template in a list, two windows of one form", Outline: `
application
	window "A"
		button "Save" id=ok
		list
			listitem "Apple" id=row
				button "Delete" id=delete
			listitem "Pear" id=row
				button "Delete" id=delete
		button "No id"
		button "No id"
	window "B"
		button "Save" id=ok
`},
	{Rule: "id-generated", Why: "counters, numbers, hex, a UUID", Outline: `
application
	window "Main"
		!button "A" id=QWidget_3
		!button "B" id=3f2504e0-4f89-11d3-9a0c-0305e82c3301
		!button "C" id=button17
		!button "D" id=":r1a:"
		!button "E" id=node-84512
		!button "F" id=4711
		!button "G" id=ember123
`},
	{Rule: "id-generated", Why: "words of a person with a number in them, items, no id; the unread is undecided", Undecided: 1, With: unreadID("Unread"), Outline: `
application
	window "Main"
		button "A" id=save
		button "B" id=step-3
		button "C" id=line2
		button "D" id=sha256
		button "E" id=address_line_1
		button "F" id=deadbeef
		button "G"
		listitem "Row" id=row84512
		button "Unread" focusable
`},
	{Rule: "id-generated", Why: "the id of the same element is another than before", With: earlier(`
application
	window "Main"
		button "Save" id=alpha
		button "Open" id=open
`), Outline: `
application
	window "Main"
		!button "Save" id=beta
		button "Open" id=open
`},
}

// unreadID makes the id of the element with a name unreadable.
func unreadID(name string) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, s *sketch.Sketch, _ *audit.Subject) {
		for i := range s.Nodes {
			if s.Nodes[i].Name.Value == name {
				s.Nodes[i].AccessibleID = tree.UnreadableText()
			}
		}
	}
}

// earlier gives the subject an earlier reading.
func earlier(outline string) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(t testing.TB, _ *sketch.Sketch, e *audit.Subject) {
		e.Earlier = inspector.Freeze(sketch.Draw(t, outline).Snapshot)
	}
}
