package testability

import (
	"fmt"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var locatorFixtures = []audittest.Fixture{
	{Rule: "locator-ambiguous", Why: "nothing labelled separates the two", Outline: `
application
	window "Main"
		!button "Save" focusable
		group
			!button "Save" focusable
		button "Open" focusable
`},
	{Rule: "locator-ambiguous", Why: "a named group, an id, a row and a description separate; the hidden one is not asked for", Outline: `
application
	window "Main"
		group "Left"
			button "Save" focusable
		group "Right"
			button "Save" focusable
		button "Send" id=a focusable
		button "Send" id=b focusable
		button "More" desc="of these" focusable
		button "More" desc="of those" focusable
		button "Only" focusable
		button "Twin" focusable -showing
		button "Twin" focusable -showing
`},
	{Rule: "locator-ambiguous", Why: "what was not read may be a twin", Undecided: 1, With: cut(1), Outline: `
application
	window "Main"
		button "Save" focusable
`},
	{Rule: "locator-index-only", Why: "unnamed buttons, one of them in a row without a text", Outline: `
application
	window "Main"
		!button focusable actions=press:click
		!button focusable actions=press:click
		button "Save" focusable
`},
	{Rule: "locator-index-only", Why: "a label, an id, a row, a named group, the only one; parts of a combo box; unread is undecided", Undecided: 1, Outline: `
application
	window "Main"
		label "Customer" key=c
		label "Street" key=s
		textbox labelled-by=c focusable
		textbox labelled-by=s focusable
		slider focusable
		button id=open focusable
		table "Items"
			row "Apple"
				cell "Apple"
				cell
					button actions=press:click
			row "Pear"
				cell "Pear"
				cell
					button actions=press:click
		group "Tools"
			button focusable
		combobox "Country"
			button focusable
		list
			listitem
				label "One"
			listitem
				label "Two"
		checkbox unreadable-name focusable
`},
	{Rule: "locator-localised", Why: "words are all that names the button", Outline: `
application
	!window "Main"
		button "Save" focusable
		button "Open" id=open focusable
`},
	{Rule: "locator-localised", Why: "ids, digits, items; ambiguous and hidden elements are for other rules; the unread is undecided", Undecided: 1,
		With: unreadID("Unread"), Outline: `
application
	window "Main"
		button "Save" id=save focusable
		button "7" focusable
		button "+" focusable
		listitem "Apple" focusable
		button "Twin" focusable
		button "Twin" focusable
		button "Hidden" focusable -showing
		button "Unread" focusable
`},
}

// cut says that children of a node were not read.
func cut(at tree.NodeID) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, s *sketch.Sketch, _ *audit.Subject) {
		s.Cuts = append(s.Cuts, tree.Cut{Node: at, Reason: tree.CutUnreadable, Missing: -1})
	}
}

func only(t *testing.T, rule *audit.Rule, outline string) *audit.Report {
	t.Helper()
	return audit.Run(&audit.Subject{Frozen: inspector.Freeze(sketch.Draw(t, outline).Snapshot)}, audit.Options{Rules: []*audit.Rule{rule}})
}

// The words name the twins and what would separate them.
func TestAmbiguityNamesTheTwins(t *testing.T) {
	r := only(t, locatorAmbiguous, `
application
	window "Main"
		dialog "Left"
			group
				button "Save" focusable
			group
				button "Save" focusable
		label "Far away"
`)
	if len(r.Findings) != 2 {
		t.Fatalf("%d findings", len(r.Findings))
	}
	for _, want := range []string{`button "Save" in dialog "Left"`, "A name for the group around it"} {
		if !strings.Contains(r.Findings[0].Why, want) {
			t.Errorf("%q does not say %q", r.Findings[0].Why, want)
		}
	}
	for i, f := range r.Findings { // each is told of itself, with the other one
		if len(f.Others) != 1 || f.Others[0] != r.Findings[1-i].Node {
			t.Errorf("%d: %q, twins %v", f.Node, f.Why, f.Others)
		}
	}
}

func TestManyTwinsListTheNearest(t *testing.T) {
	var b strings.Builder
	b.WriteString("application\n\twindow \"Main\"\n")
	for range 300 {
		fmt.Fprintf(&b, "\t\tbutton \"Save\" focusable\n")
	}
	r := only(t, locatorAmbiguous, b.String())
	if len(r.Findings) != 300 || len(r.Findings[150].Others) != mostTwins {
		t.Errorf("%d findings, %d others", len(r.Findings), len(r.Findings[150].Others))
	}
}
