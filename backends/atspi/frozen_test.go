package atspi

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/freeze"
)

// slowCall is the limit of a call where a test looks whether something waits for one: so
// long that no busy machine takes half of it for what does not wait.
const slowCall = 3 * time.Second

// A stopped application costs what concerns it, up to the deadline, and nothing
// else.
func TestFrozenApplication(t *testing.T) {
	for _, name := range []string{"gtk3-widget-factory", "gtk4-widget-factory"} {
		t.Run(name, func(t *testing.T) {
			b := open(t, Options{Call: slowCall})
			frozen := start(t, name)
			app := application(t, b, frozen.Process.Pid)
			lively := application(t, b, start(t, "mousepad").Process.Pid)
			button := observe(t, b, app).Nodes[2].Handle
			if err := freeze.Stop(frozen.Process.Pid); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { freeze.Continue(frozen.Process.Pid) })

			began := time.Now()
			apps, err := b.Applications(deadline(t))
			if took := time.Since(began); err != nil || took > slowCall*3/4 {
				t.Errorf("applications took %v, %v: the stopped one was waited for", took, err)
			}
			seen := map[int]string{}
			for _, a := range apps {
				seen[a.PID] = a.Problem
			}
			if seen[app.PID] != problemStopped {
				t.Errorf("the stopped application has the problem %q", seen[app.PID])
			}
			if problem, there := seen[lively.PID]; !there || problem != "" {
				t.Errorf("the lively application: %v, problem %q", there, problem)
			}

			within := func(what string, limit time.Duration, do func(ctx context.Context) error) {
				t.Helper()
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				defer cancel()
				began := time.Now()
				err := do(ctx)
				if took := time.Since(began); took > limit+late {
					t.Errorf("%s took %v with a deadline of %v", what, took, limit)
				}
				if !errors.Is(err, backends.ErrTimeout) {
					t.Errorf("%s: %v, want a timeout", what, err)
				}
			}
			fresh := open(t, Options{Call: slowCall})
			for _, b := range []*Backend{b, fresh} {
				within("observe", 500*time.Millisecond, func(ctx context.Context) error {
					_, err := b.Observe(ctx, scopeOf(app, ""))
					return err
				})
				within("read node", 500*time.Millisecond, func(ctx context.Context) error {
					_, err := b.ReadNode(ctx, app, button)
					return err
				})
				within("act", 500*time.Millisecond, func(ctx context.Context) error {
					err := b.Act(ctx, app, button, backends.Action{Verb: tree.VerbPress})
					if got := backends.DeliveryOf(err); got != backends.NotDelivered {
						t.Errorf("act before which nothing could be read is %s", got)
					}
					return err
				})
			}
			// The other application is read meanwhile as fast as ever.
			done := make(chan struct{})
			go func() {
				b.Observe(context.Background(), scopeOf(app, ""))
				close(done)
			}()
			began = time.Now()
			s := observe(t, b, lively)
			if took := time.Since(began); took > slowCall*3/4 || !s.Complete() {
				t.Errorf("the lively application took %v, complete %v", took, s.Complete())
			}
			<-done
		})
	}
}
