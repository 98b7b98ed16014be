package desktop

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	// tailLines is how much of a log an error quotes.
	tailLines = 8
	// pollEvery is the pause between two looks at a condition.
	pollEvery = 10 * time.Millisecond
	// politeEnd is how long a process may take to end when asked.
	politeEnd = 2 * time.Second
)

// service is one part of the desktop: a process in its own group, writing to
// its own log.
type service struct {
	name string
	cmd  *exec.Cmd
	log  string
	done chan struct{} // closed when the process has ended and was waited for
}

// startService starts a part. The environment is taken as it is; extra becomes
// descriptor 3 of the process.
func startService(dir, name string, env []string, extra *os.File, path string, args ...string) (*service, error) {
	s := &service{name: name, log: filepath.Join(dir, name+".log"), done: make(chan struct{})}
	out, err := os.OpenFile(s.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log of %s: %w", name, err)
	}
	defer out.Close()
	s.cmd = exec.Command(path, args...)
	s.cmd.Env = env
	s.cmd.Dir = dir
	s.cmd.Stdout, s.cmd.Stderr = out, out
	// Its own group keeps Ctrl-C at our terminal away from it: the owner
	// decides when the desktop ends.
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if extra != nil {
		s.cmd.ExtraFiles = []*os.File{extra}
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		_ = s.cmd.Wait() // how it ended is in ProcessState
		close(s.done)
	}()
	return s, nil
}

// startAnnouncing starts a part that writes one line to descriptor 3 once it
// is ready, and returns that line. The part is returned even with an error,
// once it runs.
func startAnnouncing(ctx context.Context, dir, name string, env []string, path string, args ...string) (*service, string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, "", fmt.Errorf("make pipe for %s: %w", name, err)
	}
	defer r.Close()
	s, err := startService(dir, name, env, w, path, args...)
	w.Close() // else the end of the process would not end the pipe
	if err != nil {
		return nil, "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = r.SetReadDeadline(time.Now()) })
	defer stop()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return s, "", s.failure("wait for "+name+" to be ready", errors.Join(ctx.Err(), err))
	}
	return s, strings.TrimSpace(line), nil
}

// await asks until probe succeeds, the process ends, or ctx does.
func (s *service) await(ctx context.Context, what string, probe func(context.Context) error) error {
	for {
		err := probe(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-s.done:
			return s.failure(what, fmt.Errorf("%s ended (%v): %w", s.name, s.cmd.ProcessState, err))
		case <-ctx.Done():
			return s.failure(what, fmt.Errorf("%w: %w", ctx.Err(), err))
		case <-time.After(pollEvery):
		}
	}
}

// failure adds what the process said last.
func (s *service) failure(what string, err error) error {
	if tail := s.tail(); tail != "" {
		return fmt.Errorf("%s: %w; %s said:\n%s", what, err, s.name, tail)
	}
	return fmt.Errorf("%s: %w; %s said nothing", what, err, s.name)
}

// tail returns the last lines of the log.
func (s *service) tail() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
}

// end asks the whole group to end, insists after a while, and returns when the
// process is gone. A process that ended by itself is left alone, for its number
// may already be another's; what it left behind is the warden's.
func (s *service) end() {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		select {
		case <-s.done:
			return
		default:
		}
		_ = syscall.Kill(-s.cmd.Process.Pid, signal) // fails only when gone by now
		select {
		case <-s.done:
		case <-time.After(politeEnd):
		}
	}
	<-s.done
}
