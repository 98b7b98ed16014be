package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// verdictsOf lists the verdicts of the steps of the last run.
func (b *bench) verdictsOf(path string) []string {
	var v []string
	steps, _ := at(b.answer(), path+".steps").([]any)
	for _, s := range steps {
		v = append(v, at(s, "verdict").(string))
	}
	return v
}

func TestAPartOfARecording(t *testing.T) {
	for name, c := range map[string]struct {
		flags []string
		exit  int
		done  []string
	}{
		"from the second step": {[]string{"--from", "2"}, 0, []string{"press save"}},
		"only the first":       {[]string{"--only", "1"}, 0, []string{`set-text customer "Anna"`}},
		"both":                 {[]string{"--only", "1", "--from", "2"}, 2, nil},
		"step 0":               {[]string{"--from", "0"}, 2, nil},
		"behind the last":      {[]string{"--only", "3"}, 2, nil},
		"slowly":               {[]string{"--delay", "10ms"}, 0, []string{`set-text customer "Anna"`, "press save"}},
		"backwards in time":    {[]string{"--delay", "-1s"}, 2, nil},
		"a slow dry run":       {[]string{"--delay", "1s", "--dry-run"}, 2, nil},
		"of two":               {[]string{"--from", "2", "new order"}, 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := flowBench(t)
			b.run(append([]string{"replay", "new order"}, c.flags...)...)
			b.want(c.exit)
			if done := b.apps[0].Done(); !slices.Equal(done, c.done) {
				t.Errorf("the application did %q, want %q", done, c.done)
			}
		})
	}
}

// TestAPartNeedsOnlyItsOwnValues: what is left out asks for none.
func TestAPartNeedsOnlyItsOwnValues(t *testing.T) {
	b := newBench(t, flowOutline)
	rec := flow(t, b)
	rec.Parameters = []recorder.Parameter{{Name: "pin", Secret: true}}
	rec.Steps[0].Text, rec.Steps[0].Parameter = "", "pin"
	b.keep(rec)
	for _, flags := range [][]string{{"--only", "1"}, nil} {
		b.run(append([]string{"replay", rec.Name}, flags...)...)
		b.want(2)
		if !strings.Contains(b.err, `no value for the parameter "pin"`) {
			t.Errorf("%q: %s", flags, b.err)
		}
	}
	for _, flags := range [][]string{{"--only", "2"}, {"--from", "2"}} {
		b.run(append([]string{"replay", rec.Name}, flags...)...)
		b.want(0)
	}
	if done := b.apps[0].Done(); !slices.Equal(done, []string{"press save", "press save"}) {
		t.Errorf("the application did %q", done)
	}
}

func TestStepByStep(t *testing.T) {
	for typed, want := range map[string][]string{
		"\n\n":      {`set-text customer "Anna"`, "press save"},
		"s\n\n":     {"press save"},
		"\nq\n":     {`set-text customer "Anna"`},
		"\n":        {`set-text customer "Anna"`}, // the input ends
		"what?\nq":  nil,
		"":          nil,
		"next\nS\n": {`set-text customer "Anna"`},
	} {
		b := flowBench(t)
		b.typed = typed
		b.run("replay", "new order", "--step")
		if done := b.apps[0].Done(); !slices.Equal(done, want) {
			t.Errorf("%q: the application did %q, want %q", typed, done, want)
		}
		if !strings.Contains(b.err, "? 1  Type the customer") {
			t.Errorf("%q: asked %q", typed, b.err)
		}
		stopped := strings.Contains(b.out+b.err, "nothing of it was sent")
		if all := len(want) == 2 || strings.Contains(strings.ToLower(typed), "s"); stopped == all || (b.exit == 0) != all {
			t.Errorf("%q: exit %d\n%s%s", typed, b.exit, b.out, b.err)
		}
	}
}

// TestNoneBeginsWhereOneIsHopeless: half of a flow is worse than none of it.
func TestNoneBeginsWhereOneIsHopeless(t *testing.T) {
	b := flowBench(t)
	second := flow(t, b)
	second.ID, second.Name = "csecond", "second"
	second.Steps = append(second.Steps, recorder.Step{ID: "t9", Kind: recorder.StepRawInput, Title: "Drag"})
	b.keep(second)
	b.run("replay", "new order", "second")
	b.want(8)
	if done := b.apps[0].Done(); len(done) != 0 {
		t.Errorf("the application did %q", done)
	}
	if !strings.Contains(b.err, "second") {
		t.Error(b.err)
	}
	b.run("runs", "list", "--json")
	if n := at(b.answer(), "data.runs.#"); n != 1.0 {
		t.Errorf("%v runs", n)
	}
}

// benchLauncher starts applications on the desktop of a bench.
type benchLauncher struct {
	b     *bench
	app   *fake.App // what comes up; nil: the program ends with 3
	ended bool
}

func (l *benchLauncher) Find(recorder.Launch) error { return nil }
func (l *benchLauncher) Start(recorder.Launch) (recorder.Program, error) {
	ended := make(chan struct{})
	if l.app == nil {
		close(ended)
	} else {
		l.b.backend.Start(l.app)
	}
	return &benchProgram{l, ended}, nil
}

type benchProgram struct {
	l     *benchLauncher
	ended chan struct{}
}

func (p *benchProgram) PID() int                  { return 4242 }
func (p *benchProgram) Has(pid int) bool          { return p.l.app != nil && pid == p.l.app.Identity().PID }
func (p *benchProgram) Ended() <-chan struct{}    { return p.ended }
func (p *benchProgram) Last() (int, string)       { return 3, "no display" }
func (p *benchProgram) End(context.Context) error { p.l.ended = true; return errors.New("it hangs") }

// launching is a recording that begins with a launch.
func launching(t *testing.T, b *bench) recorder.Recording {
	rec := flow(t, b)
	rec.ID, rec.Name = "claunch", "from the start"
	rec.Steps = append([]recorder.Step{{ID: "t0", Kind: recorder.StepLaunch, Title: `Launch "orders"`, Launch: &recorder.Launch{Executable: "orders"}}}, rec.Steps...)
	return rec
}

func TestReplayStartsTheProgram(t *testing.T) {
	b := flowBench(t)
	b.keep(launching(t, b))
	app := b.apps[0]
	b.apps = []*fake.App{fake.Tree(flowOutline).As(77, 7)} // of the same name, not the one that is started
	l := &benchLauncher{b: b, app: app}
	b.launcher = l
	b.run("replay", "from the start", "--json")
	b.want(8) // nobody may start a program unasked
	b.run("replay", "from the start", "--allow-launch", "--json")
	b.want(0)
	if v := b.verdictsOf("data"); !slices.Equal(v, []string{"passed", "passed", "passed"}) || at(b.answer(), "data.steps.0.application") != "Orders" {
		t.Errorf("%v\n%s", v, b.out)
	}
	if done := app.Done(); len(done) != 2 || len(b.apps[0].Done()) > 0 || l.ended {
		t.Errorf("it did %q, the other %q; ended %v", done, b.apps[0].Done(), l.ended)
	}
	b.run("replay", "from the start", "--allow-launch", "--end-launched", "--json")
	b.want(0)
	if !l.ended || !strings.Contains(b.err, "it hangs") {
		t.Errorf("ended %v, said %q", l.ended, b.err)
	}
	b.run("replay", "from the start", "--allow-launch", "--dry-run", "--json")
	b.want(5)
	if v := b.verdictsOf("error.details"); !slices.Equal(v, []string{"passed", "unknown", "unknown"}) || !strings.Contains(b.out, "not there yet") {
		t.Errorf("%v\n%s", v, b.out)
	}
	b.run("replay", "from the start", "--app", "Orders")
	b.want(2)
	l.app = nil
	b.run("replay", "from the start", "--allow-launch")
	b.want(9)
	if !strings.Contains(b.out+b.err, "exit code 3") || !strings.Contains(b.out+b.err, "no display") {
		t.Error(b.out, b.err)
	}
	// From the second step on it is an ordinary recording.
	b.run("replay", "from the start", "--from", "2")
	b.want(0)
	if done := b.apps[0].Done(); len(done) != 2 {
		t.Errorf("it did %q", done)
	}
}

// TestOtherLanguage: where the names are another language's, the hint says so.
func TestOtherLanguage(t *testing.T) {
	b := flowBench(t)
	rec := flow(t, b)
	rec.Environment.Locale = "en_US.UTF-8"
	b.keep(rec)
	b.apps[0].Change(func(m *fake.Model) { m.Rename("customer", "Kunde") })
	for env, want := range map[string]bool{"de_DE.UTF-8": true, "en_US.UTF-8": false, "": false} {
		b.processes = map[int]surroundings.Process{b.apps[0].Identity().PID: {Env: map[string]string{"LANG": "C", "LC_ALL": env}}}
		if env == "" {
			b.processes = nil
		}
		b.run("replay", "new order", "--timeout", "1s")
		b.want(3)
		if said := strings.Contains(b.err, "recorded in en_US.UTF-8") && strings.Contains(b.err, "speaks de_DE.UTF-8"); said != want {
			t.Errorf("in %q: %s", env, b.err)
		}
	}
}

func TestRefusalInWords(t *testing.T) {
	b := flowBench(t)
	b.apps[0].Change(func(m *fake.Model) { m.Rename("save", "Store") })
	b.run("replay", "new order", "--timeout", "1s", "--json")
	b.want(3)
	refusal := at(b.answer(), "error.details.steps.1.refusal")
	if at(refusal, "recorded") != `button "Save" in window "Orders"` || at(refusal, "candidates.0.locator") != `window "Orders" > button "Store"` || at(refusal, "candidates.0.standing") != string(inspector.StandingUnique) {
		t.Errorf("%v", refusal)
	}
	b.run("replay", "new order", "--timeout", "1s")
	if !strings.Contains(b.out, `no button is called "Save" any more`) || !strings.Contains(b.out, `button "Store" (name "Store" instead of "Save")`) {
		t.Error(b.out)
	}
	b.run("runs", "list")
	b.want(0)
}

// TestRecordWhatIsStarted: starting the program is the first step.
func TestRecordWhatIsStarted(t *testing.T) {
	b := newBench(t)
	app := fake.Tree(flowOutline)
	b.launcher = &benchLauncher{b: b, app: app}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	clicked := make(chan error, 1)
	go func() {
		limit, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		clicked <- b.listener.Click(limit, app.Identity(), 0, tree.Point{X: 50, Y: 55})
		stop()
	}()
	b.runFor(ctx, "record", "start", "--launch", "orders", "--json", "--", "--empty", "two words")
	b.want(0)
	if err := <-clicked; err != nil {
		t.Fatal(err)
	}
	if v := b.answer(); at(v, "data.script.#") != 2.0 || at(v, "data.script.0.kind") != "launch" || at(v, "data.script.1.locator") != `window "Orders" > button "Save"` {
		t.Errorf("recorded\n%s", b.out)
	}
	b.run("replay", "start", "--allow-launch")
	b.want(0)
	if done := app.Done(); !slices.Equal(done, []string{"press save"}) {
		t.Errorf("the application did %q", done)
	}
	for _, args := range [][]string{
		{"x", "--launch", ""}, {"x", "y"}, {"x", "y", "--launch", "orders"}, {"x", "--launch", "orders", "--app", "Orders"}, {"x", "--", "--empty"},
	} {
		b.run(append([]string{"record"}, args...)...)
		b.want(2)
	}
	b.launcher = &benchLauncher{b: b}
	b.run("record", "never", "--launch", "orders", "--for", "100ms")
	b.want(9)
	if !strings.Contains(b.err, "no display") {
		t.Error(b.err)
	}
	b.run("recordings", "list", "--json")
	if n := at(b.answer(), "data.recordings.#"); n != 1.0 {
		t.Errorf("%v recordings", n)
	}
}

// TestRunsReport: each format goes to stdout or into a file, which only its owner can
// read.
func TestRunsReport(t *testing.T) {
	b := flowBench(t)
	b.run("runs", "report", "last")
	b.want(2)
	b.apps[0].Change(func(m *fake.Model) { m.Rename("save", "Store") })
	b.run("replay", "new order", "--timeout", "1s")
	b.want(3)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		args  []string
		exit  int
		words string
	}{
		"text":           {nil, 0, "new order: stale"},
		"json":           {[]string{"--format", "json"}, 0, `"refusal": {`},
		"junit":          {[]string{"--format", "junit"}, 0, `type="target.stale"`},
		"junit, steps":   {[]string{"--format", "junit", "--steps"}, 0, `tests="2"`},
		"html":           {[]string{"--format", "html"}, 0, "<!DOCTYPE html>"},
		"unknown":        {[]string{"--format", "pdf"}, 2, ""},
		"steps of html":  {[]string{"--format", "html", "--steps"}, 2, ""},
		"html in JSON":   {[]string{"--format", "html", "--json"}, 2, ""},
		"no such folder": {[]string{"--format", "html", "--output", filepath.Join(dir, "no", "run.html")}, 9, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b.run(append([]string{"runs", "report", "last"}, c.args...)...)
			b.want(c.exit)
			if !strings.Contains(b.out, c.words) {
				t.Errorf("printed\n%s", b.out)
			}
		})
	}
	for file, words := range map[string]string{"run.html": "button &#34;Store&#34;", "run.xml": "<testsuites", "run.json": `"schema": "samebutton/v1"`, "run.txt": "new order: stale"} {
		path := filepath.Join(dir, file)
		b.run("runs", "report", "last", "--output", path, "--json")
		b.want(0)
		content, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(content), words) || at(b.answer(), "data.bytes") != float64(len(content)) {
			t.Errorf("%s: %v, %d bytes\n%s", file, err, len(content), b.out)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", file, info.Mode(), err)
		}
	}
	b.run("runs", "report", "rNONE")
	b.want(2)
}
