//go:build linux || darwin

package surroundings

import "syscall"

// FreeBytes returns how many bytes may still be written to the file system that
// holds a folder; ok is false where that cannot be told.
func FreeBytes(dir string) (free uint64, ok bool) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil || fs.Bsize <= 0 {
		return 0, false
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize), true
}
