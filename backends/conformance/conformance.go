package conformance

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Subject is a backend with an application that stays as it is meanwhile and
// has a window with some elements in it.
type Subject struct {
	Backend     backends.Backend
	Application tree.Application
	// Partial says that the application cannot be observed completely.
	Partial bool
}

// limit is the deadline of each call; slack is what a backend may take more.
const (
	limit = 10 * time.Second
	slack = time.Second
)

// Run checks the whole contract.
func Run(t *testing.T, subject Subject) {
	s := suite{Subject: subject}
	t.Run("probe", s.probe)
	t.Run("applications", s.applications)
	t.Run("observe", s.observe)
	t.Run("part", s.part)
	t.Run("count", s.count)
	t.Run("absent", s.absent)
	t.Run("hit test", s.hitTest)
	t.Run("read node", s.readNode)
	t.Run("act", s.act)
	t.Run("events", s.events)
	t.Run("mirror", s.mirror)
	t.Run("ended context", s.endedContext)
	t.Run("close", s.close)
}

type suite struct{ Subject }

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	return ctx
}

func (s suite) whole(t *testing.T) *tree.Snapshot {
	t.Helper()
	snapshot, err := s.Backend.Observe(within(t), backends.Scope{Application: s.Application})
	if err != nil {
		t.Fatalf("observe: %v", err)
	}
	if err := snapshot.Validate(); err != nil {
		t.Fatalf("observe: %v", err)
	}
	return snapshot
}

func (s suite) probe(t *testing.T) {
	report := s.Backend.Probe(within(t))
	if report.Backend != s.Backend.Name() || report.Backend == "" {
		t.Errorf("the report is of %q, the backend is %q", report.Backend, s.Backend.Name())
	}
	if len(report.Capabilities) == 0 {
		t.Error("no capability is reported")
	}
	for _, c := range report.Capabilities {
		if !c.OK && c.Remedy == "" && c.Detail == "" {
			t.Errorf("%s is missing and nothing says why or how to get it", c.Name)
		}
	}
}

func (s suite) applications(t *testing.T) {
	apps, err := s.Backend.Applications(within(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range apps {
		if a.Handle == s.Application.Handle {
			if a != s.Application {
				t.Errorf("the application is %+v, was %+v", a, s.Application)
			}
			return
		}
	}
	t.Errorf("%q is not among %d applications", s.Application.Name, len(apps))
}

func (s suite) observe(t *testing.T) {
	began := time.Now()
	snapshot := s.whole(t)
	if snapshot.ID != "" {
		t.Errorf("the ID %q is the inspector's to set", snapshot.ID)
	}
	if snapshot.Backend == "" || snapshot.Application.Handle != s.Application.Handle || snapshot.Taken.IsZero() {
		t.Errorf("snapshot of %q by %q at %v", snapshot.Application.Name, snapshot.Backend, snapshot.Taken)
	}
	if took := time.Since(began); took > limit+slack {
		t.Errorf("took %v with a deadline of %v", took, limit)
	}
	if snapshot.Complete() == s.Partial {
		t.Errorf("complete is %v, cuts %v", snapshot.Complete(), snapshot.Cuts)
	}
	handles := map[tree.Handle]bool{}
	for _, n := range snapshot.Nodes {
		if n.Handle == "" || handles[n.Handle] {
			t.Errorf("node %d has the handle %q, empty or not its own", n.ID, n.Handle)
		}
		handles[n.Handle] = true
		if n.Role == tree.RolePassword && !n.Secret {
			t.Errorf("password field %d is not marked as secret", n.ID)
		}
		if n.Bounds.State != tree.Known && !n.Bounds.Empty() {
			t.Errorf("node %d has the place %v, which is %s", n.ID, n.Bounds.Rect, n.Bounds.State)
		}
		if !n.StatesRead && n.States != 0 {
			t.Errorf("node %d has states that were not read", n.ID)
		}
		if n.Name.IsKnown() != (n.NameFrom != tree.NameNone) {
			t.Errorf("node %d has a %s name from %q", n.ID, n.Name.State, n.NameFrom)
		}
	}
	if snapshot.Nodes[0].Role != tree.RoleApplication {
		t.Errorf("the first node is a %s", snapshot.Nodes[0].Role)
	}
	windows := map[uint32]bool{}
	for _, w := range snapshot.Windows {
		if w.XID != 0 && windows[w.XID] {
			t.Errorf("two windows are %d", w.XID)
		}
		windows[w.XID] = true
		if w.XID != 0 && w.Evidence == "" {
			t.Errorf("nothing says why %q is window %d", w.Title, w.XID)
		}
	}
}

// inner returns an element that has children and is not the application.
func inner(t *testing.T, snapshot *tree.Snapshot) *tree.Node {
	t.Helper()
	for i := range snapshot.Nodes {
		if n := &snapshot.Nodes[i]; i > 0 && n.Parent != 0 && len(n.Children) > 0 {
			return n
		}
	}
	t.Skip("the application has no element with children in its windows")
	return nil
}

func (s suite) part(t *testing.T) {
	whole := s.whole(t)
	root := inner(t, whole)
	part, err := s.Backend.Observe(within(t), backends.Scope{Application: s.Application, Root: root.Handle})
	if err != nil {
		t.Fatal(err)
	}
	if err := part.Validate(); err != nil {
		t.Fatal(err)
	}
	i := 0
	for _, n := range whole.Nodes {
		if !whole.Inside(n.ID, root.ID) {
			continue
		}
		if i >= len(part.Nodes) {
			t.Fatalf("the part ends before %s %q", n.Role, n.Name.Value)
		}
		if p := part.Nodes[i]; p.Handle != n.Handle || p.Name != n.Name || p.States != n.States || p.Bounds != n.Bounds {
			t.Errorf("in the part %s %q %v %v, in the whole %s %q %v %v",
				p.Role, p.Name.Value, p.States.Words(), p.Bounds, n.Role, n.Name.Value, n.States.Words(), n.Bounds)
		}
		i++
	}
	if i < len(part.Nodes) {
		t.Errorf("the part has %d nodes, the whole has %d there", len(part.Nodes), i)
	}
}

func (s suite) count(t *testing.T) {
	whole := s.whole(t)
	const few = 3
	if len(whole.Nodes) <= few {
		t.Skip("the application has too few elements")
	}
	cut, err := s.Backend.Observe(within(t), backends.Scope{Application: s.Application, MaxNodes: few})
	if err != nil {
		t.Fatal(err)
	}
	if err := cut.Validate(); err != nil {
		t.Fatal(err)
	}
	if len(cut.Nodes) > few || cut.Complete() {
		t.Errorf("with at most %d nodes there are %d, complete %v", few, len(cut.Nodes), cut.Complete())
	}
	for _, c := range cut.Cuts {
		if c.Reason == tree.CutCount {
			return
		}
	}
	t.Errorf("no cut says that the limit was reached: %v", cut.Cuts)
}

// nowhere is a handle of nothing, nobody an application that is not there.
const nowhere tree.Handle = "nowhere"

func nobody() tree.Application {
	return tree.Application{Handle: nowhere, Name: "nobody", PID: 1 << 30}
}

func (s suite) absent(t *testing.T) {
	if _, err := s.Backend.Observe(within(t), backends.Scope{Application: nobody()}); err == nil {
		t.Error("an application that is not there was observed")
	}
	_, err := s.Backend.Observe(within(t), backends.Scope{Application: s.Application, Root: nowhere})
	if !errors.Is(err, backends.ErrGone) {
		t.Errorf("observe an element that is not there: %v", err)
	}
}

func (s suite) hitTest(t *testing.T) {
	tester, ok := s.Backend.(backends.HitTester)
	if !ok {
		t.Skip("the backend has no hit test")
	}
	whole := s.whole(t)
	tried := 0
	for i := range whole.Nodes {
		n := &whole.Nodes[i]
		if n.Role != tree.RoleButton || !n.Bounds.Usable() || !n.States.Has(tree.Showing) {
			continue
		}
		tried++
		chain, err := tester.HitTest(within(t), s.Application, n.Bounds.Center())
		if err != nil {
			t.Fatal(err)
		}
		found := false
		parent := tree.NodeID(0)
		for _, h := range chain {
			id := whole.Find(h)
			if id == tree.None || whole.Nodes[id].Parent != parent {
				t.Fatalf("the chain %v is no path of the tree", chain)
			}
			parent = id
			found = found || id == n.ID
		}
		if !found {
			t.Errorf("%s %q is not at its own middle, but %v", n.Role, n.Name.Value, chain)
		}
	}
	if tried == 0 {
		t.Skip("no button shows")
	}
	if chain, err := tester.HitTest(within(t), s.Application, tree.Point{X: -9000, Y: -9000}); err != nil || len(chain) > 0 {
		t.Errorf("outside of the screen is %v, %v", chain, err)
	}
}

func (s suite) readNode(t *testing.T) {
	reader, ok := s.Backend.(backends.NodeReader)
	if !ok {
		t.Skip("the backend reads no single elements")
	}
	whole := s.whole(t)
	for _, want := range whole.Nodes[1:] {
		if !want.Interactive() {
			continue
		}
		n, err := reader.ReadNode(within(t), s.Application, want.Handle)
		if err != nil {
			t.Fatalf("read %s %q: %v", want.Role, want.Name.Value, err)
		}
		if n.Role != want.Role || n.Name != want.Name || n.States != want.States || n.Bounds != want.Bounds || n.Value != want.Value {
			t.Errorf("alone %s %q %v %v %v, in the tree %s %q %v %v %v", n.Role, n.Name.Value, n.States.Words(), n.Bounds, n.Value,
				want.Role, want.Name.Value, want.States.Words(), want.Bounds, want.Value)
		}
	}
	if _, err := reader.ReadNode(within(t), s.Application, nowhere); !errors.Is(err, backends.ErrGone) {
		t.Errorf("read an element that is not there: %v", err)
	}
}

func (s suite) act(t *testing.T) {
	element := s.whole(t).Nodes[1].Handle
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		what   string
		ctx    context.Context
		target tree.Handle
		action backends.Action
	}{
		{"an element that is not there", within(t), nowhere, backends.Action{Verb: tree.VerbPress}},
		{"a verb that there is not", within(t), element, backends.Action{Verb: "dance"}},
		{"a context that has ended", ended, element, backends.Action{Verb: tree.VerbFocus}},
	} {
		err := s.Backend.Act(c.ctx, s.Application, c.target, c.action)
		var delivery *backends.DeliveryError
		if !errors.As(err, &delivery) || delivery.Delivery != backends.NotDelivered {
			t.Errorf("act with %s: %v, want not delivered", c.what, err)
		}
	}
}

func (s suite) events(t *testing.T) {
	ctx, cancel := context.WithCancel(within(t))
	events, err := s.Backend.Events(ctx, backends.Scope{Application: s.Application})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	end := time.After(limit)
	for {
		select {
		case _, more := <-events:
			if !more {
				return
			}
		case <-end:
			t.Fatal("the channel is not closed after the end of the context")
		}
	}
}

// mirror is of every backend, for one that has none of its own by whole readings.
func (s suite) mirror(t *testing.T) {
	m := backends.MirrorOf(s.Backend, s.Application, nil)
	defer m.Close()
	first, err := m.Refresh(within(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Snapshot.Validate(); err != nil {
		t.Fatal(err)
	}
	if !first.Whole || first.Any() || first.Missed != 0 {
		t.Errorf("the first image: whole %v, changes %+v", first.Whole, first.Changes)
	}
	if diff := backends.Compare(first.Snapshot, s.whole(t)); diff.Any() {
		t.Errorf("the image differs from an observation: %+v", diff)
	}
	for _, read := range []func(context.Context) (backends.Image, error){m.Refresh, m.Reconcile} {
		next, err := read(within(t))
		if err != nil {
			t.Fatal(err)
		}
		if next.Snapshot != first.Snapshot || next.Any() || next.Missed != 0 {
			t.Errorf("nothing changed, and the next image has the changes %+v", next.Changes)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Reconcile(ended); err == nil && !s.Partial {
		t.Error("an image came out of a context that had ended")
	}
	if image, err := m.Refresh(within(t)); err != nil || backends.Compare(first.Snapshot, image.Snapshot).Any() {
		t.Errorf("after a refresh that failed: %v", err)
	}
	m.Close()
	other := backends.MirrorOf(s.Backend, nobody(), nil)
	defer other.Close()
	if _, err := other.Refresh(within(t)); err == nil {
		t.Error("an application that is not there has a mirror")
	}
}

func (s suite) endedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	began := time.Now()
	if snapshot, err := s.Backend.Observe(ctx, backends.Scope{Application: s.Application}); err == nil && snapshot.Complete() {
		t.Error("a complete observation came out of a context that had ended")
	}
	if took := time.Since(began); took > slack {
		t.Errorf("took %v after the end of the context", took)
	}
}

func (s suite) close(t *testing.T) {
	if err := s.Backend.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Backend.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}
