// Package audit judges what an application exposes: rules look at a snapshot, and
// at what else was gathered beside it, and report findings with the raw values.
//
// Promise: a rule reports only what was read. A property that could not be read is
// neither a finding nor a pass; it is counted as undecided. A rule that needs
// evidence nobody gathered (a picture, a walk with Tab) is listed as not run.
// Findings keep their fingerprint while the element keeps its locator, so that a
// baseline survives inserted rows.
//
// Ownership and threads: [Run] does no I/O, does not block and changes nothing it
// was given; it may be called from any goroutine. The rules are in audit/rules.
package audit
