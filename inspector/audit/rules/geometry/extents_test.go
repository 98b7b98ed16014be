package geometry

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

type prepare = func(testing.TB, *sketch.Sketch, *audit.Subject)

var extentFixtures = []audittest.Fixture{
	{Rule: "extents-missing", Why: "a control that takes the focus, and one that is only pressed", Outline: `
application
	window "Main"
		!button "Save" focusable
		!button "Tool" actions=press:click
`},
	{Rule: "extents-missing", Why: "groups, empty texts, parts, items that cannot be chosen, hidden; unread is undecided", Undecided: 1, Outline: `
application
	window "Main"
		group focusable
		label ""
		combobox "Country" focusable bounds=0,0,100,20
			button focusable
		listitem "Apple"
		button "Later" focusable -showing
		button "Here" focusable bounds=0,0,60,20
		button "Unread" focusable unreadable-bounds
`},
	{Rule: "extents-outside-parent", Why: "a button far out of its box", Outline: `
application
	window "Main" bounds=0,0,400,300
		group bounds=0,0,100,100
			generic
				!button "Out" bounds=120,20,60,20
`},
	{Rule: "extents-outside-parent", Why: "a shadow's width, scrolled areas, menus, drop-downs, a page of the web", Outline: `
application
	window "Main" bounds=0,0,400,300
		group bounds=0,0,100,100
			button "Edge" bounds=50,20,58,20
		generic native="scroll pane" bounds=0,100,100,100
			button "Scrolled" bounds=0,250,60,20
		generic native=viewport bounds=100,100,100,100
			generic bounds=100,60,100,400
				button "Below" bounds=100,430,60,20
		menu bounds=0,0,50,20
			menuitem "Open" bounds=0,20,100,20
		combobox "Country" bounds=200,0,100,20
			option "Germany" bounds=200,20,100,20
		document bounds=200,100,100,100
			link "Far" bounds=200,400,60,20
		group
			button "No box" bounds=0,0,60,20
`},
	{Rule: "extents-cover-container", Why: "an invisible button over a panel with others", Outline: `
application
	window "Main" bounds=0,0,400,300
		group bounds=0,0,200,100
			button "Save" bounds=10,10,60,20
			!button "Overlay" bounds=0,0,200,100
`},
	{Rule: "extents-cover-container", Why: "the only one, a text box, a control with others in it, one that is in a link", Outline: `
application
	window "Main" bounds=0,0,400,300
		group bounds=0,0,200,100
			button "Only" bounds=0,0,200,100
		group bounds=0,100,200,100
			textbox bounds=0,100,200,100
			button "Save" bounds=10,110,60,20
		group bounds=0,200,200,100
			button "Menu" bounds=0,200,200,100
				button "Inner" bounds=10,210,60,20
		link "Offer" bounds=200,0,60,20
			button "Buy" bounds=200,0,60,20
`},
	{Rule: "coords-frame-suspect", Why: "a window that was not found on the screen, and one whose controls begin in one corner", With: unproven(1), Outline: `
application
	!window "Where" bounds=0,0,400,300
	!window "Corner" bounds=0,0,400,300
		button "A" bounds=0,0,60,20
		button "B" bounds=0,0,61,20
		button "C" bounds=0,0,62,20
		button "D" bounds=0,0,63,20
		button "E" bounds=0,0,64,20
`},
	{Rule: "coords-frame-suspect", Why: "the display has it elsewhere", With: func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) {
		e.Desktop = &audit.Desktop{Windows: []audit.DesktopWindow{{Rect: tree.Rect{X: 500, Y: 300, W: 400, H: 300}, Node: 1}}}
	}, Outline: `
application
	!window "Main" bounds=0,0,400,300
`},
	{Rule: "coords-frame-suspect", Why: "proven, in the corner of the screen, few or equal controls, a hidden window", With: unproven(8), Outline: `
application
	window "Main" bounds=0,0,400,300
		button "A" bounds=0,0,60,20
		button "B" bounds=0,0,60,20
		button "C" bounds=0,0,60,20
		button "D" bounds=0,0,60,20
		button "E" bounds=0,0,60,20
		button "F" bounds=0,0,60,20
	window "Hidden" bounds=0,0,400,300 -showing
`},
	// A control that shows its own name is not asked for labels, and has none.
	{Rule: "hit-test-mismatch", Why: "a stranger answers; something covers it", Told: []string{"relations"}, With: hits(map[tree.NodeID]audit.Hit{
		2: {At: tree.Point{X: 30, Y: 10}, Node: 4}, 3: {At: tree.Point{X: 30, Y: 50}, Node: 5}}), Outline: `
application
	window "Main" bounds=0,0,400,300
		!button "Save" focusable bounds=0,0,60,20
		!button "Open" focusable bounds=0,40,60,20
		button "Far" bounds=200,200,60,20
		label "Over" bounds=0,40,60,20
`},
	{Rule: "hit-test-mismatch", Why: "itself, what is in it, what it is in, its label; no answer and no element are undecided", Undecided: 2, With: hits(map[tree.NodeID]audit.Hit{
		2: {Node: 2}, 3: {Node: 4}, 5: {Node: 1}, 7: {Node: 6}, 8: {Err: "no answer"}, 9: {Node: tree.None}}), Outline: `
application
	window "Main" bounds=0,0,400,300
		button "A" bounds=0,0,60,20
		button "B" bounds=0,20,60,20
			label "B" bounds=0,20,60,20
		button "C" bounds=0,40,60,20
		label "Name" key=l bounds=0,60,60,20
		textbox labelled-by=l bounds=0,60,60,20
		button "D" bounds=0,80,60,20
		button "E" bounds=0,100,60,20
		button "F" bounds=0,120,60,20
`},
	{Rule: "hit-test-mismatch", Why: "what lies there may be its label", Undecided: 1, With: hits(map[tree.NodeID]audit.Hit{2: {Node: 3}}), Outline: `
application
	window "Main" bounds=0,0,400,300
		button "A" unreadable-relations bounds=0,0,60,20
		label "Name" unreadable-relations bounds=0,0,60,20
`},
	{Rule: "hit-test-mismatch", Why: "a label that begins in the line of a field and ends in the next (the Shop page in Chromium)", Undecided: 1, Toolkit: audit.Web,
		With: hits(map[tree.NodeID]audit.Hit{3: {At: tree.Point{X: 920, Y: 261}, Node: 4}}), Outline: `
application
	window "Main" bounds=0,0,1200,900
		document "Shop" bounds=4,87,1192,809
			textbox "Voucher" focusable bounds=830,250,180,22
			label bounds=12,253,1029,69
`},
	{Rule: "hit-test-mismatch", Why: "a text after a button goes on below it", Undecided: 1, Toolkit: audit.Web,
		With: hits(map[tree.NodeID]audit.Hit{3: {At: tree.Point{X: 163, Y: 94}, Node: 4}}), Outline: `
application
	window "Main" bounds=0,0,800,900
		document "Customers" bounds=0,60,800,800
			button "New customer" focusable bounds=100,80,126,28
			label "18 customers" bounds=64,85,641,41
`},
	{Rule: "showing-but-offscreen", Why: "outside of the window and of a scrolled area; in view and not showing", Toolkit: audit.Qt, Outline: `
application
	window "Main" bounds=0,0,400,300
		!button "Beyond" bounds=500,0,60,20
		generic bounds=0,100,100,100
			generic bounds=0,100,90,100
				!button "Scrolled" bounds=0,250,60,20
				button "Seen" bounds=0,120,60,20
			generic bounds=90,100,10,100
				scrollbar bounds=90,100,10,100
		group bounds=0,200,200,100
			!button "Stack" bounds=10,210,60,20 -showing
`},
	{Rule: "showing-but-offscreen", Why: "partly visible, popups, items on demand, not visible at all, unproven, unread states", With: unproven(9), Outline: `
application
	window "Main" bounds=0,0,400,300
		button "Half" bounds=380,0,60,20
		menu bounds=380,0,100,100
			menuitem "Open" bounds=420,0,60,20
		list manages-descendants bounds=0,0,100,100
			listitem "A" focusable bounds=0,400,60,20
			cell "B" transient focusable bounds=0,400,60,20
		button "Hidden" bounds=500,0,60,20 -showing -visible
		button "Unproven" bounds=500,0,60,20
		button "Unread" bounds=500,0,60,20 unreadable-states
		label "Text" bounds=500,0,60,20
`},
}

// unproven takes back what vouches for a rectangle.
func unproven(id tree.NodeID) prepare {
	return func(_ testing.TB, s *sketch.Sketch, _ *audit.Subject) {
		s.Nodes[id].Bounds.Confidence, s.Nodes[id].Bounds.Space = tree.Unproven, tree.Elsewhere
	}
}

func hits(all map[tree.NodeID]audit.Hit) prepare {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Hits = all }
}
