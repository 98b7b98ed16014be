package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// askLimit is how long one element may take to say who it is: events wait behind it.
const askLimit = 300 * time.Millisecond

// known is what 'watch' knows of the application: what was read when it began,
// which is stored and so gives the refs, the last reading and the one before.
type known struct {
	*session
	stored, before, now *inspector.Frozen
	window              tree.Handle // of --window
	// due says that something may have come or been named anew since the reading.
	due  bool
	read time.Time     // when the reading ended
	took time.Duration // how long it took
	told map[tree.Handle]watchedData
}

// look reads the application for the first time and finds the window of --window.
func (s *session) look(ctx context.Context) (*known, error) {
	began := time.Now()
	f, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	k := &known{session: s, stored: f, told: map[tree.Handle]watchedData{}}
	top, err := s.top(f)
	if err != nil {
		return nil, err
	}
	if top != tree.None {
		k.window = f.Nodes[top].Handle
	}
	k.now, k.before, k.read, k.took = f, f, time.Now(), time.Since(began)
	return k, nil
}

// heard notes what an event makes out of date.
func (k *known) heard(e backends.Event) {
	switch e.Kind {
	case backends.EventChildren, backends.EventWindow, backends.EventLost, backends.EventProperty:
		k.due = true
	}
}

// gap is how long the application still has for itself: as long as a reading took.
func (k *known) gap() time.Duration {
	return max(settling, k.took) - time.Since(k.read)
}

// renew reads the application anew and reports whether that gave a reading. One
// that time cut short is none: it has lost what the one before knows.
func (k *known) renew(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, k.cli.patience())
	defer cancel()
	began := time.Now()
	snap, err := k.backend.Observe(ctx, backends.Scope{Application: k.app})
	k.read, k.took = time.Now(), time.Since(began)
	if err == nil && slices.ContainsFunc(snap.Cuts, func(c tree.Cut) bool { return c.Reason == tree.CutTime }) {
		err = backends.ErrTimeout
	}
	if err != nil {
		if !errors.Is(err, backends.ErrGone) && !errors.Is(ctx.Err(), context.Canceled) {
			k.cli.warn("read %q anew: %v", k.app.Name, err)
		}
		return false
	}
	k.before, k.now, k.due = k.now, inspector.Freeze(snap), false
	clear(k.told)
	// A window that was opened anew is the one of --window too; one that is closed
	// stays it for what is still told of it.
	if top, err := k.top(k.now); err == nil && top != tree.None {
		k.window = k.now.Nodes[top].Handle
	}
	return true
}

// element tells whose an event is: as the last reading shows it, else as it says
// itself. ok is false where nobody can tell.
func (k *known) element(ctx context.Context, h tree.Handle) (d watchedData, ok bool) {
	if h == "" {
		return d, false
	}
	if d, ok := k.told[h]; ok && !k.due {
		return d, true
	}
	if k.due && (k.gap() <= 0 || k.cli.title != "" && k.now.ByHandle(h) == tree.None && wait(ctx, k.gap())) {
		k.renew(ctx)
	}
	for _, f := range []*inspector.Frozen{k.now, k.before} {
		if id := f.ByHandle(h); id != tree.None {
			d := k.describe(f, id)
			k.told[h] = d
			return d, true
		}
	}
	reader, able := k.backend.(backends.NodeReader)
	if !able || k.cli.title != "" { // an element by itself does not say in which window it is
		return d, false
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	n, err := reader.ReadNode(ctx, k.app, h)
	if err != nil {
		return d, false
	}
	d = watchedData{Role: string(n.Role), Name: n.Name.Value, NameState: n.Name.State.String(), secret: n.Secret}
	k.told[h] = d
	return d, true
}

// wait waits and reports whether ctx goes on.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// describe tells an element of a reading.
func (k *known) describe(f *inspector.Frozen, id tree.NodeID) watchedData {
	n := &f.Nodes[id]
	d := watchedData{
		Role: string(n.Role), Name: n.Name.Value, NameState: n.Name.State.String(), Path: f.Path(id), secret: n.Secret,
	}
	if first := k.stored.ByHandle(n.Handle); first != tree.None && k.stored.Nodes[first].Role == n.Role {
		d.Ref = k.stored.Ref(first).String()
	}
	if top := f.Top(id); top != tree.None {
		d.inside = f.Nodes[top].Handle == k.window
	}
	t := f.Target(id)
	if t.Standing == inspector.StandingUnique || t.Standing == inspector.StandingContext {
		locator := t.Locator.String()
		d.Locator = &locator
	}
	return d
}
