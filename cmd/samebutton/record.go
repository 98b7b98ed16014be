package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/recorder"
)

func (c *cli) record() *cobra.Command {
	var limit time.Duration
	var program string
	cmd := &cobra.Command{
		Use:   "record NAME [-- ARGUMENT…]",
		Short: "record what is done in an application, until Ctrl-C",
		Example: `  samebutton record "new order" --app Orders
  samebutton record "new order" --launch orders -- --empty`,
		Long: `Records what is done in an application, until Ctrl-C. With --launch the program is
started first, without a shell and with the arguments behind --, and starting it is
the first step of the recording; it is left running.`,
		Args: args(between(1, 0)),
	}
	cmd.RunE = c.perform(func(ctx context.Context, args []string) (answer, error) {
		if strings.TrimSpace(args[0]) == "" {
			return nil, fail(usage, "give it a name that says what the steps do", "a recording needs a name")
		}
		if cmd.Flags().Changed("for") && limit <= 0 {
			return nil, fail(usage, "use a duration such as 30s", "--for must be more than 0")
		}
		if err := c.live(environment, "in a saved snapshot nothing is done that could be recorded"); err != nil {
			return nil, err
		}
		switch {
		case cmd.Flags().Changed("launch") && strings.TrimSpace(program) == "":
			return nil, fail(usage, "name the program, such as --launch orders", "--launch names no program")
		case program == "" && len(args) > 1:
			return nil, fail(usage, "name the program with --launch, or put the name in quotes", "record takes one name, and was given %q", args[1])
		case program != "" && cmd.ArgsLenAtDash() != 1 && len(args) > 1:
			return nil, fail(usage, "write them behind --", "record takes one name, and was given %q", args[1])
		case program != "" && c.app != "":
			return nil, fail(usage, "leave --app out: the program that is started is recorded", "--launch and --app cannot both be given")
		case program != "":
			return c.recordOne(ctx, args[0], limit, &recorder.Launch{Executable: program, Arguments: args[1:]})
		}
		return c.recordOne(ctx, args[0], limit, nil)
	})
	cmd.Flags().StringVar(&program, "launch", "", "start `PROGRAM` and record it")
	cmd.Flags().DurationVar(&limit, "for", 0, "stop after `DUR`")
	return cmd
}

// recordOne records until ctx ends (Ctrl-C, SIGTERM) or the limit is over; what
// was recorded is in the store then.
func (c *cli) recordOne(ctx context.Context, name string, limit time.Duration, start *recorder.Launch) (answer, error) {
	shelf, err := c.openShelf()
	if err != nil {
		return nil, err
	}
	if err := checkFree(shelf, name); err != nil {
		return nil, err
	}
	s, err := c.openOrStart(ctx, start)
	if err != nil {
		return nil, err
	}
	defer s.close()
	listener, err := c.listener()
	if err != nil {
		return nil, fail(environment, "see 'samebutton doctor'", "listen to pointer and keyboard: %v", err)
	}
	o := recorder.SessionOptions{
		Backend: s.backend, Listener: listener, Journal: shelf, Application: s.app, Name: name, Version: version,
		Launched: start, Locale: c.localeOf(s.app),
		OnReady: func() { fmt.Fprintf(c.err, "recording %q; stop with Ctrl-C\n", s.app.Name) },
	}
	told := &stepTeller{w: c.err}
	if !c.json {
		o.OnStep = told.hear
	}
	if o.Screen, err = c.screen(); err != nil {
		c.warn("no pictures: %v", err)
		o.Screen = nil
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	rec, err := recorder.Record(ctx, o)
	told.tell()
	if err != nil {
		return nil, err
	}
	if len(rec.Steps) == 0 {
		fmt.Fprintf(c.err, "no step was recorded: nothing was done in %q that could be seen. The recording is empty and cannot be replayed; delete it with 'samebutton recordings delete' and record again\n", s.app.Name)
	}
	return recordingOf(rec), nil
}

// stepTeller tells each step once: when the next one begins, or at the end. A step
// changes until then: its text grows by each letter, its effects come later.
type stepTeller struct {
	w     io.Writer
	index int
	step  *recorder.Step // not told yet; nil for none
	next  int            // those before it were told
}

// hear takes a new or changed step. One that changes after it was told is not told
// again: the answer of the command has it as it became.
func (t *stepTeller) hear(index int, step recorder.Step) {
	if index < t.next {
		return
	}
	if t.step != nil && index != t.index {
		t.tell()
	}
	t.index, t.step = index, &step
}

func (t *stepTeller) tell() {
	if t.step == nil {
		return
	}
	fmt.Fprintf(t.w, "  %d  %s (%s)\n", t.index+1, safe(t.step.Title), t.step.Light)
	if t.step.Obstacle != "" {
		fmt.Fprintf(t.w, "     ! %s\n", safe(t.step.Obstacle))
	}
	t.step, t.next = nil, t.index+1
}

// openOrStart opens the application that is to be recorded: the one of --app, or that
// of a program which it starts.
func (c *cli) openOrStart(ctx context.Context, start *recorder.Launch) (*session, error) {
	if start == nil {
		return c.open(ctx)
	}
	if c.launcher == nil {
		return nil, fail(environment, "start it yourself and give --app", "programs cannot be started from here")
	}
	b, err := c.openBackend(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{cli: c, backend: b}
	if s.app, _, err = recorder.Start(ctx, b, c.launcher, *start); err != nil {
		s.close()
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, fail(environment, "start it by hand to see what is missing", "%v", err)
	}
	start.Application = s.app.Name
	return s, nil
}
