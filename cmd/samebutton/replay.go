package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// replaying is what the flags of 'replay' say.
type replaying struct {
	params      []string
	secrets     []string
	allowInput  bool
	dryRun      bool
	from, only  int // numbers of steps, from 1
	delay       time.Duration
	step        bool
	endLaunched bool
	// after is told of each step that ended, while the application waits; nil for nobody.
	after func(ctx context.Context, s *session, r recorder.StepResult)
}

func (c *cli) replay() *cobra.Command {
	var o replaying
	cmd := &cobra.Command{
		Use:   "replay NAME…",
		Short: "perform recordings again, refusing whatever is not proven",
		Example: `  samebutton replay "new order" --app Orders --param customer=Anna
  samebutton replay login --secret-env password=LOGIN_PASSWORD
  samebutton replay "new order" --from 3 --step
  samebutton replay "new order" --dry-run`,
		Long: `Performs recordings again, one after the other, up to the first that does not pass.
A recording without steps is refused: that it passes would prove nothing. So are all
of them, before anything is sent, where one has a step that cannot be replayed.
With --step a line on standard input decides before each step: an empty one does it,
's' skips it, 'q' (or the end of the input) stops.`,
		Args: args(between(1, 0)),
	}
	cmd.RunE = c.perform(func(ctx context.Context, names []string) (answer, error) {
		if err := o.check(cmd.Flags().Changed, len(names)); err != nil {
			return nil, err
		}
		return c.replayAll(ctx, names, o)
	})
	cmd.Flags().StringArrayVar(&o.params, "param", nil, "value of a parameter (`KEY=VALUE`, repeatable)")
	cmd.Flags().StringArrayVar(&o.secrets, "secret-env", nil, "parameter whose value is in an environment variable (`KEY=VARIABLE`, repeatable)")
	cmd.Flags().BoolVar(&o.allowInput, "allow-input", false, allowInputUsage)
	c.policyFlag(cmd)
	cmd.Flags().BoolVar(&c.leave.Launch, "allow-launch", false, launchUsage)
	cmd.Flags().BoolVar(&c.leave.Consequential, "allow-consequential", false, consequentialUsage)
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say what a replay would do with each step as things are now, and send nothing")
	cmd.Flags().IntVar(&o.from, "from", 0, "begin with step `N`, and skip those before it")
	cmd.Flags().IntVar(&o.only, "only", 0, "do only step `N`")
	cmd.Flags().DurationVar(&o.delay, "delay", 0, "wait `DUR` between steps, so that a person can follow")
	cmd.Flags().BoolVar(&o.step, "step", false, "ask before each step")
	cmd.Flags().BoolVar(&o.endLaunched, "end-launched", false, "end the programs that the recording started when it is over")
	return cmd
}

// check refuses flags that make no sense.
func (o replaying) check(given func(flag string) bool, recordings int) error {
	for flag, n := range map[string]int{"from": o.from, "only": o.only} {
		switch {
		case !given(flag):
		case n < 1:
			return fail(usage, "steps count from 1; see 'samebutton recordings show'", "--%s %d is no step", flag, n)
		case recordings > 1:
			return fail(usage, "replay that recording by itself", "--%s is for one recording, and %d were named", flag, recordings)
		}
	}
	switch {
	case o.from > 0 && o.only > 0:
		return fail(usage, "give one of them", "--from and --only cannot both be given")
	case o.delay < 0:
		return fail(usage, "use a duration such as 500ms", "--delay %v is before now", o.delay)
	case o.dryRun && (o.step || o.delay > 0 || o.endLaunched):
		return fail(usage, "leave it out", "a dry run does nothing that could be slowed down or ended")
	}
	return nil
}

// part returns the recording with only those steps enabled that are asked for.
func (o replaying) part(rec recorder.Recording) (recorder.Recording, error) {
	if n := max(o.from, o.only); n > len(rec.Steps) {
		return rec, fail(usage, "see 'samebutton recordings show'", "%s has %d steps, and none is number %d", rec.Name, len(rec.Steps), n)
	}
	if o.only > 0 {
		rec.Steps = slices.Clone(rec.Steps)
		for i := range rec.Steps {
			rec.Steps[i].Disabled = rec.Steps[i].Disabled || i+1 != o.only
		}
	}
	return rec, nil
}

// replayAll replays one after the other and stops at the first that does not
// pass: what the next one needs may not be there any more.
func (c *cli) replayAll(ctx context.Context, names []string, o replaying) (answer, error) {
	parameters, err := c.parameters(o)
	if err != nil {
		return nil, err
	}
	var recs []recorder.Recording
	for _, name := range names {
		rec, err := c.recording(name)
		if err != nil {
			return nil, err
		}
		if rec, err = o.part(rec); err != nil {
			return nil, err
		}
		recs = append(recs, rec)
	}
	if err := checkParameters(recs, parameters); err != nil {
		return nil, err
	}
	for _, rec := range recs {
		if err := replayable(rec, parameters, o); err != nil {
			return nil, err
		}
	}
	if err := c.live(notActionable, "nothing can be replayed on a saved snapshot; --dry-run can say what would be done"); err != nil && !o.dryRun {
		return nil, err
	}
	done := runsData{Verdict: string(recorder.VerdictPassed), Runs: []runData{}}
	for _, rec := range hopeless(recs, o) {
		run, err := c.replayOne(ctx, rec, parametersOf(rec, parameters), o)
		if err != nil {
			return nil, err
		}
		shown := runOf(run)
		shown.DryRun = o.dryRun
		done.Runs = append(done.Runs, shown)
		e, ok := endingOfVerdict(run.Verdict)
		if ok {
			continue
		}
		done.Verdict = string(run.Verdict)
		return nil, runFailure(e, rec, run).with(done.answer())
	}
	return done.answer(), nil
}

// stoppedAt is the step at which a run that did not pass ended, nil where none was to
// blame.
func stoppedAt(run recorder.Run) *recorder.StepResult {
	if i := slices.IndexFunc(run.Steps, func(s recorder.StepResult) bool { return s.Verdict == run.Verdict }); i >= 0 {
		return &run.Steps[i]
	}
	return nil
}

// runFailure says why a run did not pass.
func runFailure(e ending, rec recorder.Recording, run recorder.Run) *failure {
	s := stoppedAt(run)
	if s == nil {
		return fail(e, "", "%s: %s", rec.Name, run.Verdict)
	}
	return fail(e, s.Hint, "%s, step %d (%s): %s", rec.Name, s.N, s.Shown(), orElse(s.Error, string(s.Verdict))).
		briefly("%s: %s at step %d of %d", rec.Name, s.Verdict, s.N, len(run.Steps))
}

// hopeless leaves of several recordings only the one with a step that cannot be
// replayed, where there is one: its run says why, and the others do not begin.
func hopeless(recs []recorder.Recording, o replaying) []recorder.Recording {
	if i := slices.IndexFunc(recs, func(rec recorder.Recording) bool {
		return len(recorder.Check(rec.From(o.from), o.allowInput)) > 0
	}); i >= 0 {
		return recs[i : i+1]
	}
	return recs
}

// parameters reads --param and --secret-env. The variables that hold secrets are not
// handed on to programs that a recording starts.
func (c *cli) parameters(o replaying) (map[string]string, error) {
	values := map[string]string{}
	for _, p := range o.params {
		key, value, ok := strings.Cut(p, "=")
		if !ok || key == "" {
			return nil, fail(usage, "write it as --param customer=Anna", "--param %q has no KEY=", p)
		}
		values[key] = value
	}
	for _, p := range o.secrets {
		key, variable, ok := strings.Cut(p, "=")
		if !ok || key == "" || variable == "" {
			return nil, fail(usage, "write it as --secret-env password=LOGIN_PASSWORD", "--secret-env %q has no KEY=VARIABLE", p)
		}
		value := c.getenv(variable)
		if value == "" {
			return nil, fail(usage, "set it before the replay", "the environment variable %s of --secret-env is empty", variable)
		}
		values[key] = value
	}
	for _, p := range o.secrets { // one may be for several parameters
		_, variable, _ := strings.Cut(p, "=")
		if err := c.unsetenv(variable); err != nil {
			return nil, fail(environment, "name another variable", "take %s from the environment of what is started: %v", variable, err)
		}
	}
	return values, nil
}

// checkParameters refuses a value that none of the recordings has a use for: a
// misspelt one would leave the default in its place.
func checkParameters(recs []recorder.Recording, values map[string]string) error {
	known := map[string]bool{}
	for _, rec := range recs {
		for _, q := range rec.Parameters {
			known[q.Name] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if known[key] {
			continue
		}
		hint := "the recording has no parameters: leave it out"
		if len(known) > 0 {
			hint = "use one of: " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
		}
		return fail(usage, hint, "%s: there is no parameter %q", recs[0].Name, key)
	}
	return nil
}

// parametersOf leaves out values that are for other recordings.
func parametersOf(rec recorder.Recording, values map[string]string) map[string]string {
	own := map[string]string{}
	for _, q := range rec.Parameters {
		if v, ok := values[q.Name]; ok {
			own[q.Name] = v
		}
	}
	return own
}

// replayable refuses before anything is opened what cannot be replayed as it was
// asked for: a recording without steps, or without the values that these need. One with
// steps that no value makes replayable needs none: the player says which. A dry run
// types nothing, and needs no secrets.
func replayable(rec recorder.Recording, values map[string]string, o replaying) error {
	if recorder.Empty(rec) {
		return fail(usage, "delete it with 'samebutton recordings delete' and record the flow again", "%s: %v", rec.Name, recorder.ErrEmpty)
	}
	rec = rec.From(o.from)
	missing := recorder.Missing(rec, values)
	if o.dryRun {
		missing = slices.DeleteFunc(missing, func(q recorder.Parameter) bool { return q.Secret })
	}
	if len(missing) == 0 || len(recorder.Check(rec, o.allowInput)) > 0 {
		return nil
	}
	var names, flags []string
	for _, q := range missing {
		names = append(names, strconv.Quote(q.Name))
		flag := "--param " + q.Name + "=VALUE"
		if q.Secret {
			flag = "--secret-env " + q.Name + "=VARIABLE"
		}
		flags = append(flags, flag)
	}
	hint := "add " + strings.Join(flags, " ")
	if strings.Contains(hint, "VARIABLE") {
		hint += " (VARIABLE is an environment variable that holds it)"
	}
	return fail(usage, hint, "%s: no value for the parameter %s; nothing was sent", rec.Name, strings.Join(names, ", "))
}

// replayOne replays one recording on its application.
func (c *cli) replayOne(ctx context.Context, rec recorder.Recording, parameters map[string]string, o replaying) (recorder.Run, error) {
	s, err := c.openFor(ctx, rec, o.from)
	if err != nil {
		return recorder.Run{}, err
	}
	defer s.close()
	if o.dryRun {
		return s.rehearse(ctx, rec, parameters, o)
	}
	held, player, done, err := s.player(ctx, o, parameters)
	if err != nil {
		return recorder.Run{}, err
	}
	defer done()
	run, err := player.Replay(held, rec, s.app)
	if errors.Is(err, recorder.ErrNotEnded) {
		c.warn("%v", err)
		err = nil
	}
	if err != nil {
		return run, storeFailure(err).with(begun(run))
	}
	if err := lostControl(held, run); err != nil {
		return run, explain(err).with(runOf(run))
	}
	return run, nil
}

// openFor opens the backend and finds the application of a recording, unless its
// first step, from the n-th on, brings it.
func (c *cli) openFor(ctx context.Context, rec recorder.Recording, n int) (*session, error) {
	if recorder.Brings(rec, n) {
		if c.app != "" {
			return nil, fail(usage, "leave --app out, or begin with the step after it (--from)", "%s starts or finds its application itself", rec.Name)
		}
		b, err := c.openBackend(ctx)
		if err != nil {
			return nil, err
		}
		return &session{cli: c, backend: b}, nil
	}
	if c.app == "" {
		c.app = rec.Application.Name
		defer func() { c.app = "" }()
	}
	return c.open(ctx)
}

// rehearse says what a replay would do with each step as things are now. It sends
// nothing and is not stored.
func (s *session) rehearse(ctx context.Context, rec recorder.Recording, parameters map[string]string, o replaying) (recorder.Run, error) {
	rules, err := s.cli.loadPolicy()
	if err != nil {
		return recorder.Run{}, err
	}
	options := recorder.PlayerOptions{
		Backend: s.backend, Parameters: parameters, Wait: s.cli.timeout, Policy: rules, Ask: s.cli.asker(nil), Launcher: s.cli.launcher,
		Locale: s.cli.localeOf, From: o.from, DryRun: true,
	}
	if o.allowInput {
		options.Pointer = tiedHands{topmost: s.cli.topmost}
	}
	run, err := recorder.NewPlayer(options).Replay(ctx, rec, s.app)
	if err != nil {
		return run, fail(usage, "", "%s: %v", rec.Name, err)
	}
	return run, nil
}

// tiedHands are leave for real input where nothing is sent: they only look.
type tiedHands struct {
	backends.Pointer
	topmost func(context.Context, tree.Point) (input.Pointed, error)
}

// Owner asks the display whose window is on top at a place.
func (h tiedHands) Owner(ctx context.Context, at tree.Point) (int, error) {
	found, err := h.topmost(ctx, at)
	return found.PID, err
}

// begun is what came of a run that there is, nil where none was begun.
func begun(run recorder.Run) any {
	if run.ID == "" {
		return nil
	}
	return runOf(run)
}

// player prepares to act: the store is open for writing, this process controls
// the input of the display, and nobody else does. The player acts under held,
// which ends when that is lost; done gives it back.
func (s *session) player(ctx context.Context, how replaying, parameters map[string]string) (held context.Context, p *recorder.Player, done func(), err error) {
	c := s.cli
	shelf, err := c.openShelf()
	if err != nil {
		return nil, nil, nil, err
	}
	rules, err := c.loadPolicy()
	if err != nil {
		return nil, nil, nil, err
	}
	held, release, err := c.control(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	o := recorder.PlayerOptions{
		Backend: s.backend, Journal: shelf, Parameters: parameters, Wait: c.timeout, OnStep: s.told(held, how),
		Policy: rules, Ask: c.asker(shelf), Launcher: c.launcher, EndLaunched: how.endLaunched,
		Version: version, Locale: c.localeOf, From: how.from, Gate: c.gate(how),
	}
	if o.Screen, err = c.screen(); err != nil {
		c.warn("no pictures: %v", err)
		o.Screen = nil
	}
	drop, err := c.allow(held, how.allowInput, &o)
	if err != nil {
		release()
		return nil, nil, nil, err
	}
	return held, recorder.NewPlayer(o), func() { drop(); release() }, nil
}

// allow opens real input for a player, if a person allowed it (guarantee 10).
func (c *cli) allow(ctx context.Context, allowed bool, o *recorder.PlayerOptions) (drop func(), err error) {
	if !allowed {
		return func() {}, nil
	}
	o.Pointer, drop, err = c.pointer(ctx)
	if err != nil {
		return nil, fail(environment, "run without --allow-input, or see 'samebutton doctor'", "open pointer and keyboard: %v", err)
	}
	return drop, nil
}

// report tells people on stderr how far a run is.
func (c *cli) report(r recorder.StepResult) {
	if c.json || r.Verdict != recorder.VerdictRunning {
		return
	}
	fmt.Fprintf(c.err, "  … %d  %s\n", r.N, safe(r.Shown()))
}

// told is what happens when a step has begun or ended.
func (s *session) told(ctx context.Context, how replaying) func(recorder.StepResult) {
	return func(r recorder.StepResult) {
		s.cli.report(r)
		if how.after != nil && r.Verdict != recorder.VerdictRunning {
			how.after(ctx, s, r)
		}
	}
}

// runsData is what came of several recordings.
type runsData struct {
	Verdict string    `json:"verdict"`
	Runs    []runData `json:"runs"`
}

// answer is the one run where there was one, which is the usual shape.
func (d runsData) answer() answer {
	if len(d.Runs) == 1 {
		return d.Runs[0]
	}
	return d
}

func (d runsData) show(p *page) {
	for _, r := range d.Runs {
		r.show(p)
	}
}
