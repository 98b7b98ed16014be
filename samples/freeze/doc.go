// Package freeze stops processes as if they hung, and lets them go on: for samples
// and tests.
//
// Promise: a process that Stop has stopped does nothing more until Continue; no
// answer of its comes late.
//
// Threads: all functions may be called from any goroutine.
//
// Ownership: whoever stops a process continues it, or kills it, which works on a
// stopped one too.
package freeze
