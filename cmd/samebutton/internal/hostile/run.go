package hostile

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/samebutton/samebutton/recorder"
)

// Run judges the replays of cases from..to-1 on the provider, several at a time, and
// hands each finding over, in no order. It ends at the first error.
func (s *Stage) Run(ctx context.Context, from, to, workers int, found func(Finding)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var group sync.WaitGroup
	next := from
	for range workers {
		group.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= to || ctx.Err() != nil {
					return
				}
				list, err := s.Case(ctx, n)
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				for _, f := range list {
					found(f)
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// Cost replays steps on an application that nothing changes, one at a time, and returns
// how long each took without the application's own time.
func (s *Stage) Cost(ctx context.Context, replays int) ([]time.Duration, error) {
	var list []time.Duration
	for n := range replays {
		p := calm(n, s.flows)
		t, err := s.raise(p)
		if err != nil {
			return nil, err
		}
		busy, began := t.provider.Busy(), time.Now()
		r, err := s.replay(ctx, t)
		took := time.Since(began) - (t.provider.Busy() - busy)
		t.close()
		if err != nil {
			return nil, err
		}
		if r.Verdict != recorder.VerdictPassed {
			return nil, fmt.Errorf("%s does not pass where nothing changes: %s: %s", p.flow.name, r.Verdict, r.Error)
		}
		list = append(list, took)
	}
	return list, nil
}

// Case judges one case, with Samebutton and, where role and name alone name the target
// in the unchanged application, with the naive peer.
func (s *Stage) Case(ctx context.Context, n int) ([]Finding, error) {
	var list []Finding
	for _, by := range []Actor{Samebutton, Naive} {
		p := planOf(s.seed, n, s.flows)
		if by != Samebutton && !p.flow.plain {
			continue
		}
		f, err := s.try(ctx, p, by)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", p, err)
		}
		list = append(list, f)
	}
	return list, nil
}

// Actor is who acts.
type Actor string

// Actors.
const (
	Samebutton Actor = "samebutton"
	Naive      Actor = "naive"
	Dogtail    Actor = "dogtail"
)

func (s *Stage) try(ctx context.Context, p *plan, by Actor) (Finding, error) {
	t, err := s.raise(p)
	if err != nil {
		return Finding{}, err
	}
	defer t.close()
	f := Finding{
		Case: p.n, Actor: by, Target: "provider", Flow: p.flow.name, Before: p.early, Changes: p.later, When: string(p.when),
		Expected: p.expected(), Plan: p.String(),
	}
	f.Unchanged = len(p.later) == 0 && slices.Equal(p.early, []string{"nothing"})
	busy, began := t.provider.Busy(), time.Now()
	var said told
	if by == Naive {
		err := naive(ctx, t.backend, t.app, s.steps[p.flow.name], t.wait(), t.between)
		said = saidByError(err)
		f.Verdict, f.Error = said.verdict(), words(err)
	} else {
		r, err := s.replay(ctx, t)
		if err != nil {
			return Finding{}, err
		}
		said = saidOf(r, t.backend.last)
		f.Verdict, f.Error = string(r.Verdict), r.Error
	}
	took := time.Since(began)
	f.Outcome, f.Acted = t.judge(said)
	f.Ms, f.OwnMs = ms(took), ms(took-(t.provider.Busy()-busy))
	return f, nil
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
