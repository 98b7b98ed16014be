// Package schema holds docs/schema, the published JSON schemas, against the Go types
// that they describe: its tests make them from the types and their comments, and
// compare. It has no code of its own.
package schema
