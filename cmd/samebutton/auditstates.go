package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/recorder"
)

// stateAudits are the audits of a replay.
type stateAudits struct {
	how     auditing
	options audit.Options
	states  []audit.State
	// err is the first that kept a state from being audited, and missed the state.
	err    error
	missed string
	// elsewhere says that no state has had the window of --window yet.
	elsewhere error
}

// auditStates replays a recording and audits the application at its beginning and
// after each step that passed. Where the replay does not pass, or a state could not be
// audited, short says so and the report is of the states that were reached: what was to
// be judged was not, and the audit fails.
func (c *cli) auditStates(ctx context.Context, o auditing, options audit.Options) (r *audit.Report, short *failure, err error) {
	if err := c.live(usage, "nothing can be replayed on a saved snapshot"); err != nil {
		return nil, nil, err
	}
	rec, err := c.recording(o.after)
	if err != nil {
		return nil, nil, err
	}
	parameters, err := c.parameters(o.replay)
	if err != nil {
		return nil, nil, err
	}
	if err := checkParameters([]recorder.Recording{rec}, parameters); err != nil {
		return nil, nil, err
	}
	if err := replayable(rec, parameters, o.replay); err != nil {
		return nil, nil, err
	}
	all := &stateAudits{how: o, options: options}
	o.replay.after = all.after
	if !recorder.Brings(rec, 1) {
		if err := all.begin(ctx, c, rec); err != nil {
			return nil, nil, err
		}
	}
	run, err := c.replayOne(ctx, rec, parameters, o.replay)
	return all.report(rec, run, err)
}

// report is the audit of the states that a replay has led through.
func (a *stateAudits) report(rec recorder.Recording, run recorder.Run, err error) (r *audit.Report, short *failure, _ error) {
	how := &audit.Replay{Recording: rec.Name, Run: run.ID, Steps: len(rec.Steps)}
	switch e, passed := endingOfVerdict(run.Verdict); {
	case err != nil:
		short = explain(err)
		how.Stopped = &audit.Stop{Error: short.message}
	case !passed:
		short = runFailure(e, rec, run)
		how.Stopped = &audit.Stop{Error: short.message}
		if step := stoppedAt(run); step != nil {
			how.Stopped = &audit.Stop{Step: step.N, Title: step.Shown(), Error: orElse(step.Error, string(step.Verdict))}
		}
	case a.err != nil:
		f := explain(a.err)
		short = fail(f.ending, f.hint, "the application could not be audited %s: %s", a.missed, f.message)
		short.cause = f
	}
	switch {
	case len(a.states) > 0:
		r = audit.Combine(a.states)
		r.Replay = how
		return r, short, nil
	case short != nil:
		return nil, nil, short.with(begun(run))
	case a.elsewhere != nil:
		return nil, nil, a.elsewhere
	}
	return nil, nil, fail(environment, "audit it without --after", "%s: the application had ended before it could be audited", rec.Name)
}

// begin audits the application as the replay finds it.
func (a *stateAudits) begin(ctx context.Context, c *cli, rec recorder.Recording) error {
	s, err := c.openFor(ctx, rec, 1)
	if err != nil {
		return err
	}
	defer s.close()
	return a.add(ctx, s, "before the first step")
}

// after audits what a step has led to. The application that a step started or went
// on with is the one from there on.
func (a *stateAudits) after(ctx context.Context, s *session, r recorder.StepResult) {
	if r.Verdict != recorder.VerdictPassed {
		return
	}
	title := fmt.Sprintf("after step %d, %s", r.N, r.Shown())
	if r.PID != 0 {
		app, err := s.process(ctx, r.PID)
		if err != nil {
			a.miss(title, err)
			return
		}
		s.app = app
	}
	if err := a.add(ctx, s, title); err != nil {
		a.miss(title, err)
	}
}

// miss notes that a state was not audited. Later ones are all the same.
func (a *stateAudits) miss(title string, err error) {
	if a.err == nil {
		a.err, a.missed = err, title
	}
}

func (a *stateAudits) add(ctx context.Context, s *session, title string) error {
	subject, err := s.auditSubject(ctx, a.how)
	var f *failure
	if errors.As(err, &f) && f.ending == stale && s.cli.title != "" {
		a.elsewhere = err // a window that a step opens is not in every state
		return nil
	}
	if err != nil {
		return err
	}
	if ended(subject.Frozen) {
		return nil // the last step may close the application
	}
	a.states = append(a.states, audit.State{Title: title, Report: audit.Run(subject, a.options)})
	return nil
}

// process finds the application of a process.
func (s *session) process(ctx context.Context, pid int) (tree.Application, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cli.patience())
	defer cancel()
	all, err := s.backend.Applications(ctx)
	if err != nil {
		return tree.Application{}, err
	}
	for _, app := range all {
		if app.PID == pid {
			return app, nil
		}
	}
	return tree.Application{}, fail(environment, "it may have ended", "process %d is no application any more", pid)
}
