//go:build linux

package input

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/samebutton/samebutton/backends"
)

func TestLeaseOneHolder(t *testing.T) {
	first, err := AcquireLease(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if second, err := AcquireLease(t.Context(), shared.Display()); !errors.Is(err, ErrLeaseTaken) {
		t.Fatalf("second lease: %v %v", second, err)
	}
	select {
	case <-first.Lost():
		t.Fatal("the refused one has taken the lease away")
	default:
	}
	first.Close()
	again, err := AcquireLease(t.Context(), "")
	if err != nil {
		t.Fatalf("after Close: %v", err)
	}
	again.Close()
	again.Close()
}

func TestLeaseOtherProcess(t *testing.T) {
	h := startHelper(t, roleLease)
	h.expect(t, "ready")
	_, err := AcquireLease(t.Context(), "")
	if !errors.Is(err, ErrLeaseTaken) || !strings.Contains(err.Error(), fmt.Sprintf("process %d ", h.cmd.Process.Pid)) {
		t.Fatalf("error does not name process %d: %v", h.cmd.Process.Pid, err)
	}
	h.kill()
	eventually(t, "the lease of a killed process is free", func() bool {
		l, err := AcquireLease(t.Context(), "")
		if err == nil {
			l.Close()
		}
		return err == nil
	})
}

func TestLeaseRace(t *testing.T) {
	var wg sync.WaitGroup
	leases := make(chan *Lease, 8)
	for range cap(leases) {
		wg.Go(func() {
			l, err := AcquireLease(t.Context(), "")
			if err == nil {
				leases <- l
			} else if !errors.Is(err, ErrLeaseTaken) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	close(leases)
	n := 0
	for l := range leases {
		n++
		l.Close()
	}
	if n != 1 {
		t.Errorf("%d leases at once", n)
	}
}

func TestLeaseNoDisplay(t *testing.T) {
	if _, err := AcquireLease(t.Context(), ":59999"); !errors.Is(err, ErrNoDisplay) || !errors.Is(err, backends.ErrNoBus) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if l, err := AcquireLease(ctx, ""); err == nil {
		l.Close()
		t.Error("lease with an ended context")
	}
}
