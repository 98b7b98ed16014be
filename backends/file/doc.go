// Package file keeps snapshots as files and opens them again offline.
//
// A saved snapshot (extension .samebutton-snapshot) is a zip with two entries:
// snapshot.json, an object with a schema word and the snapshot, and, where the
// snapshot has a picture, picture.png. Readers ignore entries and fields that
// they do not know; a change of meaning changes the schema word.
//
// Promise: what [Save] acknowledged is on the disk, whole, or the old file is
// still there; [Load] hands out only what [tree.Snapshot.Validate] accepts and
// bounds what a forged file can cost before it is refused. Save masks nothing:
// who captures, masks. [Backend] never acts.
//
// Thread rule: everything may be called from any goroutine. Ownership: a loaded
// snapshot is the caller's; those of a Backend share their nodes and are read-only.
package file
