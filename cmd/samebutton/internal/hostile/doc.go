// Package hostile replays recorded steps while the application changes under them,
// and lets the application's own log judge what was done.
//
// Promise: a case is made by its seed and number alone, so that one can be run again
// by itself. What an element is to its application (its data) is in no answer that a
// client can read; the verdicts of the replay are judged, and never asked who was
// right. What nobody could tell apart, and what changed after the last answer that a
// client can wait for, is counted, and counted apart: see docs/safety.md.
//
// Threads: [Run] uses several goroutines; a case is run by one.
//
// Ownership: who opens a [Stage] closes it.
package hostile
