package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// gate slows a replay down and asks before each step, as its flags say; nil where
// they say nothing.
func (c *cli) gate(o replaying) recorder.Gate {
	if o.delay <= 0 && !o.step {
		return nil
	}
	first := true
	return func(ctx context.Context, n int, step recorder.Step) recorder.Decision {
		if o.delay > 0 && !first {
			select {
			case <-ctx.Done():
				return recorder.Halt
			case <-time.After(o.delay):
			}
		}
		first = false
		if o.step {
			return c.askStep(ctx, n, step)
		}
		return recorder.Proceed
	}
}

// askStep asks a person what to do with a step, until the answer is one.
func (c *cli) askStep(ctx context.Context, n int, step recorder.Step) recorder.Decision {
	for {
		fmt.Fprintf(c.err, "  ? %d  %s   [Enter: do it, s: skip it, q: stop] ", n, safe(step.Shown()))
		line, err := c.answers.next(ctx)
		if err != nil {
			fmt.Fprintln(c.err)
			return recorder.Halt // nobody is there
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "", "n", "next":
			return recorder.Proceed
		case "s", "skip":
			return recorder.Skip
		case "q", "stop":
			return recorder.Halt
		}
	}
}

// localeOf tells which language a program speaks: what its environment says, as the
// C library and gettext read it.
func (c *cli) localeOf(app tree.Application) string {
	p, err := c.process(app.PID)
	if err != nil {
		return ""
	}
	locale := ""
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale = p.Env[name]; locale != "" {
			break
		}
	}
	// LANGUAGE counts before it, but not in the locale "C".
	if first, _, _ := strings.Cut(p.Env["LANGUAGE"], ":"); first != "" && locale != "" && locale != "C" && locale != "POSIX" {
		return first
	}
	return locale
}
