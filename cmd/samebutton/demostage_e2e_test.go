//go:build e2e && cgo && linux

package main

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

// An Orders that does not answer yet is asked again, and a stage on which it never did is
// struck all the same.
func TestStageAsksOrdersAgain(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	d, err := desktop.Start(ctx, desktop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	asked := 0
	c := &cli{log: slog.New(slog.DiscardHandler), tools: tools{backend: func(context.Context, string) (backends.Backend, error) {
		if asked++; asked == 3 {
			stop()
		}
		return nil, backends.ErrTimeout
	}}}
	s := &stage{cli: c, desktop: d, toolkit: orders.GTK3}
	if err := s.serve(running); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("serve: %v", err)
	}
	if asked != 3 {
		t.Errorf("it was asked %d times, want 3", asked)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
