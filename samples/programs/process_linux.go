package programs

import "syscall"

// inGroup reports whether a process belongs to a process group.
func inGroup(pid, group int) bool {
	g, err := syscall.Getpgid(pid)
	return err == nil && g == group
}
