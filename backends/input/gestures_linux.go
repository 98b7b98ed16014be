//go:build cgo

package input

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// Gestures are sent through the pointer's own connection, one request after the
// other, so that a button that went down goes up on the same one whatever happens
// between. robotgo's own (DragSmooth, MultiClick) cannot be stopped half way, and its
// Click waits 5 ms with the button down, which is too little and too much (tapButton).

const (
	// between is the pause between the two clicks of a double click. Toolkits take
	// 400 ms (GTK, Qt) for one gesture; a listener that holds presses needs the
	// second one later than the release of the first.
	between = 60 * time.Millisecond
	// A drag goes in steps of no more than stepLength pixels: toolkits begin one
	// after 8 (GTK) or 10 (Qt) pixels, and tell what is under it by its movements.
	stepLength = 12
	stepPause  = 8 * time.Millisecond
	// dwell is how long a drag rests after it began and where it ends: GTK 3 asks the
	// window below for its formats first.
	dwell = 150 * time.Millisecond
	// notch is the pause between two notches of the wheel.
	notch = 12 * time.Millisecond
	// Buttons of the wheel.
	wheelUp, wheelDown, wheelLeft, wheelRight = 4, 5, 6, 7
)

// Owner returns the process whose window lies on top at a place; see [At].
func (p *Pointer) Owner(ctx context.Context, at tree.Point) (int, error) {
	found, err := At(ctx, at)
	return found.PID, err
}

// DoubleClick clicks the left button twice where the pointer is.
func (p *Pointer) DoubleClick(ctx context.Context) error {
	return p.send(ctx, "double-click", func(sent *bool) error {
		for i := range 2 {
			if i > 0 {
				// Half a double click is a click: what began is brought to its end.
				time.Sleep(between)
			}
			if err := p.tapButton(1, sent); err != nil {
				return err
			}
			if err := p.lifted(context.WithoutCancel(ctx), 1); err != nil {
				return err
			}
		}
		return nil
	})
}

// Drag presses the left button where the pointer is and lets go at a pixel of the
// screen. The button is up again whenever it returns, and soon after where it
// returns because the display hangs; a drag that is called off gets Escape first.
func (p *Pointer) Drag(ctx context.Context, to tree.Point, sure func(context.Context) error) error {
	return p.send(ctx, fmt.Sprintf("drag to %d,%d", to.X, to.Y), func(sent *bool) error { return p.drag(ctx, to, sure, sent) })
}

func (p *Pointer) drag(ctx context.Context, to tree.Point, sure func(context.Context) error, sent *bool) (failed error) {
	root := xconn.Root(p.conn)
	if screen := (tree.Rect{W: int(root.WidthInPixels), H: int(root.HeightInPixels)}); !screen.Contains(to) {
		return fmt.Errorf("it lies outside of the screen of %dx%d", screen.W, screen.H)
	}
	from, err := p.position()
	if err != nil {
		return err
	}
	escape, err := p.keys.strokes(ctx, []string{"Escape"})
	if err != nil {
		return err
	}
	arrived := false
	defer func() { // also when something below panics
		if !arrived {
			failed = errors.Join(failed, p.keys.tap(escape, sent))
		}
		failed = errors.Join(failed, p.button(xproto.ButtonRelease, 1), p.lifted(context.WithoutCancel(ctx), 1))
	}()
	*sent = true
	if err := p.button(xproto.ButtonPress, 1); err != nil {
		return err
	}
	if err := p.pull(ctx, from, to); err != nil {
		return err
	}
	if sure != nil {
		if err := sure(ctx); err != nil {
			return fmt.Errorf("called off before letting go: %w", err)
		}
	}
	arrived = ctx.Err() == nil
	return ctx.Err()
}

// pull moves the pressed pointer in steps and rests after the first and at the end.
func (p *Pointer) pull(ctx context.Context, from, to tree.Point) error {
	steps := max(4, (max(abs(to.X-from.X), abs(to.Y-from.Y))+stepLength-1)/stepLength)
	for i := 1; i <= steps; i++ {
		at := tree.Point{X: from.X + (to.X-from.X)*i/steps, Y: from.Y + (to.Y-from.Y)*i/steps}
		if err := p.motion(at); err != nil {
			return err
		}
		rest := stepPause
		if i == 2 || i == steps {
			rest = dwell
		}
		if err := pause(ctx, rest); err != nil {
			return err
		}
	}
	// While a listener holds the press the pointer is frozen and moves later.
	return p.await(ctx, func(q *xproto.QueryPointerReply) error {
		if (tree.Point{X: int(q.RootX), Y: int(q.RootY)}) == to {
			return nil
		}
		return fmt.Errorf("the pointer stays at %d,%d; another program or person moves or confines it", q.RootX, q.RootY)
	})
}

func abs(n int) int { return max(n, -n) }

// Scroll turns the wheel where the pointer is, notch by notch.
func (p *Pointer) Scroll(ctx context.Context, right, down int) error {
	return p.send(ctx, fmt.Sprintf("scroll by %d,%d", right, down), func(sent *bool) error {
		for _, turn := range []struct{ count, forth, back int }{{down, wheelDown, wheelUp}, {right, wheelRight, wheelLeft}} {
			button := turn.forth
			if turn.count < 0 {
				button = turn.back
			}
			for range abs(turn.count) {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := p.tapButton(button, sent); err != nil {
					return err
				}
				time.Sleep(notch)
			}
		}
		return nil
	})
}

// tapButton presses and releases a button; what went down goes up. Both are on their
// way before the display answers: when an application reads the press, the release is
// there for it, too. GTK 4 asks the display for the pointer in the frame after a press,
// and drops the click where the button is up by then and the release not read yet: of
// clicks with 5 ms between the two it dropped one in fifty in its drop-downs.
func (p *Pointer) tapButton(button int, sent *bool) error {
	*sent = true
	down, up := p.sendButton(xproto.ButtonPress, button), p.sendButton(xproto.ButtonRelease, button)
	return errors.Join(buttonError(button, down.Check()), buttonError(button, up.Check()))
}

func (p *Pointer) button(kind byte, button int) error {
	return buttonError(button, p.sendButton(kind, button).Check())
}

// sendButton is on its way when it returns; its Check waits for the display.
func (p *Pointer) sendButton(kind byte, button int) xtest.FakeInputCookie {
	return xtest.FakeInputChecked(p.conn, kind, byte(button), 0, xproto.WindowNone, 0, 0, 0)
}

func buttonError(button int, err error) error {
	if err != nil {
		return fmt.Errorf("send button %d: %w", button, err)
	}
	return nil
}

func (p *Pointer) motion(to tree.Point) error {
	root := xconn.Root(p.conn).Root
	if err := xtest.FakeInputChecked(p.conn, xproto.MotionNotify, 0, 0, root, int16(to.X), int16(to.Y), 0).Check(); err != nil {
		return fmt.Errorf("move the pressed pointer: %w", err)
	}
	return nil
}
