package hostile

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/provider"
)

// Waits of a replay for its target: where it has to come, as long as a busy machine
// may take, and where it must not, as long as it may come late.
const (
	patient = 30 * time.Second
	brief   = 150 * time.Millisecond
)

// Stage is where replays on the provider happen: a connection and the recorded steps.
type Stage struct {
	seed    uint64
	backend *atspi.Backend
	flows   []flow
	steps   map[string]recorder.Step // by flow
}

// Open records every flow on an application that nothing changes, and replays it
// once. The accessibility bus is that of this process's environment.
func Open(ctx context.Context, seed uint64) (*Stage, error) {
	b, err := atspi.Open(ctx, atspi.Options{})
	if err != nil {
		return nil, err
	}
	s := &Stage{seed: seed, backend: b, flows: flows(), steps: map[string]recorder.Step{}}
	for i := range s.flows {
		if err := s.record(ctx, &s.flows[i]); err != nil {
			b.Close()
			return nil, fmt.Errorf("record %s: %w", s.flows[i].name, err)
		}
	}
	return s, nil
}

// Close ends the connection.
func (s *Stage) Close() error { return s.backend.Close() }

// host puts an application on the bus.
func host(app provider.Application, commands []provider.Command) (*provider.Provider, tree.Application, error) {
	start := slices.Concat([]provider.Command{{Do: "application", Application: &app}}, commands, []provider.Command{{Do: "join"}})
	p, err := provider.New(start...)
	if err != nil {
		return nil, tree.Application{}, err
	}
	return p, tree.Application{Handle: tree.Handle(p.Name() + provider.Path("root")), Name: app.Name, PID: os.Getpid(), Toolkit: "provider"}, nil
}

// record makes the step of a flow as the recorder does: the targets from one complete
// observation of the application, before anything is done with it.
func (s *Stage) record(ctx context.Context, f *flow) error {
	sc := newScene()
	p, app, err := host(provider.Application{Name: "Hostile"}, sc.taken())
	if err != nil {
		return err
	}
	defer p.Close()
	snap, err := s.backend.Observe(ctx, backends.Scope{Application: app})
	if err != nil {
		return err
	}
	frozen := inspector.Freeze(snap)
	target := func(data string) (inspector.Target, error) {
		t := frozen.Target(frozen.ByHandle(tree.Handle(p.Name() + provider.Path(sc.find(data).key))))
		if t.Standing != inspector.StandingUnique && t.Standing != inspector.StandingContext {
			return t, fmt.Errorf("%s cannot be told apart: %s", data, t.Standing)
		}
		return t, nil
	}
	of, err := target(f.data)
	if err != nil {
		return err
	}
	if f.template {
		if of, err = loosened(of); err != nil {
			return err
		}
	}
	step := recorder.Step{ID: "step", Kind: f.kind, Title: f.name, Light: recorder.LightUnique, Target: &of}
	f.fill(&step)
	if f.kind == recorder.StepMenuPath {
		opener, err := target(f.sends()[0])
		if err != nil {
			return err
		}
		step.Path = []inspector.Target{opener}
	}
	s.steps[f.name] = step
	player := recorder.NewPlayer(recorder.PlayerOptions{Backend: s.backend, Journal: &ledger{}, Wait: patient})
	run, err := player.Replay(ctx, recorder.Recording{Schema: recorder.RecordingSchema, Name: f.name, Steps: []recorder.Step{step}}, app)
	if err != nil {
		return err
	}
	if run.Verdict != recorder.VerdictPassed {
		return fmt.Errorf("it does not pass where nothing changes: %s: %s", run.Verdict, run.Steps[0].Error)
	}
	return nil
}

// loosened makes the title of the window a template, as a person edits it.
func loosened(of inspector.Target) (inspector.Target, error) {
	for _, l := range append([]*inspector.Locator{&of.Locator}, pointers(of.Witnesses)...) {
		if len(l.Segments) < 2 || l.Segments[0].Role != tree.RoleWindow {
			return of, fmt.Errorf("%s does not begin with a window", l)
		}
		l.Segments[0].Name += "*"
	}
	return of, nil
}

func pointers(list []inspector.Locator) []*inspector.Locator {
	all := make([]*inspector.Locator, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return all
}

// ledger is a journal that keeps nothing, and lets something happen between the looks.
type ledger struct {
	onIntent func()
}

func (*ledger) PutRecording(recorder.Recording) error            { return nil }
func (*ledger) PutPicture([]byte) (string, error)                { return "", nil }
func (*ledger) BeginRun(recorder.Run) error                      { return nil }
func (*ledger) PutResult(string, recorder.StepResult) error      { return nil }
func (*ledger) EndRun(string, time.Time, recorder.Verdict) error { return nil }

func (l *ledger) PutIntent(recorder.Intent) error {
	if l.onIntent != nil {
		l.onIntent()
	}
	return nil
}

// edge is a backend that lets something happen right before an act.
type edge struct {
	*atspi.Backend
	onAct func()
	last  int // calls of the last exchange before the act
}

// callsOfEvidence is how many calls the evidence of one element takes.
const callsOfEvidence = 4

func (e *edge) Act(ctx context.Context, app tree.Application, target tree.Handle, action backends.Action) error {
	if e.onAct != nil {
		e.onAct()
	}
	e.last = callsOfEvidence * len(action.Evidence)
	return e.Backend.Act(ctx, app, target, action)
}

// trial is one case under way.
type trial struct {
	*plan
	provider *provider.Provider
	app      tree.Application
	backend  *edge
	ledger   *ledger
	between  func() // is called between finding and acting by those who look once
	made     bool   // the later changes were
}

// changeNote is what the application writes into its journal as it changes.
const changeNote = "changed"

// raise brings a case to where the replay begins.
func (s *Stage) raise(p *plan) (*trial, error) {
	t := &trial{plan: p, ledger: &ledger{}}
	var err error
	if t.provider, t.app, err = host(p.app, p.start); err != nil {
		return nil, err
	}
	if p.restart {
		// What was recorded is gone with its process; another one has its name.
		t.provider.Close()
		if t.provider, t.app, err = host(p.app, p.start); err != nil {
			return nil, err
		}
	}
	if slices.Contains(slices.Concat(p.early, p.later), "an old cache") {
		if _, err := s.backend.Observe(context.Background(), backends.Scope{Application: t.app}); err != nil {
			t.provider.Close()
			return nil, err
		}
	}
	if _, err := t.provider.Do(p.make1...); err != nil {
		t.provider.Close()
		return nil, fmt.Errorf("case %s: %w", p, err)
	}
	e := &edge{Backend: s.backend}
	t.backend = e
	noted := append([]provider.Command{{Do: "note", Member: changeNote}}, p.make2...)
	count := 0
	now := func() {
		if count == p.act && !t.made {
			t.made = true
			t.provider.Do(noted...)
		}
		count++
	}
	switch p.when {
	case amid:
		t.provider.Do(provider.Command{Do: "on", Trouble: &provider.Trouble{After: p.call, Times: 1}, Then: noted})
	case looks:
		t.ledger.onIntent, t.between = now, now
	case brink:
		e.onAct = now
	case within:
		for _, member := range acts {
			t.provider.Do(provider.Command{Do: "on", Trouble: &provider.Trouble{Member: member, After: p.act, Times: 1}, Then: noted})
		}
	}
	return t, nil
}

func (t *trial) close() { t.provider.Close() }

// wait is how long whoever acts waits for the target.
func (p *plan) wait() time.Duration {
	if p.expected() {
		return patient
	}
	return brief
}

// replay replays the step as Samebutton does.
func (s *Stage) replay(ctx context.Context, t *trial) (recorder.StepResult, error) {
	player := recorder.NewPlayer(recorder.PlayerOptions{Backend: t.backend, Journal: t.ledger, Wait: t.wait()})
	run, err := player.Replay(ctx, recorder.Recording{Schema: recorder.RecordingSchema, Name: t.flow.name, Steps: []recorder.Step{s.steps[t.flow.name]}}, t.app)
	if err != nil {
		return recorder.StepResult{}, err
	}
	return run.Steps[0], nil
}
