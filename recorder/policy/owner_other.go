//go:build !unix

package policy

import "io/fs"

// ownersOnly cannot be told from the mode of a file here.
func ownersOnly(fs.FileMode) bool { return true }
