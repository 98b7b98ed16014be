package geometry

import (
	"math/rand/v2"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var targetFixtures = []audittest.Fixture{
	{Rule: "target-size", Why: "small ones beside each other, and beside a large one", Outline: `
application
	window "Main" bounds=0,0,400,300
		!button "A" bounds=0,0,16,16
		!button "B" bounds=18,0,16,16
		!button "C" bounds=0,100,16,16
		button "Large" bounds=18,90,60,40
		list
			!listitem "Row" focusable bounds=0,200,100,18
			listitem "Row 2" focusable bounds=0,218,100,18
`},
	{Rule: "target-size", Why: "a button as high as the browser makes it is for review, a lower one is a fault", Toolkit: audit.Web, Outline: `
application
	window "Main" bounds=0,0,400,300
		document "Page"
			!button "Item 1" bounds=0,0,60,22 attr=tag:button
			!button "Item 2" bounds=0,22,60,22 attr=tag:button
			!button "Up" bounds=0,100,12,12 attr=tag:button
			!button "Down" bounds=0,112,12,12 attr=tag:button
			!switch "Night" bounds=200,100,13,16 attr=tag:span
			!switch "Day" bounds=200,116,13,13 attr=tag:input
`},
	{Rule: "target-size", Why: "on a display of two pixels for one, 40 is 20", With: func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.Scale = 2 }, Outline: `
application
	window "Main" bounds=0,0,400,300
		!button "A" bounds=0,0,40,40
		!button "B" bounds=40,0,40,40
`},
	{Rule: "target-size", Why: "room around, large enough, a link in a sentence, disabled, partly out of view, sliders, title bar, plain items, other windows", Toolkit: audit.GTK3, Outline: `
application
	window "Main" bounds=0,0,400,300
		button "Lonely" bounds=100,100,16,16 focusable
		button "A" bounds=0,200,24,24 focusable
		button "B" bounds=24,200,24,24 focusable
		paragraph bounds=0,150,300,16
			label "See" bounds=0,150,30,16
			link "here" bounds=32,150,20,16
			link "there" bounds=54,150,20,16
		button "Off" bounds=0,240,10,10 -enabled -sensitive
		button "Off too" bounds=10,240,10,10 -enabled -sensitive
		generic bounds=200,200,100,50
			button "Half" bounds=200,240,60,20
			button "Half too" bounds=262,240,60,20
		slider bounds=0,270,100,10
		button "Under" bounds=0,281,60,24
		generic bounds=0,0,400,40
			button "Close" bounds=380,5,16,16 actions=press:click
			button "Minimise" bounds=362,5,16,16 actions=press:click
		listitem "Text" bounds=300,100,60,16
		listitem "Text 2" bounds=300,116,60,16
	window "Other" bounds=0,0,400,300
		button "Same place" bounds=102,102,60,40
`},
	{Rule: "target-overlap", Why: "one on the other by half", Outline: `
application
	window "Main" bounds=0,0,400,300
		button "A" bounds=0,0,60,20
		!button "B" bounds=30,0,60,20
`},
	{Rule: "target-overlap", Why: "an icon in a text box, by the tree and by area; a little; other windows; scrolled away; a menu over the window; a hidden page", Outline: `
application
	window "Main" bounds=0,0,400,300
		textbox "Search" bounds=0,0,200,30
			button "Clear" bounds=180,0,40,30
		textbox "Find" bounds=0,40,200,30
		button "Erase" bounds=175,45,20,20
		button "A" bounds=0,80,60,20
		button "B" bounds=50,80,60,20
		generic bounds=0,100,200,50
			button "Seen" bounds=0,110,60,20
			button "Away" bounds=0,180,60,20
		button "Below" bounds=0,180,60,20
		menu bounds=200,0,100,100
			menuitem "Open" bounds=200,10,100,20
		button "Under the menu" bounds=200,10,100,20
		button "Page 1" bounds=0,250,60,20
		button "Page 2" bounds=0,250,60,20 -showing
	window "Other" bounds=0,0,400,300
		button "Elsewhere" bounds=0,80,60,20
`},
}

// The grid finds what a comparison of each with each finds, and looks at a bounded number
// where thousands lie in one place.
func TestGrid(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	g := newGrid(48, 300)
	var all []tree.Rect
	for i := range 300 {
		r := tree.Rect{X: rnd.IntN(2000) - 500, Y: rnd.IntN(2000) - 500, W: 1 + rnd.IntN(60), H: 1 + rnd.IntN(60)}
		if i%50 == 0 {
			r.W, r.H = 2000, 1500 // over many cells
		}
		all = append(all, r)
		g.add(tree.NodeID(i), r)
	}
	for i, r := range all {
		found := map[tree.NodeID]bool{}
		g.near(r, func(id tree.NodeID) bool { found[id] = true; return true })
		for j, o := range all {
			if o.Intersects(r) != found[tree.NodeID(j)] && r.W < 100 {
				t.Fatalf("%v and %v: found %v (%d, %d)", r, o, found[tree.NodeID(j)], i, j)
			}
		}
	}
	crowd := newGrid(48, 20_000)
	for i := range 20_000 {
		crowd.add(tree.NodeID(i), tree.Rect{X: i % 3, W: 16, H: 16})
	}
	looked := 0
	crowd.near(tree.Rect{W: 16, H: 16}, func(tree.NodeID) bool { looked++; return true })
	if looked == 0 || looked > mostNear {
		t.Errorf("looked at %d", looked)
	}
}
