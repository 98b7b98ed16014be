package atspi

import (
	"context"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
)

// knock is the question for the name of an application, which stays open as long as
// the application does not answer: who asks again meanwhile does not wait again.
type knock struct {
	began time.Time
	done  chan struct{} // closed when reply is set
	reply *dbus.Call
}

// askAgain is after how many times what a call may take an application is asked
// once more: it may have lost the question.
const askAgain = 10

// knock asks an application for its name, and waits as long as a call may take, once
// for all who ask until it answers.
func (b *Backend) knock(ctx context.Context, at ref) (any, error) {
	c, err := b.onBus(ctx)
	if err != nil {
		return nil, err
	}
	k := b.knockOn(c, at)
	late := time.NewTimer(time.Until(k.began.Add(b.options.Call)))
	defer late.Stop()
	select {
	case <-k.done:
		if k.reply.Err != nil {
			return nil, fmt.Errorf("call %s: %w", callGet.member, sortError(k.reply.Err))
		}
		return variantAt(k.reply.Body, 0), nil
	case <-late.C:
		return nil, fmt.Errorf("%w: no reply in time", backends.ErrTimeout)
	case <-ctx.Done():
		return nil, sortError(ctx.Err())
	}
}

// knockOn returns the open question to an application, or asks it.
func (b *Backend) knockOn(c *bus, at ref) *knock {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.knocks[at.name]; k != nil && time.Since(k.began) < askAgain*b.options.Call {
		return k
	}
	k := &knock{began: time.Now(), done: make(chan struct{})}
	c.knocks[at.name] = k
	go func() {
		replies := make(chan *dbus.Call, 1)
		// It ends with the application or the connection at the latest.
		b.send(context.Background(), c.Conn, at, callGet, replies, ifaceAccessible, "Name")
		k.reply = <-replies
		c.mu.Lock()
		if c.knocks[at.name] == k {
			delete(c.knocks, at.name)
		}
		c.mu.Unlock()
		close(k.done)
	}()
	return k
}
