// Package inspector answers questions about snapshots: what names an element,
// whether that name matches exactly one, what changed between two readings, and
// what lies under a point.
//
// Promise: a locator is said to be unique only when it matched exactly one node
// of a complete observation; everything that could not be read counts as
// undecided, never as "no match".
//
// Ownership and threads: [Freeze] takes a snapshot that nobody will change; a
// [Frozen] may be used from any goroutine. Nothing here does I/O or blocks.
package inspector
