package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

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

// at finds the element at a place. Of several windows the topmost decides, whoever's
// it is, unless --app or --window ask for what it covers.
func (s *session) at(ctx context.Context, point tree.Point) (*aim, error) {
	limited, cancel := context.WithTimeout(ctx, s.cli.patience())
	defer cancel()
	all, err := s.backend.Applications(limited)
	if err != nil {
		return nil, err
	}
	top := s.topmost(limited, point)
	among := selectApplications(all, s.cli.app)
	if s.cli.app == "" && s.cli.title == "" {
		if i := slices.IndexFunc(all, func(a tree.Application) bool { return top.PID != 0 && a.PID == top.PID }); i >= 0 {
			among = all[i : i+1]
		}
	}
	there, silent := s.asked(limited, among, point)
	switch {
	case len(there) == 0 && len(silent) > 0:
		return nil, fail(unknown, "run it again when all answer, or name another with --app", "what is at %d,%d cannot be told: %s", point.X, point.Y, silence(silent)).with(appsOf(silent))
	case len(there) == 0:
		return nil, fail(stale, "see what is running with 'samebutton apps'", "no element is at %d,%d", point.X, point.Y)
	}
	var found []*aim
	for _, h := range there {
		s.app = h.app
		a, err := s.deepest(ctx, h.chain, point, top)
		if err != nil {
			if len(there) == 1 {
				return nil, err
			}
			s.cli.log.Debug("look at a place", "application", h.app.Name, "error", err)
			continue
		}
		if a.cover == nil && top.PID != 0 {
			return a, nil // it is the topmost
		}
		found = append(found, a)
	}
	switch {
	case len(found) > 0 && found[0].cover != nil && s.cli.app == "" && s.cli.title == "":
		return nil, fail(environment, "'samebutton doctor' tells why; name what is below it with --app", "%s is on top at %d,%d and shows no elements to others", found[0].cover, point.X, point.Y)
	case len(found) > 1:
		return nil, fail(ambiguous, "name one with --app", "%d applications have a window at %d,%d", len(found), point.X, point.Y).with(appsOf(applicationsOf(there)))
	case len(found) == 0:
		return nil, fail(stale, "see the windows with 'samebutton tree --depth 1'", "no window that is meant has an element at %d,%d", point.X, point.Y)
	}
	if found[0].cover != nil {
		found[0].cover.name(all)
	}
	s.app = found[0].frozen.Application
	return found[0], nil
}

// topmost tells whose window is on top at a place; zero where nobody can tell, as of
// a saved snapshot.
func (s *session) topmost(ctx context.Context, point tree.Point) input.Pointed {
	if strings.HasPrefix(s.cli.backendName, filePrefix) {
		return input.Pointed{}
	}
	top, err := s.cli.topmost(ctx, point)
	if err != nil {
		s.cli.log.Debug("ask which window is on top", "error", err)
	}
	return top
}

// hitThere is an application that has an element at a place: the handles from the
// window down.
type hitThere struct {
	app   tree.Application
	chain []tree.Handle
}

func applicationsOf(there []hitThere) []tree.Application {
	var apps []tree.Application
	for _, h := range there {
		apps = append(apps, h.app)
	}
	return apps
}

// asked asks applications what they have at a place. Silent are those that do not say.
func (s *session) asked(ctx context.Context, apps []tree.Application, point tree.Point) (there []hitThere, silent []tree.Application) {
	for _, app := range apps {
		if app.Problem != "" {
			silent = append(silent, app)
			continue
		}
		chain, err := s.hit(ctx, app, point)
		if err != nil {
			s.cli.warn("ask %q what is at %d,%d: %v", app.Name, point.X, point.Y, err)
			app.Problem = "could not tell"
			silent = append(silent, app)
			continue
		}
		if len(chain) > 0 {
			there = append(there, hitThere{app, chain})
		}
	}
	return there, silent
}

// coverData is the window that lies over a place.
type coverData struct {
	Application string `json:"application"` // "": it shows no elements to others
	PID         int    `json:"pid"`
	Window      string `json:"window,omitempty"` // of the same application
}

func (c *coverData) name(all []tree.Application) {
	for _, a := range all {
		if a.PID == c.PID {
			c.Application = a.Name
		}
	}
}

// String names it for people.
func (c *coverData) String() string {
	switch {
	case c.Window != "":
		return c.Window
	case c.Application != "":
		return fmt.Sprintf("%s (process %d)", c.Application, c.PID)
	}
	return fmt.Sprintf("a window of process %d", c.PID)
}

// deepest reads the application of the session and finds what it says is at a place:
// in the window of --window, else in the topmost one.
func (s *session) deepest(ctx context.Context, chain []tree.Handle, point tree.Point, top input.Pointed) (*aim, error) {
	f, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	over := tree.None // the window on top, where it is one of this application
	for _, w := range f.Windows {
		if w.XID != 0 && w.XID == top.Window {
			over = w.Node
		}
	}
	within := over
	if s.cli.title != "" {
		if within, err = s.top(f); err != nil {
			return nil, err
		}
	}
	a := &aim{session: s, frozen: f, node: tree.None}
	switch {
	case over != tree.None && over != within:
		a.cover = &coverData{Application: f.Application.Name, PID: f.Application.PID, Window: f.Short(over)}
	case over == tree.None && top.PID != 0 && top.PID != f.Application.PID:
		a.cover = &coverData{PID: top.PID}
	}
	answered := tree.None // the deepest element that the application named
	for i := len(chain) - 1; i >= 0 && a.node == tree.None; i-- {
		id := f.ByHandle(chain[i])
		if id == tree.None {
			continue
		}
		if answered == tree.None {
			answered = id
		}
		if within == tree.None || f.Top(id) == within {
			if at := f.Hits().At(point); at != tree.None && f.Nodes[at].Cell != nil && f.Nodes[at].Parent == id {
				id = at // the application made it anew to answer, under another handle
			}
			a.node = f.Owner(id)
		}
	}
	if a.node == tree.None && within != tree.None {
		id := f.Hits().AtWithin(point, within)
		if s.cli.title == "" && (id == tree.None || id == within) && answered != tree.None {
			id = answered // GTK 3 lists what is in the popup of a combo box below the box
		}
		if id != tree.None {
			a.node = f.Owner(id)
		} else if s.cli.title != "" {
			return nil, fail(stale, "leave out --window, or choose another place", "%s has no element at %d,%d", f.Short(within), point.X, point.Y)
		}
	}
	if a.node == tree.None {
		return nil, fail(unknown, "run it again", "the element at %d,%d was gone before it could be read", point.X, point.Y)
	}
	return a, nil
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
