package gather

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

const (
	// mostTimed is how many elements, spread over the tree, are asked for something small,
	// and mostCrowded how many for their children.
	mostTimed, mostCrowded = 60, 12
	// leastTimed is how many questions are asked of a small application, some of them again:
	// a few say nothing.
	leastTimed = 24
	// eachReference is after how many questions the reference is asked one.
	eachReference = 6
)

// question is one whose answer is timed.
type question struct {
	of       tree.NodeID
	children bool
}

// questions are in an order in which the first ones tell something of everything: the
// time may run out.
func questions(s *audit.Subject) []question {
	cut := map[tree.NodeID]bool{}
	for _, c := range s.Cuts {
		cut[c.Node] = true
	}
	var crowded []tree.NodeID
	for i := range s.Nodes {
		// What was not listed may be without end: children that are made on demand.
		n := &s.Nodes[i]
		if len(n.Children) > 0 && s.Scoped(n.ID) && !n.States.Has(tree.ManagesDescendants) && !cut[n.ID] {
			crowded = append(crowded, n.ID)
		}
	}
	slices.SortStableFunc(crowded, func(a, b tree.NodeID) int { return cmp.Compare(len(s.Nodes[b].Children), len(s.Nodes[a].Children)) })
	crowded = crowded[:min(len(crowded), mostCrowded)]
	var all []question
	step := max((len(s.Nodes)+mostTimed-1)/mostTimed, 1)
	for i := 0; i < len(s.Nodes); i += step {
		all = append(all, question{of: s.Nodes[i].ID})
		if len(crowded) > 0 {
			all = append(all, question{of: crowded[0], children: true})
			crowded = crowded[1:]
		}
	}
	for _, id := range crowded {
		all = append(all, question{of: id, children: true})
	}
	for i := 0; len(all) < leastTimed; i++ {
		all = append(all, question{of: s.Nodes[i%len(s.Nodes)].ID})
	}
	return all
}

// time asks single questions, one after the other, and tells how long the answers take.
// Between them it asks the reference: a machine that is slow makes all answers slow.
func (g *Gatherer) time(ctx context.Context, s *audit.Subject) {
	timer, ok := g.Backend.(backends.Timer)
	if !ok {
		return
	}
	within := g.limits()
	ctx, cancel := context.WithTimeout(ctx, within.timing)
	defer cancel()
	t := &audit.Timing{Reading: s.Took, Crowded: tree.None, Patience: within.answer}
	var took, reference []time.Duration
	all := questions(s)
	for i, q := range all {
		if i%eachReference == 0 {
			d, err := within.ask(ctx, func(ctx context.Context) (time.Duration, error) { return timer.TimeReference(ctx) })
			switch {
			case err == nil:
				reference = append(reference, d)
			case ctx.Err() == nil:
				s.Lack(audit.NeedTiming, fmt.Sprintf("nothing tells how fast this machine is: %v", err))
				return
			}
		}
		d, err := within.ask(ctx, func(ctx context.Context) (time.Duration, error) {
			return timer.TimeAnswer(ctx, g.App, s.Nodes[q.of].Handle, q.children)
		})
		late := errors.Is(err, backends.ErrTimeout)
		switch {
		case err != nil && ctx.Err() != nil:
			t.RanOut = true // this one may not have had its whole time
			s.Lack(audit.NeedTiming, fmt.Sprintf("the time to ask how fast it answers ran out after %v and %d of %d questions", within.timing, t.Asked, len(all)))
		case late:
			t.Asked++
			t.TimedOut++
		case err == nil:
			t.Asked++
			took = append(took, d)
		}
		if t.RanOut {
			break
		}
		if q.children && (late || err == nil) && d > t.SlowestChildren {
			t.SlowestChildren, t.Crowded = d, q.of
		}
	}
	if t.Asked == 0 || len(reference) == 0 {
		s.Lack(audit.NeedTiming, "none of the questions was answered")
		return
	}
	if len(took) > 0 {
		slices.Sort(took)
		t.Median, t.Slowest = took[len(took)/2], took[len(took)-1]
	}
	slices.Sort(reference)
	t.Reference = reference[len(reference)/2]
	s.Timing = t
}

// ask asks one question within the time of one answer; an answer that did not come took
// as long as was waited.
func (l limits) ask(ctx context.Context, question func(context.Context) (time.Duration, error)) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, l.answer)
	defer cancel()
	began := time.Now()
	d, err := question(ctx)
	if err != nil {
		d = time.Since(began)
	}
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) && !errors.Is(err, backends.ErrTimeout) {
		err = fmt.Errorf("%w: %w", backends.ErrTimeout, err)
	}
	return d, err
}
