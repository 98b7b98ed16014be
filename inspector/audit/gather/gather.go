// Package gather collects what an audit judges: a reading of the application and the
// evidence beside it.
//
// Promise: it only asks. Nothing is pressed, focused, scrolled or selected, and no
// text of a password field is read. Evidence that could not be had in its time is
// left out, so that the rules which need it are listed as not run.
//
// Ownership and threads: one [Gatherer] is for one goroutine; the subjects that it
// returns are the caller's and read-only.
package gather

import (
	"context"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Gatherer asks one application.
type Gatherer struct {
	Backend backends.Backend
	App     tree.Application
	// Read makes a complete reading, as [backends.Backend.Observe], again where the
	// application disturbed it.
	Read func(ctx context.Context) (*inspector.Frozen, error)
	// Listen is how long the application is listened to while nobody acts; 0 for not.
	Listen time.Duration
	// Windows chooses what is audited in a reading; nil for all.
	Windows func(*inspector.Frozen) ([]tree.NodeID, error)
}

// Limits of the questions about single elements: of all together, and how many.
const (
	askingLimit = 5 * time.Second
	mostHits    = 400
	mostTimed   = 60
)

// Subject reads the application and asks for the evidence. The error says that
// nothing could be read, or that the windows are not there.
func (g *Gatherer) Subject(ctx context.Context) (*audit.Subject, error) {
	s := &audit.Subject{}
	if g.Listen > 0 {
		earlier, heard, err := g.listen(ctx)
		if err != nil {
			return nil, err
		}
		s.Earlier, s.Heard = earlier, heard
	}
	f, err := g.Read(ctx)
	if err != nil {
		return nil, err
	}
	s.Frozen = f
	if g.Windows != nil {
		if s.Windows, err = g.Windows(f); err != nil {
			return nil, err
		}
	}
	asking, cancel := context.WithTimeout(ctx, askingLimit)
	defer cancel()
	s.Timing = g.time(asking, f)
	s.Hits = g.hits(asking, s)
	return s, ctx.Err()
}

// listen reads the application and then hears what it tells of itself for a while.
func (g *Gatherer) listen(ctx context.Context) (*inspector.Frozen, *audit.Heard, error) {
	hearing, cancel := context.WithCancel(ctx)
	defer cancel()
	events, deaf := g.Backend.Events(hearing, backends.Scope{Application: g.App})
	f, err := g.Read(ctx)
	if err != nil || deaf != nil {
		return f, nil, err
	}
	h := &audit.Heard{Of: map[tree.Handle][]string{}}
	began := time.Now()
	over := time.NewTimer(g.Listen)
	defer over.Stop()
	var times []time.Time
	for {
		select {
		case e, open := <-events:
			if !open || e.Kind == backends.EventApplication {
				h.For = time.Since(began)
				h.MostInASecond = densest(times)
				return f, h, nil
			}
			if e.Kind == backends.EventLost {
				h.Lost = true
				continue
			}
			h.Events++
			times = append(times, e.At)
			if kinds := h.Of[e.Source]; !slices.Contains(kinds, string(e.Kind)) {
				h.Of[e.Source] = append(kinds, string(e.Kind))
			}
		case <-over.C:
			h.For = time.Since(began)
			h.MostInASecond = densest(times)
			return f, h, nil
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

// densest is the largest number of times within one second; they are in order.
func densest(times []time.Time) int {
	most, first := 0, 0
	for i, at := range times {
		for at.Sub(times[first]) > time.Second {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// time asks some elements again, spread over the tree, and tells how long answers
// take. nil where the backend cannot ask a single element, or there was no time.
func (g *Gatherer) time(ctx context.Context, f *inspector.Frozen) *audit.Timing {
	reader, ok := g.Backend.(backends.NodeReader)
	if !ok || ctx.Err() != nil {
		return nil
	}
	t := &audit.Timing{Reading: f.Took}
	var took []time.Duration
	step := max(1, len(f.Nodes)/mostTimed)
	for i := 0; i < len(f.Nodes) && ctx.Err() == nil; i += step {
		began := time.Now()
		_, err := reader.ReadNode(ctx, g.App, f.Nodes[i].Handle)
		t.Asked++
		if err != nil {
			if ctx.Err() != nil {
				t.TimedOut++
			}
			continue
		}
		took = append(took, time.Since(began))
	}
	if len(took) == 0 {
		return nil
	}
	slices.Sort(took)
	t.Median, t.Slowest = took[len(took)/2], took[len(took)-1]
	return t
}

// hits asks the application what lies in the middle of its interactive elements.
func (g *Gatherer) hits(ctx context.Context, s *audit.Subject) map[tree.NodeID]audit.Hit {
	tester, ok := g.Backend.(backends.HitTester)
	if !ok {
		return nil
	}
	hits := map[tree.NodeID]audit.Hit{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if len(hits) == mostHits || ctx.Err() != nil {
			break
		}
		if !n.Interactive() || !n.Bounds.Usable() || !n.States.Has(tree.Showing) || !s.Scoped(n.ID) {
			continue
		}
		h := audit.Hit{At: n.Bounds.Center(), Node: tree.None}
		chain, err := tester.HitTest(ctx, g.App, h.At)
		switch {
		case ctx.Err() != nil:
			return hits
		case err != nil:
			h.Err = err.Error()
		case len(chain) > 0:
			h.Node = s.ByHandle(chain[len(chain)-1])
		}
		hits[n.ID] = h
	}
	return hits
}
