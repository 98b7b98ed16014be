package main

import (
	"bytes"
	"context"
	_ "embed" // of the walk
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

//go:embed benchpeer.py
var peerWalk string

// peer is pyatspi, the usual way to read applications on Linux.
type peer struct{ python string }

// errNoPeer says that there is nothing to compare with.
var errNoPeer = errors.New("python3-pyatspi is not installed")

// findPeer finds a Python that has pyatspi. The system's comes first: another one
// on PATH does not see Debian's modules.
func findPeer(ctx context.Context) (*peer, error) {
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		path, err := exec.LookPath(name)
		if err == nil && exec.CommandContext(ctx, path, "-c", "import pyatspi").Run() == nil {
			return &peer{path}, nil
		}
	}
	return nil, errNoPeer
}

// walk walks an application in a process of its own, since libatspi remembers what
// it once read. Starting Python and finding the application are not counted. With same
// it reads every property that an observation of ours has.
func (p *peer) walk(ctx context.Context, app tree.Application, same bool) (nodes int, took time.Duration, err error) {
	var out, errs bytes.Buffer
	words := []string{"-c", peerWalk, strconv.Itoa(app.PID), app.Name}
	if same {
		words = append(words, "same")
	}
	cmd := exec.CommandContext(ctx, p.python, words...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		said := strings.Split(strings.TrimSpace(errs.String()), "\n")
		return 0, 0, fmt.Errorf("walk with pyatspi: %w: %s", err, said[len(said)-1])
	}
	var walked struct {
		Nodes int
		Ms    float64
	}
	if err := json.Unmarshal(out.Bytes(), &walked); err != nil {
		return 0, 0, fmt.Errorf("read what pyatspi found: %w", err)
	}
	return walked.Nodes, time.Duration(walked.Ms * float64(time.Millisecond)), nil
}
