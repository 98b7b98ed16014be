// Package atspi reads and drives Linux applications over AT-SPI, the
// accessibility bus of GTK, Qt, Chromium, Firefox and LibreOffice, in pure Go.
//
// Promise: an observation contains every element that the application names, or
// says with a cut where it does not; a property that was not answered is
// unreadable, never absent; the text of a field that hides it is never asked for.
// Observing, hit testing and listening send only methods that calls.go marks as
// reading (guarantee 6); Act sends exactly one method that is not.
//
// How a tree is read depends on what the application answers, not on its name:
// the cache of GTK where it answers, a walk where it does not, and for what the
// cache leaves out both. Calls are pipelined on one connection, with a window so
// that no queue on the bus overflows, and an application that stays silent for
// the call timeout ends the reading with what was read until then.
//
// A mirror (mirror.go) keeps such a reading current by events and reads again only
// what they, or the known silence of the toolkit, put in doubt.
//
// Thread rule: a Backend and all its methods may be used from any goroutine.
// One reading is one goroutine; it owns its elements until it hands over the
// snapshot.
//
// Ownership: Open makes connections of its own to the accessibility bus, to the
// X display and to applications that offer a private socket; Close ends them.
//
// Coordinates: everything handed out is in physical pixels of the X screen; what
// the toolkits answer is converted in bounds.go and nowhere else.
package atspi
