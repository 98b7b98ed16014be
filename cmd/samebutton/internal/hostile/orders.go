package hostile

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// Shop is where replays on the sample application "Orders" in one toolkit happen. Each
// starts the application anew, so that every replay is on another process than the
// recording was.
type Shop struct {
	seed     uint64
	toolkit  orders.Toolkit
	launcher orders.Launcher
	backend  *atspi.Backend
	peer     *dogtail // nil where it is not installed
	steps    map[string]recorder.Step
	natives  map[string]string // native roles of the targets, by flow
}

// errand is one step on Orders: what is acted on, by the id in the application's log, and
// another control like it.
type errand struct {
	name, id, other string
	role            tree.Role
	page            int
	row             string // the heading of the row that it is in
	kind            recorder.StepKind
	plain           bool
	fill            func(*recorder.Step)
}

var errands = []errand{
	{name: "Save", id: "save", other: "new", role: tree.RoleButton, kind: recorder.StepActivate, plain: true},
	{name: "Express delivery", id: "express", other: "invoice", role: tree.RoleCheckbox, kind: recorder.StepSetChecked, plain: true,
		fill: func(s *recorder.Step) { s.Checked = true }},
	{name: "Customer", id: "customer", other: "street", role: tree.RoleTextbox, kind: recorder.StepSetText,
		fill: func(s *recorder.Step) { s.Text = typed }},
	{name: "Delete", id: "delete-pear", other: "delete-apple", role: tree.RoleButton, page: 1, row: "Pear", kind: recorder.StepActivate},
}

// deed is what is changed in Orders: commands of its control file, words of start, or
// something done to its process.
type deed struct {
	name     string
	commands []string // {id}, {name}, {other} and {othername} are those of the errand
	flags    []string // the application is started with
	early    bool     // only before the replay
	// only lists the ids that it is for; all without any.
	only []string
	// keeps says that the target must be acted on all the same.
	keeps bool
	// likeness is who reads as the recorded one then.
	likeness string
	process  func(*orders.App) error
}

var deeds = []deed{
	{name: "nothing", keeps: true},
	{name: "twin before", commands: []string{"second-save before"}, only: []string{"save"}},
	{name: "twin after", commands: []string{"second-save after"}, only: []string{"save"}},
	{name: "twin in another container", commands: []string{"second-save group"}, only: []string{"save"}, keeps: true},
	{name: "twin in a dialog", commands: []string{"second-save dialog"}, only: []string{"save"}},
	{name: "removed", commands: []string{"without {id}"}},
	{name: "removed, twin elsewhere", commands: []string{"second-save group", "without save"}, only: []string{"save"}},
	{name: "removed, twin in its place", commands: []string{"second-save after", "without save"}, only: []string{"save"}, likeness: "save2"},
	{name: "removed, twin in a dialog", commands: []string{"without save", "second-save dialog"}, only: []string{"save"}},
	{name: "renamed", commands: []string{"rename {id}=Something else"}},
	{name: "renamed, its name goes to another", commands: []string{"rename {id}=Something else", "rename {other}={name}"}, only: []string{"save", "customer"}, likeness: "{other}"},
	{name: "labels swapped", commands: []string{"rename {id}={othername}", "rename {other}={name}"}, only: []string{"save", "customer"}, likeness: "{other}"},
	{name: "handle used for another", commands: []string{"exchange save=new"}, only: []string{"save"}, likeness: "save"},
	{name: "disabled", commands: []string{"disable {id}"}},
	{name: "hung for a while", keeps: true, process: func(a *orders.App) error {
		if err := a.Stop(); err != nil {
			return err
		}
		time.AfterFunc(150*time.Millisecond, func() { _ = a.Cont() }) // it may have ended
		return nil
	}},
	{name: "window beside it", commands: []string{"cover"}, keeps: true},
	{name: "window title changed", commands: []string{"retitle Orders 2"}},
	{name: "rows reordered", commands: []string{"reorder"}, keeps: true, early: true},
	{name: "rows made anew", commands: []string{"reorder", "reorder"}, keeps: true},
	{name: "row inserted above", commands: []string{"reorder", "without delete-plum"}, only: []string{"delete-pear"}, early: true, keeps: true},
	{name: "another page shown", commands: []string{"page 2"}, only: []string{"express", "customer", "delete-pear"}},
	{name: "another language", flags: []string{"--lang", "de"}, early: true},
	{name: "slow handler", commands: []string{"slow {id}=0.2"}, keeps: true},
	{name: "killed", process: func(a *orders.App) error { return a.Close() }},
}

// OpenShop records every errand on one process of the application.
func OpenShop(ctx context.Context, seed uint64, toolkit orders.Toolkit, launcher orders.Launcher) (*Shop, error) {
	b, err := atspi.Open(ctx, atspi.Options{})
	if err != nil {
		return nil, err
	}
	s := &Shop{seed: seed, toolkit: toolkit, launcher: launcher, backend: b, steps: map[string]recorder.Step{}, natives: map[string]string{}}
	if err := s.record(ctx); err != nil {
		b.Close()
		return nil, fmt.Errorf("record on %s: %w", toolkit.Application(), err)
	}
	if s.peer, err = startDogtail(ctx); err != nil && !errors.Is(err, ErrNoDogtail) {
		b.Close()
		return nil, err
	}
	return s, nil
}

// Close ends the connection and the peer.
func (s *Shop) Close() error {
	if s.peer != nil {
		s.peer.close()
	}
	return s.backend.Close()
}

// HasDogtail reports whether dogtail takes part.
func (s *Shop) HasDogtail() bool { return s.peer != nil }

// start starts the application and waits until it can be read.
func (s *Shop) start(ctx context.Context, flags ...string) (*orders.App, tree.Application, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	a, err := orders.Start(ctx, s.launcher, s.toolkit, flags...)
	if err != nil {
		return nil, tree.Application{}, err
	}
	for {
		list, err := s.backend.Applications(ctx)
		if i := slices.IndexFunc(list, func(x tree.Application) bool { return x.PID == a.PID() && x.Problem == "" }); i >= 0 {
			if snap, err := s.backend.Observe(ctx, backends.Scope{Application: list[i]}); err == nil && snap.Complete() && len(snap.Windows) > 0 {
				return a, list[i], nil
			}
		}
		select {
		case <-ctx.Done():
			return nil, tree.Application{}, errors.Join(fmt.Errorf("wait for %s: %w", s.toolkit.Application(), ctx.Err()), err, a.Close())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (s *Shop) record(ctx context.Context) error {
	a, app, err := s.start(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	for _, e := range errands {
		if err := a.Control(ctx, fmt.Sprintf("page %d", e.page)); err != nil {
			return err
		}
		step, native, err := s.recordOne(ctx, app, e)
		switch {
		case errors.Is(err, errNotThere):
			continue // GTK 4 offers no action of a check box, Qt puts no buttons into rows
		case err != nil:
			return fmt.Errorf("%s: %w", e.name, err)
		}
		s.steps[e.id], s.natives[e.id] = step, native
	}
	if len(s.steps) == 0 {
		return errNotThere
	}
	return nil
}

// errNotThere says that the toolkit does not let an errand be done by actions.
var errNotThere = errors.New("it cannot be acted on by its actions")

func (s *Shop) recordOne(ctx context.Context, app tree.Application, e errand) (recorder.Step, string, error) {
	snap, err := s.backend.Observe(ctx, backends.Scope{Application: app})
	if err != nil {
		return recorder.Step{}, "", err
	}
	f := inspector.Freeze(snap)
	segment := inspector.Segment{Role: e.role, Named: true, Name: e.name}
	if e.row != "" {
		segment.Keys = []inspector.Key{{Name: inspector.KeyRow, Value: e.row}}
	}
	found := f.Match(inspector.Locator{Segments: []inspector.Segment{segment}})
	if found.Outcome != inspector.Unique {
		return recorder.Step{}, "", fmt.Errorf("%w: it is %s: %s", errNotThere, found.Outcome, found.Reason)
	}
	if n := &f.Nodes[found.Node()]; !n.Has(tree.VerbPress) && !n.Has(tree.VerbToggle) && !n.Has(tree.VerbSetText) {
		return recorder.Step{}, "", errNotThere
	}
	target := f.Target(found.Node())
	if target.Standing != inspector.StandingUnique && target.Standing != inspector.StandingContext {
		return recorder.Step{}, "", fmt.Errorf("it cannot be told apart: %s", target.Standing)
	}
	step := recorder.Step{ID: "step", Kind: e.kind, Title: e.name, Light: recorder.LightUnique, Target: &target}
	if e.fill != nil {
		e.fill(&step)
	} else {
		step.EffectsUnknown = true
	}
	return step, f.Nodes[found.Node()].NativeRole, nil
}

// job is one case on Orders.
type job struct {
	n      int
	errand *errand
	deed   *deed
	when   moment
}

func (s *Shop) job(n int) *job {
	random := rand.New(rand.NewPCG(s.seed, uint64(n)))
	for {
		j := &job{n: n, errand: &errands[random.IntN(len(errands))], deed: &deeds[random.IntN(len(deeds))]}
		j.when = []moment{before, before, looks, brink}[random.IntN(4)]
		if j.deed.early || j.deed.flags != nil {
			j.when = before
		}
		if _, recorded := s.steps[j.errand.id]; !recorded {
			continue
		}
		if len(j.deed.only) == 0 || slices.Contains(j.deed.only, j.errand.id) {
			return j
		}
	}
}

func (j *job) String() string {
	return fmt.Sprintf("%d: %s: %q %s", j.n, j.errand.id, j.deed.name, j.when)
}

// expected reports whether whoever acts has to. Rows that are made anew while the act is
// prepared have other handles.
func (j *job) expected() bool { return j.deed.keeps }

func (j *job) fill(text string) string {
	names := map[string]string{"new": "New", "street": "Street"}
	return strings.NewReplacer("{id}", j.errand.id, "{name}", j.errand.name, "{other}", j.errand.other, "{othername}", names[j.errand.other]).Replace(text)
}

// change makes the change, once.
func (j *job) change(ctx context.Context, a *orders.App) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if j.deed.process != nil {
		return j.deed.process(a)
	}
	for _, command := range j.deed.commands {
		if err := a.Control(ctx, j.fill(command)); err != nil {
			return err
		}
	}
	return nil
}

// Case judges one case, by all that can do it.
func (s *Shop) Case(ctx context.Context, n int) ([]Finding, error) {
	actors := []Actor{Samebutton}
	j := s.job(n)
	if j.errand.plain {
		actors = append(actors, Naive)
		if s.peer != nil {
			actors = append(actors, Dogtail)
		}
	}
	var list []Finding
	for _, by := range actors {
		f, err := s.try(ctx, j, by)
		if err != nil {
			return nil, fmt.Errorf("%s, case %s: %w", s.toolkit.Application(), j, err)
		}
		list = append(list, f)
	}
	return list, nil
}

func (s *Shop) try(ctx context.Context, j *job, by Actor) (Finding, error) {
	f := Finding{
		Case: j.n, Actor: by, Target: s.toolkit.Application(), Flow: j.errand.id, Changes: []string{j.deed.name}, When: string(j.when),
		Expected: j.expected(), Unchanged: j.deed.name == "nothing", Plan: j.String(),
	}
	a, app, err := s.start(ctx, j.deed.flags...)
	if err != nil {
		return f, err
	}
	defer a.Close()
	if err := a.Control(ctx, fmt.Sprintf("page %d", j.errand.page)); err != nil {
		return f, err
	}
	done := false
	var failed error
	change := func() {
		if !done {
			done = true
			failed = j.change(ctx, a)
		}
	}
	if j.when == before {
		change()
	}
	log, err := a.Log()
	if err != nil {
		return f, err
	}
	e, l := &edge{Backend: s.backend}, &ledger{}
	switch j.when {
	case looks:
		l.onIntent = change
	case brink:
		e.onAct = change
	}
	wait := 400 * time.Millisecond
	if j.expected() {
		wait = patient
	}
	began := time.Now()
	var said told
	step := s.steps[j.errand.id]
	switch by {
	case Samebutton:
		player := recorder.NewPlayer(recorder.PlayerOptions{Backend: e, Journal: l, Wait: wait})
		run, err := player.Replay(ctx, recorder.Recording{Schema: recorder.RecordingSchema, Name: j.errand.name, Steps: []recorder.Step{step}}, app)
		if err != nil {
			return f, err
		}
		said = saidOf(run.Steps[0], 0)
		f.Verdict, f.Error = string(run.Verdict), run.Steps[0].Error
	case Naive:
		err := naive(ctx, s.backend, app, step, wait, change)
		said = saidByError(err)
		f.Verdict, f.Error = said.verdict(), words(err)
	case Dogtail:
		err, broken := s.peer.act(s.toolkit.Application(), s.natives[j.errand.id], step, change)
		if broken != nil {
			return f, broken
		}
		said = saidByError(err)
		f.Verdict, f.Error = said.verdict(), words(err)
	}
	f.Ms = ms(time.Since(began))
	if failed != nil {
		return f, fmt.Errorf("change it: %w", failed)
	}
	after, err := s.settled(ctx, a, len(log), said.sent)
	if err != nil {
		return f, err
	}
	f.Outcome, f.Acted = j.judge(after[min(len(log), len(after)):], said)
	return f, nil
}

// settled returns the log when the application has had time to write what it was asked
// to do, beside what it held before: it answers an act before it does it, by up to 250 ms
// in GTK 4, and later on a busy machine.
func (s *Shop) settled(ctx context.Context, a *orders.App, before int, sent bool) ([]orders.Entry, error) {
	if sent {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		entries := 0
		_, _ = a.WaitFor(ctx, func(orders.Entry) bool { entries++; return entries > before }) // nothing may come of it
		time.Sleep(350 * time.Millisecond)                                                    // a second one would come now
	}
	return a.Log()
}

// judge compares what the log holds with what should be in it.
func (j *job) judge(log []orders.Entry, said told) (Outcome, []string) {
	events := []string{"clicked", "toggled", "text", "selected", "value", "menu"}
	var acted []string
	twice := false
	likeness := j.fill(j.deed.likeness)
	wrong := Outcome("")
	for _, e := range log {
		if !slices.Contains(events, e.Event) || e.ID == "tabs" {
			continue
		}
		if e.Event != "text" || !slices.Contains(acted, e.ID) { // a text that is set is cleared first
			twice = twice || slices.Contains(acted, e.ID)
			acted = append(acted, e.ID)
		}
		switch {
		case e.ID == j.errand.id:
		case e.ID == likeness:
			wrong = Lookalike
		default:
			return Wrong, acted
		}
	}
	done := slices.Contains(acted, j.errand.id)
	switch {
	case twice:
		return Double, acted
	case wrong != "":
		return wrong, acted
	case said.passed && !done && !(said.verified && !said.sent):
		return Claim, acted
	case done:
		return Right, acted
	case j.expected():
		return Needless, acted
	}
	return Refused, acted
}
