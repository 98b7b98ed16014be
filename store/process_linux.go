package store

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// processStarted returns the start time of a process in clock ticks since the
// boot (field 22 of /proc/PID/stat), false where it does not run any more; a
// zombie, killed and not yet waited for, does not.
func processStarted(pid int) (uint64, bool) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The second field is a name in brackets which may hold brackets and spaces.
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	const state, started = 0, 19 // fields 3 and 22: what follows the name begins with the third
	if len(fields) <= started || fields[state][0] == 'Z' || fields[state][0] == 'X' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(fields[started]), 10, 64)
	return n, err == nil
}

// bootID names this boot of the system, "" where it is not told.
func bootID() string {
	b, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(b))
}
