package recorder

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/inspector"
)

const form = `
application "Orders"
  window "Orders"
    toolbar "Main"
      button "New"
      button "Save"
    group "Recipient"
      textbox "Customer"
      password "PIN"
      checkbox "Express"
    label "Ready" #status
`

// stage is a fake application with a player.
type stage struct {
	t       *testing.T
	app     *fake.App
	backend *fake.Backend
	ledger  *ledger
	options PlayerOptions
}

func newStage(t *testing.T, outline string) *stage {
	app := fake.Tree(outline)
	app.On("button:Save", func(m *fake.Model) { m.Rename("status", "Saved") })
	b := fake.New(app)
	t.Cleanup(func() { b.Close() })
	s := &stage{t: t, app: app, backend: b, ledger: &ledger{}}
	s.options = PlayerOptions{Backend: b, Journal: s.ledger, Wait: 150 * time.Millisecond}
	return s
}

// target names an element as it is now, through a backend of its own, so that
// scripted observations are not used up.
func (s *stage) target(locator string) inspector.Target {
	s.t.Helper()
	l, err := inspector.ParseLocator(locator)
	if err != nil {
		s.t.Fatal(err)
	}
	snap, err := s.backend.Observe(context.Background(), backends.Scope{Application: s.app.Identity()})
	if err != nil {
		s.t.Fatal(err)
	}
	f := inspector.Freeze(snap)
	r := f.Match(l)
	if r.Outcome != inspector.Unique {
		s.t.Fatalf("%s: %s", locator, r.Reason)
	}
	return f.Target(r.Node())
}

func (s *stage) step(kind StepKind, locator string) Step {
	t := s.target(locator)
	return Step{ID: "t1", Kind: kind, Target: &t, Title: "step"}
}

func (s *stage) replay(ctx context.Context, steps ...Step) Run {
	s.t.Helper()
	rec := Recording{Schema: RecordingSchema, ID: "c1", Name: "test", Steps: steps}
	run, err := NewPlayer(s.options).Replay(ctx, rec, s.app.Identity())
	if err != nil {
		s.t.Fatal(err)
	}
	return run
}

func (s *stage) done(want ...string) {
	s.t.Helper()
	if d := cmp.Diff(want, s.app.Done()); d != "" && len(want)+len(s.app.Done()) > 0 {
		s.t.Errorf("what happened in the application (-want +got):\n%s", d)
	}
}
