// Package recorder turns what a person does into steps with proof, and replays
// steps so that the wrong element cannot be pressed.
//
// Promise: [Player] is the only code that acts on an application. Every act is
// one transaction: observe, resolve, preflight, write the intent, resolve again,
// act once, observe, compare, verdict. After an act that may have landed nothing
// is sent again by itself.
//
// Data: a [Recording] is what a person did, a [Run] is one replay of it. Both
// are plain values that the [Journal] keeps; package store implements it.
//
// Thread rule: values are not shared while they are changed; a Player runs one
// step at a time; a Session's steps arrive on one goroutine.
package recorder
