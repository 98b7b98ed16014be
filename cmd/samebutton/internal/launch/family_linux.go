package launch

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ownSession keeps signals of our terminal from a program.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// Has reports whether a process is the program or was started by it: it is in the
// session that was made for it, or carries its mark.
func (p *program) Has(pid int) bool {
	if pid <= 0 {
		return false
	}
	zombie, session := standing(pid)
	switch {
	case zombie:
		return false
	case session == p.pid && !p.hasEnded():
		return true // the number of a session is not given away while its leader lives
	}
	environ, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	if err != nil {
		return false
	}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if string(entry) == mark+"="+p.key {
			return true
		}
	}
	return false
}

// standing reads of a process whether it only waits to be buried, and the number of
// its session, 0 where there is no such process.
func standing(pid int) (zombie bool, session int) {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return false, 0
	}
	// The name in parentheses may hold anything; what follows it does not.
	_, rest, _ := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 4 {
		return false, 0
	}
	session, _ = strconv.Atoi(fields[3])
	return fields[0] == "Z", session
}

// living lists the processes of the program.
func (p *program) living() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && p.Has(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// signal asks the processes of the program to end, or makes them.
func (p *program) signal(kill bool) {
	s := syscall.SIGTERM
	if kill {
		s = syscall.SIGKILL
	}
	for _, pid := range p.living() {
		_ = syscall.Kill(pid, s) // it may have ended in between; whether it has is looked at
	}
}
