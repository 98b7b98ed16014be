// Package launch starts programs for replays and recordings.
//
// Promise: there is no shell; a program gets its arguments as they are and the
// switches that toolkits need to be seen. It outlives this process: it has a
// session of its own, so that Ctrl-C at our terminal does not reach it, and what it
// prints goes to a file without a name, so that it may print when nobody reads.
//
// Threads: everything may be called from any goroutine.
package launch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/samebutton/samebutton/recorder"
)

// Programs starts programs. The zero value starts them with the environment of this
// process.
type Programs struct {
	// Environ is what programs get besides the switches; nil is that of this process.
	Environ []string
}

// mark is the variable by which a program and all that it starts are known again.
const mark = "SAMEBUTTON_LAUNCH"

// Find reports why a program could not be started.
func (s Programs) Find(l recorder.Launch) error {
	_, err := s.command(l)
	return err
}

// Start starts a program and does not wait for it.
func (s Programs) Start(l recorder.Launch) (recorder.Program, error) {
	cmd, err := s.command(l)
	if err != nil {
		return nil, err
	}
	printed, err := os.CreateTemp("", "samebutton-launch-")
	if err != nil {
		return nil, fmt.Errorf("keep what it prints: %w", err)
	}
	// It stays until the program and we have closed it.
	if err := os.Remove(printed.Name()); err != nil {
		printed.Close()
		return nil, fmt.Errorf("keep what it prints: %w", err)
	}
	p := &program{key: rand.Text(), printed: printed, ended: make(chan struct{})}
	cmd.Env = append(cmd.Env, mark+"="+p.key)
	cmd.Stdout, cmd.Stderr = printed, printed
	ownSession(cmd)
	if err := cmd.Start(); err != nil {
		printed.Close()
		return nil, err
	}
	p.pid = cmd.Process.Pid
	go func() {
		_ = cmd.Wait() // how it ended is in its state
		p.mu.Lock()
		p.code = cmd.ProcessState.ExitCode()
		p.mu.Unlock()
		close(p.ended)
	}()
	return p, nil
}

// command prepares a program without starting it.
func (s Programs) command(l recorder.Launch) (*exec.Cmd, error) {
	if strings.TrimSpace(l.Executable) == "" {
		return nil, errors.New("no program is named")
	}
	path, err := exec.LookPath(l.Executable)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, l.Arguments...)
	environ := s.Environ
	if environ == nil {
		environ = os.Environ()
	}
	cmd.Env = append(seen(environ), l.Environment...)
	return cmd, nil
}

// switches are what toolkits need to publish what they show; each is set only where
// the person did not decide otherwise.
var switches = []string{
	"GTK_MODULES=gail:atk-bridge", // GTK 2; GTK 3 has the bridge in itself
	"QT_ACCESSIBILITY=1",
	"QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1",
	"GNOME_ACCESSIBILITY=1",   // Firefox
	"ACCESSIBILITY_ENABLED=1", // Chromium and Electron
}

// seen returns an environment in which toolkits publish what they show.
func seen(environ []string) []string {
	set := map[string]bool{}
	var env []string
	for _, e := range environ {
		name, _, _ := strings.Cut(e, "=")
		switch name {
		case "NO_AT_BRIDGE", "GTK_A11Y", mark: // these switch it off, or are another's
			continue
		}
		set[name] = true
		env = append(env, e)
	}
	for _, e := range switches {
		if name, _, _ := strings.Cut(e, "="); !set[name] {
			env = append(env, e)
		}
	}
	return env
}

// program is a program that was started.
type program struct {
	pid     int
	key     string
	printed *os.File
	ended   chan struct{}

	mu   sync.Mutex
	code int
}

// PID returns the number of the process that was started.
func (p *program) PID() int { return p.pid }

// Ended is closed when that process has ended.
func (p *program) Ended() <-chan struct{} { return p.ended }

func (p *program) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// What is shown of what a program printed.
const (
	mostBytes = 2048
	mostLines = 10
)

// Last returns the exit code and the last that the program printed.
func (p *program) Last() (code int, output string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code, p.tail()
}

func (p *program) tail() string {
	info, err := p.printed.Stat()
	if err != nil {
		return ""
	}
	size := info.Size()
	b := make([]byte, min(size, mostBytes))
	n, _ := p.printed.ReadAt(b, size-int64(len(b))) // what was read is shown
	text := strings.ToValidUTF8(string(b[:n]), "")
	if size > mostBytes {
		_, text, _ = strings.Cut(text, "\n") // the first line is not whole
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-mostLines):], "\n")
}

// Times of ending.
const (
	politely = 5 * time.Second
	endPoll  = 20 * time.Millisecond
)

// End asks all processes of the program to end, and makes those that are left after
// a while. The error says what could not be ended.
func (p *program) End(ctx context.Context) error {
	asked, cancel := context.WithTimeout(ctx, politely)
	defer cancel()
	if p.signal(false); p.gone(asked) {
		return nil
	}
	if p.signal(true); p.gone(ctx) {
		return nil
	}
	return fmt.Errorf("processes %v of %d do not end", p.living(), p.pid)
}

// gone waits until no process of the program lives, or ctx ends.
func (p *program) gone(ctx context.Context) bool {
	for {
		if len(p.living()) == 0 {
			return true
		}
		select {
		case <-ctx.Done():
			return len(p.living()) == 0
		case <-time.After(endPoll):
		}
	}
}
