package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// timing is the times of one thing that was done several times.
type timing struct {
	Runs     int     `json:"runs"`
	MedianMs float64 `json:"medianMs"`
	P95Ms    float64 `json:"p95Ms"`
	MinMs    float64 `json:"minMs"`
	MaxMs    float64 `json:"maxMs"`
}

// timingOf sums up durations; without any it is zero. With fewer than twenty, the
// 95th percentile is the greatest.
func timingOf(times []time.Duration) timing {
	if len(times) == 0 {
		return timing{}
	}
	sorted := slices.Sorted(slices.Values(times))
	n := len(sorted)
	median := sorted[n/2]
	if n%2 == 0 {
		median = (sorted[n/2-1] + sorted[n/2]) / 2
	}
	p95 := sorted[min(n-1, int(math.Ceil(0.95*float64(n)))-1)]
	return timing{n, ms(median), ms(p95), ms(sorted[0]), ms(sorted[n-1])}
}

// ms is a duration in milliseconds with three places.
func ms(d time.Duration) float64 { return round(float64(d.Nanoseconds())/1e6, 3) }

func round(v float64, places int) float64 {
	scale := math.Pow10(places)
	return math.Round(v*scale) / scale
}

// ratio is a/b with two places, 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return round(a/b, 2)
}

// budget is one line of DESIGN 7 with what was measured.
type budget struct {
	What  string  `json:"what"`
	Value float64 `json:"value"`
	// Limit is the greatest value that holds, or with AtLeast the smallest.
	Limit   float64 `json:"limit"`
	AtLeast bool    `json:"atLeast"`
	Unit    string  `json:"unit"`
	Holds   bool    `json:"holds"`
}

func atMost(what string, value, limit float64, unit string) budget {
	return budget{What: what, Value: round(value, 2), Limit: limit, Unit: unit, Holds: value <= limit}
}

func atLeast(what string, value, limit float64, unit string) budget {
	return budget{What: what, Value: round(value, 2), Limit: limit, AtLeast: true, Unit: unit, Holds: value >= limit}
}

// showBudgets lists budgets and whether they hold.
func showBudgets(p *page, list []budget) {
	var rows [][]string
	for _, b := range list {
		sign, holds := "<=", "holds"
		if b.AtLeast {
			sign = ">="
		}
		if !b.Holds {
			holds = "does not hold"
		}
		rows = append(rows, []string{b.What, figure(b.Value) + " " + b.Unit, fmt.Sprintf("budget %s %s", sign, figure(b.Limit)), holds})
	}
	p.table(nil, rows)
}

// figure prints a number with at most two places.
func figure(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
}

// machine is where and when something was measured.
type machine struct {
	CPU     string  `json:"cpu"`
	Cores   int     `json:"cores"`
	Load    float64 `json:"load"` // of the minute before, without what is measured
	Date    string  `json:"date"`
	Version string  `json:"version"`
}

func thisMachine() machine {
	m := machine{CPU: "unknown", Cores: runtime.NumCPU(), Date: time.Now().UTC().Format("2006-01-02 15:04"), Version: version}
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
				m.CPU = strings.TrimSpace(value)
				break
			}
		}
	}
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		_, _ = fmt.Sscan(string(b), &m.Load) // 0 where it is told otherwise
	}
	return m
}

func (m machine) show(p *page) {
	p.line("%s, %s, load before %s, %s UTC, samebutton %s", m.CPU, count(m.Cores, "core"), figure(m.Load), m.Date, m.Version)
}
