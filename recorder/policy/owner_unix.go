//go:build unix

package policy

import "io/fs"

// ownersOnly reports whether nobody but the owner may write a file.
func ownersOnly(mode fs.FileMode) bool { return mode.Perm()&0o022 == 0 }
