// Package policy decides whether an act may be sent: before it, never after.
//
// Promise: [Policy.Decide] asks in a fixed order and the first that answers wins:
// hard blocks, which nothing opens; the rules of the policy file, in the order of
// the file; and the default, which lets ordinary acts pass and wants a person's
// confirmation for those whose name says that they cannot be taken back (send, buy,
// delete …). A decision only ever forbids or asks: that an act may be sent does not
// make its target the right one, which is proven apart.
//
// Thread rule: a Policy is not changed after it was made and may be used from any
// goroutine. It does no I/O but in [Load].
package policy
