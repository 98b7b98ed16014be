// Package arrows holds the test of the import directions of the whole module:
// data goes backend, tree, inspector and recorder, store, app, and imports run
// the other way. It has no code of its own.
package arrows
