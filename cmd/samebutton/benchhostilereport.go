package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/cmd/samebutton/internal/hostile"
)

// hostileFigures are the replays of one actor on one target, counted.
type hostileFigures struct {
	Target  string        `json:"target"`
	Actor   hostile.Actor `json:"actor"`
	Replays int           `json:"replays"`
	// Expected is how many of them had to act.
	Expected int `json:"expected"`
	Right    int `json:"right"`
	Refused  int `json:"refused"`
	// Verdicts are the right refusals by kind.
	Verdicts        map[string]int `json:"verdicts"`
	Needless        int            `json:"needless"`
	NeedlessPercent float64        `json:"needlessPercent"`
	Wrong           int            `json:"wrong"`
	Twice           int            `json:"twice"`
	Claims          int            `json:"claims"`
	// Lookalikes and Instants acted on another element that nobody could have told
	// from the target, or not in time (docs/safety.md).
	Lookalikes int `json:"lookalikes"`
	Instants   int `json:"instants"`
}

func (h *hostileFigures) add(f hostile.Finding) {
	h.Replays++
	if f.Expected {
		h.Expected++
	}
	switch f.Outcome {
	case hostile.Right:
		h.Right++
	case hostile.Refused:
		h.Refused++
		h.Verdicts[f.Verdict]++
	case hostile.Needless:
		h.Needless++
	case hostile.Wrong:
		h.Wrong++
	case hostile.Double:
		h.Twice++
	case hostile.Claim:
		h.Claims++
	case hostile.Lookalike:
		h.Lookalikes++
	case hostile.Instant:
		h.Instants++
	}
	h.NeedlessPercent = round(100*float64(h.Needless)/float64(h.Replays), 2)
}

func (h *hostileFigures) broken() int { return h.Wrong + h.Twice + h.Claims }

// hostileReport is what 'bench hostile' found.
type hostileReport struct {
	Machine   machine          `json:"machine"`
	Seed      uint64           `json:"seed"`
	Seconds   float64          `json:"seconds"`
	Results   []hostileFigures `json:"results"`
	NoDogtail string           `json:"noDogtail,omitempty"`
	// Cost is the time of a step beyond the application's, where nothing changes.
	Cost timing `json:"cost"`
	// Findings are what Samebutton did wrong or needlessly refused, the first ones of
	// each kind; with --only all.
	Findings []hostile.Finding `json:"findings"`
	Missing  []missingProgram  `json:"missing"`
	Budgets  []budget          `json:"budgets"`
}

// mostNeedless is how many needless refusals of a target are listed.
const mostNeedless = 10

// add counts one finding.
func (r *hostileReport) add(f hostile.Finding, keep bool) {
	i := slices.IndexFunc(r.Results, func(h hostileFigures) bool { return h.Target == f.Target && h.Actor == f.Actor })
	if i < 0 {
		i = len(r.Results)
		r.Results = append(r.Results, hostileFigures{Target: f.Target, Actor: f.Actor, Verdicts: map[string]int{}})
	}
	h := &r.Results[i]
	h.add(f)
	switch f.Outcome {
	case hostile.Wrong, hostile.Double, hostile.Claim:
		keep = keep || f.Actor == hostile.Samebutton
	case hostile.Needless:
		keep = keep || f.Actor == hostile.Samebutton && h.Needless <= mostNeedless
	}
	if keep {
		r.Findings = append(r.Findings, f)
	}
}

// ours adds up what Samebutton did.
func (r *hostileReport) ours() hostileFigures {
	var sum hostileFigures
	for _, h := range r.Results {
		if h.Actor == hostile.Samebutton {
			sum.Replays += h.Replays
			sum.Needless += h.Needless
			sum.Wrong += h.Wrong
			sum.Twice += h.Twice
			sum.Claims += h.Claims
		}
	}
	return sum
}

func (r *hostileReport) broken() int {
	sum := r.ours()
	return sum.broken()
}

// judge compares with DESIGN 7.
func (r *hostileReport) judge() {
	sum := r.ours()
	r.Budgets = []budget{
		atMost("wrong elements", float64(sum.Wrong), 0, "replays"),
		atMost("delivered twice", float64(sum.Twice), 0, "replays"),
		atMost("false claims", float64(sum.Claims), 0, "replays"),
		atMost("needless refusals", 100*float64(sum.Needless)/float64(max(1, sum.Replays)), 2, "%"),
	}
	if r.Cost.Runs > 0 {
		r.Budgets = append(r.Budgets, atMost("a step beyond the application's time, 95th percentile", r.Cost.P95Ms, 60, "ms"))
	}
}

func (r hostileReport) show(p *page) {
	r.Machine.show(p)
	p.line("seed %d, %s s; what was acted on is what the application's own log says", r.Seed, figure(r.Seconds))
	p.line("")
	var rows [][]string
	for _, h := range r.Results {
		rows = append(rows, []string{
			h.Target, string(h.Actor), strconv.Itoa(h.Replays), strconv.Itoa(h.Right), strconv.Itoa(h.Wrong), strconv.Itoa(h.Twice), strconv.Itoa(h.Claims),
			strconv.Itoa(h.Refused), fmt.Sprintf("%d (%s %%)", h.Needless, figure(h.NeedlessPercent)), strconv.Itoa(h.Lookalikes), strconv.Itoa(h.Instants),
		})
	}
	p.table([]string{"TARGET", "ACTOR", "REPLAYS", "RIGHT", "WRONG", "TWICE", "CLAIMS", "REFUSED", "NEEDLESS", "LOOKALIKE", "INSTANT"}, rows)
	for _, h := range r.Results {
		if h.Actor != hostile.Samebutton {
			continue
		}
		var kinds []string
		for _, kind := range slices.Sorted(maps.Keys(h.Verdicts)) {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, h.Verdicts[kind]))
		}
		p.line("%s: rightly refused as %s", h.Target, orElse(strings.Join(kinds, ", "), "nothing"))
	}
	if r.NoDogtail != "" {
		p.line("not compared with dogtail: %s", r.NoDogtail)
	}
	for _, m := range r.Missing {
		p.line("not measured: %s: %s", m.Program, m.Problem)
	}
	if r.Cost.Runs > 0 {
		p.line("a step where nothing changes, beyond the application's time: median %.1f ms, 95th percentile %.1f ms (%d steps, one at a time)", r.Cost.MedianMs, r.Cost.P95Ms, r.Cost.Runs)
	}
	for _, f := range r.Findings {
		p.line("%s: %s on %s: %s (%s); acted on %q", f.Outcome, f.Actor, f.Target, f.Plan, orElse(f.Error, f.Verdict), f.Acted)
	}
	p.line("")
	showBudgets(p, r.Budgets)
}
