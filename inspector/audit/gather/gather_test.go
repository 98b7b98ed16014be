package gather

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

const outline = `
application "Orders"
  window "Orders" @0,0,400,300
    button "Save" #save @10,40,80,30
    password "PIN" @10,120,200,30
    button "Hidden" @10,160,80,30 [-showing]
`

// A gathering only asks: the backend's own log of calls has nothing else, and the
// application did nothing.
func TestGatheringOnlyAsks(t *testing.T) {
	app := fake.Tree(outline)
	b := fake.New(app)
	defer b.Close()
	g := Gatherer{Backend: b, App: app.Identity(), Listen: 50 * time.Millisecond, Read: func(ctx context.Context) (*inspector.Frozen, error) {
		s, err := b.Observe(ctx, backends.Scope{Application: app.Identity()})
		if err != nil {
			return nil, err
		}
		return inspector.Freeze(s), nil
	}}
	s, err := g.Subject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.Earlier == nil || s.Heard == nil || !s.Heard.Throughout || s.Timing == nil || s.Timing.Asked == 0 {
		t.Errorf("evidence is missing: %+v", s)
	}
	save := s.ByHandle("save")
	if h, ok := s.Hits[save]; !ok || h.Node != save {
		t.Errorf("hit of Save: %+v %v", h, ok)
	}
	asks := []string{"Observe", "Events", "HitTest", "ReadNode", "Applications"}
	calls := b.Calls()
	if len(calls) == 0 {
		t.Fatal("nothing was asked")
	}
	for _, c := range calls {
		if !slices.Contains(asks, c.Method) {
			t.Errorf("called %v", c)
		}
	}
	if done := app.Done(); len(done) > 0 {
		t.Errorf("the application was made to do %q", done)
	}
}

func TestWindowsLimitWhatIsAsked(t *testing.T) {
	app := fake.Tree(outline + `  window "Other" @0,0,400,300
    button "Apply" #apply @10,40,80,30
`)
	b := fake.New(app)
	defer b.Close()
	g := Gatherer{Backend: b, App: app.Identity(), Read: func(ctx context.Context) (*inspector.Frozen, error) {
		s, err := b.Observe(ctx, backends.Scope{Application: app.Identity()})
		if err != nil {
			return nil, err
		}
		return inspector.Freeze(s), nil
	}, Windows: func(f *inspector.Frozen) ([]tree.NodeID, error) { return f.Nodes[0].Children[1:], nil }}
	s, err := g.Subject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Hits[s.ByHandle("save")]; ok || len(s.Hits) != 1 {
		t.Errorf("asked outside of the window: %v", s.Hits)
	}
}

func TestPace(t *testing.T) {
	at := time.Unix(0, 0)
	var times []time.Time
	for _, ms := range []int{0, 400, 900, 1100, 1300, 5000} {
		times = append(times, at.Add(time.Duration(ms)*time.Millisecond))
	}
	if p := paceOf(times); p.most != 4 || p.flood != 0 {
		t.Errorf("%+v", p)
	}
	if p := paceOf(nil); p.most != 0 {
		t.Errorf("%+v of none", p)
	}
	times = nil
	for i := range 3000 { // a thousand a second for three seconds
		times = append(times, at.Add(time.Duration(i)*time.Millisecond))
	}
	if p := paceOf(times); p.flood < 2900*time.Millisecond {
		t.Errorf("flood %v", p.flood)
	}
}
