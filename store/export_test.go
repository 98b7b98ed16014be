package store

// Put writes a value with its checksum, for tests that forge files.
var Put = put
