package recorder

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Refusal says why a step was not done: what was recorded and what is there now,
// side by side. It proposes and never chooses (guarantee 2.1).
type Refusal struct {
	// Recorded is the element as the recording knows it; its picture is Step.Picture.
	Recorded inspector.Target `json:"recorded"`
	// Changed is what differs between then and now, in words.
	Changed []string `json:"changed,omitempty"`
	// Candidates are the nearest elements that are there now, nearest first.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Partial says that not everything could be read: there may be further and nearer
	// candidates, and none of these can be used instead.
	Partial bool `json:"partial,omitempty"`
	// Picture is the hash of the capture of the application at the refusal.
	Picture string `json:"picture,omitempty"`
	// Area is the part of the screen that Picture shows.
	Area tree.Rect `json:"area,omitzero"`
}

// Candidate is an element that is there now and might be the recorded one.
type Candidate struct {
	// Target names it as a recording made now would, with its own standing: one that
	// is ambiguous cannot be used instead.
	Target inspector.Target `json:"target"`
	Path   string           `json:"path"`
	// Agrees and Differs list what it has in common with the recorded element, and
	// what not, in words.
	Agrees  []string `json:"agrees,omitempty"`
	Differs []string `json:"differs,omitempty"`
	// Bounds are in screen coordinates, as the proof's twins.
	Bounds tree.Bounds `json:"bounds"`
}
