package testability

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var eventFixtures = []audittest.Fixture{
	{Rule: "events-missing", Why: "a name, a state, a value and children changed in silence", With: changed(audit.Heard{Throughout: true, For: time.Second}, `
application handle=root
	window "Main" handle=w
		button "Save" handle=b
		checkbox "Bold" handle=c
		textbox value="a" handle=t
		list handle=l
			listitem "Apple" handle=i
`), Outline: `
application handle=root
	window "Main" handle=w
		!button "Saved" handle=b
		!checkbox "Bold" checked handle=c
		!textbox value="ab" handle=t
		!list handle=l
			listitem "Apple" handle=i
			listitem "Pear" handle=j
`},
	{Rule: "events-missing", Why: "told, gone or new, focus and place only, used again, secret, transient", With: changed(audit.Heard{Throughout: true, For: time.Second,
		Of: map[tree.Handle][]string{"b": {told}, "c": {toldState}, "t": {toldText}, "l": {toldChildren}}}, `
application handle=root
	window "Main" handle=w
		button "Save" handle=b
		checkbox "Bold" handle=c
		textbox value="a" handle=t
		list handle=l
			listitem "Apple" handle=i
		button "Old" handle=o
		button "Still" handle=s bounds=0,0,10,10
		button "Was a button" handle=u
		password secret handle=p
		cell "Item" transient handle=x
`), Outline: `
application handle=root
	window "Main" handle=w
		button "Saved" handle=b
		checkbox "Bold" checked handle=c
		textbox value="ab" handle=t
		list handle=l
			listitem "Apple" handle=i
			listitem "Pear" handle=j
		button "New" handle=n
		button "Still" handle=s focused -showing bounds=5,5,10,10
		label "Is a label" handle=u
		password secret handle=p
		cell "Other" transient handle=x
`},
	{Rule: "events-missing", Why: "where events were lost nobody knows", Undecided: 1, With: changed(audit.Heard{Lost: true}, `
application handle=root
	window "Main" handle=w
`), Outline: `
application handle=root
	window "Renamed" handle=w
`},
	{Rule: "events-missing", Why: "nobody listened in between", Undecided: 1, With: changed(audit.Heard{}, `
application handle=root
	window "Main" handle=w
`), Outline: `
application handle=root
	window "Renamed" handle=w
`},
	{Rule: "events-flood", Why: "three seconds of more than 500", With: heard(audit.Heard{For: 5 * time.Second, Events: 2400, MostInASecond: 800, Flood: 3 * time.Second}), Outline: `
!application
	window "Main"
`},
	{Rule: "events-flood", Why: "a window opened: one full second", With: heard(audit.Heard{For: 5 * time.Second, Events: 1200, MostInASecond: 1100, Flood: time.Second}), Outline: `
application
	window "Main"
`},
	{Rule: "path-churn", Why: "three elements were made anew in a window that stayed", With: earlier(`
application
	window "Main" handle=w
		button "Save" handle=a1
		button "Open" handle=b1
		button "Print" handle=c1
		button "Close" handle=d
`), Outline: `
application
	!window "Main" handle=w
		button "Save" handle=a2
		button "Open" handle=b2
		button "Print" handle=c2
		button "Close" handle=d
`},
	{Rule: "path-churn", Why: "a window opened anew, twins, transient items, a single one, one that moved to another handle's place", With: earlier(`
application
	window "Main" handle=w1
		button "Save" handle=a1
		button "Open" handle=b1
		button "Print" handle=c1
	window "Other" handle=o
		button "Twin" handle=t1
		button "Twin" handle=t2
		cell "X" handle=x1 transient
		cell "Y" handle=y1 transient
		cell "Z" handle=z1 transient
		button "One" handle=n1
`), Outline: `
application
	window "Main" handle=w2
		button "Save" handle=a2
		button "Open" handle=b2
		button "Print" handle=c2
	window "Other" handle=o
		button "Twin" handle=t3
		button "Twin" handle=t4
		cell "X" handle=x2 transient
		cell "Y" handle=y2 transient
		cell "Z" handle=z2 transient
		button "One" handle=n2
`},
}

func heard(h audit.Heard) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Heard = &h }
}

// changed gives the subject an earlier reading and what was heard since.
func changed(h audit.Heard, outline string) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(t testing.TB, s *sketch.Sketch, e *audit.Subject) {
		heard(h)(t, s, e)
		earlier(outline)(t, s, e)
	}
}

// What is typed is in no finding, for the box may be one for a password that does not say so.
func TestTypedTextIsNotTold(t *testing.T) {
	s := sketch.Draw(t, "application handle=root\n\twindow \"Main\" handle=w\n\t\ttextbox \"Password\" value=\"hunter2\" handle=t\n")
	e := &audit.Subject{}
	changed(audit.Heard{Throughout: true}, "application handle=root\n\twindow \"Main\" handle=w\n\t\ttextbox \"Password\" value=\"hunter\" handle=t\n")(t, &s, e)
	e.Frozen = inspector.Freeze(s.Snapshot)
	r := audit.Run(e, audit.Options{Rules: []*audit.Rule{eventsMissing}})
	if text := fmt.Sprintf("%+v", r.Findings[0].Detail); len(r.Findings) != 1 || strings.Contains(text, "hunter") {
		t.Error(text)
	}
}
