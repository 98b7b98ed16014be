package atspi

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// What toolkits say about what can be seen is not always so. GTK 4.8 says showing
// for windows only, and a page of a stack that was left keeps the extents it had:
// there showing is derived from what stacks.go found out and from the extents.
// The items of Qt's views say showing in a view that is hidden, and the buttons that
// Qt's toolbar has no room for say it once it was opened, beyond its edge.

// sight is what the ancestors of an element say about whether it can be seen.
type sight struct {
	toolkit visibility
	hidden  bool      // an ancestor is known not to be on the screen
	showing bool      // all ancestors show
	clip    tree.Rect // what the ancestors leave of the window; empty for no limit
}

// visibility is how far a toolkit's states and extents tell what can be seen.
type visibility uint8

const (
	// stated: showing is true of what shows, and extents are sentinels elsewhere.
	stated visibility = iota
	// unstated: GTK 4.8 says showing for windows only.
	unstated
	// ofItems: the items of a Qt view say showing, and have extents, even where
	// the view itself does not show (measured with Qt 5.15).
	ofItems
	// ofPages: browsers say showing of what the viewport leaves to be seen, but also
	// of windows that were made and not opened yet, and of the items of closed lists.
	ofPages
)

// sightOf starts the descent from the root.
func (r *reading) sightOf() sight {
	s := sight{showing: true}
	switch {
	case strings.EqualFold(r.app.Toolkit, "qt"):
		s.toolkit = ofItems
	case r.web:
		s.toolkit = ofPages
	case r.gtk4:
		s.toolkit = unstated
		r.each(func(e *element) {
			if e.state(stateShowing) && !topLevel(e.role) {
				s.toolkit = stated // a version that says it for more than windows
			}
		})
	}
	return s
}

// look returns the states and bounds of an element as they are to be believed,
// and the sight of its children. A popover is not clipped by what holds it. A
// window shows when it says so or its X window was matched, since only those on
// the screen are: GTK4 says showing for frames, but not for dialogs.
func (s sight) look(e *element, states tree.States, b tree.Bounds, own surface) (tree.States, tree.Bounds, sight) {
	if e.role == roleApplication {
		return states, b, s
	}
	leftOver := tree.Bounds{State: tree.Absent}
	switch s.toolkit {
	case ofItems:
		if s.hidden {
			states = states.Without(tree.Showing)
		}
		s.hidden = s.hidden || e.got&gotStates != 0 && !e.state(stateShowing) || e.extentsRead == tree.Known && !sane(e.extents)
		if b.Usable() && !s.clip.Empty() && !s.clip.Intersects(b.Rect) {
			s.hidden, states = true, states.Without(tree.Showing)
		}
		if s.hidden {
			b = leftOver
		}
		// What does not fit in a toolbar with a greatest width keeps the place that it
		// would have had (measured with Qt 5.15 and 6.4, whose GetAccessibleAtPoint
		// finds nothing there). Popups in it have windows of their own.
		switch e.role {
		case roleToolBar:
			s.clip = tree.Rect{}
			if b.Usable() {
				s.clip = b.Rect
			}
		case rolePopupMenu, roleMenu, roleComboBox:
			s.clip = tree.Rect{}
		}
	case ofPages:
		if s.hidden = s.hidden || own == ghost || e.closedList(); s.hidden {
			states, b = states.Without(tree.Showing), leftOver
		}
	case unstated:
		if own == popover {
			s.clip = tree.Rect{}
		}
		if s.hidden = s.hidden || e.unmapped; s.hidden {
			b = leftOver
		}
		s.showing = s.showing && e.state(stateVisible) && !s.hidden && (!topLevel(e.role) || e.state(stateShowing) || own == mapped)
		if !s.showing || !b.Usable() {
			return states, b, s
		}
		if s.clip.Empty() {
			s.clip = b.Rect
		} else if s.showing = s.clip.Intersects(b.Rect); !s.showing {
			return states, b, s
		}
		s.clip = s.clip.Intersection(b.Rect)
		states = states.With(tree.Showing)
	}
	return states, b, s
}
