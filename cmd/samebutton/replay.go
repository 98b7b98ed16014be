package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// replaying is what the flags of 'replay' say.
type replaying struct {
	params     []string
	secrets    []string
	allowInput bool
	dryRun     bool
}

func (c *cli) replay() *cobra.Command {
	var o replaying
	cmd := &cobra.Command{
		Use:   "replay NAME…",
		Short: "perform recordings again, refusing whatever is not proven",
		Example: `  samebutton replay "new order" --app Orders --param customer=Anna
  samebutton replay login --secret-env password=LOGIN_PASSWORD
  samebutton replay "new order" --dry-run`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: c.perform(func(ctx context.Context, names []string) (answer, error) { return c.replayAll(ctx, names, o) }),
	}
	cmd.Flags().StringArrayVar(&o.params, "param", nil, "value of a parameter (`KEY=VALUE`, repeatable)")
	cmd.Flags().StringArrayVar(&o.secrets, "secret-env", nil, "parameter whose value is in an environment variable (`KEY=VARIABLE`, repeatable)")
	cmd.Flags().BoolVar(&o.allowInput, "allow-input", false, allowInputUsage)
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "look for each element as things are now, and send nothing")
	return cmd
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
		recs = append(recs, rec)
	}
	done := runsData{Verdict: string(recorder.VerdictPassed), Runs: []runData{}}
	for _, rec := range recs {
		run, err := c.replayOne(ctx, rec, parameters, o)
		if err != nil {
			return nil, err
		}
		done.Runs = append(done.Runs, runOf(run))
		e, ok := endingOfVerdict(run.Verdict)
		if ok {
			continue
		}
		done.Verdict = string(run.Verdict)
		f := fail(e, "", "%s: %s", rec.Name, run.Verdict)
		for _, s := range run.Steps {
			if s.Verdict == run.Verdict {
				f = fail(e, s.Hint, "%s, step %d (%s): %s", rec.Name, s.N, s.Title, orElse(s.Error, string(s.Verdict)))
				break
			}
		}
		return nil, f.with(done.answer())
	}
	return done.answer(), nil
}

// parameters reads --param and --secret-env.
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
	return values, nil
}

// replayOne replays one recording on its application.
func (c *cli) replayOne(ctx context.Context, rec recorder.Recording, parameters map[string]string, o replaying) (recorder.Run, error) {
	if c.app == "" {
		c.app = rec.Application.Name
		defer func() { c.app = "" }()
	}
	s, err := c.open(ctx)
	if err != nil {
		return recorder.Run{}, err
	}
	defer s.close()
	if o.dryRun {
		return s.rehearse(ctx, rec)
	}
	player, done, err := s.player(ctx, o.allowInput, parameters)
	if err != nil {
		return recorder.Run{}, err
	}
	defer done()
	run, err := player.Replay(ctx, rec, s.app)
	if errors.Is(err, recorder.ErrParameter) {
		return run, fail(usage, "give it with --param or, for a secret, --secret-env", "%s: %v", rec.Name, err)
	}
	if err != nil {
		return run, storeFailure(err).with(runOf(run))
	}
	return run, nil
}

// player prepares to act: the store is open for writing, this process controls
// the input of the display, and nobody else does. done gives that back.
func (s *session) player(ctx context.Context, allowInput bool, parameters map[string]string) (*recorder.Player, func(), error) {
	c := s.cli
	shelf, err := c.openShelf()
	if err != nil {
		return nil, nil, err
	}
	release, err := c.lease(ctx)
	if err != nil {
		return nil, nil, err
	}
	o := recorder.PlayerOptions{
		Backend: s.backend, Journal: shelf, Parameters: parameters, Wait: c.timeout, OnStep: c.report,
	}
	if o.Screen, err = c.screen(); err != nil {
		c.warn("no pictures: %v", err)
		o.Screen = nil
	}
	drop, err := c.allow(ctx, allowInput, &o)
	if err != nil {
		release()
		return nil, nil, err
	}
	return recorder.NewPlayer(o), func() { drop(); release() }, nil
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
	fmt.Fprintf(c.err, "  … %d  %s\n", r.N, r.Title)
}

// rehearse looks for the element of each step as things are now. It sends
// nothing and is not stored: elements that earlier steps bring up are stale.
func (s *session) rehearse(ctx context.Context, rec recorder.Recording) (recorder.Run, error) {
	f, err := s.snapshot(ctx)
	if err != nil {
		return recorder.Run{}, err
	}
	run := recorder.Run{Recording: rec.ID, Name: rec.Name, Application: s.app.Name, PID: s.app.PID, Verdict: recorder.VerdictPassed}
	for i, step := range rec.Steps {
		r := recorder.StepResult{N: i + 1, StepID: step.ID, Title: step.Title, Delivery: backends.NotDelivered}
		switch {
		case step.Disabled:
			r.Verdict = recorder.VerdictSkipped
		case step.Target == nil:
			r.Verdict, r.Error = recorder.VerdictRefused, "raw input cannot be replayed"
		default:
			found := f.ResolveTarget(*step.Target)
			r.Resolution, r.Error = found.Outcome, found.Reason
			proof := f.ProofOf(found, found.Node())
			r.Proof = &proof
			r.Verdict = verdictOf(found.Outcome)
		}
		if _, ok := endingOfVerdict(r.Verdict); !ok && run.Verdict == recorder.VerdictPassed {
			run.Verdict = r.Verdict
		}
		run.Steps = append(run.Steps, r)
	}
	return run, nil
}

func verdictOf(o inspector.Outcome) recorder.Verdict {
	switch o {
	case inspector.Unique:
		return recorder.VerdictPassed
	case inspector.Stale:
		return recorder.VerdictStale
	case inspector.Ambiguous:
		return recorder.VerdictAmbiguous
	}
	return recorder.VerdictUnknown
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
