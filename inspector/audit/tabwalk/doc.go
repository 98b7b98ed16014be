// Package tabwalk goes through a window with the Tab key and notes where the focus was.
//
// Promise: it sends Tab and Shift+Tab as real input, and at its end, where the keys did
// not bring the focus back, asks the application to focus the element that had it
// first; nothing else. Before each key and before that request the display says that the
// keyboard is with the audited window, and somebody who was asked allows it. A text of several lines
// and a terminal may take Tab as text: no key is sent to one unless that was allowed.
// Where the focus went is what the application said; silence is told as such.
//
// Ownership and threads: one [Walker] is for one goroutine. Whoever calls it controls the
// input of the display (guarantee 9), and ends the context when that is lost.
package tabwalk
