//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/samebutton/samebutton/app"
	"github.com/samebutton/samebutton/app/filedialog"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/file"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/store"
)

// services are what the window works with. What is missing here is nil, and the
// window says so where it would be needed. done ends all that was started.
func (c *cli) services(ctx context.Context) (s app.Services, done func(), err error) {
	var endings []func()
	done = func() {
		for i := len(endings) - 1; i >= 0; i-- {
			endings[i]()
		}
	}
	s = app.Services{Files: filedialog.Native(), SaveSnapshot: file.Save, OpenSnapshot: file.Load, Application: c.app, Observe: c.timeout, Version: version, AllowInput: c.allowInput, Started: started}
	b, err := c.openBackend(ctx)
	switch {
	case err == nil:
		s.Backend, s.Audit, s.WalkTabs = b, c.auditInWindow(b), c.walkInWindow(b)
		endings = append(endings, func() { b.Close() })
	case errors.Is(err, backends.ErrNoBus):
		c.warn("%v; %s", err, explain(err).hint)
	default:
		return s, done, err
	}
	if s.Screen, err = c.screen(); err != nil {
		c.warn("no pictures: %v", err)
		s.Screen = nil
	}
	shelf := newCommonShelf(c.shelfPath(), func(err error) { c.warn("close the store: %v", err) })
	endings = append(endings, shelf.close)
	// The first opening makes a store where there is none.
	if _, err := shelf.take(true); err != nil && !errors.Is(err, store.ErrInUse) {
		// The window can still inspect; recording and replaying need the store.
		c.warn("no recordings: %v", err)
	} else {
		if err == nil {
			shelf.give()
		}
		s.Store, s.StoreFile = shelf, c.shelfPath()
		s.Record = func(ctx context.Context, o recorder.SessionOptions) (recorder.Recording, error) {
			return recordInWindow(ctx, shelf, o, c.localeOf)
		}
		s.Replay = func(ctx context.Context, o recorder.PlayerOptions, rec recorder.Recording, target tree.Application, allowInput bool) (recorder.Run, error) {
			var err error
			if o.Policy, err = c.loadPolicy(); err != nil {
				return recorder.Run{}, err
			}
			held, release, err := c.control(ctx)
			if err != nil {
				return recorder.Run{}, err
			}
			defer release()
			drop, err := c.allow(held, allowInput, &o)
			if err != nil {
				return recorder.Run{}, err
			}
			defer drop()
			return use(shelf, true, func(opened *store.Store) (recorder.Run, error) {
				o.Journal, o.Launcher, o.Locale, o.Version = opened, c.launcher, c.localeOf, version
				run, err := recorder.NewPlayer(o).Replay(held, rec, target)
				if err == nil {
					err = lostControl(held, run)
				}
				return run, err
			})
		}
	}
	samples := &sampleRunner{}
	s.StartSample = samples.start
	endings = append(endings, samples.close)
	marker := &screenMarker{}
	s.Pick, s.OutlineOnScreen = pickOnScreen, marker.show
	endings = append(endings, marker.close)
	return s, done, nil
}

// pickOnScreen lets a person point at something on the screen.
func pickOnScreen(ctx context.Context, delay time.Duration, over func(app.Pointed)) (app.Pointed, error) {
	here := func(p input.Pointed) app.Pointed {
		return app.Pointed{At: p.At, Window: p.Window, PID: p.PID, Ours: p.PID == os.Getpid()}
	}
	at, err := input.Pick(ctx, delay, func(p input.Pointed) { over(here(p)) })
	return here(at), err
}

// ourWindow reports whether input belongs to this process itself.
func ourWindow(_ uint32, pid int) bool { return pid == os.Getpid() }

// recordInWindow records everything but what is done to our own window. The store
// is open until all of it is stored.
func recordInWindow(ctx context.Context, shelf *commonShelf, o recorder.SessionOptions, locale func(tree.Application) string) (recorder.Recording, error) {
	return use(shelf, true, func(opened *store.Store) (recorder.Recording, error) {
		if err := checkFree(opened, o.Name); err != nil {
			return recorder.Recording{}, err
		}
		listener, err := input.NewListener(input.Options{Ignore: ourWindow})
		if err != nil {
			return recorder.Recording{}, fmt.Errorf("listen to pointer and keyboard: %w", err)
		}
		o.Listener, o.Journal, o.Version, o.Locale = listener, opened, version, locale(o.Application)
		return recorder.Record(ctx, o)
	})
}

// sampleRunner runs the sample application for the person at the window.
type sampleRunner struct {
	mu   sync.Mutex
	apps []*orders.App
}

func (r *sampleRunner) start(ctx context.Context) (pid int, err error) {
	sample, err := orders.Start(ctx, orders.Environment(nil), orders.GTK3)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.apps = append(r.apps, sample)
	return sample.PID(), nil
}

// close ends the samples with the window.
func (r *sampleRunner) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, sample := range r.apps {
		sample.Close()
	}
	r.apps = nil
}

// started returns with what a running program can be started again.
func started(pid int) (program string, arguments []string, err error) {
	p, err := surroundings.Read(pid)
	if err != nil {
		return "", nil, err
	}
	program, arguments = p.Started()
	return program, arguments, nil
}
