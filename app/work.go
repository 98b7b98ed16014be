package app

import (
	"context"
	"time"
)

// Everything that may wait runs on a worker; what it found is posted to the
// goroutine of the window. busy counts work whose result is not shown yet, so
// that tests wait for idle instead of sleeping.

// do runs work on a goroutine with a deadline, then done on the window's
// goroutine. done runs also when the deadline passed: work reports that itself.
func (a *App) do(limit time.Duration, work func(ctx context.Context), done func()) {
	a.busy.Add(1)
	go func() {
		ctx, cancel := context.WithTimeout(a.ctx, limit)
		defer cancel()
		work(ctx)
		a.finish(done)
	}()
}

// finish posts the end of work that was counted as busy.
func (a *App) finish(done func()) {
	a.post(func() {
		defer a.busy.Add(-1)
		if a.ctx.Err() == nil {
			done()
		}
	})
}

// Idle reports whether all work that was begun is shown. Any goroutine.
func (a *App) Idle() bool { return a.busy.Load() == 0 }
