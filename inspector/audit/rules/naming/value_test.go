package naming

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

// before adds an earlier reading of the same process.
func before(outline string) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(t testing.TB, s *sketch.Sketch, evidence *audit.Subject) {
		was := sketch.Draw(t, outline)
		was.Application = s.Application
		was.Application.Started, s.Application.Started = 1, 1
		evidence.Earlier = inspector.Freeze(was.Snapshot)
	}
}

// heard adds what was listened to: the handles of elements that events named.
func heard(lost bool, of ...string) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, s *sketch.Sketch, evidence *audit.Subject) {
		evidence.Heard = &audit.Heard{Throughout: true, Events: len(of), Lost: lost, Of: map[tree.Handle][]string{}}
		for _, h := range of {
			evidence.Heard.Of[tree.Handle(h)] = []string{"text"}
		}
	}
}

func all(fs ...func(testing.TB, *sketch.Sketch, *audit.Subject)) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(t testing.TB, s *sketch.Sketch, evidence *audit.Subject) {
		for _, f := range fs {
			f(t, s, evidence)
		}
	}
}

var valueFixtures = []audittest.Fixture{
	{Rule: "name-is-value", Why: "one reading: to be looked at; the items of a list tell the value of a combo box", Outline: `
application "demo"
	window "Main"
		!textbox "Berlin" value=Berlin
		!combobox "Germany"
			listbox
				option "France"
				option "Germany" selected
`},
	{Rule: "name-is-value", Why: "the name went along with the value", Outline: `
application "demo"
	window "Main"
		!textbox "Paris" value=Paris handle=city
`, With: before(`
application "demo"
	window "Main"
		textbox "Berlin" value=Berlin handle=city
`)},
	{Rule: "name-is-value", Why: "GTK 3 calls combo boxes by their value", Toolkit: "GTK 3", Outline: `
application "demo"
	window "Main"
		label "Country" key=c
		!combobox "Germany" labelled-by=c
			menu
				menuitem "Germany" -showing
`},
	// Where the earlier element was not read one reading is left, which a person looks at.
	{Rule: "name-is-value", Why: "the value went on and the name stayed", Told: []string{"earlier name", "earlier value", "earlier role"}, Outline: `
application "demo"
	window "Main"
		textbox "Berlin" value=Berlin handle=city
`, With: before(`
application "demo"
	window "Main"
		textbox "Berlin" value=Paris handle=city
`)},
	{Rule: "name-is-value", Why: "labelled ones, buttons, passwords, other values, unread ones, empty ones", Undecided: 1, Outline: `
application "demo"
	window "Main"
		label "Berlin" key=c
		textbox labelled-by=c value=Berlin
		button "Berlin"
		textbox "City" value=Berlin
		textbox "City" value=""
		textbox "Berlin" unreadable-value
		textbox "hunter2" value=hunter2 secret
		textbox "Password" value=Password
		combobox "Country"
			textbox "Berlin" value=Berlin
			option "Germany" selected
`},
	{Rule: "name-unstable", Why: "a counter in the name of a button", Outline: `
application "demo"
	window "Main"
		!button "4 unread" handle=b bounds=1,1,9,9
`, With: before(`
application "demo"
	window "Main"
		button "3 unread" handle=b bounds=1,1,9,9
`)},
	{Rule: "name-unstable", Why: "clocks, rows, what moved, what took another state or value, what is new", Outline: `
application "demo"
	window "Main - changed"
		label "12:01" handle=clock
		listitem "4 rows" handle=row
		button "Pause" handle=moved bounds=9,9,9,9
		togglebutton "On" pressed handle=toggle
		combobox "Paris" value=Paris handle=combo
		button "New" handle=new
		button "Save " handle=same
		textbox "Now" handle=role
		button unreadable-name handle=unread
`, With: before(`
application "demo"
	window "Main"
		label "12:00" handle=clock
		listitem "3 rows" handle=row
		button "Play" handle=moved bounds=1,1,9,9
		togglebutton "Off" handle=toggle
		combobox "Berlin" value=Berlin handle=combo
		button "Save" handle=same
		button "Then" handle=role
		button "Was" handle=unread
`)},
	{Rule: "live-region-missing", Why: "a text changed, and nobody was told", Outline: `
application "demo"
	window "Main"
		!label "Saved" handle=text
`, With: all(before(`
application "demo"
	window "Main"
		label "Unsaved" handle=text
`), heard(false))},
	{Rule: "live-region-missing", Why: "told by itself or by its box, in a status bar, the same, new, signs", Outline: `
application "demo"
	window "Main"
		label "Saved" handle=told
		generic handle=box
			label "3 results" handle=inside
		status
			label "Ready" handle=ready
		label "Same" handle=same
		label "New" handle=new
		label "12:01" handle=clock
		button "Pause" handle=button
`, With: all(before(`
application "demo"
	window "Main"
		label "Unsaved" handle=told
		label "2 results" handle=inside
		label "Busy" handle=ready
		label "Same" handle=same
		label "12:00" handle=clock
		button "Play" handle=button
`), heard(false, "told", "box"))},
	{Rule: "live-region-missing", Why: "what is typed into a field of a page", Toolkit: audit.Web, Outline: `
application "demo"
	window "Main"
		textbox "Order" editable
			label "pears" handle=text
`, With: all(before(`
application "demo"
	window "Main"
		textbox "Order" editable
			label "pea" handle=text
`), heard(false))},
	{Rule: "live-region-missing", Why: "events were lost", Undecided: 1, Outline: `
application "demo"
	window "Main"
		label "Saved" handle=text
`, With: all(before(`
application "demo"
	window "Main"
		label "Unsaved" handle=text
`), heard(true))},
}
