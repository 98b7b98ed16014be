package atspi

import (
	"fmt"
	"strings"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
)

// mark says what of an element an event put in doubt.
type mark uint8

const (
	markStates   mark = 1 << iota // the states
	markSelf                      // all that it says of itself
	markChildren                  // which children it has
	markPlace                     // where it is, with all below it
	markItems                     // the states of its children
	markFocus                     // it got the focus, so that another one lost it
	markEnd                       // it is no more
)

// maxMarks is the number of elements above which a whole reading costs less.
const maxMarks = 4000

// marks are what a refresh has to read.
type marks struct {
	of map[ref]mark
	// whole says that everything has to be read, sweep that what the toolkit is
	// silent about has to be, windows that the display tells something else of them.
	whole, sweep, windows bool
}

func (s *marks) forget() { *s = marks{of: map[ref]mark{}} }

func (s *marks) empty() bool { return len(s.of) == 0 && !s.whole && !s.sweep && !s.windows }

func (s *marks) add(at ref, k mark) {
	if s.whole {
		return
	}
	s.of[at] |= k
	if len(s.of) > maxMarks {
		s.whole, s.of = true, map[ref]mark{}
	}
}

// note marks what a signal says is changed. It runs on the goroutine that reads the
// stream's connection, so that no event is lost however many come: they fall
// together in the marks.
func (m *mirror) note(sig *dbus.Signal) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if sig.Name == ownerChanged {
		top, _ := parseHandle(m.app.Handle)
		switch {
		case first(sig.Body) != top.name:
			m.marks.whole = true // the registry was started again
		case at(sig.Body, 2) == "":
			m.gone = fmt.Errorf("%s left the bus: %w", top.name, backends.ErrGone)
		}
		m.wake()
		return
	}
	from := ref{sig.Sender, sig.Path}
	minor, _ := stringOf(at(sig.Body, 0))
	class, member, _ := strings.Cut(strings.TrimPrefix(sig.Name, "org.a11y.atspi.Event."), ".")
	switch class {
	case "Window":
		m.noteWindow(from, member)
	case "Focus":
		m.marks.add(from, markStates|markFocus)
	case "Object":
		m.noteObject(from, member, minor, sig.Body)
	default:
		return
	}
	m.wake()
}

func (m *mirror) noteWindow(from ref, member string) {
	switch member {
	case "Create", "Destroy", "Close", "Reparent":
		top, _ := parseHandle(m.app.Handle)
		m.marks.add(top, markChildren)
	case "Move", "Resize", "Maximize", "Minimize", "Restore", "Shade", "uUshade":
		m.marks.add(from, markPlace)
	}
	m.marks.add(from, markSelf)
}

func (m *mirror) noteObject(from ref, member, minor string, body []any) {
	switch member {
	case "ChildrenChanged":
		m.marks.add(from, markChildren)
		// A path may be used again, and what comes back may have changed meanwhile.
		if child, ok := refOf(variantAt(body, 3)); ok && !child.null() && strings.HasPrefix(minor, "add") {
			m.marks.add(child, markSelf|markPlace)
		}
	case "PropertyChange", "TextChanged":
		m.marks.add(from, markSelf)
	case "StateChanged":
		k := markStates
		switch on, _ := intOf(at(body, 1)); {
		case minor == "focused" && on != 0:
			k |= markFocus
		case minor == "defunct" && on != 0:
			k = markEnd
		}
		m.marks.add(from, k)
	case "VisibleDataChanged": // scrolled: other cells of a large table are on the screen
		m.marks.add(from, markChildren)
	case "BoundsChanged":
		m.marks.add(from, markPlace)
	case "SelectionChanged":
		m.marks.add(from, markSelf|markItems)
	}
}
