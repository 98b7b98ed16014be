package main

import (
	"context"
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
	err     error // the first that kept a state from being audited
}

// auditStates replays a recording and audits the application at its beginning and
// after each step that passed. A replay that does not pass fails the audit: what was
// to be judged was not reached.
func (c *cli) auditStates(ctx context.Context, o auditing, options audit.Options) (*audit.Report, error) {
	if err := c.live(usage, "nothing can be replayed on a saved snapshot"); err != nil {
		return nil, err
	}
	rec, err := c.recording(o.after)
	if err != nil {
		return nil, err
	}
	parameters, err := c.parameters(o.replay)
	if err != nil {
		return nil, err
	}
	if err := checkParameters([]recorder.Recording{rec}, parameters); err != nil {
		return nil, err
	}
	if err := replayable(rec, parameters, o.replay); err != nil {
		return nil, err
	}
	all := &stateAudits{how: o, options: options}
	o.replay.after = all.after
	if !recorder.Brings(rec, 1) {
		if err := all.begin(ctx, c, rec); err != nil {
			return nil, err
		}
	}
	run, err := c.replayOne(ctx, rec, parameters, o.replay)
	if err != nil {
		return nil, err
	}
	if e, ok := endingOfVerdict(run.Verdict); !ok {
		return nil, fail(e, "see 'samebutton runs show last'", "%s: %s, so that not all states could be audited", rec.Name, run.Verdict).with(runOf(run))
	}
	if all.err != nil {
		return nil, all.err
	}
	if len(all.states) == 0 {
		return nil, fail(environment, "audit it without --after", "%s: the application had ended before it could be audited", rec.Name)
	}
	return audit.Combine(all.states), nil
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
	if r.Verdict != recorder.VerdictPassed || a.err != nil {
		return
	}
	if r.PID != 0 {
		app, err := s.process(ctx, r.PID)
		if err != nil {
			a.err = err
			return
		}
		s.app = app
	}
	a.err = a.add(ctx, s, fmt.Sprintf("after step %d, %s", r.N, r.Shown()))
}

func (a *stateAudits) add(ctx context.Context, s *session, title string) error {
	subject, err := s.auditSubject(ctx, a.how)
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
