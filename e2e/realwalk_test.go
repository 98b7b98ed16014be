//go:build linux && cgo

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"testing"
)

// walked is an element as pyatspi found it, with what is below it.
type walked struct {
	place    []int
	role     string
	name     string
	labels   []string // names of what labels it, where it has no name itself
	claimed  int      // children
	unlisted bool     // there are too many, made on demand
	again    bool     // it was found before, at another place
	states   []string // nil: not asked
	extents  []int    // nil: not asked, or it has no place
	asked    bool     // states and extents were asked for
	nulls    int      // children that are no elements
	children []*walked

	count int // of the root: elements found
}

func needPyatspi(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("/usr/bin/python3", "-c", "import pyatspi").CombinedOutput(); err != nil {
		t.Skipf("pyatspi cannot be used (package python3-pyatspi): %v %s", err, out)
	}
}

// walk walks an application with pyatspi.
func walk(ctx context.Context, pid, every int) (*walked, error) {
	cmd := exec.CommandContext(ctx, "/usr/bin/python3", "testdata/walk.py", fmt.Sprint(pid), fmt.Sprint(every))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("walk.py: %w: %s", err, errs.Bytes())
	}
	var root *walked
	byPlace := map[string]*walked{}
	seen := map[int]bool{}
	for line := range bytes.Lines(out) {
		var place []int
		var object *int
		fields := []any{&place, &object}
		var head []json.RawMessage
		if err := json.Unmarshal(line, &head); err != nil {
			return nil, fmt.Errorf("walk.py: %w in %s", err, line)
		}
		e := &walked{}
		listed := 0
		fields = append(fields, &e.role, &e.name, &e.labels, &e.claimed, &listed, &e.states, &e.extents)
		for i, raw := range head {
			if err := json.Unmarshal(raw, fields[i]); err != nil {
				return nil, fmt.Errorf("walk.py: %w in %s", err, line)
			}
		}
		e.place = place
		if len(place) == 0 {
			root = e
		} else {
			parent := byPlace[fmt.Sprint(place[:len(place)-1])]
			if object == nil {
				parent.nulls++
				continue
			}
			parent.children = append(parent.children, e)
		}
		e.again, seen[*object] = seen[*object], true
		e.unlisted, e.asked = listed < 0, e.states != nil
		byPlace[fmt.Sprint(place)] = e
		root.count++
	}
	if root == nil {
		return nil, fmt.Errorf("walk.py printed nothing: %s", errs.Bytes())
	}
	return root, nil
}
