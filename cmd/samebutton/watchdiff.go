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

// changes tells what is different in the tree: the image of it is brought up to date
// when the application says that something changed, and now and then all is read.
func (w *watcher) changes(ctx context.Context) error {
	for {
		rest := time.NewTimer(w.rest())
		read := w.known.mirror.Refresh
		select {
		case <-ctx.Done():
		case <-w.heard.wake:
			for _, e := range w.heard.take() {
				if e.Kind == backends.EventApplication && e.Detail == backends.DetailGone {
					rest.Stop()
					return w.ended()
				}
			}
			rest.Stop()
			continue
		case <-w.known.mirror.Due():
			wait(ctx, max(settling, w.known.gap()))
		case <-rest.C:
			read = w.known.mirror.Reconcile
		}
		rest.Stop()
		if ctx.Err() != nil {
			return nil
		}
		switch differs, err := w.known.renew(ctx, read); {
		case err != nil:
			return w.ended()
		case differs:
			if err := w.compare(); err != nil {
				return err
			}
		}
	}
}

// rest is how long it is until all is read whether anything was said or not.
func (w *watcher) rest() time.Duration {
	return max(settling, w.known.gap(), time.Until(w.known.whole.Add(max(quiet, restFactor*w.known.took))))
}

// compare tells what is different between the last two images.
func (w *watcher) compare() error {
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
