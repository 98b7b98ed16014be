// Package provider is a sample application without a window: a tree of accessible
// objects of any shape and size on the accessibility bus, as well behaved or as
// hostile as a script wants it.
//
// Promise: whatever a script asks for is sent, byte for byte, also what no toolkit
// and no D-Bus library would send: cycles, dead references, answers of the wrong
// type or none, half a message, names of megabytes or in invalid UTF-8. It speaks
// D-Bus by itself for that, and so that a mistake of the library under test cannot
// cancel out. Every call that would change it is in its journal before it is
// obeyed; the journal, not the driver's return codes, tells what happened.
//
// A script is a list of [Command]. A program in the same process gives them to
// [Provider.Do]; samples/provider/cmd takes one JSON object a line on its standard
// input and answers each with one line, and [Process] drives that from a test that
// wants to stop or kill it.
//
// Threads: all methods of Provider and Process may be called from any goroutine.
// Like a toolkit with one main loop, a provider serves one call at a time.
//
// Ownership: whoever calls New or Start calls Close.
package provider
