package testability

import (
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var applicationFixtures = []audittest.Fixture{
	{Rule: "app-not-accessible", Why: "a window of the display and nothing in the tree", With: desktop(
		audit.Desktop{Windows: []audit.DesktopWindow{{Title: "Main", Rect: tree.Rect{W: 400, H: 300}, Node: tree.None}}}), Outline: `
!application
`},
	{Rule: "app-not-accessible", Why: "a frame with empty boxes, and a page that is not published", Outline: `
application
	!window "Main" bounds=0,0,400,300
		generic
			group
	window "Browser" bounds=0,0,400,300
		button "Back"
		!document "Page" bounds=0,50,400,250
`},
	{Rule: "app-not-accessible", Why: "a second window of the display is for review", With: desktop(
		audit.Desktop{Windows: []audit.DesktopWindow{
			{Title: "Main", Rect: tree.Rect{W: 400, H: 300}, Node: 1}, {Title: "Canvas", Rect: tree.Rect{W: 400, H: 300}, Node: tree.None}}}), Outline: `
!application
	window "Main" bounds=0,0,400,300
		button "Save"
`},
	{Rule: "app-not-accessible", Why: "content, a text alone, a small window, one that is not shown, no window at all", With: desktop(
		audit.Desktop{Windows: []audit.DesktopWindow{
			{Title: "Main", Rect: tree.Rect{W: 400, H: 300}, Node: 1}, {Title: "drag", Rect: tree.Rect{W: 32, H: 32}, Node: tree.None}}}), Outline: `
application
	window "Main" bounds=0,0,400,300
		generic
			button
	window "About" bounds=0,0,400,300
		label "Version 1"
	window "Splash" bounds=0,0,40,30
	window "Later" bounds=0,0,400,300 -showing
	window "Page" bounds=0,0,400,300
		document bounds=0,0,400,300
			label "Text"
`},
	{Rule: "app-not-accessible", Why: "a frame whose content could not be read is undecided", Undecided: 1, With: cut(1), Outline: `
application
	window "Main" bounds=0,0,400,300
`},
	{Rule: "app-duplicate", Why: "registered as two", With: desktop(audit.Desktop{Registered: []tree.Application{
		{Name: "demo", PID: 1}, {Name: "Demo", PID: 1}}}), Outline: `
!application
	window "Main"
`},
	{Rule: "app-duplicate", Why: "other processes, and one without a number", With: desktop(audit.Desktop{Registered: []tree.Application{
		{Name: "demo", PID: 1}, {Name: "demo", PID: 2}, {Name: "x"}}}), Outline: `
application
	window "Main"
`},
	{Rule: "app-slow", Why: "a slow list of children", With: timing(audit.Timing{Asked: 100, Median: 3 * time.Millisecond, SlowestChildren: time.Second, Crowded: 2}), Outline: `
application
	window "Main"
		!list
			listitem "Apple"
`},
	{Rule: "app-slow", Why: "half of the answers are slow", With: timing(audit.Timing{Asked: 100, Median: 30 * time.Millisecond, Reference: time.Millisecond, Crowded: tree.None}), Outline: `
!application
	window "Main"
`},
	{Rule: "app-slow", Why: "answers that never came", With: timing(audit.Timing{Asked: 100, TimedOut: 6, Median: time.Millisecond}), Outline: `
!application
	window "Main"
`},
	{Rule: "app-slow", Why: "a few questions took all the time that there was", With: timing(audit.Timing{Asked: 5, TimedOut: 5, RanOut: true, Patience: 800 * time.Millisecond}), Outline: `
!application
	window "Main"
`},
	{Rule: "app-slow", Why: "the machine itself is slow: the registry is, too", With: timing(audit.Timing{Asked: 100, TimedOut: 5, Median: 30 * time.Millisecond, Reference: 5 * time.Millisecond}), Outline: `
application
	window "Main"
`},
	{Rule: "app-slow", Why: "a few questions say nothing", Undecided: 1, With: timing(audit.Timing{Asked: 3, TimedOut: 2, Median: time.Second}), Outline: `
application
	window "Main"
`},
	{Rule: "optional-method-missing", Why: "the toolkit does not know it", Toolkit: audit.Qt, With: links(audit.Links{MissingMethods: map[string]int{"GetLocalizedRoleName": 3}}), Outline: `
!application
	window "Main"
`},
	{Rule: "optional-method-missing", Why: "all were known", With: links(audit.Links{}), Outline: `
application
	window "Main"
`},
}

func desktop(d audit.Desktop) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Desktop = &d }
}

func timing(d audit.Timing) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Timing = &d }
}

func links(d audit.Links) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Links = &d }
}
