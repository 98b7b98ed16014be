// Package report writes what came of an audit as files that other people and programs
// read: JSON, SARIF for code hosts, JUnit XML for CI servers, and one self-contained
// page of HTML.
//
// Promise: a file says what the audit says, and no more: what could not be judged and
// what was not run is in it. A page loads nothing, from nowhere: its pictures and styles
// are in it. It runs nothing but its own script, which only hides and shows, and without
// which all of it can be read and filtered but by text. What an application said is shown
// as text, and shortened where it is very long.
//
// Ownership and threads: plain functions without state.
package report

import "time"

// Source says who made a file, and when.
type Source struct {
	Version string // of Samebutton, "" where unknown
	Made    time.Time
}
