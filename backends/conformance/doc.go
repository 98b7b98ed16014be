// Package conformance checks that a backend keeps the contract of package
// backends. Every backend is run through the same suite.
//
// Promise: [Run] calls the backend as the inspector and the recorder do and
// fails the test where an answer breaks the contract; what it finds it judges by
// the contract alone, not by the kind of backend. It acts on nothing: all acts
// that it tries must be refused before anything is sent.
//
// Thread rule: Run belongs to the goroutine of the test. Ownership: the caller
// makes the backend and its application; Run closes the backend.
package conformance
