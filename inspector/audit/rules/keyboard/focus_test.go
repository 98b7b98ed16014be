package keyboard

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

// cut says that a part of the window was not read.
func cut(_ testing.TB, s *sketch.Sketch, _ *audit.Subject) {
	s.Cuts = append(s.Cuts, tree.Cut{Node: 1, Reason: tree.CutTime, Missing: -1})
}

// covered says that another element answers for the middle of one.
func covered(by, of tree.Handle) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, s *sketch.Sketch, evidence *audit.Subject) {
		evidence.Hits = map[tree.NodeID]audit.Hit{s.Find(of): {Node: s.Find(by)}}
	}
}

func before(outline string) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(t testing.TB, _ *sketch.Sketch, evidence *audit.Subject) {
		evidence.Earlier = inspector.Freeze(sketch.Draw(t, outline).Snapshot)
	}
}

var focusFixtures = []audittest.Fixture{
	{Rule: "more-than-one-focus", Why: "two in one window", Outline: `
application "demo"
	window "Main"
		button "Save" focused focusable
		!textbox "Name" focused focusable
`},
	{Rule: "more-than-one-focus", Why: "one in each of two windows, and none in the active one: to be looked at", Outline: `
application "demo"
	window "Main"
		button "Save" focused focusable
	window "Other"
		!button "Open" focused focusable
	!window "Empty" active
		button "New" focusable
`},
	{Rule: "more-than-one-focus", Why: "an element and what is in it, parts of one field, an active window with nothing to focus", Undecided: 1, Outline: `
application "demo"
	window "Main" active focused
		document focused
			list focused
				listitem "Apple" focused
		button "Unread" unreadable-states
	window "Empty" active
		label "Text"
	window "Asleep"
		button "Save" focusable
`},
	{Rule: "more-than-one-focus", Why: "a combo box and its entry; the current tab of Qt", Toolkit: "Qt", Outline: `
application "demo"
	window "Main"
		tablist
			tab "Left" focused focusable
		combobox "Country" focused
			generic
				textbox focused focusable
			button focused
`},
	{Rule: "more-than-one-focus", Why: "what was not read may have the focus", Outline: `
application "demo"
	window "Main" active
		button "Save" focusable
`, With: cut},
	{Rule: "focus-not-shown", Why: "outside of what scrolls, and of the window", Outline: `
application "demo"
	window "Main" bounds=0,0,400,300
		generic native="scroll pane" bounds=0,0,400,100
			!button "Save" focused bounds=10,150,80,20
	window "Other" bounds=0,0,400,300
		!button "Open" focused bounds=500,150,80,20
`},
	{Rule: "focus-not-shown", Why: "covered, as the application itself says", Outline: `
application "demo"
	window "Main" bounds=0,0,400,300
		!button "Save" focused bounds=10,10,80,20 handle=save
		group "Banner" bounds=0,0,400,40 handle=banner
`, With: covered("banner", "save")},
	{Rule: "focus-not-shown", Why: "in sight, partly in sight, on its way; without place undecided", Undecided: 1, Outline: `
application "demo"
	window "Main" bounds=0,0,400,300
		generic native="scroll pane" bounds=0,0,400,100
			button "Save" focused bounds=10,90,80,20
		button "Open" bounds=500,500,10,10
		button "New" focused
`},
	{Rule: "focus-not-shown", Why: "on its way: it was elsewhere before", Outline: `
application "demo"
	window "Main" bounds=0,0,400,300
		button "Save" focused bounds=500,10,80,20 handle=save
`, With: before(`
application "demo"
	window "Main" bounds=0,0,400,300
		button "Save" focused bounds=450,10,80,20 handle=save
`)},
	{Rule: "focus-not-shown", Why: "a part of it answers for its middle", Outline: `
application "demo"
	window "Main" bounds=0,0,400,300
		button "Save" focused bounds=10,10,80,20 handle=save
			label "Save" handle=label
`, With: covered("label", "save")},
}

// walk adds a walk through the first window: the handles of the stops in order.
func walk(w audit.TabWalk, handles ...tree.Handle) func(testing.TB, *sketch.Sketch, *audit.Subject) {
	return func(_ testing.TB, s *sketch.Sketch, evidence *audit.Subject) {
		w.Window = 1
		w.Stops = nil
		for _, h := range handles {
			id := s.Find(h)
			stop := audit.TabStop{Node: id}
			if id != tree.None {
				stop.Bounds = s.Nodes[id].Bounds
			}
			w.Stops = append(w.Stops, stop)
		}
		evidence.Tabs = &w
	}
}

var (
	closed = audit.TabWalk{Closed: true}
	open   = audit.TabWalk{}
	left   = audit.TabWalk{Left: true}
)

const column = `
		button "A" handle=a focusable bounds=0,0,80,20
		button "B" handle=b focusable bounds=0,30,80,20
		button "C" handle=c focusable bounds=0,60,80,20
		button "D" handle=d focusable bounds=0,90,80,20
		button "E" handle=e focusable bounds=0,120,80,20
		button "F" handle=f focusable bounds=0,150,80,20
`

var tabFixtures = []audittest.Fixture{
	{Rule: "focus-order-jumps", Why: "up three times", Outline: `
application "demo"
	!window "Main"` + column, With: walk(closed, "a", "c", "b", "e", "d", "f", "c", "a")},
	{Rule: "focus-order-jumps", Why: "out of a dialog that holds all input", Outline: `
application "demo"
	!window "Main" modal` + column, With: walk(left, "a", "b")},
	{Rule: "focus-order-jumps", Why: "down, round, and twice up", Outline: `
application "demo"
	window "Main"` + column, With: walk(closed, "c", "d", "e", "f", "a", "b", "c")},
	{Rule: "focus-order-jumps", Why: "columns, rows from right to left, stops without place", Outline: `
application "demo"
	window "Main"
		button "A" handle=a bounds=0,0,80,20
		button "B" handle=b bounds=0,90,80,20
		button "C" handle=c bounds=100,0,80,20
		button "D" handle=d bounds=100,90,80,20
		button "E" handle=e bounds=200,0,80,20
		button "F" handle=f bounds=200,90,80,20
		button "G" handle=g bounds=100,120,80,20
		button "H" handle=h bounds=0,120,80,20
		button "I" handle=i
`, With: walk(left, "a", "b", "c", "d", "e", "f", "g", "h", "i", "nowhere")},
	{Rule: "focus-trap", Why: "round among two", Outline: `
application "demo"
	window "Main"
		button "A" handle=a focusable bounds=0,0,80,20
		!button "B" handle=b focusable bounds=0,30,80,20
		button "C" handle=c focusable bounds=0,60,80,20
		button "D" handle=d focusable bounds=0,90,80,20
`, With: walk(open, "a", "b", "c", "b")},
	{Rule: "focus-trap", Why: "Tab does nothing", Outline: `
application "demo"
	window "Main"
		!button "A" handle=a focusable bounds=0,0,80,20
		button "B" handle=b focusable bounds=0,30,80,20
`, With: walk(open, "a", "a")},
	{Rule: "focus-trap", Why: "what had the focus first is in no order, and all else was reached", Outline: `
application "demo"
	window "Main"
		button "Clicked" handle=a focusable bounds=0,0,80,20
		button "B" handle=b focusable bounds=0,30,80,20
		button "C" handle=c focusable bounds=0,60,80,20
`, With: walk(open, "a", "b", "c", "b")},
	{Rule: "focus-trap", Why: "once round the window", Outline: `
application "demo"
	window "Main"` + column, With: walk(closed, "a", "b", "c", "d", "e", "f", "a")},
	{Rule: "focus-trap", Why: "a modal dialog inside of the window has a round of its own", Outline: `
application "demo"
	window "Main"
		button "A" handle=a focusable bounds=0,0,80,20
		dialog modal
			button "OK" handle=ok focusable bounds=0,30,80,20
			button "No" handle=no focusable bounds=0,60,80,20
`, With: walk(open, "a", "ok", "no", "ok")},
	{Rule: "focus-trap", Why: "a single stop, and a walk that was ended", Outline: `
application "demo"
	window "Main"
		button "A" handle=a focusable bounds=0,0,80,20
		label "Text"
`, With: walk(closed, "a", "a")},
	{Rule: "unreachable-by-tab", Why: "once round without it", Outline: `
application "demo"
	window "Main"
		button "A" handle=a focusable bounds=0,0,80,20
		!button "B" handle=b focusable bounds=0,30,80,20
		button "C" handle=c focusable bounds=0,60,80,20
`, With: walk(closed, "a", "c", "a")},
	{Rule: "unreachable-by-tab", Why: "members of groups that were reached, what is off, hidden or no stop", Outline: `
application "demo"
	window "Main"
		button "A" handle=a focusable bounds=0,0,80,20
		toolbar
			button "New" handle=new focusable bounds=0,0,80,20
			button "Open" focusable bounds=0,0,80,20
		generic
			radio "Card" handle=card focusable bounds=0,0,80,20
			radio "Cash" focusable bounds=0,0,80,20
		list handle=list focusable
			listitem "Apple" focusable bounds=0,0,80,20
		combobox "Country" handle=country focusable bounds=0,0,80,20
			textbox focusable bounds=0,0,80,20
		button "Off" focusable -enabled -sensitive bounds=0,0,80,20
		button "Hidden" focusable -showing bounds=0,0,80,20
		button "No stop" bounds=0,0,80,20
		generic focusable bounds=0,0,80,20
`, With: walk(closed, "a", "new", "card", "list", "country", "a")},
	{Rule: "unreachable-by-tab", Why: "the walk did not come round", Undecided: 2, Outline: `
application "demo"
	window "Main"
		button "A" handle=a focusable bounds=0,0,80,20
		button "B" handle=b focusable bounds=0,30,80,20
`, With: walk(open, "a")},
}
