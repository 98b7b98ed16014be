package structure

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var alikeFixtures = []audittest.Fixture{
	// Each is compared with the first alone, over which a large one would lie.
	{Rule: "sibling-duplicate", Why: "three buttons of one name beside each other; neighbours of a page share a pixel", Told: []string{"bounds"}, Outline: `
application
	window "Main"
		!button "Delete" focusable bounds=0,0,60,20
		button "Delete" focusable bounds=59,0,60,20
		button "Delete" focusable bounds=140,0,60,20
`},
	{Rule: "sibling-duplicate", Why: "rows, hidden pages, parts of an address, other descriptions and ids, one over the other, not focusable, other roles", Outline: `
application
	window "Main"
		row "Apple"
			button "Delete" focusable bounds=0,0,60,20
			button "Delete" focusable bounds=70,0,60,20
		label "Address" key=a
		textbox labelled-by=a focusable bounds=0,30,30,20
		textbox labelled-by=a focusable bounds=40,30,30,20
		button "Next" focusable bounds=0,60,60,20
		button "Next" focusable -showing
		button "More" desc="of this" focusable bounds=0,90,60,20
		button "More" desc="of that" focusable bounds=70,90,60,20
		button "Help" id=a focusable bounds=0,120,60,20
		button "Help" id=b focusable bounds=70,120,60,20
		button "Same" focusable bounds=0,150,60,20
		button "Same" focusable bounds=1,150,60,20
		button "Tool" bounds=0,180,60,20
		button "Tool" bounds=70,180,60,20
		button "Sort" focusable bounds=0,210,60,20
		checkbox "Sort" focusable bounds=70,210,60,20
		button focusable bounds=0,240,60,20
		button focusable bounds=70,240,60,20
		button "Nowhere" focusable
		button "Nowhere" focusable
`},
	{Rule: "link-same-name", Why: "one name, two targets", With: uris(map[tree.NodeID]string{2: "/a", 3: "/b", 4: "/c"}), Outline: `
application
	window "Main"
		!link "More"
		link "More"
		link "Home"
`},
	{Rule: "link-same-name", Why: "one target, the context of a row and of a sentence; an unknown target is undecided", Undecided: 1,
		With: uris(map[tree.NodeID]string{2: "/a", 3: "/a", 5: "/c", 7: "/d", 9: "/e"}), Outline: `
application
	window "Main"
		link "More"
		link "More"
		listitem "Apple"
			link "More"
		listitem "Pear"
			link "More"
		paragraph
			link "More"
		link "Unknown"
		link
`},
	{Rule: "parent-child-same", Why: "both take the focus", Outline: `
application
	window "Main"
		link "Help" focusable
			!link "Help" focusable
`},
	{Rule: "parent-child-same", Why: "one does not take it, other names, other roles, no names, tree items", Outline: `
application
	window "Main"
		button "Menu"
			button "Menu" focusable
		link "Help" focusable
			link "Helper" focusable
		group "A" focusable
			button "A" focusable
		button focusable
			button focusable
		treeitem "Fruit" focusable
			treeitem "Fruit" focusable
`},
}

func uris(all map[tree.NodeID]string) prepare {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) { e.URIs = all }
}
