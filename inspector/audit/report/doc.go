// Package report writes what came of an audit as files that other people and programs
// read: JSON, SARIF for code hosts, JUnit XML for CI servers, and one self-contained
// page of HTML.
//
// Promise: a file says what the audit says, and no more: what could not be judged and
// what was not run is in it. A page loads nothing, from nowhere, and runs nothing:
// its pictures and styles are in it, and its filters are styles.
//
// Ownership and threads: plain functions without state.
package report

import "time"

// Source says who made a file, and when.
type Source struct {
	Version string // of Samebutton, "" where unknown
	Made    time.Time
}
