// Package view holds the panes of the window: the tree of elements, the stage
// with the picture, the element, and the drawer.
//
// Promise: a pane takes plain data and calls back when a person does something;
// it never calls a backend, reads a file or waits. Every pane says what it shows
// through [Describer].
//
// Thread rule: everything here belongs to the goroutine that draws the window.
// Data handed to a pane must not change afterwards.
package view
