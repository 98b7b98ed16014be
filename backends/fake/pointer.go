package fake

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

var _ backends.Pointer = (*Pointer)(nil)

// Pointer writes down what it is told and does nothing else, but for what a test
// asks for in React. Use NewPointer.
type Pointer struct {
	pid   int
	react func(ctx context.Context, did string, at tree.Point) error

	mu   sync.Mutex
	at   tree.Point
	done []string
}

// NewPointer returns a pointer at the origin of a screen on which a process has all
// windows. react is called, where it is not nil,
// after each thing was written down and before it is acknowledged, with the words of
// [Pointer.Done] and where it happened; its error is answered.
func NewPointer(pid int, react func(ctx context.Context, did string, at tree.Point) error) *Pointer {
	return &Pointer{pid: pid, react: react}
}

// Cover puts a window of another process over everything.
func (p *Pointer) Cover(pid int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pid = pid
}

// Owner returns the process that has all windows.
func (p *Pointer) Owner(context.Context, tree.Point) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pid, nil
}

// Done returns what was done: "move 3,4", "click 1", "click 1 ctrl", "double-click",
// "drag 5,6", "drop 5,6" or "call off", "scroll 0,2", "type \"x\"", "chord ctrl+s".
func (p *Pointer) Done() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.done...)
}

func (p *Pointer) do(ctx context.Context, format string, args ...any) error {
	if err := ctx.Err(); err != nil {
		return undelivered(err)
	}
	did := fmt.Sprintf(format, args...)
	p.mu.Lock()
	p.done = append(p.done, did)
	at := p.at
	p.mu.Unlock()
	if p.react == nil {
		return nil
	}
	return p.react(ctx, did, at)
}

// Move places the pointer.
func (p *Pointer) Move(ctx context.Context, to tree.Point) error {
	p.mu.Lock()
	p.at = to
	p.mu.Unlock()
	return p.do(ctx, "move %d,%d", to.X, to.Y)
}

// Click writes down the button and what is held.
func (p *Pointer) Click(ctx context.Context, button int, held ...string) error {
	return p.do(ctx, "%s", strings.TrimSpace(fmt.Sprintf("click %d %s", button, strings.Join(held, "+"))))
}

// DoubleClick writes itself down.
func (p *Pointer) DoubleClick(ctx context.Context) error { return p.do(ctx, "double-click") }

// Drag writes down that it began and, once sure agrees, that it dropped. What has begun
// when ctx ends is called off, as a real button that is down must come up.
func (p *Pointer) Drag(ctx context.Context, to tree.Point, sure func(context.Context) error) error {
	if err := p.do(ctx, "drag %d,%d", to.X, to.Y); err != nil {
		return err
	}
	p.mu.Lock()
	p.at = to
	p.mu.Unlock()
	err := ctx.Err()
	if err == nil && sure != nil {
		err = sure(ctx)
	}
	if err != nil {
		_ = p.do(context.WithoutCancel(ctx), "call off")
		return uncertain(err)
	}
	return p.do(ctx, "drop %d,%d", to.X, to.Y)
}

// Scroll writes down the notches.
func (p *Pointer) Scroll(ctx context.Context, right, down int) error {
	return p.do(ctx, "scroll %d,%d", right, down)
}

// Type writes down the text.
func (p *Pointer) Type(ctx context.Context, text string) error { return p.do(ctx, "type %q", text) }

// Chord writes down the keys.
func (p *Pointer) Chord(ctx context.Context, keys ...string) error {
	return p.do(ctx, "chord %s", strings.Join(keys, "+"))
}
