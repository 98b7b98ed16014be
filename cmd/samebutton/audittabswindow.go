//go:build cgo

package main

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/samebutton/samebutton/app"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/tabwalk"
)

const (
	// keyboardLimit is how long a person has to click into the window, and askKeyboard how
	// often the display is asked which window has the keyboard.
	keyboardLimit = time.Minute
	askKeyboard   = 100 * time.Millisecond
)

// walkInWindow walks for the window, as the command does with --tab-order: the same
// policy, control and bounds. Nothing is activated: a person clicks into the window that
// is to be walked through, and Esc calls it off from wherever the keyboard is.
func (c *cli) walkInWindow(b backends.Backend) func(context.Context, app.TabWalk) (*audit.Report, error) {
	return func(ctx context.Context, w app.TabWalk) (*audit.Report, error) {
		o := auditing{profile: string(audit.ProfileDefault), failOn: "none"}
		options, err := o.options(false)
		if err != nil {
			return nil, err
		}
		walk, stop := context.WithCancel(ctx)
		defer stop()
		release, err := input.OnEscape(ctx, stop)
		if err != nil {
			return nil, fail(environment, "close what has taken Esc; nothing was pressed", "Tab was not pressed, for Esc could not stop it: %v", err)
		}
		defer release()
		k, err := c.tabKeys(walk)
		if err != nil {
			return nil, err
		}
		defer k.done()
		w.At(app.TabWaits)
		if err := awaitKeyboard(k.held, k.keys, w.Application.PID); err != nil {
			return nil, cmp.Or(k.stopped(), err)
		}
		w.At(app.TabReads)
		s := &session{cli: c, backend: b, app: w.Application}
		subject, err := s.windowSubject(k.held, w.Window)
		switch why := k.stopped(); {
		case why != nil:
			return nil, why
		case err != nil:
			return nil, err
		case ended(subject.Frozen):
			return nil, fail(environment, "start it again", "%s has ended; Tab was not pressed", w.Application.Name)
		}
		w.At(app.TabPresses)
		if subject.Tabs, err = s.walkWith(k, subject, tabbing{walk: true, throughText: w.ThroughText}); err != nil {
			return nil, err
		}
		return audit.Run(subject, options), nil
	}
}

// awaitKeyboard waits until a window of a process has the keyboard.
func awaitKeyboard(ctx context.Context, keys tabwalk.Keys, pid int) error {
	ctx, cancel := context.WithTimeout(ctx, keyboardLimit)
	defer cancel()
	again := time.NewTicker(askKeyboard)
	defer again.Stop()
	for {
		// Between two windows none has it for a moment.
		if _, owner, err := keys.Keyboard(ctx); err == nil && owner == pid {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return fail(notActionable, "begin again, and click into its window", "Tab was not pressed: the application did not get the keyboard within %s", keyboardLimit)
			}
			return context.Cause(ctx)
		}
	}
}
