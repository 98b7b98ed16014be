package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
)

// children are what the test binary does when it is started again as another
// process: store path in, what was acknowledged out on standard output.
var children = map[string]func(path string) error{}

const (
	childEnv = "SAMEBUTTON_STORE_CHILD"
	pathEnv  = "SAMEBUTTON_STORE_PATH"
	deathEnv = "SAMEBUTTON_STORE_DEATH"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(childEnv); name != "" {
		if at := os.Getenv(deathEnv); at != "" {
			if _, err := fmt.Sscan(at, &voice.death.line, &voice.death.after); err != nil {
				panic(err)
			}
		}
		if err := children[name](os.Getenv(pathEnv)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child is another process at work on a store.
type child struct {
	cmd   *exec.Cmd
	out   *bufio.Scanner
	stdin io.WriteCloser
}

func startChild(t testing.TB, name, path string) *child {
	t.Helper()
	exe, err := os.Executable()
	must(t, err)
	c := &child{cmd: exec.Command(exe)}
	c.cmd.Env = append(os.Environ(), childEnv+"="+name, pathEnv+"="+path)
	c.cmd.Stderr = os.Stderr
	out, err := c.cmd.StdoutPipe()
	must(t, err)
	c.stdin, err = c.cmd.StdinPipe()
	must(t, err)
	c.out = bufio.NewScanner(out)
	must(t, c.cmd.Start())
	return c
}

// line waits for the next line that the child writes.
func (c *child) line(t testing.TB) string {
	t.Helper()
	if !c.out.Scan() {
		t.Fatalf("child ended: %v", c.cmd.Wait())
	}
	return c.out.Text()
}

// kill ends the child without warning and returns what it still had written.
func (c *child) kill(t testing.TB) (lines []string) {
	t.Helper()
	if err := c.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	for c.out.Scan() {
		lines = append(lines, c.out.Text())
	}
	c.cmd.Wait() // always an error: killed
	return lines
}
