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

// afterFailure is the least time until it is tried again to read.
const afterFailure = time.Second

// known is what 'watch' knows of the application: what was read when it began,
// which is stored and so gives the refs, the last image and the one before.
type known struct {
	*session
	mirror              backends.Mirror
	stored, before, now *inspector.Frozen
	image               *tree.Snapshot // of which now is
	window              tree.Handle    // of --window
	// due says that something may have come or been named anew since the image.
	due bool
	// deaf says that the application's events cannot be heard.
	deaf bool
	// whole is when all was read for the last time, read when anything was, and took
	// how long that took.
	whole, read time.Time
	took        time.Duration
	told        map[tree.Handle]watchedData
}

// look makes the first image and finds the window of --window.
func (s *session) look(ctx context.Context, m backends.Mirror) (*known, error) {
	limited, cancel := context.WithTimeout(ctx, s.cli.patience())
	defer cancel()
	began := time.Now()
	image, err := m.Refresh(limited)
	for err == nil && disturbed(image.Snapshot) && limited.Err() == nil {
		image, err = m.Refresh(limited)
	}
	if err != nil {
		return nil, err
	}
	took := time.Since(began)
	snap := *image.Snapshot // it gets an ID
	f := s.keep(&snap)
	k := &known{
		session: s, mirror: m, stored: f, before: f, now: f, image: image.Snapshot, deaf: image.Deaf,
		whole: time.Now(), read: time.Now(), took: took, told: map[tree.Handle]watchedData{},
	}
	top, err := s.top(f)
	if err != nil {
		return nil, err
	}
	if top != tree.None {
		k.window = f.Nodes[top].Handle
	}
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

// renew brings the image up to date, or reads all of it anew, and reports whether
// that gave another. One that time cut short is none: it has lost what the one before
// knows. The error is that of an application that has ended.
func (k *known) renew(ctx context.Context, read func(context.Context) (backends.Image, error)) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, k.cli.patience())
	defer cancel()
	began := time.Now()
	image, err := read(ctx)
	k.read, k.took = time.Now(), time.Since(began)
	if err == nil && slices.ContainsFunc(image.Snapshot.Cuts, func(c tree.Cut) bool { return c.Reason == tree.CutTime }) {
		err = backends.ErrTimeout
	}
	switch {
	case errors.Is(err, backends.ErrGone):
		return false, err
	case err != nil:
		if !errors.Is(ctx.Err(), context.Canceled) {
			k.cli.warn("read %q anew: %v", k.app.Name, err)
		}
		k.took = max(k.took, afterFailure)
		return false, nil
	}
	k.due, k.deaf = false, image.Deaf
	if image.Whole {
		k.whole = k.read
	}
	if image.Snapshot == k.image {
		return false, nil
	}
	k.before, k.now, k.image = k.now, inspector.Freeze(image.Snapshot), image.Snapshot
	clear(k.told)
	// A window that was opened anew is the one of --window too; one that is closed
	// stays it for what is still told of it.
	if top, err := k.top(k.now); err == nil && top != tree.None {
		k.window = k.now.Nodes[top].Handle
	}
	return true, nil
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
		_, _ = k.renew(ctx, k.mirror.Refresh) // that it has ended is told as an event
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
	d = watchedData{Role: string(n.Role), Name: n.Name.Value, NameState: n.Name.State.String(), secret: n.Secret || n.RoleUnread()}
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
		Role: string(n.Role), Name: n.Name.Value, NameState: n.Name.State.String(), Path: f.Path(id), secret: n.Secret || n.RoleUnread(),
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
