package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// watchCommand prints one line an event instead of one answer.
const watchCommand = "watch"

// eventKinds and changeKinds are the words of --kind, without and with --diff.
// Who listens is always told that events were lost or that the application ended.
var (
	eventKinds = []string{
		string(backends.EventChildren), string(backends.EventProperty), string(backends.EventState), string(backends.EventText),
		string(backends.EventBounds), string(backends.EventSelection), string(backends.EventFocus), string(backends.EventWindow),
	}
	changeKinds = []string{
		string(inspector.Added), string(inspector.Removed), string(inspector.Changed), string(inspector.Relabeled), string(inspector.NowAmbiguous),
	}
)

// watchOptions are what 'watch' was asked for.
type watchOptions struct {
	kinds, roles []string // none: all
	limit        time.Duration
	count        int // 0: no limit
	diff         bool
}

func (c *cli) watch() *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   watchCommand,
		Short: "tell what happens in an application, until Ctrl-C",
		Long: `Tell what happens in an application as it says so: one line an event, with time,
kind, element and detail. --json prints one JSON object a line.
With --diff it tells what is different in the tree instead: what was added, removed,
changed or relabelled, and which element can no longer be told from others.
Nothing is changed or focused, and the text of password fields is never told.`,
		Example: `  samebutton watch --app Orders
  samebutton watch --app Orders --kind state,text --role checkbox,textbox --for 10s
  samebutton watch --app Orders --diff --count 1 --json`,
		Args: args(noArguments),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			if err := c.watchOne(cmd.Context(), o); err != nil {
				return explain(err)
			}
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&o.kinds, "kind", nil, "only these `KINDS`: "+strings.Join(eventKinds, ", ")+"; with --diff "+strings.Join(changeKinds, ", "))
	cmd.Flags().StringSliceVar(&o.roles, "role", nil, "only elements with these `ROLES`")
	cmd.Flags().DurationVar(&o.limit, "for", 0, "stop after `DUR`")
	cmd.Flags().IntVar(&o.count, "count", 0, "stop after `N` lines")
	cmd.Flags().BoolVar(&o.diff, "diff", false, "tell what is different in the tree, not the events")
	return cmd
}

func (o *watchOptions) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("for") && o.limit <= 0 {
		return fail(usage, "use a duration such as 30s", "--for must be more than 0")
	}
	if cmd.Flags().Changed("count") && o.count <= 0 {
		return fail(usage, "leave it out to go on until Ctrl-C", "--count must be more than 0")
	}
	words := eventKinds
	if o.diff {
		words = changeKinds
	}
	for _, kind := range o.kinds {
		if !slices.Contains(words, kind) {
			return fail(usage, "use some of: "+strings.Join(words, ", "), "unknown kind %q", kind)
		}
	}
	for _, role := range o.roles {
		if !tree.Role(role).Known() {
			return fail(usage, inspector.MeantRole(tree.Role(role)), "%q is not a role", role)
		}
	}
	return nil
}

// watcher is one run of 'watch'.
type watcher struct {
	*session
	watchOptions
	heard *hearing
	known *known
	// printed counts lines, untold the events that a filter left out because
	// nobody could tell whose they are.
	printed, untold int
}

// errEnough ends a watch that has told what it was asked for.
var errEnough = errors.New("enough")

// watchOne tells what happens until ctx ends (Ctrl-C, SIGTERM), which is no
// failure, or the application does.
func (c *cli) watchOne(ctx context.Context, o watchOptions) error {
	if err := c.live(environment, "a saved snapshot does not change: there is nothing to watch"); err != nil {
		return err
	}
	s, err := c.open(ctx)
	if err != nil {
		return interrupted(ctx, explain(err))
	}
	defer s.close()
	heard := newHearing()
	mirror := backends.MirrorOf(s.backend, s.app, heard.hear)
	defer mirror.Close()
	w := &watcher{session: s, watchOptions: o, heard: heard}
	if w.known, err = s.look(ctx, mirror); err != nil {
		return interrupted(ctx, explain(err))
	}
	if w.known.deaf {
		return fail(environment, "run 'samebutton doctor'", "what %q says of its changes cannot be heard", s.app.Name)
	}
	c.close() // the store: others want to write while this goes on
	if o.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.limit)
		defer cancel()
	}
	fmt.Fprintf(c.err, "watching %q; stop with Ctrl-C\n", s.app.Name)
	if o.diff {
		err = w.changes(ctx)
	} else {
		err = w.events(ctx)
	}
	if w.untold > 0 {
		fmt.Fprintf(c.err, "%s left out: nobody can tell to which element they belong\n", count(w.untold, "event"))
	}
	if errors.Is(err, errEnough) || ctx.Err() != nil {
		return nil
	}
	return err
}

// events tells each event as it comes.
func (w *watcher) events(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-w.heard.wake:
		}
		for _, e := range w.heard.take() {
			if ctx.Err() != nil {
				return nil
			}
			if err := w.tell(ctx, e); err != nil {
				return err
			}
		}
	}
}

// ended is the failure that the end of the application is.
func (w *watcher) ended() error {
	return fail(environment, "see what is running with 'samebutton apps'", "%q (process %d) has ended", w.app.Name, w.app.PID)
}

func (w *watcher) tell(ctx context.Context, e backends.Event) error {
	w.known.heard(e)
	line := eventData{Time: stamp(e.At), Kind: string(e.Kind), Detail: e.Detail}
	switch e.Kind {
	case backends.EventLost:
		line.Detail = lostDetail
		return w.print(line)
	case backends.EventApplication:
		if err := w.print(line); err != nil && !errors.Is(err, errEnough) {
			return err
		}
		if e.Detail == backends.DetailGone {
			return w.ended()
		}
		return nil
	}
	if len(w.kinds) > 0 && !slices.Contains(w.kinds, string(e.Kind)) {
		return nil
	}
	found, ok := w.known.element(ctx, e.Source)
	switch {
	case ok && !w.wanted(found.Role, found.inside):
		return nil
	case !ok && (len(w.roles) > 0 || w.cli.title != ""):
		w.untold++
		return nil
	case ok:
		line.Element = &found
	}
	switch e.Kind {
	case backends.EventState:
		line.On = &e.On
	case backends.EventText:
		line.Position, line.Length = &e.Position, &e.Length
	}
	// Nobody knows of an element that cannot be told whether it is a password field.
	if e.Text != "" && ok && !found.secret {
		line.Text = &e.Text
	}
	return w.print(line)
}

const lostDetail = "the application says more than can be listened to: some events are not told"

// wanted reports whether an element passes --role and --window.
func (w *watcher) wanted(role string, inside bool) bool {
	return (len(w.roles) == 0 || slices.Contains(w.roles, role)) && (w.cli.title == "" || inside)
}

// print prints a line; errEnough says that it was the last.
func (w *watcher) print(line watchLine) error {
	if w.cli.json {
		if err := w.cli.print(envelope{Schema: schema, Command: w.cli.command, OK: true, Data: line}); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintln(w.cli.out, safe(line.String())); err != nil {
		return fail(environment, "check where the output goes", "write a line: %v", err)
	}
	if w.printed++; w.printed == w.count {
		return errEnough
	}
	return nil
}
