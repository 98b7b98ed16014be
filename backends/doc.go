// Package backends is the contract between Samebutton and the systems that it
// reads and acts on. One package below it implements it for each system
// (atspi, file, fake, …), and one conformance suite runs over all of them.
//
// Promise: a backend reports what it saw and what it sent, with deadlines on
// every outside call. It may add evidence; it never decides that a target is the
// right one or that an action had its effect: that is the recorder's work.
//
// Thread rule: all methods may be called from any goroutine. A frozen
// application delays the calls that concern it, up to the context's deadline,
// and no others.
//
// Nothing here can express a shell command, a file operation or a script.
package backends
