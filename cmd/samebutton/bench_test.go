package main

import (
	"slices"
	"testing"
	"time"
)

func TestTimingOf(t *testing.T) {
	var times []time.Duration
	for i := range 100 {
		times = append(times, time.Duration(100-i)*time.Millisecond)
	}
	if got := timingOf(times); got != (timing{100, 50.5, 95, 1, 100}) {
		t.Errorf("%+v", got)
	}
	if got := timingOf(times[:3]); got != (timing{3, 99, 100, 98, 100}) {
		t.Errorf("of three %+v", got)
	}
	if got := timingOf(nil); got != (timing{}) {
		t.Errorf("of none %+v", got)
	}
	if !slices.IsSortedFunc(times, func(a, b time.Duration) int { return int(b - a) }) {
		t.Error("the times were sorted")
	}
}

// A report says what holds and what does not, and nothing of what was not measured.
func TestReadReportJudges(t *testing.T) {
	r := readReport{Programs: []readFigures{
		{Program: "gtk4-widget-factory", Nodes: 100, PeerNodes: 100, Ours: timing{MedianMs: 10}, Peer: timing{MedianMs: 140}, OfFloor: 1.29, Times: 14},
		{Program: "gtk3-widget-factory", Nodes: 100, OfFloor: 1.31, PeerProblem: "none"},
		{Program: "chromium", Nodes: 100, PeerNodes: 50, Ours: timing{MedianMs: 10}, Peer: timing{MedianMs: 30}, OfFloor: 1, Times: 6},
	}}
	r.judge()
	var got []bool
	for _, b := range r.Budgets {
		got = append(got, b.Holds)
	}
	if !slices.Equal(got, []bool{true, false, false, true, true}) {
		t.Errorf("%+v", r.Budgets)
	}
}

func TestBenchUsage(t *testing.T) {
	b := newBench(t)
	for _, words := range [][]string{
		{"bench"}, {"bench", "read", "--runs", "0"}, {"bench", "read", "no-such-program"},
		{"bench", "read", "mousepad", "--app", "x"}, {"bench", "read", "--programs", "--app", "x"}, {"bench", "window", "--nodes", "10"},
		{"bench", "hold", "--clicks", "1"}, {"bench", "hold", "no-such-program"}, {"bench", "hold", "--app", "x"},
		{"bench", "hostile", "--target", "x"}, {"bench", "hostile", "--seed", "x"}, {"bench", "hostile", "--replays", "-1"}, {"bench", "hostile", "x"},
	} {
		b.run(words...)
		b.want(2)
	}
}
