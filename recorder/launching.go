package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Launcher starts programs for a player, without a shell. Package main implements it.
type Launcher interface {
	// Find reports why a program could not be started. It starts nothing.
	Find(l Launch) error
	// Start starts a program, which outlives the player. An error means that nothing
	// was started.
	Start(l Launch) (Program, error)
}

// Program is a program that a launcher started. Its methods may be used from any
// goroutine.
type Program interface {
	PID() int
	// Has reports whether a process is the program, or was started by it.
	Has(pid int) bool
	// Ended is closed when the program has ended. What it started may still run.
	Ended() <-chan struct{}
	// Last says how the program ended: its exit code (-1 for a signal), and the last
	// that it printed. It is for after Ended.
	Last() (code int, output string)
	// End asks the program and what it started to end, and makes them when ctx ends.
	End(ctx context.Context) error
}

// Times of starting.
const (
	launchWithin = 30 * time.Second // until the application shows a window
	launchPoll   = 100 * time.Millisecond
	// nameGrace is how long a program may show a window under another name than the
	// recorded one before that is taken for its name.
	nameGrace = 3 * time.Second
	listLimit = 3 * time.Second
	endLimit  = 10 * time.Second
)

// Brings reports whether the first step of a recording that would be done, from the
// n-th on (from 1; 0 means all), starts or finds its application.
func Brings(rec Recording, n int) bool {
	rec = rec.From(max(n, 1))
	i := slices.IndexFunc(rec.Steps, func(s Step) bool { return !s.Disabled })
	return i >= 0 && (rec.Steps[i].Kind == StepLaunch || rec.Steps[i].Kind == StepAttach)
}

// launch starts the program of a step and goes on with its application. Like every
// act it is written down before, and done once.
func (p *Player) launch(ctx context.Context, run string, step Step, r StepResult) StepResult {
	r.Verdict = VerdictPassed
	if p.permitLaunch(ctx, &r, step); r.Verdict != VerdictPassed {
		return r
	}
	if p.rehearsal != nil {
		return p.rehearseLaunch(step, r)
	}
	before, err := p.applications(ctx)
	if err != nil {
		return unlisted(r, err)
	}
	intent := Intent{Run: run, N: r.N, Part: 1, StepID: step.ID, Title: step.Title, Label: step.Label, Action: "launch", At: time.Now()}
	if err := p.o.Journal.PutIntent(intent); err != nil {
		r.Verdict, r.Error = VerdictError, fmt.Sprintf("store the intent: %v", err)
		r.Hint = "nothing was started; free the store and run again"
		return r
	}
	if ctx.Err() != nil {
		r.Verdict, r.Error = VerdictStopped, stoppedBefore
		return r
	}
	program, err := p.o.Launcher.Start(*step.Launch)
	if err != nil {
		r.Verdict, r.Error, r.Hint = VerdictError, fmt.Sprintf("start %s: %v", step.Launch.Executable, err), "nothing was started; install it, or edit the step"
		return r
	}
	p.programs = append(p.programs, program)
	r.Delivery = backends.Delivered
	wait := launchWithin
	if step.Within > 0 {
		wait = step.Within
	}
	within, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	w := arrival{player: p, program: program, name: cmp.Or(step.Launch.Application, p.recordedApp.Name), before: before}
	w.await(within)
	switch {
	case w.app.PID != 0:
		p.app = w.app
		r.Verdict, r.Application, r.PID = VerdictPassed, w.app.Name, w.app.PID
		r.Effect, r.Changes = OutcomeVerified, []string{w.words()}
		if !w.shows {
			r.Effect, r.Unverified = OutcomeUnverified, "it is there, and no window of it was seen"
		}
	case ctx.Err() != nil:
		r.Verdict, r.Error, r.Hint = VerdictStopped, "stopped while the program was starting", "it was started, and is left as it is"
	default:
		r.Effect = OutcomeNoChange
		r.Verdict, r.Error, r.Hint = w.failure(step.Launch.Executable, wait)
	}
	return r
}

// Start starts a program and waits until its application shows a window: what is
// about to be recorded. name is that of the application, "" for any. The program is
// nil where nothing was started; else it is left running, also after an error.
func Start(ctx context.Context, b backends.Backend, launcher Launcher, l Launch) (tree.Application, Program, error) {
	p := Player{o: PlayerOptions{Backend: b, Launcher: launcher}}
	before, err := p.applications(ctx)
	if err != nil {
		return tree.Application{}, nil, fmt.Errorf("list the applications: %w", err)
	}
	program, err := launcher.Start(l)
	if err != nil {
		return tree.Application{}, nil, fmt.Errorf("start %s: %w", l.Executable, err)
	}
	within, cancel := context.WithTimeout(ctx, launchWithin)
	defer cancel()
	w := arrival{player: &p, program: program, name: l.Application, before: before}
	if w.await(within); w.app.PID != 0 {
		return w.app, program, nil
	}
	if ctx.Err() != nil {
		return tree.Application{}, program, ctx.Err()
	}
	_, reason, _ := w.failure(l.Executable, launchWithin)
	return tree.Application{}, program, errors.New(reason)
}

// attach goes on with an application that runs.
func (p *Player) attach(ctx context.Context, step Step, r StepResult) StepResult {
	within, cancel := context.WithTimeout(ctx, p.waitOf(step))
	defer cancel()
	want := p.recordedApp
	if step.Launch != nil && step.Launch.Application != "" && step.Launch.Application != want.Name {
		want = ApplicationIdentity{Name: step.Launch.Application}
	}
	for {
		app, v, reason, hint := p.find(within, want)
		switch {
		case v == VerdictPassed:
			p.app = app
			r.Verdict, r.Application, r.PID = VerdictPassed, app.Name, app.PID
			if p.rehearsal != nil {
				p.rehearsal.read(ctx, p)
			}
			return r
		case v == VerdictAmbiguous || within.Err() != nil || p.rehearsal != nil:
			r.Verdict, r.Error, r.Hint = v, reason, hint
			if ctx.Err() != nil {
				r.Verdict, r.Error, r.Hint = VerdictStopped, "stopped while the application was looked for", ""
			}
			return r
		}
		select {
		case <-within.Done():
		case <-time.After(launchPoll):
		}
	}
}

// find finds the one application with a name and toolkit.
func (p *Player) find(ctx context.Context, want ApplicationIdentity) (app tree.Application, v Verdict, reason, hint string) {
	all, err := p.applications(context.WithoutCancel(ctx))
	if err != nil {
		r := unlisted(StepResult{}, err)
		return app, r.Verdict, r.Error, r.Hint
	}
	var hits, silent []tree.Application
	for _, a := range all {
		switch {
		case a.Problem != "":
			silent = append(silent, a)
		case a.Name == want.Name && (want.Toolkit == "" || a.Toolkit == "" || a.Toolkit == want.Toolkit):
			hits = append(hits, a)
		}
	}
	hits, _ = p.real(ctx, hits)
	switch {
	case len(hits) > 1:
		return app, VerdictAmbiguous, fmt.Sprintf("%d applications are called %q: %s", len(hits), want.Name, processes(hits)), "end all but one, or replay with --app PID and without this step"
	case len(hits) == 1:
		return hits[0], VerdictPassed, "", ""
	case len(silent) > 0:
		return app, VerdictUnknown, fmt.Sprintf("whether %q runs cannot be told: %s does not answer", want.Name, processes(silent)), "run again when all applications answer"
	}
	return app, VerdictError, fmt.Sprintf("no application is called %q", want.Name), "start it, or see 'samebutton apps'"
}

func processes(apps []tree.Application) string {
	var words []string
	for _, a := range apps {
		words = append(words, fmt.Sprintf("process %d", a.PID))
	}
	return strings.Join(words, ", ")
}

func (p *Player) applications(ctx context.Context) ([]tree.Application, error) {
	ctx, cancel := context.WithTimeout(ctx, listLimit)
	defer cancel()
	return p.o.Backend.Applications(ctx)
}

func unlisted(r StepResult, err error) StepResult {
	r.Verdict, r.Error, r.Hint = VerdictUnknown, fmt.Sprintf("list the applications: %v", err), "nothing was started; run again when the desktop answers"
	if errors.Is(err, backends.ErrNoBus) {
		r.Verdict, r.Hint = VerdictError, "run inside a desktop session with an accessibility bus"
	}
	return r
}

// real leaves out registrations of a process that registered more than once and has
// its windows in another (Qt programs that are two programs, such as featherpad), and
// reports whether a window of the only one that is left was seen.
func (p *Player) real(ctx context.Context, apps []tree.Application) (kept []tree.Application, shows bool) {
	windows := func(a tree.Application) int {
		ctx, cancel := context.WithTimeout(ctx, observeLimit)
		defer cancel()
		snap, err := p.o.Backend.Observe(ctx, backends.Scope{Application: a})
		if err != nil {
			return 0
		}
		return len(snap.Nodes[0].Children)
	}
	full := map[int]bool{} // processes of which a registration has windows
	empty := make([]bool, len(apps))
	for i, a := range apps {
		empty[i] = windows(a) == 0
		full[a.PID] = full[a.PID] || !empty[i]
	}
	for i, a := range apps {
		if !empty[i] || !full[a.PID] {
			kept = append(kept, a)
		}
	}
	return kept, len(kept) == 1 && full[kept[0].PID]
}

// arrival waits for the application of a program that was started.
type arrival struct {
	player  *Player
	program Program
	name    string // by which the recording knows it; "" for any
	before  []tree.Application

	app     tree.Application // PID 0: it did not come
	shows   bool             // a window of it was seen
	handed  bool             // the program handed over to one that ran before
	several []tree.Application
	other   time.Time // since when only other names were seen
}

// await looks until the application shows a window.
func (w *arrival) await(ctx context.Context) {
	for {
		var ended bool
		select {
		case <-w.program.Ended():
			ended = true
		default:
		}
		if w.app, w.shows = w.look(ctx, ended); w.shows {
			return
		}
		if code := w.died(); ended && code != 0 && w.app.PID == 0 && !w.left(ctx) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(launchPoll):
		}
	}
}

func (w *arrival) died() int {
	select {
	case <-w.program.Ended():
		code, _ := w.program.Last()
		return code
	default:
		return 0
	}
}

// left reports whether a process that the program started is on the bus.
func (w *arrival) left(ctx context.Context) bool {
	all, err := w.player.applications(ctx)
	return err == nil && slices.ContainsFunc(all, func(a tree.Application) bool { return w.program.Has(a.PID) })
}

// look finds the application among those on the bus: by its process, never by its
// name alone, unless the program ended well: then it handed over to one that runs.
func (w *arrival) look(ctx context.Context, ended bool) (tree.Application, bool) {
	all, err := w.player.applications(ctx)
	if err != nil {
		return tree.Application{}, false
	}
	var own, named []tree.Application
	for _, a := range all {
		if a.Problem != "" {
			continue
		}
		if w.program.Has(a.PID) {
			own = append(own, a)
		} else if w.name != "" && a.Name == w.name {
			named = append(named, a)
		}
	}
	w.handed = false
	if len(own) == 0 && ended && w.died() == 0 {
		own, w.handed = named, true
	}
	if calls := func(a tree.Application) bool { return a.Name == w.name }; slices.ContainsFunc(own, calls) {
		own = slices.DeleteFunc(own, func(a tree.Application) bool { return !calls(a) })
	} else if w.name != "" && len(own) > 0 {
		// It may be called otherwise only until it is ready.
		if w.other.IsZero() {
			w.other = time.Now()
		}
		if time.Since(w.other) < nameGrace {
			return tree.Application{}, false
		}
	}
	own, shows := w.player.real(ctx, own)
	w.several = own
	if len(own) != 1 {
		return tree.Application{}, false
	}
	return own[0], shows
}

func (w *arrival) words() string {
	s := fmt.Sprintf("application %q (process %d) came up", w.app.Name, w.app.PID)
	if w.handed {
		s = fmt.Sprintf("the program handed over to application %q (process %d)", w.app.Name, w.app.PID)
		if slices.ContainsFunc(w.before, w.app.SameProcess) {
			s += ", which ran before"
		}
	}
	if w.name != "" && w.app.Name != w.name {
		s += fmt.Sprintf("; it was recorded as %q", w.name)
	}
	return s
}

// failure says why the application did not come.
func (w *arrival) failure(executable string, waited time.Duration) (v Verdict, reason, hint string) {
	said := func(output string) string {
		if output = strings.TrimSpace(output); output == "" {
			return "; it printed nothing"
		}
		return "; the last that it printed: " + output
	}
	select {
	case <-w.program.Ended():
		code, output := w.program.Last()
		how := fmt.Sprintf("ended with exit code %d", code)
		if code < 0 {
			how = "was killed"
		}
		if code == 0 && len(w.several) > 1 {
			return VerdictAmbiguous, fmt.Sprintf("%s handed over, and %d applications are called %q: %s", executable, len(w.several), w.name, processes(w.several)), "end all but one and run again"
		}
		return VerdictError, fmt.Sprintf("%s %s before its application could be seen%s", executable, how, said(output)), "start it by hand to see what is missing"
	default:
	}
	if len(w.several) > 1 {
		return VerdictAmbiguous, fmt.Sprintf("%s registered %d applications: %s", executable, len(w.several), processes(w.several)), "name one in the step (its application)"
	}
	return VerdictError, fmt.Sprintf("%s runs (process %d), and no application of it could be seen within %v", executable, w.program.PID(), waited),
		"it was started and is left running; see 'samebutton doctor' for what it needs to be seen, or give the step more time"
}

// endLaunched ends what the player started.
func (p *Player) endLaunched() error {
	var errs []error
	for _, program := range p.programs {
		ctx, cancel := context.WithTimeout(context.Background(), endLimit)
		errs = append(errs, program.End(ctx))
		cancel()
	}
	p.programs = nil
	return errors.Join(errs...)
}
