//go:build !linux

package store

// processStarted is not told here.
func processStarted(int) (uint64, bool) { return 0, false }

// bootID is not told here.
func bootID() string { return "" }
