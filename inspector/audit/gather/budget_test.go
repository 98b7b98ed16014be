package gather

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// parts is a backend of which some questions take long, or for ever (never).
type parts struct {
	*fake.Backend
	answer, children, hit, examination time.Duration
	crowd                              tree.Handle // whose children take so long
}

// never is longer than any test.
const never = time.Hour

func takes(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", backends.ErrTimeout, ctx.Err())
	}
}

func (p *parts) TimeAnswer(ctx context.Context, app tree.Application, h tree.Handle, children bool) (time.Duration, error) {
	d := p.answer
	if children && h == p.crowd {
		d += p.children
	}
	return d, takes(ctx, d)
}

func (p *parts) HitTest(ctx context.Context, app tree.Application, at tree.Point) ([]tree.Handle, error) {
	if err := takes(ctx, p.hit); err != nil {
		return nil, err
	}
	return p.Backend.HitTest(ctx, app, at)
}

func (p *parts) Examine(ctx context.Context, _ tree.Application, all []backends.Question) (told []backends.Examination, err error) {
	for i, q := range all {
		// The first one answers; where the rest does not in time it is left out.
		if i > 0 && takes(ctx, p.examination) != nil {
			break
		}
		told = append(told, backends.Examination{Element: q.Element, Parent: "x", Selected: -1, Rows: -1, Columns: -1})
	}
	return told, nil
}

const crowded = `
application "Orders"
  window "Orders" @0,0,400,300
    list #crowd @0,0,400,200
      listitem "A" @0,0,400,20
      listitem "B" @0,20,400,20
      listitem "C" @0,40,400,20
      listitem "D" @0,60,400,20
    button "Save" #save @10,240,80,30
    link "Help" #help @110,240,80,30
`

// What is slow is found, and one slow part takes no time from another and is told.
func TestEachPartHasItsTime(t *testing.T) {
	const patience, budget = 5 * time.Millisecond, 400 * time.Millisecond
	none := map[audit.Needs]string{}
	long := &limits{desktop: never, answer: never, timing: never, hits: never, elements: never}
	short := &limits{desktop: budget, answer: budget * 3 / 8, timing: budget, hits: budget, elements: budget}
	late := &limits{desktop: never, answer: patience, timing: never, hits: never, elements: never}
	for _, c := range []struct {
		name  string
		slow  parts
		in    *limits
		lacks map[audit.Needs]string
		sure  func(*audit.Subject) bool
	}{
		{"nothing", parts{}, long, none, func(s *audit.Subject) bool {
			return s.Timing.Asked == 24 && s.Timing.TimedOut == 0 && !s.Timing.RanOut && s.Timing.Reference > 0 && len(s.Hits) == 6 && len(s.Links.Parents) == 8
		}},
		{"the children of one", parts{children: 10 * time.Millisecond, crowd: "crowd"}, long, none, func(s *audit.Subject) bool {
			return s.Timing.TimedOut == 0 && s.Timing.SlowestChildren == 10*time.Millisecond && s.Timing.Crowded == s.ByHandle("crowd")
		}},
		{"the children of one, for ever", parts{children: never, crowd: "crowd"}, late, none, func(s *audit.Subject) bool {
			return s.Timing.TimedOut == 1 && s.Timing.Asked == 24 && s.Timing.SlowestChildren >= patience && s.Timing.Crowded == s.ByHandle("crowd")
		}},
		{"every answer, for ever", parts{answer: never}, late, none, func(s *audit.Subject) bool {
			return s.Timing.TimedOut == 24 && s.Timing.Asked == 24 && !s.Timing.RanOut
		}},
		{"every answer, longer than there is time", parts{answer: never}, short, map[audit.Needs]string{audit.NeedTiming: "ran out after 400ms"}, func(s *audit.Subject) bool {
			return s.Timing.RanOut && s.Timing.TimedOut < 24 && s.Timing.TimedOut == s.Timing.Asked && len(s.Hits) == 6 && len(s.Links.Parents) == 8
		}},
		{"hit tests", parts{hit: never}, short, map[audit.Needs]string{audit.NeedHits: "ran out after 400ms"}, func(s *audit.Subject) bool {
			return s.Timing != nil && len(s.Hits) == 0 && len(s.Links.Parents) == 8
		}},
		{"examinations", parts{examination: never}, short, map[audit.Needs]string{
			audit.NeedLinks: "ran out after 400ms", audit.NeedURIs: "ran out after 400ms",
		}, func(s *audit.Subject) bool {
			return s.Timing != nil && len(s.Hits) == 6 && len(s.Links.Parents) == 0
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			app := fake.Tree(crowded)
			c.slow.Backend = fake.New(app)
			defer c.slow.Close()
			g := gatherer(c.slow.Backend, app)
			g.Backend = &c.slow
			g.within = c.in
			began := time.Now()
			s, err := g.Subject(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > 5*time.Second { // one part of budget, and a slow machine
				t.Errorf("took %v", took)
			}
			if !c.sure(s) {
				t.Errorf("timing %+v, %d hits, links %+v", s.Timing, len(s.Hits), s.Links)
			}
			for of, want := range c.lacks {
				if !strings.Contains(s.Lacks[of], want) {
					t.Errorf("of %v: %q", of, s.Lacks[of])
				}
			}
			if len(s.Lacks) != len(c.lacks) {
				t.Errorf("lacks %v", s.Lacks)
			}
		})
	}
}

// Where nobody can tell how fast the machine is, slow answers say nothing.
func TestTimingNeedsAReference(t *testing.T) {
	app := fake.Tree(crowded)
	b := &stalledRegistry{fake.New(app)}
	defer b.Close()
	g := gatherer(b.Backend, app)
	g.Backend = b
	g.within = &limits{answer: 20 * time.Millisecond, timing: time.Minute, hits: time.Minute, elements: time.Minute}
	s, err := g.Subject(t.Context())
	if err != nil || s.Timing != nil || !strings.Contains(s.Lacks[audit.NeedTiming], "how fast this machine is") {
		t.Errorf("%+v %v %v", s.Timing, s.Lacks, err)
	}
}

type stalledRegistry struct{ *fake.Backend }

func (stalledRegistry) TimeReference(ctx context.Context) (time.Duration, error) {
	return 0, takes(ctx, never)
}
