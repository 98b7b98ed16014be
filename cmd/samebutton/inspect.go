package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func (c *cli) inspect() *cobra.Command {
	var at string
	cmd := &cobra.Command{
		Use:   "inspect LOCATOR|REF | --at X,Y",
		Short: "tell all about one element, and how it can be named",
		Example: `  samebutton inspect --app Orders 'button "Save"'
  samebutton inspect @s12:e5
  samebutton inspect --at 640,400`,
		Args: args(cobra.MaximumNArgs(1)),
	}
	cmd.RunE = c.perform(func(ctx context.Context, args []string) (answer, error) {
		if (len(args) == 1) == (at != "") {
			return nil, fail(usage, "usage: samebutton inspect LOCATOR, or REF, or --at X,Y", "name one element, or one place")
		}
		var a *aim
		var err error
		if at != "" {
			a, err = c.aimAt(ctx, at)
		} else {
			a, err = c.aimToLook(ctx, args[0])
		}
		if err != nil {
			return nil, err
		}
		defer a.session.close()
		return inspectionOf(a.frozen, a.node), nil
	})
	cmd.Flags().StringVar(&at, "at", "", "the element at this place of the screen (`X,Y` in pixels)")
	return cmd
}

// aimAt finds the element at a place of the screen, in the application of --app
// or in whichever has a window there.
func (c *cli) aimAt(ctx context.Context, text string) (*aim, error) {
	point, err := parsePoint(text)
	if err != nil {
		return nil, err
	}
	b, err := c.openBackend(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{cli: c, backend: b}
	a, err := s.at(ctx, point)
	if err != nil {
		s.close()
		return nil, err
	}
	return a, nil
}

func parsePoint(text string) (tree.Point, error) {
	x, y, ok := strings.Cut(text, ",")
	px, err1 := strconv.Atoi(strings.TrimSpace(x))
	py, err2 := strconv.Atoi(strings.TrimSpace(y))
	if !ok || err1 != nil || err2 != nil {
		return tree.Point{}, fail(usage, "write it in pixels of the screen: --at 640,400", "%q is no place", text)
	}
	return tree.Point{X: px, Y: py}, nil
}

func (s *session) at(ctx context.Context, point tree.Point) (*aim, error) {
	limited, cancel := context.WithTimeout(ctx, s.cli.patience())
	defer cancel()
	all, err := s.backend.Applications(limited)
	if err != nil {
		return nil, err
	}
	var there []tree.Application
	var chains [][]tree.Handle
	var silent []tree.Application
	for _, app := range selectApplications(all, s.cli.app) {
		if app.Problem != "" {
			silent = append(silent, app)
			continue
		}
		chain, err := s.hit(limited, app, point)
		if err != nil {
			s.cli.warn("ask %q what is at %d,%d: %v", app.Name, point.X, point.Y, err)
			app.Problem = "could not tell"
			silent = append(silent, app)
			continue
		}
		if len(chain) > 0 {
			there, chains = append(there, app), append(chains, chain)
		}
	}
	switch {
	case len(there) == 0 && len(silent) > 0:
		return nil, fail(unknown, "run it again when all answer, or name another with --app", "what is at %d,%d cannot be told: %s", point.X, point.Y, silence(silent)).with(appsOf(silent))
	case len(there) == 0:
		return nil, fail(stale, "see what is running with 'samebutton apps'", "no element is at %d,%d", point.X, point.Y)
	case len(there) > 1:
		return nil, fail(ambiguous, "name one with --app", "%d applications have a window at %d,%d", len(there), point.X, point.Y).with(appsOf(there))
	}
	s.app = there[0]
	f, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	for i := len(chains[0]) - 1; i >= 0; i-- {
		if id := f.ByHandle(chains[0][i]); id != tree.None {
			if at := f.Hits().At(point); at != tree.None && f.Nodes[at].Cell != nil && f.Nodes[at].Parent == id {
				id = at // the application made it anew to answer, under another handle
			}
			return &aim{session: s, frozen: f, node: f.Owner(id)}, nil
		}
	}
	return nil, fail(unknown, "run it again", "the element at %d,%d was gone before it could be read", point.X, point.Y)
}

// hit asks the application itself what is at a place, where the backend can;
// else it looks where the elements say that they are.
func (s *session) hit(ctx context.Context, app tree.Application, point tree.Point) ([]tree.Handle, error) {
	if tester, ok := s.backend.(backends.HitTester); ok {
		return tester.HitTest(ctx, app, point)
	}
	snap, err := s.backend.Observe(ctx, backends.Scope{Application: app})
	if err != nil {
		return nil, err
	}
	if id := inspector.Freeze(snap).Hits().At(point); id != tree.None {
		return []tree.Handle{snap.Nodes[id].Handle}, nil
	}
	return nil, nil
}
