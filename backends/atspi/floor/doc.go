// Package floor measures how fast an application can answer at all: it sends the
// messages of an observation again, as they were, and throws the replies away.
//
// Promise: a replay sends the recorded bytes (but for the serial numbers) over
// connections of the same kind, with as many calls in flight as an observation
// has, in as few writes as that allows; it decodes, keeps and decides nothing.
// What an observation costs beyond it is our own work.
//
// Thread rule: a Tape may be recorded from any goroutine. A replay uses one
// goroutine for each socket and returns when all have ended.
//
// Ownership: Replay makes and closes its connections; the tape is not changed.
package floor
