// Package desktop starts private virtual desktops: an X server without a
// screen, a session bus, the accessibility bus with its registry, and a window
// manager, all of them used by nobody else.
//
// Promise: what Start returns is ready to use (each part was asked and has
// answered), shares no display, bus, settings or input method with the desktop
// of the person at the machine, and leaves nothing behind: neither after Close
// nor when the owning process is killed.
//
// Threads: all methods may be called from any goroutine. Setenv changes the
// whole process and belongs before the first goroutine that reads the
// environment.
//
// Ownership: whoever calls Start calls Close. Processes that were started with
// the environment of a desktop belong to it and end with it.
package desktop

import (
	"fmt"
	"strings"
)

// Options describe a desktop. The zero value is a good one.
type Options struct {
	// Width and Height of the screen in pixels; 1600 by 1000 when zero.
	Width, Height int
	// Dir is the folder in which the private folder is made, the system's
	// folder for temporary files when empty. Socket names limit its length to
	// about 60 bytes.
	Dir string
}

// Program is something a desktop needs and the Debian package that brings it.
type Program struct {
	Name    string
	Package string
}

// MissingError tells which programs have to be installed first.
type MissingError struct {
	Programs []Program
}

// Error lists every missing program and one command that installs them all.
func (e *MissingError) Error() string {
	var names, packages []string
	seen := map[string]bool{}
	for _, p := range e.Programs {
		names = append(names, fmt.Sprintf("%s (package %s)", p.Name, p.Package))
		if !seen[p.Package] {
			seen[p.Package] = true
			packages = append(packages, p.Package)
		}
	}
	return fmt.Sprintf("find programs for a virtual desktop: missing %s; install them: sudo apt-get install %s",
		strings.Join(names, ", "), strings.Join(packages, " "))
}
