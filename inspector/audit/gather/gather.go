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
	"fmt"
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
	// Shown lists the windows of the process that are on the display, without Node; nil
	// where there is no display.
	Shown func(ctx context.Context) ([]audit.DesktopWindow, error)

	// Camera takes the pictures of windows, and Look makes a reading for comparison, which
	// is kept nowhere; nil for no pictures.
	Camera Camera
	Look   func(ctx context.Context) (*inspector.Frozen, error)

	within *limits // in place of the usual ones, in tests
}

// limits are how long each kind of evidence may take, so that one that is slow leaves
// the others their time.
type limits struct {
	desktop  time.Duration // each question to display and registry
	pictures time.Duration // pictures, and the readings that prove them
	answer   time.Duration // one answer whose time is taken
	timing   time.Duration // all of these
	hits     time.Duration // what lies at places
	elements time.Duration // what elements say of themselves
}

// One answer may take as long as libatspi waits for it.
var usual = limits{
	desktop: 2 * time.Second, pictures: 6 * time.Second, answer: 800 * time.Millisecond, timing: 4 * time.Second, hits: 4 * time.Second, elements: 5 * time.Second,
}

func (g *Gatherer) limits() limits {
	if g.within != nil {
		return *g.within
	}
	return usual
}

// mostHits is how many elements are asked for what lies in their middle.
const mostHits = 400

// Subject reads the application and asks for the evidence. The error says that
// nothing could be read, or that the windows are not there.
func (g *Gatherer) Subject(ctx context.Context) (*audit.Subject, error) {
	s := &audit.Subject{}
	var heard *ear
	if g.Listen > 0 {
		heard = g.listen(ctx)
		defer func() { heard.stop() }()
		var err error
		if s.Earlier, err = g.Read(ctx); err != nil {
			return nil, err
		}
		select {
		case <-time.After(g.Listen):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	windows, failed := g.shown(ctx)
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
	g.pictures(ctx, s) // which may read again
	if s.Heard = heard.stop(); s.Heard != nil {
		s.Heard.Throughout = true
	}
	g.desktop(ctx, s, windows, failed)
	g.time(ctx, s)
	g.hits(ctx, s)
	g.examine(ctx, s)
	return s, ctx.Err()
}

// ear hears what an application tells of itself.
type ear struct {
	cancel context.CancelFunc
	began  time.Time
	heard  audit.Heard
	times  []time.Time
	done   chan struct{}
}

// listen begins to hear; nil where the application cannot be heard.
func (g *Gatherer) listen(ctx context.Context) *ear {
	ctx, cancel := context.WithCancel(ctx)
	events, err := g.Backend.Events(ctx, backends.Scope{Application: g.App})
	if err != nil {
		cancel()
		return nil
	}
	e := &ear{cancel: cancel, began: time.Now(), heard: audit.Heard{Of: map[tree.Handle][]string{}}, done: make(chan struct{})}
	go func() {
		defer close(e.done)
		for event := range events {
			e.hear(event)
		}
	}()
	return e
}

func (e *ear) hear(event backends.Event) {
	switch event.Kind {
	case backends.EventLost:
		e.heard.Lost = true
		return
	case backends.EventApplication:
		return
	}
	e.heard.Events++
	e.times = append(e.times, event.At)
	if kinds := e.heard.Of[event.Source]; !slices.Contains(kinds, string(event.Kind)) {
		e.heard.Of[event.Source] = append(kinds, string(event.Kind))
	}
}

// stop ends the hearing and tells what was heard.
func (e *ear) stop() *audit.Heard {
	if e == nil {
		return nil
	}
	e.cancel()
	<-e.done
	e.heard.For = time.Since(e.began)
	p := paceOf(e.times)
	e.heard.MostInASecond, e.heard.Flood = p.most, p.flood
	return &e.heard
}

// pace is how dense the times of events are.
type pace struct {
	most  int           // in any second
	flood time.Duration // of which every second had more than [audit.FloodRate]
}

// paceOf measures times; they are in order.
func paceOf(times []time.Time) (p pace) {
	first := 0
	var since time.Time // the flood goes on since then; zero where there is none
	for i, at := range times {
		for at.Sub(times[first]) > time.Second {
			first++
		}
		n := i - first + 1
		p.most = max(p.most, n)
		switch {
		case n <= audit.FloodRate:
			since = time.Time{}
		case since.IsZero():
			since = times[first]
		}
		if !since.IsZero() {
			p.flood = max(p.flood, at.Sub(since))
		}
	}
	return p
}

// hits asks the application what lies in the middle of its interactive elements. nil
// where the backend cannot ask.
func (g *Gatherer) hits(ctx context.Context, s *audit.Subject) {
	tester, ok := g.Backend.(backends.HitTester)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, g.limits().hits)
	defer cancel()
	s.Hits = map[tree.NodeID]audit.Hit{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if !n.Interactive() || !n.Bounds.Usable() || !n.States.Has(tree.Showing) || !s.Scoped(n.ID) {
			continue
		}
		if len(s.Hits) == mostHits {
			s.Lack(audit.NeedHits, fmt.Sprintf("no more than %d elements are asked what lies in their middle", mostHits))
			return
		}
		h := audit.Hit{At: n.Bounds.Center(), Node: tree.None}
		chain, err := tester.HitTest(ctx, g.App, h.At)
		switch {
		case ctx.Err() != nil:
			s.Lack(audit.NeedHits, fmt.Sprintf("the time to ask what lies at places ran out after %v", g.limits().hits))
			return
		case err != nil:
			h.Err = err.Error()
		case len(chain) > 0:
			h.Node = s.ByHandle(chain[len(chain)-1])
		}
		s.Hits[n.ID] = h
	}
}
