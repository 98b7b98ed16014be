//go:build !linux && !darwin

package surroundings

// FreeBytes cannot tell here.
func FreeBytes(string) (free uint64, ok bool) { return 0, false }
