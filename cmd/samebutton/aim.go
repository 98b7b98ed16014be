package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/store"
)

// aim is an element that a person named, found in a live reading.
type aim struct {
	session *session
	frozen  *inspector.Frozen
	node    tree.NodeID
	// target is what an act resolves again, twice, before anything is sent.
	target inspector.Target
	// cover is the window that lies over the place of --at; nil where none does.
	cover *coverData
}

// aim finds the one element that a locator or a ref names now. The caller closes
// its session. Anything but a unique element is a failure.
func (c *cli) aim(ctx context.Context, text string) (*aim, error) {
	if strings.HasPrefix(text, "@") {
		return c.aimByRef(ctx, text, false)
	}
	s, f, r, err := c.seek(ctx, text)
	if err != nil {
		return nil, err
	}
	return &aim{session: s, frozen: f, node: r.Node(), target: targetOf(f, r)}, nil
}

// seek reads the application and finds the one element that a locator names. The
// caller closes the session. Anything but a unique element is a failure.
func (c *cli) seek(ctx context.Context, text string) (s *session, f *inspector.Frozen, r inspector.Resolution, err error) {
	locator, err := inspector.ParseLocator(text)
	if err != nil {
		return nil, nil, r, err
	}
	if s, err = c.open(ctx); err != nil {
		return nil, nil, r, err
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if f, err = s.snapshot(ctx); err != nil {
		return s, nil, r, err
	}
	if locator, err = s.within(f, locator); err != nil {
		return s, f, r, err
	}
	r = f.Written(locator)
	if e, ok := endingOf(r.Outcome); !ok {
		return s, f, r, notFound(e, f, r, locator.String())
	}
	return s, f, r, nil
}

// aimToLook is aim for who only looks: the ref of an element that has twins is good
// enough while the same process shows it under the same handle, role and name.
func (c *cli) aimToLook(ctx context.Context, text string) (*aim, error) {
	if strings.HasPrefix(text, "@") {
		return c.aimByRef(ctx, text, true)
	}
	return c.aim(ctx, text)
}

// targetOf makes a target of the locator that a person wrote, with what the
// inspector knows of the element as witnesses. Where that cannot tell the
// element from its twins, the person's own words (an ordinal, say) stand alone.
func targetOf(f *inspector.Frozen, r inspector.Resolution) inspector.Target {
	t := f.Target(r.Node())
	witnesses := append([]inspector.Locator{t.Locator}, t.Witnesses...)
	sure := t.Standing == inspector.StandingUnique || t.Standing == inspector.StandingContext
	t.Locator, t.Witnesses, t.Proof = r.Locator, nil, f.ProofOf(r, r.Node())
	if !sure {
		t.Standing = inspector.StandingContext
		return t
	}
	for _, w := range witnesses {
		if w.String() != r.Locator.String() {
			t.Witnesses = append(t.Witnesses, w)
		}
	}
	return t
}

// aimByRef finds the element that a ref of a stored snapshot names. It must be
// found again by what names it, in the same process, under the same handle:
// otherwise another element took its place and the ref is stale. Who only looks may
// see one that can no longer, or never could, be told from others.
func (c *cli) aimByRef(ctx context.Context, text string, looking bool) (a *aim, err error) {
	saved, node, err := c.remembered(text)
	if err != nil {
		return nil, err
	}
	s, err := c.reopen(ctx, saved.Application)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	f, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	target := saved.Target(node)
	r := f.ResolveTarget(target)
	if looking && (r.Outcome == inspector.Ambiguous || r.Outcome == inspector.Unknown) {
		before, now := &saved.Nodes[node], f.ByHandle(saved.Nodes[node].Handle)
		if now != tree.None && f.Nodes[now].Role == before.Role && f.Nodes[now].Name == before.Name {
			return &aim{session: s, frozen: f, node: now, target: target}, nil
		}
	}
	if e, ok := endingOf(r.Outcome); !ok {
		return nil, notFound(e, f, r, fmt.Sprintf("%s (%s)", text, target.Describe))
	}
	if f.Nodes[r.Node()].Handle != saved.Nodes[node].Handle {
		return nil, fail(stale, "read the application anew with 'samebutton tree'",
			"%s: %s is there, but it is another element than in snapshot %s", text, target.Describe, saved.ID).with(findingOf(f, r))
	}
	return &aim{session: s, frozen: f, node: r.Node(), target: target}, nil
}

// remembered returns the stored snapshot of a ref and the element in it.
func (c *cli) remembered(text string) (*inspector.Frozen, tree.NodeID, error) {
	ref, err := inspector.ParseRef(text)
	if err != nil {
		return nil, tree.None, fail(usage, "refs are printed by 'samebutton tree' and 'samebutton find'", "%v", err)
	}
	if !ref.Stored() {
		return nil, tree.None, fail(stale, "copy the locator in the window instead, or read the application here with 'samebutton tree'",
			"%s is a ref of the window, and the snapshots of the window are not stored", text)
	}
	shelf, err := c.readShelf()
	if err != nil {
		return nil, tree.None, err
	}
	if shelf == nil {
		return nil, tree.None, fail(stale, "read the application anew with 'samebutton tree'", "%s: no snapshot is stored", text)
	}
	snap, err := shelf.Snapshot(ref.Snapshot)
	if errors.Is(err, store.ErrNotFound) {
		return nil, tree.None, fail(stale, "read the application anew with 'samebutton tree'", "%s: %v", text, err)
	}
	if err != nil {
		return nil, tree.None, storeFailure(err)
	}
	f := inspector.Freeze(snap)
	node := f.ByRef(ref)
	if node == tree.None && f.Gave(ref) {
		return nil, tree.None, fail(stale, "read the application anew with 'samebutton tree'",
			"%s is not there any more: it was gone when a region of snapshot %s was read anew", text, ref.Snapshot)
	}
	if node == tree.None {
		return nil, tree.None, fail(usage, "see the refs with 'samebutton tree'", "snapshot %s has no ref %s", ref.Snapshot, text)
	}
	if top := f.Top(node); c.title != "" && !slices.Contains(windowsCalled(f, c.title), top) {
		return nil, tree.None, fail(usage, "leave out --window: a ref says where it belongs", "%s is of %s, not of a window %q", text, f.Path(node), c.title)
	}
	return f, node, nil
}

// means reports whether --app, where it is given, may mean the application of a
// stored snapshot among those that are running. It goes by the name that was stored:
// one that hangs does not say it.
func (c *cli) means(app tree.Application, running []tree.Application) bool {
	all := []tree.Application{app}
	for _, live := range running {
		if live.Handle != app.Handle || !live.SameProcess(app) {
			all = append(all, live)
		}
	}
	return slices.ContainsFunc(selectApplications(all, c.app), func(a tree.Application) bool {
		return a.Handle == app.Handle && a.SameProcess(app)
	})
}

// reopen opens the backend on the very process of a stored snapshot.
func (c *cli) reopen(ctx context.Context, app tree.Application) (*session, error) {
	b, err := c.openBackend(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{cli: c, backend: b}
	limited, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	all, err := b.Applications(limited)
	if err != nil {
		s.close()
		return nil, err
	}
	if !c.means(app, all) {
		s.close()
		return nil, fail(usage, "leave out --app: a ref says where it belongs", "the ref is of %q (process %d), not of %q", app.Name, app.PID, c.app)
	}
	for _, live := range all {
		if live.Handle == app.Handle && live.SameProcess(app) {
			s.app = live
			return s, nil
		}
	}
	s.close()
	return nil, fail(stale, "read the application anew with 'samebutton tree --app "+app.Name+"'",
		"%q (process %d), which the ref belongs to, is not running any more", app.Name, app.PID).with(appsOf(all))
}
