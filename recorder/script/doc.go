// Package script reads and writes recordings as text that people read and that
// diffs well: what a step does in one line, what the recorder saw behind all steps.
//
// Promise: what [Write] wrote gives the same recording when [Parse] reads it, or
// Write fails; Parse says in which line and column it could not go on, and ignores
// nothing but comments (lines that begin with #).
//
// Data: text and values; no files, nothing is kept. Functions may be called from any
// goroutine.
package script

// Head is the first line of every script.
const Head = "samebutton recording v1"
