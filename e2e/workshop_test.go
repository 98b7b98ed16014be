//go:build linux && cgo

package e2e

import (
	"context"
	"slices"
	"testing"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// workshop starts the sample with one of each kind of widget and waits until it can
// be read whole.
func workshop(t testing.TB, toolkit orders.Toolkit) *rig {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	t.Cleanup(cancel)
	app, err := orders.StartWorkshop(ctx, screenDesktop, toolkit)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, ctx: ctx, orders: app}
	t.Cleanup(r.close)
	r.observe("Workshop", app.PID())
	return r
}

// bench is what the widgets hold.
func (r *rig) bench() orders.Bench {
	r.t.Helper()
	b, err := r.orders.Bench(r.ctx)
	if err != nil {
		r.t.Fatal(err)
	}
	return b
}

// happened returns the log without what only tells the state: "event id value".
func (r *rig) happened() []string {
	r.t.Helper()
	log, err := r.orders.Log()
	if err != nil {
		r.t.Fatal(err)
	}
	log = slices.DeleteFunc(log, func(e orders.Entry) bool { return e.Event == "state" || e.Event == "control" || e.Event == "ready" })
	return lines(log)
}

// replayed replays steps with leave for real input.
func (p *person) replayed(steps ...recorder.Step) recorder.Run {
	p.t.Helper()
	pl := recorder.NewPlayer(recorder.PlayerOptions{Backend: p.backend, Journal: &memory{}, Pointer: p.pointer, Wait: patience})
	run, err := pl.Replay(p.ctx, recorder.Recording{Schema: recorder.RecordingSchema, ID: "c1", Name: "test", Steps: steps}, p.app)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, s := range run.Steps {
		if s.Verdict != recorder.VerdictPassed {
			p.t.Errorf("%s: %s, %s, %s: %s %q", s.Title, s.Verdict, s.Delivery, s.Effect, s.Error, s.Changes)
		}
	}
	return run
}
