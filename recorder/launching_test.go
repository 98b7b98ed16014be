package recorder

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

// starter is a launcher whose programs do what the test says.
type starter struct {
	refuse  error
	started []Launch
	run     func(p *program)
	last    *program
}

func (s *starter) Find(Launch) error { return s.refuse }

func (s *starter) Start(l Launch) (Program, error) {
	if s.refuse != nil {
		return nil, s.refuse
	}
	s.started = append(s.started, l)
	s.last = &program{pid: 5000, ended: make(chan struct{})}
	if s.run != nil {
		s.run(s.last)
	}
	return s.last, nil
}

type program struct {
	pid, child int
	ended      chan struct{}
	once       sync.Once
	code       int
	output     string
	wasAsked   bool
}

func (p *program) PID() int               { return p.pid }
func (p *program) Has(pid int) bool       { return pid == p.pid || p.child != 0 && pid == p.child }
func (p *program) Ended() <-chan struct{} { return p.ended }
func (p *program) Last() (int, string)    { return p.code, p.output }
func (p *program) die(code int, output string) {
	p.once.Do(func() { p.code, p.output = code, output; close(p.ended) })
}
func (p *program) End(context.Context) error {
	p.wasAsked = true
	p.die(-1, "")
	return nil
}

// launched is a stage whose recording starts its application.
func launched(t *testing.T, outline string) (*stage, *starter, []Step) {
	s := newStage(t, outline)
	press := s.step(StepActivate, `button "Save"`)
	l := &starter{}
	s.options.Launcher, s.options.Backend = l, fake.New()
	s.options.Wait = 2 * time.Second
	launch := Step{ID: "t0", Kind: StepLaunch, Title: "Launch", Launch: &Launch{Executable: "orders", Arguments: []string{"--new"}}}
	return s, l, []Step{launch, press}
}

// play replays on no application in particular.
func (s *stage) play(steps ...Step) Run {
	s.t.Helper()
	rec := Recording{
		Schema: RecordingSchema, ID: "c1", Name: "test", Steps: steps,
		Application: ApplicationIdentity{Name: "Orders", Toolkit: "fake"},
	}
	run, err := NewPlayer(s.options).Replay(context.Background(), rec, tree.Application{})
	if err != nil {
		s.t.Fatal(err)
	}
	return run
}

func (s *stage) bus() *fake.Backend { return s.options.Backend.(*fake.Backend) }

func TestALaunchGoesOnWithTheApplicationOfItsProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		// Another of the same name runs already: it is not the one that was started.
		other := fake.Tree(form).As(77, 7)
		s.bus().Start(other)
		l.run = func(p *program) {
			time.AfterFunc(5*time.Second, func() { s.bus().Start(s.app.As(p.pid, 50)) })
		}
		run := s.play(steps...)
		if run.Verdict != VerdictPassed {
			t.Fatalf("%s: %+v", run.Verdict, run.Steps)
		}
		r := run.Steps[0]
		if r.PID != 5000 || r.Application != "Orders" || r.Effect != OutcomeVerified || r.Delivery != backends.Delivered {
			t.Errorf("%+v", r)
		}
		s.done("press button:Save")
		if len(other.Done()) > 0 {
			t.Errorf("the other application did %q", other.Done())
		}
		if i := slices.IndexFunc(s.ledger.lines, func(l string) bool { return strings.HasPrefix(l, "intent 1.1 launch") }); i != 1 {
			t.Errorf("journal: %q", s.ledger.lines)
		}
		if l.last.wasAsked || len(l.started) != 1 || !slices.Equal(l.started[0].Arguments, []string{"--new"}) {
			t.Errorf("started %+v, ended %v", l.started, l.last.wasAsked)
		}
	})
}

func TestALaunchThroughAChildOrARunningInstance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		l.run = func(p *program) {
			p.child = 5001
			time.AfterFunc(time.Second, func() { s.bus().Start(s.app.As(5001, 50)); p.die(0, "") })
		}
		if run := s.play(steps...); run.Verdict != VerdictPassed || run.Steps[0].PID != 5001 {
			t.Errorf("through a child: %+v", run.Steps)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		s.bus().Start(s.app.As(77, 7))
		l.run = func(p *program) { time.AfterFunc(time.Second, func() { p.die(0, "") }) }
		run := s.play(steps...)
		if run.Verdict != VerdictPassed || run.Steps[0].PID != 77 || !says(run.Steps[0].Changes, "handed over") {
			t.Errorf("through a running instance: %+v", run.Steps)
		}
		s.done("press button:Save")
	})
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		s.bus().Start(s.app.As(77, 7))
		s.bus().Start(fake.Tree(form).As(78, 8))
		l.run = func(p *program) { p.die(0, "") }
		run := s.play(steps...)
		if run.Steps[0].Verdict != VerdictAmbiguous || !strings.Contains(run.Steps[0].Error, "77") {
			t.Errorf("through one of two running instances: %+v", run.Steps[0])
		}
		s.done()
	})
}

// twice lists an application under the process of another, as some programs register
// twice.
type twice struct {
	*fake.Backend
	real, ghost tree.Application
}

func (b *twice) Applications(ctx context.Context) ([]tree.Application, error) {
	list, err := b.Backend.Applications(ctx)
	for i := range list {
		if list[i].Handle == b.ghost.Handle && list[i].PID == b.ghost.PID {
			list[i].PID, list[i].Started = b.real.PID, b.real.Started
		}
	}
	return list, err
}

func (b *twice) Observe(ctx context.Context, scope backends.Scope) (*tree.Snapshot, error) {
	if scope.Application.Handle == b.ghost.Handle {
		scope.Application = b.ghost
	}
	return b.Backend.Observe(ctx, scope)
}

func TestAProcessThatRegistersTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		ghost := fake.Tree(`application "orders" #ghost`).As(9000, 9)
		b := &twice{s.bus(), s.app.As(5000, 50).Identity(), ghost.Identity()}
		s.options.Backend = b
		l.run = func(*program) {
			b.Start(ghost)
			time.AfterFunc(time.Second, func() { b.Start(s.app) })
		}
		steps[0].Launch.Application = "orders" // the name of the one without windows
		run := s.play(steps...)
		if run.Steps[0].Verdict == VerdictPassed && run.Steps[0].Effect == OutcomeVerified {
			t.Errorf("the empty registration was taken: %+v", run.Steps[0])
		}
		steps[0].Launch.Application = ""
		if run := s.play(steps...); run.Verdict != VerdictPassed || run.Steps[0].Application != "Orders" {
			t.Errorf("%+v", run.Steps)
		}
	})
}

func TestALaunchThatFails(t *testing.T) {
	for name, tc := range map[string]struct {
		refuse   error
		run      func(*program)
		delivery backends.Delivery
		words    string
	}{
		"no such program":   {errors.New("not found in PATH"), nil, backends.NotDelivered, "not found in PATH"},
		"ends with an code": {nil, func(p *program) { p.die(3, "cannot open display\n") }, backends.Delivered, "exit code 3 before its application could be seen; the last that it printed: cannot open display"},
		"ends and is not there": {nil, func(p *program) {
			time.AfterFunc(time.Second, func() { p.die(0, "") })
		}, backends.Delivered, "exit code 0 before its application could be seen; it printed nothing"},
		"never comes": {nil, func(*program) {}, backends.Delivered, "no application of it could be seen within 30s"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, l, steps := launched(t, form)
				l.refuse, l.run = tc.refuse, tc.run
				run := s.play(steps...)
				r := run.Steps[0]
				if r.Verdict != VerdictError || r.Delivery != tc.delivery || !strings.Contains(r.Error, tc.words) || r.Hint == "" {
					t.Errorf("%s, %s: %s (%s)", r.Verdict, r.Delivery, r.Error, r.Hint)
				}
				if run.Steps[1].Verdict != VerdictSkipped || len(l.started) > 1 {
					t.Errorf("then %s; started %d times", run.Steps[1].Verdict, len(l.started))
				}
			})
		})
	}
}

func TestWhatWasStartedIsEndedOnlyWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		l.run = func(p *program) { s.bus().Start(s.app.As(p.pid, 50)) }
		s.options.EndLaunched = true
		if run := s.play(steps...); run.Verdict != VerdictPassed || !l.last.wasAsked {
			t.Errorf("%s, ended %v", run.Verdict, l.last.wasAsked)
		}
	})
}

func TestAttachFindsTheOneApplication(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _, steps := launched(t, form)
		attach := Step{ID: "t0", Kind: StepAttach, Title: "Attach"}
		run := s.play(attach, steps[1])
		if r := run.Steps[0]; r.Verdict != VerdictError || !strings.Contains(r.Error, `"Orders"`) {
			t.Errorf("with none: %s: %s", r.Verdict, r.Error)
		}
		time.AfterFunc(time.Second, func() { s.bus().Start(s.app.As(77, 7)) })
		s.bus().Start(fake.Tree(strings.Replace(form, `application "Orders"`, `application "Orders archive"`, 1)))
		run = s.play(attach, steps[1])
		if run.Verdict != VerdictPassed || run.Steps[0].PID != 77 || len(s.ledger.intents) != 1 {
			t.Errorf("with one: %+v", run.Steps)
		}
		s.done("press button:Save")
		s.bus().Start(fake.Tree(form).As(78, 8))
		run = s.play(attach, steps[1])
		if r := run.Steps[0]; r.Verdict != VerdictAmbiguous || !strings.Contains(r.Error, "77") || !strings.Contains(r.Error, "78") {
			t.Errorf("with two: %s: %s", r.Verdict, r.Error)
		}
		s.done("press button:Save")
	})
}

func TestLaunchStepsThatCannotBeDoneAreRefusedFirst(t *testing.T) {
	s, l, steps := launched(t, form)
	s.options.Launcher = nil
	if run := s.play(steps...); run.Verdict != VerdictRefused || len(l.started) > 0 {
		t.Errorf("without a launcher: %s", run.Verdict)
	}
	s.options.Launcher = l
	steps[0].Launch = nil
	if run := s.play(steps...); run.Verdict != VerdictRefused {
		t.Errorf("without a program: %s", run.Verdict)
	}
}
