package report

import (
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Tabs is a walk through a window with the Tab key.
type Tabs struct {
	Window string `json:"window"`
	// Closed says that the walk came back to its start; Left that the focus left the window.
	Closed bool `json:"closed"`
	Left   bool `json:"left"`
	// Ended is why the walk ended before it came round, "" where it did.
	Ended string `json:"ended,omitempty"`
	// Restored says that at the end the focus was where the walk began.
	Restored bool `json:"restored"`
	// NotRestored is why it was not, "" where it was or an older version noted nothing.
	NotRestored string `json:"notRestored,omitempty"`
	// Stops are where the focus was, from the element that had it first to the one that
	// ended the walk. Back is the way with Shift+Tab.
	Stops []TabStop `json:"stops"`
	Back  []TabStop `json:"back"`
}

// TabStop is an element that had the focus.
type TabStop struct {
	// Element is the element in words, "" where nobody said which one had the focus.
	Element string        `json:"element"`
	Ref     inspector.Ref `json:"ref,omitzero"`
	// Bounds are the element's when the application was read, in physical pixels of the
	// screen, where they can be trusted.
	Bounds *tree.Rect `json:"bounds,omitempty"`
}

// BlindSpots is what of a window is on the screen and in no element: see [audit.BlindMap].
type BlindSpots struct {
	Window string `json:"window"`
	// State is the state of the application, where several were audited.
	State string `json:"state,omitempty"`
	// Rect is the picture's, in physical pixels of the screen.
	Rect tree.Rect `json:"rect"`
	// Share is the part of what is drawn that belongs to no element, from 0 to 1; Drawn
	// and Blind are the numbers of pixels behind it.
	Share float64 `json:"share"`
	Drawn int     `json:"drawn"`
	Blind int     `json:"blind"`
	// Spots are the places without an element, the one with most detail first, at most 100.
	Spots []BlindSpot `json:"spots"`
	// Unplaced is the number of shown elements whose rectangle is not proven: some of the
	// spots may be theirs.
	Unplaced int `json:"unplaced"`
}

// BlindSpot is one place that no element stands for.
type BlindSpot struct {
	Rect tree.Rect `json:"rect"` // of the screen, in physical pixels
	// Share is the part of all that is drawn in the window, from 0 to 1.
	Share float64 `json:"share"`
	// Around is the innermost element whose rectangle holds the spot.
	Around string `json:"around"`
}

// BlindUnseen is a window whose blind spots were not looked for, and why.
type BlindUnseen struct {
	Window string `json:"window"`
	// State is the state of the application, where several were audited.
	State string `json:"state,omitempty"`
	Why   string `json:"why"`
}

// blindUnseenOf are the windows that should have had a picture and had none to compare.
func blindUnseenOf(states []audit.State) []BlindUnseen {
	var all []BlindUnseen
	for _, state := range states {
		s := state.Report.Subject
		for _, w := range s.Frozen.Windows {
			if !s.Scoped(w.Node) {
				continue
			}
			why := s.Unpictured[w.Node]
			if i := slices.IndexFunc(s.Pictures, func(p audit.Picture) bool { return p.Window == w.Node }); i >= 0 {
				why = s.Pictures[i].Restless
			}
			if why != "" {
				all = append(all, BlindUnseen{titleOf(s, w.Node), audit.Brief(state.Title), audit.Brief(why)})
			}
		}
	}
	return all
}

// tabsOf tells a walk, nil where none was made.
func tabsOf(s *audit.Subject) *Tabs {
	w := s.Tabs
	if w == nil {
		return nil
	}
	t := &Tabs{Closed: w.Closed, Left: w.Left, Ended: w.Ended, Restored: w.Restored, NotRestored: w.NotRestored, Stops: stopsOf(s, w.Stops), Back: stopsOf(s, w.Back)}
	if w.Window != tree.None {
		t.Window = titleOf(s, w.Window)
	}
	return t
}

func stopsOf(s *audit.Subject, stops []audit.TabStop) []TabStop {
	all := []TabStop{}
	for _, stop := range stops {
		var told TabStop
		if stop.Node != tree.None {
			told.Element, told.Ref = audit.Brief(s.Short(stop.Node)), s.Ref(stop.Node)
			if stop.Bounds.Usable() {
				r := stop.Bounds.Rect
				told.Bounds = &r
			}
		}
		all = append(all, told)
	}
	return all
}

// blindOf maps the blind spots of the pictures of all states, in their order.
func blindOf(states []audit.State) []BlindSpots {
	var all []BlindSpots
	for _, state := range states {
		s := state.Report.Subject
		for i := range s.Pictures {
			// A saved picture is of no window in particular: nothing tells what belongs there.
			if s.Pictures[i].Window == tree.None {
				continue
			}
			if m := audit.MapBlindSpots(s, &s.Pictures[i]); m != nil && m.Drawn > 0 {
				told := BlindSpots{
					State: audit.Brief(state.Title), Rect: m.Rect, Share: m.Share(), Drawn: m.Drawn, Blind: m.Blind, Spots: []BlindSpot{}, Unplaced: m.Unplaced,
				}
				told.Window = titleOf(s, m.Window)
				for _, spot := range m.Spots {
					told.Spots = append(told.Spots, BlindSpot{spot.Rect, spot.Share, audit.Brief(s.Short(spot.Around))})
				}
				all = append(all, told)
			}
		}
	}
	return all
}

// titleOf is the name of a window, "" where it has none.
func titleOf(s *audit.Subject, window tree.NodeID) string {
	name, _ := s.Name(window)
	return audit.Brief(name)
}

// statesOf are the audited states, which is one without a title where a single one was
// audited.
func statesOf(r *audit.Report) []audit.State {
	if r.States == nil {
		return []audit.State{{Report: r}}
	}
	return r.States
}
