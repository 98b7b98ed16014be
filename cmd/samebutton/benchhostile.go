package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/cmd/samebutton/internal/hostile"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

// Replays on each target when --replays does not say.
const (
	replaysOnProvider = 10_000
	replaysOnOrders   = 200
	// replaysForCost are those that measure what a replay costs by itself.
	replaysForCost = 200
)

const onProvider = "provider"

// hostileTargets are the words of --target, without "all".
func hostileTargets() []string {
	list := []string{onProvider}
	for _, t := range orders.Toolkits() {
		list = append(list, t.Application())
	}
	return list
}

func (c *cli) benchHostile() *cobra.Command {
	var o hostileOptions
	var target, seed string
	cmd := &cobra.Command{
		Use:   "hostile",
		Short: "replay while the application changes, judged by the application's own log",
		Long: `Records steps on a sample application and replays them while the application changes
before the replay, between its two looks, right before the act or at any call: twins,
what is removed, moved, renamed, made anew, or used for something else, dialogs, hangs,
crashes, lies. The application's own log, of what each element is to it, judges what was
acted on. The same is done to a naive peer, which acts on the first element of a role and
a name, and on the Orders applications to dogtail where that is installed.

The case K of a seed is always the same; --only K runs it again alone.`,
		Args: args(noArguments),
		RunE: c.perform(func(ctx context.Context, _ []string) (answer, error) {
			o.targets = hostileTargets()
			if target != "all" {
				if !slices.Contains(o.targets, target) {
					return nil, fail(usage, "use one of: all, "+strings.Join(o.targets, ", "), "unknown target %q", target)
				}
				o.targets = []string{target}
			}
			if o.replays < 0 || o.only < -1 {
				return nil, fail(usage, "give a number above 0", "%d replays measure nothing", min(o.replays, o.only))
			}
			o.seed = rand.Uint64N(1 << 32)
			if seed != "" {
				n, err := strconv.ParseUint(seed, 10, 64)
				if err != nil {
					return nil, fail(usage, "write it like 42", "%q is no seed", seed)
				}
				o.seed = n
			}
			d, err := privateDesktop(ctx)
			if err != nil {
				return nil, err
			}
			defer d.Close()
			o.progress = func(format string, args ...any) {
				if !c.json {
					fmt.Fprintf(c.err, format+"\n", args...)
				}
			}
			report, err := runHostile(ctx, d, o)
			if err != nil {
				return nil, err
			}
			if n := report.broken(); n > 0 {
				return nil, fail(failed, fmt.Sprintf("run one again: samebutton bench hostile --seed %d --only CASE", report.Seed), "%s acted on the wrong element, twice, or claimed what is not so", count(n, "replay")).with(report)
			}
			return report, nil
		}),
	}
	cmd.Flags().IntVar(&o.replays, "replays", 0, fmt.Sprintf("how many cases on each target (`N`; 0 means %d on the provider and %d on Orders)", replaysOnProvider, replaysOnOrders))
	cmd.Flags().StringVar(&seed, "seed", "", "makes the cases (`S`; without, one is drawn and printed)")
	cmd.Flags().StringVar(&target, "target", onProvider, "`TARGET`: all, "+strings.Join(hostileTargets(), ", "))
	cmd.Flags().IntVar(&o.only, "only", -1, "run the case with this number alone (`K`)")
	return cmd
}

type hostileOptions struct {
	targets  []string
	replays  int
	seed     uint64
	only     int // -1 for all
	progress func(format string, args ...any)
}

// cases returns the numbers of the first case and of the one behind the last.
func (o hostileOptions) cases(usual int) (from, to int) {
	if o.only >= 0 {
		return o.only, o.only + 1
	}
	if o.replays > 0 {
		return 0, o.replays
	}
	return 0, usual
}

// runHostile runs all targets, one after the other.
func runHostile(ctx context.Context, d *desktop.Desktop, o hostileOptions) (hostileReport, error) {
	began := time.Now()
	report := hostileReport{Machine: thisMachine(), Seed: o.seed, Results: []hostileFigures{}, Findings: []hostile.Finding{}, Missing: []missingProgram{}}
	for _, target := range o.targets {
		var err error
		if target == onProvider {
			err = hostileProvider(ctx, o, &report)
		} else {
			err = hostileOrders(ctx, d, o, target, &report)
		}
		var missing *orders.MissingError
		switch {
		case ctx.Err() != nil:
			return report, ctx.Err()
		case errors.As(err, &missing):
			report.Missing = append(report.Missing, missingProgram{target, err.Error()})
		case err != nil:
			return report, err
		}
	}
	report.Seconds = round(time.Since(began).Seconds(), 1)
	report.judge()
	return report, nil
}

func hostileProvider(ctx context.Context, o hostileOptions, report *hostileReport) error {
	s, err := hostile.Open(ctx, o.seed)
	if err != nil {
		return err
	}
	defer s.Close()
	from, to := o.cases(replaysOnProvider)
	done := 0
	// Most of a replay is waiting, for what must not come.
	err = s.Run(ctx, from, to, 2*runtime.NumCPU(), func(f hostile.Finding) {
		report.add(f, o.only >= 0)
		if f.Actor == hostile.Samebutton {
			if done++; done%1000 == 0 {
				o.progress("%s: %d of %d", onProvider, done, to-from)
			}
		}
	})
	if err != nil || o.only >= 0 {
		return err
	}
	cost, err := s.Cost(ctx, min(replaysForCost, to-from))
	report.Cost = timingOf(cost)
	return err
}

func hostileOrders(ctx context.Context, d *desktop.Desktop, o hostileOptions, target string, report *hostileReport) error {
	i := slices.IndexFunc(orders.Toolkits(), func(t orders.Toolkit) bool { return t.Application() == target })
	s, err := hostile.OpenShop(ctx, o.seed, orders.Toolkits()[i], d)
	if err != nil {
		return err
	}
	defer s.Close()
	if !s.HasDogtail() {
		report.NoDogtail = hostile.ErrNoDogtail.Error()
	}
	from, to := o.cases(replaysOnOrders)
	for n := from; n < to; n++ {
		list, err := s.Case(ctx, n)
		if err != nil {
			return err
		}
		for _, f := range list {
			report.add(f, o.only >= 0)
		}
		if done := n - from + 1; done%50 == 0 {
			o.progress("%s: %d of %d", target, done, to-from)
		}
	}
	return nil
}
