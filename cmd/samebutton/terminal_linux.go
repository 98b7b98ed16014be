package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// flushTerminal drops what was typed at a terminal and not read yet, lines and the
// beginning of one. Anything else than a terminal is left as it is.
func flushTerminal(f *os.File) {
	_ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) // ENOTTY: no terminal
}
