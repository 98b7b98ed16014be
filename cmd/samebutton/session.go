package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/inspector"
)

// session is a backend with the one application that a command is about.
type session struct {
	cli     *cli
	backend backends.Backend
	app     tree.Application
}

// open opens the backend and finds the application of --app.
func (c *cli) open(ctx context.Context) (*session, error) {
	b, err := c.openBackend(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{cli: c, backend: b}
	if s.app, err = c.application(ctx, b); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (c *cli) openBackend(ctx context.Context) (backends.Backend, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	return c.backend(ctx, c.backendName)
}

func (s *session) close() {
	if err := s.backend.Close(); err != nil {
		s.cli.log.Debug("close backend", "error", err)
	}
}

// application finds the one application that --app means. Without --app it is
// the only one there is.
func (c *cli) application(ctx context.Context, b backends.Backend) (tree.Application, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	all, err := b.Applications(ctx)
	if err != nil {
		return tree.Application{}, err
	}
	hits := selectApplications(all, c.app)
	if silent := silentOnes(all, hits, c.app); len(silent) > 0 {
		return tree.Application{}, fail(unknown, "give the whole name or the process number, or wait until it answers", "whether %q is another application cannot be told: %s", c.app, silence(silent)).with(appsOf(all))
	}
	switch {
	case len(hits) == 1:
		return hits[0], nil
	case len(hits) > 1 && c.app == "":
		return tree.Application{}, fail(ambiguous, "name one with --app", "%d applications are running", len(hits)).with(appsOf(hits))
	case len(hits) > 1:
		return tree.Application{}, c.several(ctx, hits)
	}
	return tree.Application{}, c.missing(ctx, b, all)
}

// several is the failure where a word means more than one application. The titles of
// their windows tell apart which the names cannot.
func (c *cli) several(ctx context.Context, hits []tree.Application) *failure {
	hint := "give the whole name or the process number"
	if !slices.ContainsFunc(hits, func(a tree.Application) bool { return a.Name != hits[0].Name }) {
		hint = "their names are equal: give the process number, such as --app " + strconv.Itoa(hits[0].PID)
	}
	list := appsOf(hits)
	display, err := c.display(ctx, "")
	if err != nil {
		c.log.Debug("ask for the titles of windows", "error", err)
		display = &surroundings.Display{}
	}
	for i := range list.Applications {
		for _, w := range display.Windows {
			if w.PID == list.Applications[i].PID && w.Title != "" {
				list.Applications[i].Windows = append(list.Applications[i].Windows, w.Title)
			}
		}
	}
	return fail(ambiguous, hint, "%q matches %d applications", c.app, len(hits)).with(list)
}

// silentOnes returns the applications that did not say their name and may be the
// one that the word means: none where the word is a process or the whole name of
// another. An application that was taken for a part of its name could else stand in
// for the one that hangs.
func silentOnes(all, hits []tree.Application, word string) []tree.Application {
	if word == "" || slices.ContainsFunc(hits, func(a tree.Application) bool { return a.Name == word || strconv.Itoa(a.PID) == word }) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(a tree.Application) bool { return a.Problem == "" })
}

// silence names the applications that do not answer.
func silence(silent []tree.Application) string {
	var words []string
	for _, a := range silent {
		words = append(words, fmt.Sprintf("process %d (%s) %s", a.PID, a.Name, a.Problem))
	}
	return strings.Join(words, ", ")
}

// selectApplications returns those that the word means: the process with that
// number, else those with exactly that name, else those whose name holds it.
func selectApplications(all []tree.Application, word string) []tree.Application {
	if word == "" {
		return all
	}
	number, err := strconv.Atoi(word)
	if err != nil {
		number = 0
	}
	for _, fits := range []func(tree.Application) bool{
		func(a tree.Application) bool { return number > 0 && a.PID == number },
		func(a tree.Application) bool { return a.Name == word },
		func(a tree.Application) bool {
			return strings.Contains(strings.ToLower(a.Name), strings.ToLower(word))
		},
	} {
		var hits []tree.Application
		for _, a := range all {
			if fits(a) {
				hits = append(hits, a)
			}
		}
		if len(hits) > 0 {
			return hits
		}
	}
	return nil
}

// observe reads the whole application, without an ID. A reading that the
// application disturbed by changing is made again while there is time.
func (s *session) observe(ctx context.Context) (*tree.Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cli.patience())
	defer cancel()
	var best *tree.Snapshot
	for {
		snap, err := s.backend.Observe(ctx, backends.Scope{Application: s.app})
		if err != nil {
			if best != nil {
				return best, nil
			}
			return nil, err
		}
		best = snap
		if !disturbed(snap) || ctx.Err() != nil {
			return best, nil
		}
	}
}

// ended reports whether the application ended while it was read.
func ended(f *inspector.Frozen) bool {
	return slices.ContainsFunc(f.Cuts, func(c tree.Cut) bool { return c.Reason == tree.CutEnded })
}

// theEnd is the failure where the application ended while it was read.
func theEnd(f *inspector.Frozen) *failure {
	return fail(environment, "start it again; what was read until then is kept", "%q (process %d) ended while it was read", f.Application.Name, f.Application.PID)
}

// disturbed reports whether nothing but a change during the reading cut it.
func disturbed(s *tree.Snapshot) bool {
	for _, c := range s.Cuts {
		if c.Reason != tree.CutChanged {
			return false
		}
	}
	return len(s.Cuts) > 0
}

// snapshot reads the application and keeps the reading in the store, so that a
// later command can use its refs. Where the store cannot be written the reading
// has no refs: reading must work on any machine.
func (s *session) snapshot(ctx context.Context) (*inspector.Frozen, error) {
	snap, err := s.observe(ctx)
	if err != nil {
		return nil, err
	}
	return s.keep(snap), nil
}

// keep stores a reading and freezes it under the ID that it got.
func (s *session) keep(snap *tree.Snapshot) *inspector.Frozen {
	shelf, err := s.cli.openShelf()
	if err == nil {
		snap.ID, err = shelf.PutSnapshot(snap)
	}
	if err != nil {
		snap.ID = ""
		s.cli.warn("no refs, because the snapshot could not be stored: %v", err)
	}
	return inspector.Freeze(snap)
}

// top returns the top-level element that --window means, tree.None without
// --window.
func (s *session) top(f *inspector.Frozen) (tree.NodeID, error) {
	word := s.cli.title
	if word == "" {
		return tree.None, nil
	}
	switch hits := windowsCalled(f, word); {
	case len(hits) == 1:
		return hits[0], nil
	case len(hits) > 1:
		return tree.None, fail(ambiguous, "give the whole title, or name the window in the locator", "%q matches %d windows", word, len(hits)).with(matchesOf(f, hits))
	case !f.Complete():
		return tree.None, fail(unknown, hintOf(inspector.Unknown), "no window %q was read, but not everything could be read", word)
	}
	return tree.None, fail(stale, "see the windows with 'samebutton tree --depth 1'", "no window matches %q", word).with(matchesOf(f, f.Nodes[0].Children))
}

// windowsCalled returns the top-level elements that a word of --window means: those
// with exactly the title, else those whose title holds it.
func windowsCalled(f *inspector.Frozen, word string) []tree.NodeID {
	want := inspector.Normalize(word)
	for _, fits := range []func(string) bool{
		func(title string) bool { return title == want },
		func(title string) bool { return strings.Contains(strings.ToLower(title), strings.ToLower(want)) },
	} {
		var hits []tree.NodeID
		for _, id := range f.Nodes[0].Children {
			if title, ok := f.Name(id); ok && fits(title) {
				hits = append(hits, id)
			}
		}
		if len(hits) > 0 {
			return hits
		}
	}
	return nil
}

// within limits a locator to the window of --window, unless it names one itself.
func (s *session) within(f *inspector.Frozen, l inspector.Locator) (inspector.Locator, error) {
	top, err := s.top(f)
	if err != nil || top == tree.None || l.Segments[0].Role.TopLevel() {
		return l, err
	}
	name, _ := f.Name(top)
	window := inspector.Segment{Role: f.Nodes[top].Role, Named: true, Name: name}
	return inspector.Locator{Segments: append([]inspector.Segment{window}, l.Segments...)}, nil
}
