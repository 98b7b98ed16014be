// Package sketch draws snapshots for tests from outlines that a person can read.
//
// One node a line, children indented below their parent:
//
//	application
//		window "Orders" bounds=0,0,400,300
//			label "Customer" key=l
//			!textbox labelled-by=l focusable actions=set-text
//			button "Save" actions=press:click bounds=10,10,80,24
//
// A line is a role of the model, the name in quotes, and words. Nodes are showing,
// visible, enabled and sensitive, have what was not said absent, and exact bounds
// only where given. A leading "!" marks a node; what that means is the caller's.
// Nothing but tests imports it.
package sketch
