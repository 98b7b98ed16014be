package freeze

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const (
	// patience bounds the wait for a process to stop.
	patience = 20 * time.Second
	// pollEvery is the pause between two looks.
	pollEvery = time.Millisecond
)

// Stop stops a process as it is (SIGSTOP) and returns when it has stopped: the
// signal alone is not enough, for on a busy machine a thread runs on until it
// takes notice, and may answer meanwhile.
func Stop(pid int) error {
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return fmt.Errorf("stop process %d: %w", pid, err)
	}
	for end := time.Now().Add(patience); ; time.Sleep(pollEvery) {
		done, err := stopped(pid)
		if err != nil {
			return fmt.Errorf("stop process %d: %w", pid, err)
		}
		if done {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("stop process %d: it runs on", pid)
		}
	}
}

// stopped reports whether every thread of a process has stopped. An error means that
// the process has ended.
func stopped(pid int) (bool, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil || len(threads) == 0 {
		return false, os.ErrProcessDone
	}
	for _, file := range threads {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		// The name in front may hold anything, brackets too.
		_, state, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
		switch {
		case bytes.HasPrefix(state, []byte("T")):
		case bytes.HasPrefix(state, []byte("Z")) && len(threads) == 1:
			return false, os.ErrProcessDone
		default:
			return false, nil
		}
	}
	return true, nil
}

// Continue lets a stopped process go on (SIGCONT).
func Continue(pid int) error {
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		return fmt.Errorf("continue process %d: %w", pid, err)
	}
	return nil
}
