//go:build !linux

package launch

import (
	"os"
	"os/exec"
)

func ownSession(*exec.Cmd) {}

// Has reports whether a process is the program itself: what it starts is not known
// here.
func (p *program) Has(pid int) bool { return pid == p.pid && !p.hasEnded() }

// living lists the process of the program.
func (p *program) living() []int {
	if p.hasEnded() {
		return nil
	}
	return []int{p.pid}
}

// signal asks the program to end, or makes it.
func (p *program) signal(kill bool) {
	process, err := os.FindProcess(p.pid)
	if err != nil {
		return
	}
	if kill {
		_ = process.Kill()
		return
	}
	_ = process.Signal(os.Interrupt) // whether it ended is looked at
}
