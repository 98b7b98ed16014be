package gather

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
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
	asks := []string{"Observe", "Events", "HitTest", "TimeAnswer", "Applications"}
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

// What the display shows and no element stands for is left over, with its place.
func TestWindowsOfTheDisplay(t *testing.T) {
	app := fake.Tree(outline + "  window \"Later\" #later @0,0,400,300 [-showing]\n")
	b := fake.New(app)
	defer b.Close()
	g := gatherer(b, app)
	canvas := audit.DesktopWindow{XID: 2, Title: "Canvas", Rect: tree.Rect{X: 5, Y: 6, W: 700, H: 500}}
	new := audit.DesktopWindow{XID: 3, Title: "New", Rect: tree.Rect{W: 700, H: 500}}
	f, err := g.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	g.Shown = func(context.Context) ([]audit.DesktopWindow, error) {
		if asked++; asked == 1 {
			return []audit.DesktopWindow{{XID: f.Windows[0].XID, Title: "Orders"}, canvas}, nil
		}
		return []audit.DesktopWindow{{XID: f.Windows[0].XID, Title: "Orders"}, canvas, new}, nil
	}
	s, err := g.Subject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	canvas.Node = tree.None
	if d := s.Desktop; d == nil || len(d.Windows) != 2 || d.Windows[0].Node != f.Windows[0].Node || d.Windows[1] != canvas || len(d.Registered) != 1 {
		t.Errorf("%+v", d)
	}
	g.Shown = func(context.Context) ([]audit.DesktopWindow, error) { return nil, errors.New("no answer") }
	if s, err = g.Subject(t.Context()); err != nil || s.Desktop != nil || !strings.Contains(s.Lacks[audit.NeedDesktop], "no answer") {
		t.Errorf("%+v %v %v", s.Desktop, s.Lacks, err)
	}
}

// A window whose number nobody proved is not missing while an element with its title or
// size has none.
func TestWindowsArePaired(t *testing.T) {
	shown := tree.Node{Role: tree.RoleWindow, States: tree.MakeStates(tree.Showing)}
	s := &audit.Subject{Frozen: inspector.Freeze(&tree.Snapshot{
		Nodes:   []tree.Node{{Parent: tree.None, Children: []tree.NodeID{1, 2}}, shown, shown},
		Windows: []tree.Window{{Node: 1, Title: "Orders", Frame: tree.Rect{W: 400, H: 300}}, {Node: 2, Title: "Other", Frame: tree.Rect{W: 90, H: 80}}},
	})}
	windows := []audit.DesktopWindow{
		{XID: 5, Title: "Orders", Rect: tree.Rect{W: 402, H: 303}}, {XID: 6, Title: "Orders", Rect: tree.Rect{W: 402, H: 303}}, {XID: 7, Rect: tree.Rect{W: 92, H: 81}},
	}
	pair(windows, s)
	if windows[0].Node != 1 || windows[1].Node != tree.None || windows[2].Node != 2 {
		t.Errorf("%+v", windows)
	}
}

func gatherer(b *fake.Backend, app *fake.App) *Gatherer {
	return &Gatherer{Backend: b, App: app.Identity(), Read: func(ctx context.Context) (*inspector.Frozen, error) {
		s, err := b.Observe(ctx, backends.Scope{Application: app.Identity()})
		if err != nil {
			return nil, err
		}
		return inspector.Freeze(s), nil
	}}
}
