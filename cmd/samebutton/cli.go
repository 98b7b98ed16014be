package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/internal/safejson"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// schema is the version word of everything that --json prints.
const schema = "samebutton/v1"

// tools are the outside world of a command. Tests replace what needs a desktop.
type tools struct {
	// backend opens the backend with a name of --backend.
	backend func(ctx context.Context, name string) (backends.Backend, error)
	// lease takes control over the input of the display; release gives it back.
	lease func(ctx context.Context) (release func(), err error)
	// pointer opens real pointer and keyboard input; nil where it is not built in.
	pointer  func(ctx context.Context) (p backends.Pointer, done func(), err error)
	listener func() (backends.Listener, error)
	screen   func() (backends.Screen, error)
	// launcher starts programs.
	launcher recorder.Launcher
	// display looks at an X display; process at a running program.
	display func(ctx context.Context, name string) (*surroundings.Display, error)
	process func(pid int) (surroundings.Process, error)
	// topmost tells which window is on top at a place of the screen.
	topmost func(ctx context.Context, at tree.Point) (input.Pointed, error)
	// bus reports whether the session bus answers.
	bus func(ctx context.Context) error
	// window opens the window of the program and returns when it was closed.
	window func(ctx context.Context, c *cli) error
	getenv func(string) string
	// unsetenv takes a variable from this process and from what it starts.
	unsetenv func(string) error
	// policyFile is where the policy of the user is, unless --policy names another.
	policyFile func() (string, error)
}

// cli is one run of the program: what was asked, and where the answer goes.
type cli struct {
	tools
	in       io.Reader
	answers  answers // lines of in
	out, err io.Writer

	app, title, backendName, storePath, policyPath, level string

	timeout time.Duration
	json    bool
	leave   leave

	// Of the window: whether its replays may use real input, and the socket on
	// which it says what it shows.
	allowInput bool
	describeTo string

	command string // the words of the command, for the answer
	log     *slog.Logger
	shelf   *store.Store // opened by the first that needs it
}

// Limits of one observation when --timeout does not say.
const defaultTimeout = 3 * time.Second

// run performs one command line (without the program's name) and returns the
// exit code. Nothing but the answer goes to out.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer, t tools) int {
	c := &cli{tools: t, in: in, answers: answers{in: in}, out: out, err: errs, command: programCommand}
	c.log = slog.New(slog.DiscardHandler)
	defer c.close()
	root := c.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	c.name(cmd)
	c.json = c.json || asksForJSON(args) // the flags behind a wrong one were not read
	var f *failure
	if !errors.As(err, &f) {
		// Our commands fail with failures only: this is cobra's own complaint.
		f = fail(usage, "see 'samebutton --help'", "%v", err)
	}
	c.complain(f)
	return f.exit
}

// asksForJSON reports whether the words of a command line hold --json.
func asksForJSON(args []string) bool {
	for _, word := range args {
		switch word {
		case "--":
			return false
		case "--json", "--json=true":
			return true
		}
	}
	return false
}

const programCommand = "samebutton"

func (c *cli) root() *cobra.Command {
	root := &cobra.Command{
		Use:   programCommand,
		Short: "inspect, record and replay what applications expose, with proof",
		Long: `Samebutton shows the live accessibility tree of any application, tells for
each element whether it can be named beyond doubt, records what a person does as
steps with proof, and replays them, refusing whatever is stale, ambiguous or
unproven. Without a command it opens its window.`,
		Version:                    version,
		SilenceErrors:              true,
		SilenceUsage:               true,
		Args:                       args(noArguments),
		SuggestionsMinimumDistance: 2,
		CompletionOptions:          cobra.CompletionOptions{HiddenDefaultCmd: true},
		PersistentPreRunE:          func(cmd *cobra.Command, _ []string) error { return c.prepare(cmd) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.json {
				return fail(usage, "name a command, for example 'samebutton apps --json'", "the window has no JSON")
			}
			if err := c.window(cmd.Context(), c); err != nil {
				return explain(err)
			}
			return nil
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		var wrong interface{ GetValue() string } // of pflag
		if errors.As(err, &wrong) && strings.Contains(err.Error(), "time: ") {
			return fail(usage, "write "+withUnit(wrong.GetValue()), "%v", err)
		}
		return fail(usage, fmt.Sprintf("see '%s --help'", cmd.CommandPath()), "%v", err)
	})
	flags := root.PersistentFlags()
	flags.StringVar(&c.app, "app", "", "application, by `NAME` or process number: exactly, else as a part of the name")
	flags.StringVar(&c.title, "window", "", "only in the window with this `TITLE`: exactly, else as a part of it")
	flags.StringVar(&c.backendName, "backend", "atspi", "what reads applications: `NAME` of 'samebutton backends', or file:PATH for a saved snapshot")
	flags.StringVar(&c.storePath, "store", "", "`FILE` that keeps snapshots, recordings and runs")
	flags.DurationVar(&c.timeout, "timeout", 0, "limit of one observation; for replay and act, how long a step waits (`DUR` such as 10s)")
	flags.BoolVar(&c.json, "json", false, "print one JSON object (watch: one a line)")
	flags.StringVar(&c.level, "log-level", "warn", "what to log to stderr: debug, info, warn or error (`LEVEL`)")
	root.Flags().BoolVar(&c.allowInput, "allow-input", false, allowInputUsage)
	c.policyFlag(root)
	root.Flags().StringVar(&c.describeTo, "describe-to", "", "say on this `SOCKET` what the window shows (for tests and the demo)")
	if err := root.Flags().MarkHidden("describe-to"); err != nil {
		panic(err) // the flag is right above
	}
	root.AddCommand(
		c.apps(), c.tree(), c.find(), c.inspect(), c.watch(), c.audit(), c.act(), c.record(), c.replay(),
		c.recordings(), c.runs(), c.policyCommand(), c.doctor(), c.backends(), c.demo(), c.bench(),
	)
	return root
}

// prepare checks the common flags before a command runs.
func (c *cli) prepare(cmd *cobra.Command) error {
	c.name(cmd)
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.level)); err != nil {
		return fail(usage, "use debug, info, warn or error", "unknown log level %q", c.level)
	}
	if c.timeout < 0 || c.timeout == 0 && cmd.Flags().Changed("timeout") {
		return fail(usage, fmt.Sprintf("use a duration such as 10s, or leave it out for %v", defaultTimeout), "--timeout %v leaves no time to read anything", c.timeout)
	}
	c.log = slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: level}))
	return nil
}

// name remembers the words of the command for the answer.
func (c *cli) name(cmd *cobra.Command) {
	if path := cmd.CommandPath(); len(path) > len(programCommand) {
		c.command = path[len(programCommand)+1:]
	}
}

// perform makes a cobra function of one that finds an answer. A command that
// found something but failed returns a failure whose details are the answer.
func (c *cli) perform(work func(ctx context.Context, args []string) (answer, error)) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		a, err := work(cmd.Context(), args)
		if err != nil {
			return interrupted(cmd.Context(), explain(c.tooShort(err)))
		}
		if !c.json {
			a.show(&page{c.out})
			return nil
		}
		return c.print(envelope{Schema: schema, Command: c.command, OK: true, Data: a})
	}
}

// withUnit is how a time is written that was meant by a bare number.
func withUnit(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text + "s"
	}
	return "5s, 300ms or 1m30s"
}

// noArguments refuses arguments. What stands in the place of a command is no
// argument: it is answered with the commands that may be meant.
func noArguments(cmd *cobra.Command, given []string) error {
	switch {
	case len(given) == 0:
		return nil
	case !cmd.HasSubCommands():
		return fmt.Errorf("%s takes no arguments, and was given %q", cmd.CommandPath(), given[0])
	}
	hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	switch near := cmd.SuggestionsFor(given[0]); {
	case strings.HasSuffix(given[0], ".samebutton-snapshot"):
		hint = fmt.Sprintf("open a saved snapshot with 'samebutton --backend file:%s'", given[0])
	case len(near) > 0:
		hint = fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near[0])
	}
	return fail(usage, hint, "unknown command %q", given[0])
}

// between refuses fewer than least or more than most arguments, in words; a most of 0
// is no limit.
func between(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		if len(given) >= least && (most == 0 || len(given) <= most) {
			return nil
		}
		takes := count(least, "argument")
		switch {
		case most == 0:
			takes = "at least " + takes
		case least == 0:
			takes = "at most " + count(most, "argument")
		case most == least+1:
			takes = fmt.Sprintf("%d or %s", least, count(most, "argument"))
		case most > least:
			takes = fmt.Sprintf("%d to %s", least, count(most, "argument"))
		}
		was := "none"
		if len(given) > 0 {
			was = fmt.Sprint(len(given))
		}
		return fmt.Errorf("%s takes %s, and was given %s", cmd.CommandPath(), takes, was)
	}
}

// args makes a complaint about the arguments ours, with the usage as its hint.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		var f *failure
		if err := check(cmd, given); errors.As(err, &f) {
			return f
		} else if err != nil {
			return fail(usage, fmt.Sprintf("usage: %s", cmd.UseLine()), "%v", err)
		}
		return nil
	}
}

// envelope is the one object that --json prints.
type envelope struct {
	Schema  string   `json:"schema"`
	Command string   `json:"command"`
	OK      bool     `json:"ok"`
	Data    answer   `json:"data,omitempty"`
	Error   *trouble `json:"error,omitempty"`
}

// trouble is a failure as JSON.
type trouble struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Details any    `json:"details,omitempty"`
}

func (c *cli) print(e envelope) error {
	var b bytes.Buffer
	err := encode(&b, e)
	if err == nil {
		_, err = c.out.Write(b.Bytes())
	}
	if err != nil {
		return fail(environment, "check where the output goes", "write the answer: %v", err)
	}
	return nil
}

// encode writes one object as it is printed.
func encode(w io.Writer, e envelope) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // locators have " > " in them
	if e.Command != watchCommand {
		enc.SetIndent("", "  ") // that one prints one object a line
	}
	if err := enc.Encode(e); err != nil {
		return err
	}
	_, err := w.Write(safejson.Escape(b.Bytes()))
	return err
}

// complain reports a failure: as the one object, or to people with what was
// found all the same.
func (c *cli) complain(f *failure) {
	if c.json {
		e := envelope{Schema: schema, Command: c.command, Error: &trouble{f.code, f.message, f.hint, f.details}}
		if err := c.print(e); err != nil {
			(&page{c.err}).line("samebutton: %v", err)
		}
		return
	}
	if a, ok := f.details.(answer); ok {
		a.show(&page{c.out})
	}
	who := programCommand
	if f.ending == usage && c.command != programCommand {
		who += " " + c.command
	}
	fmt.Fprintf(c.err, "%s: %s\n", who, safe(orElse(f.brief, f.message)))
	if f.wrong != nil {
		before, _ := beginning(f.wrong.Text[:min(f.wrong.Offset, len(f.wrong.Text))], longest)
		fmt.Fprintf(c.err, "  %s\n  %s^\n", safe(f.wrong.Text), strings.Repeat(" ", columns(safe(before))))
	}
	if f.hint != "" {
		fmt.Fprintf(c.err, "  hint: %s\n", safe(f.hint))
	}
}

// warn tells people what did not stop the command; it never mixes with the answer.
func (c *cli) warn(format string, args ...any) { c.log.Warn(fmt.Sprintf(format, args...)) }

const allowInputUsage = "allow replays real pointer and keyboard input where an element offers no action"

// patience is the limit of one observation.
func (c *cli) patience() time.Duration {
	if c.timeout > 0 {
		return c.timeout
	}
	return defaultTimeout
}

// close closes the store; it can be opened again.
func (c *cli) close() {
	if err := c.shelf.Close(); err != nil {
		c.warn("close the store: %v", err)
	}
	c.shelf = nil
}
