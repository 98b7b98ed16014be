package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// holder names the other process that has a file open for writing, "" where that
// is not one or cannot be seen. Of several, some of which only wait for the lock,
// it is the one that the system says has it.
func holder(path string) string {
	want, err := os.Stat(path)
	if err != nil {
		return ""
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return ""
	}
	var writers []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		writes, locks := uses(pid, want)
		if locks {
			return programOf(pid)
		}
		if writes {
			writers = append(writers, pid)
		}
	}
	if len(writers) != 1 {
		return ""
	}
	return programOf(writers[0])
}

// uses reports whether a process has the file open for writing, and whether it
// has a lock on it, as proc(5) tells. Processes of other users tell nothing.
func uses(pid int, want os.FileInfo) (writes, locks bool) {
	dir := fmt.Sprintf("/proc/%d", pid)
	files, err := os.ReadDir(filepath.Join(dir, "fd"))
	if err != nil {
		return false, false
	}
	for _, f := range files {
		info, err := os.Stat(filepath.Join(dir, "fd", f.Name()))
		if err != nil || !os.SameFile(info, want) {
			continue
		}
		about, err := os.ReadFile(filepath.Join(dir, "fdinfo", f.Name()))
		if err != nil {
			continue
		}
		for line := range bytes.Lines(about) {
			key, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
			switch string(key) {
			case "flags":
				flags, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 8, 64)
				writes = writes || err == nil && int(flags)&(os.O_WRONLY|os.O_RDWR) != 0
			case "lock":
				locks = locks || bytes.Contains(value, []byte("FLOCK"))
			}
		}
	}
	return writes, locks
}

func programOf(pid int) string {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil {
		return fmt.Sprintf("process %d", pid)
	}
	return fmt.Sprintf("process %d (%s)", pid, bytes.TrimSpace(name))
}
