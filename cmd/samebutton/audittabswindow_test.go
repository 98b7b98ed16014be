//go:build cgo

package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/inspector/audit"
)

// owners says which process has the keyboard, one answer a question; 0: none has.
type owners struct {
	pids  []int
	asked int
	after func(asked int)
}

func (o *owners) Chord(context.Context, ...string) error {
	return errors.New("nothing is pressed while the keyboard is waited for")
}

func (o *owners) Keyboard(context.Context) (uint32, int, error) {
	pid := o.pids[min(o.asked, len(o.pids)-1)]
	o.asked++
	if o.after != nil {
		o.after(o.asked)
	}
	if pid == 0 {
		return 0, 0, errors.New("no window has the keyboard")
	}
	return 7, pid, nil
}

func TestAwaitKeyboard(t *testing.T) {
	o := &owners{pids: []int{1, 0, 42}}
	if err := awaitKeyboard(t.Context(), o, 42); err != nil || o.asked != 3 {
		t.Errorf("asked %d times: %v", o.asked, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o = &owners{pids: []int{1}, after: func(asked int) {
		if asked == 2 {
			cancel()
		}
	}}
	if err := awaitKeyboard(ctx, o, 42); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}

// A walk that could not begin since it was called off, or since another program took the
// control, says that and not that nobody knows where the keyboard is.
func TestWhyAWalkWasStopped(t *testing.T) {
	for _, c := range []struct {
		cause error
		want  string
	}{{errLeaseLost, "control over the input of the display was lost"}, {nil, context.Canceled.Error()}} {
		held, lose := context.WithCancelCause(t.Context())
		lose(c.cause)
		_, err := (&session{}).walkWith(&tabKeys{keys: &owners{pids: []int{0}}, held: held}, &audit.Subject{}, tabbing{walk: true})
		if err == nil || !strings.Contains(err.Error(), c.want) || c.cause == nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", c.cause, err)
		}
	}
}
