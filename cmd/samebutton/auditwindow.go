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
		g := s.gatherer(s.unkept)
		g.Windows = func(f *inspector.Frozen) ([]tree.NodeID, error) {
			if id := f.ByHandle(window); id != tree.None {
				return []tree.NodeID{id}, nil
			}
			return nil, nil
		}
		subject, err := g.Subject(ctx)
		if err != nil {
			return nil, err
		}
		return audit.Run(subject, options), nil
	}
}
