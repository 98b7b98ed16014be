//go:build cgo

package main

import (
	"context"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// auditInWindow audits for the window: as the command does, with the suppressions of
// the current folder, and nothing written to the store.
func (c *cli) auditInWindow(b backends.Backend) func(context.Context, tree.Application, tree.Handle) (*audit.Report, error) {
	return func(ctx context.Context, app tree.Application, window tree.Handle) (*audit.Report, error) {
		o := auditing{profile: string(audit.ProfileDefault), failOn: "none"}
		options, err := o.options(false)
		if err != nil {
			return nil, err
		}
		s := &session{cli: c, backend: b, app: app}
		subject, err := s.windowSubject(ctx, window)
		if err != nil {
			return nil, err
		}
		return audit.Run(subject, options), nil
	}
}

// windowSubject gathers what is to be known of one window, or of all (""), for the
// window; nothing is written to the store.
func (s *session) windowSubject(ctx context.Context, window tree.Handle) (*audit.Subject, error) {
	g := s.gatherer(s.unkept)
	g.Windows = func(f *inspector.Frozen) ([]tree.NodeID, error) { return chosenWindow(f, window) }
	return g.Subject(ctx)
}

// chosenWindow is the window that a person chose, nil for all (""). One that is closed by
// now does not mean all: those were not asked for, least of all to press Tab in.
func chosenWindow(f *inspector.Frozen, window tree.Handle) ([]tree.NodeID, error) {
	if window == "" {
		return nil, nil
	}
	id := f.ByHandle(window)
	if id == tree.None {
		return nil, fail(stale, "choose another window, or all of them", "the chosen window is not there any more")
	}
	return []tree.NodeID{id}, nil
}
