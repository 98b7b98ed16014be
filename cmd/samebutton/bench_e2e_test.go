//go:build e2e && cgo && linux

package main

import (
	"encoding/json"
	"testing"
)

// measure runs a benchmark and reads its answer.
func measure(t *testing.T, report any, words ...string) {
	t.Helper()
	exit, out, errs := execute(t, append(words, "--json")...)
	if exit != 0 {
		t.Fatalf("%v ended with %d: %s %s", words, exit, out, errs)
	}
	e := struct{ Data any }{report}
	if err := json.Unmarshal(out, &e); err != nil {
		t.Fatal(err)
	}
}

// The floor is what the observation sent: as many calls, none of them refused that
// was not refused before, and about as many bytes back as a tree of that size has.
func TestBenchRead(t *testing.T) {
	var r readReport
	measure(t, &r, "bench", "read", "orders-gtk3", "--runs", "2")
	if len(r.Programs) != 1 || len(r.Missing) != 0 {
		t.Fatalf("%+v", r)
	}
	f := r.Programs[0]
	if f.Nodes < 50 || !f.Complete || f.Ours.Runs != 2 || f.Floor.Runs != 2 || f.Ours.MedianMs <= 0 || f.Floor.MedianMs <= 0 {
		t.Errorf("%+v", f)
	}
	if f.Calls < f.Nodes || f.Received < 100*f.Nodes || f.Refused > f.Calls/20 {
		t.Errorf("the floor had %d calls, %d refused, and %d bytes for %d nodes", f.Calls, f.Refused, f.Received, f.Nodes)
	}
	if f.PeerProblem == "" && (f.PeerNodes < 50 || f.Peer.MedianMs <= 0 || f.Same.MedianMs <= 0) {
		t.Errorf("pyatspi: %+v", f)
	}
}

// Each press is heard, and how long it waited is told.
func TestBenchHold(t *testing.T) {
	var r holdReport
	measure(t, &r, "bench", "hold", "orders-gtk3", "--clicks", "4", "--pause", "50ms")
	if len(r.Programs) != 1 || len(r.Missing) != 0 || len(r.Budgets) != 3 {
		t.Fatalf("%+v", r)
	}
	f := r.Programs[0]
	if f.Clicks != 4 || f.Heard != 4 || f.All.Runs != 4 || f.All.MinMs <= 0 || r.All != f.All {
		t.Errorf("%+v", r)
	}
}

// The window is measured with real input: what is selected and changed is seen.
func TestBenchWindow(t *testing.T) {
	var r windowReport
	measure(t, &r, "bench", "window", "--nodes", "3100", "--idle", "100ms", "--rounds", "2")
	w := r.Window
	if w.Nodes < 3000 || w.Made || w.FirstPaintMs <= 0 || w.FirstTreeMs < w.FirstPaintMs || w.RSS <= r.Empty.RSS {
		t.Errorf("%+v", w)
	}
	if w.Select.Runs != 2 || w.Prove.MedianMs < w.Select.MedianMs || w.Change.Runs != 2 || w.Change.MinMs <= 0 {
		t.Errorf("select %+v, prove %+v, change %+v", w.Select, w.Prove, w.Change)
	}
	if len(w.Stalls) != 5 || len(r.Budgets) == 0 {
		t.Errorf("stalls %+v, budgets %+v", w.Stalls, r.Budgets)
	}
}
