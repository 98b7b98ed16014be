//go:build linux

package input

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
)

// heard is a running listener and what it has reported.
type heard struct {
	mu     sync.Mutex
	inputs []backends.Input
	stop   func() error
}

// listen starts a listener and waits until it is ready. react is called by sink
// (nil: release at once).
func listen(t testing.TB, o Options, react func(backends.Input)) *heard {
	t.Helper()
	if react == nil {
		react = func(in backends.Input) { in.Release() }
	}
	l, err := NewListener(o)
	if err != nil {
		t.Fatal(err)
	}
	h := &heard{}
	ctx, cancel := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() {
		done <- l.Listen(ctx, func() { close(ready) }, func(in backends.Input) {
			react(in)
			h.mu.Lock()
			h.inputs = append(h.inputs, in)
			h.mu.Unlock()
		})
	}()
	h.stop = sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(patience):
			return fmt.Errorf("Listen did not end")
		}
	})
	t.Cleanup(func() {
		if err := h.stop(); err != nil {
			t.Error(err)
		}
	})
	select {
	case <-ready:
	case err := <-done:
		t.Fatalf("Listen: %v", err)
	case <-time.After(patience):
		t.Fatal("Listen is not ready")
	}
	return h
}

// got returns the reports of some kinds.
func (h *heard) got(kinds ...backends.InputKind) []backends.Input {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []backends.Input
	for _, in := range h.inputs {
		if slices.Contains(kinds, in.Kind) {
			found = append(found, in)
		}
	}
	return found
}

// ordered checks that reports come in the order of the server.
func (h *heard) ordered(t *testing.T) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := 1; i < len(h.inputs); i++ {
		if int32(h.inputs[i].ServerTime-h.inputs[i-1].ServerTime) < 0 {
			t.Errorf("report %d is older than the one before", i)
		}
	}
}

// percentiles adds the percentiles of some durations to a benchmark.
func percentiles(b *testing.B, all []time.Duration) {
	slices.Sort(all)
	for _, p := range []int{50, 95, 100} {
		i := min(len(all)*p/100, len(all)-1)
		b.ReportMetric(float64(all[i].Microseconds())/1000, fmt.Sprintf("p%d-held-ms", p))
	}
}
