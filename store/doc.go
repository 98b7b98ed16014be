// Package store keeps recordings, runs, pictures and snapshots in one bbolt
// file. It implements recorder.Journal.
//
// Promise: what a method acknowledged with nil is on the disk and survives
// kill -9, a full disk and a second process; what failed changed nothing. A
// damaged or forged file gives [ErrCorrupt], never a panic or wrong data, and
// is left as it is. An act whose intent was written and whose result was not
// reads as uncertain once the process that ran it is gone.
//
// Thread rule: all methods of [Store] may be called from any goroutine. One
// process writes at a time (a lock on the file); others get [ErrInUse] within
// the timeout, or read: a read-only store sees the file as it was when it was
// opened. Ownership: what a method returns belongs to the caller.
//
// Privacy: the folder is created with mode 0700, the file has mode 0600. The
// store refuses the text of a password field and the value of a secret
// parameter; keeping other secrets out is the recorder's work.
//
// Layout: every value carries a checksum over bucket, key and value (seal.go).
// The pages of the file, for which bbolt has no checksums, are checked when it
// is opened (pages.go).
package store
