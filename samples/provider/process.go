package provider

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/samebutton/samebutton/samples/freeze"
)

// Launcher prepares a process on some desktop, which it kills when ctx ends.
// *desktop.Desktop is one.
type Launcher interface {
	Command(ctx context.Context, name string, args ...string) *exec.Cmd
}

// childVariable holds the journal's file in a process that is to be a provider.
const childVariable = "SAMEBUTTON_PROVIDER_JOURNAL"

// Child makes this process a provider and ends it, where [Start] started it; else
// it does nothing. A test program calls it first in TestMain.
func Child() {
	file := os.Getenv(childVariable)
	if file == "" {
		return
	}
	if err := Serve(os.Stdin, os.Stdout, file); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Process is a provider in a process of its own, which can be stopped and killed.
type Process struct {
	cmd  *exec.Cmd
	end  context.CancelFunc
	dir  string
	once sync.Once

	mu      sync.Mutex // of the script
	script  io.WriteCloser
	answers *bufio.Reader
}

// Start runs this program again as a provider (see [Child]) and gives it the
// commands.
func Start(l Launcher, commands ...Command) (*Process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "provider")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := &Process{cmd: l.Command(ctx, self), end: cancel, dir: dir}
	if p.cmd.Env == nil {
		p.cmd.Env = os.Environ()
	}
	p.cmd.Env = append(p.cmd.Env, childVariable+"="+p.journal())
	p.cmd.Stderr = os.Stderr
	p.script, err = p.cmd.StdinPipe()
	if err == nil {
		var out io.Reader
		if out, err = p.cmd.StdoutPipe(); err == nil {
			p.answers = bufio.NewReader(out)
			err = p.cmd.Start()
		}
	}
	if err != nil {
		cancel()
		os.RemoveAll(dir)
		return nil, fmt.Errorf("start provider: %w", err)
	}
	if _, err := p.Do(commands...); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Process) journal() string { return filepath.Join(p.dir, "journal") }

// patience is how long a command may take.
const patience = 60 * time.Second

// Do carries out commands in order and returns the answer of the last one. It
// ends at the first one that cannot be carried out.
func (p *Process) Do(commands ...Command) (json.RawMessage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	late := time.AfterFunc(patience, p.end)
	defer late.Stop()
	var answer json.RawMessage
	for _, c := range commands {
		line, err := json.Marshal(c)
		if err != nil {
			return nil, err
		}
		if _, err := p.script.Write(append(line, '\n')); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Do, err)
		}
		said, err := p.answers.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("%s: the provider ended: %w", c.Do, err)
		}
		var r reply
		if err := json.Unmarshal(said, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Do, err)
		}
		if !r.OK {
			return nil, errors.New(r.Error)
		}
		answer = r.Answer
	}
	return answer, nil
}

// PID returns the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Stop stops the process as it is (SIGSTOP) and returns when it has stopped;
// Continue lets it go on.
func (p *Process) Stop() error { return freeze.Stop(p.PID()) }

// Continue undoes Stop.
func (p *Process) Continue() error { return freeze.Continue(p.PID()) }

// Kill ends the process as it is (SIGKILL).
func (p *Process) Kill() error { return p.cmd.Process.Kill() }

// Journal returns all calls so far that would change something, also after the
// end of the process. An entry that was cut by that end is left out.
func (p *Process) Journal() ([]Entry, error) {
	b, err := os.ReadFile(p.journal())
	if err != nil {
		return nil, err
	}
	var list []Entry
	for d := json.NewDecoder(bytes.NewReader(b)); ; {
		var e Entry
		if d.Decode(&e) != nil {
			return list, nil
		}
		list = append(list, e)
	}
}

// Close ends the process.
func (p *Process) Close() error {
	p.once.Do(func() {
		p.end()
		p.cmd.Wait()
		p.script.Close()
		os.RemoveAll(p.dir)
	})
	return nil
}
