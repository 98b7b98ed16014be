package main

import (
	"context"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

const (
	// settling is how long after an event the tree is read: events come in bursts.
	settling = 50 * time.Millisecond
	// quiet is how long nothing may have been read while nothing is said: toolkits
	// forget events. restFactor keeps that below 1 % of the time.
	quiet      = 10 * time.Second
	restFactor = 100
)

// changes tells what is different in the tree: it is read anew after events, and
// now and then without any.
func (w *watcher) changes(ctx context.Context, events <-chan backends.Event) error {
	timer := time.NewTimer(w.rest())
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, open := <-events:
			switch {
			case !open:
				return errSilenced
			case e.Kind == backends.EventApplication && e.Detail == backends.DetailGone:
				return w.ended()
			}
			if !w.known.due {
				w.known.due = true
				timer.Reset(max(settling, w.known.gap()))
			}
		case <-timer.C:
			if err := w.compare(ctx); err != nil {
				return err
			}
			timer.Reset(w.rest())
		}
	}
}

func (w *watcher) rest() time.Duration { return max(quiet, restFactor*w.known.took) }

// compare reads the tree anew and tells what is different.
func (w *watcher) compare(ctx context.Context) error {
	if !w.known.renew(ctx) {
		return nil
	}
	a, b := w.known.before, w.known.now
	for _, change := range append(inspector.Diff(a, b), inspector.Blurred(a, b)...) {
		if len(w.kinds) > 0 && !slices.Contains(w.kinds, string(change.Kind)) {
			continue
		}
		f, id := b, change.After
		if id == tree.None {
			f, id = a, change.Before
		}
		found := w.known.describe(f, id)
		if !w.wanted(found.Role, found.inside) {
			continue
		}
		line := changeData{Time: stamp(b.Taken), Kind: string(change.Kind), Element: found, Detail: change.Words}
		if change.Property != "" {
			line.Property, line.From, line.To = &change.Property, &change.From, &change.To
		}
		if err := w.print(line); err != nil {
			return err
		}
	}
	return nil
}
