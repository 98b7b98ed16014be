// Package tree is the model of what a backend saw: nodes, windows, captures
// and how complete the observation was.
//
// Promise: a [Snapshot] is a record of one reading and never changes after its
// builder handed it out; a property says whether it is known, absent or
// unreadable, and a reading that was cut says where and why.
//
// Thread rule: any goroutine may read a Snapshot; nobody may write to one.
// Nothing in this package blocks or does I/O.
//
// Coordinates: every [Rect] and [Point] is in physical pixels of the X screen
// (origin top left of the root window) unless its documentation says otherwise.
//
// The package is a leaf: it imports the standard library only.
package tree
