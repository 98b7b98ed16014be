//go:build linux && cgo

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/store"
)

// launchOf is the command line of a running Orders, for another one with a log of
// its own.
func launchOf(t *testing.T, app *orders.App, log string) *recorder.Launch {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", app.PID()))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Split(strings.TrimRight(string(b), "\x00"), "\x00")
	i := slices.Index(words, "--log")
	if i < 0 || i+1 >= len(words) {
		t.Fatalf("no log in %q", words)
	}
	return &recorder.Launch{Executable: words[0], Arguments: append(slices.Clone(words[1:i]), "--log", log)}
}

// keep stores a recording made by hand.
func (c *cli) keep(name string, app recorder.ApplicationIdentity, steps ...recorder.Step) {
	c.t.Helper()
	for i := range steps {
		steps[i].ID, steps[i].Light, steps[i].Title = fmt.Sprintf("t%d", i+1), recorder.LightUnique, string(steps[i].Kind)
	}
	s, err := store.Open(c.store, store.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	rec := recorder.Recording{Schema: recorder.RecordingSchema, ID: "c" + strings.ReplaceAll(name, " ", ""), Name: name, Created: time.Now(), Application: app, Steps: steps}
	if err := s.PutRecording(rec); err != nil {
		c.t.Fatal(err)
	}
}

// logOf reads the log of an Orders that the test did not start.
func logOf(t *testing.T, path string) (entries []orders.Entry) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var e orders.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		entries = append(entries, e)
	}
	return entries
}

// A replay starts Orders, goes on with the one that it started while another of the
// same name runs, sees what it has to see, and ends it.
func TestReplayStartsTheApplication(t *testing.T) {
	launches := func(t *testing.T, toolkit orders.Toolkit) {
		r := start(t, toolkit)
		c := newCLI(newPerson(r))
		log := filepath.Join(t.TempDir(), "log.jsonl")
		save, customer, express := r.target(saveButton), r.target(`textbox "Customer"`), r.target(`checkbox "Express delivery"`)
		identity := recorder.ApplicationIdentity{Name: r.app.Name, Toolkit: r.app.Toolkit}
		expect := func(kind recorder.StepKind, target *inspector.Target, condition recorder.Condition) recorder.Step {
			return recorder.Step{Kind: kind, Target: target, Condition: &condition, Within: patience}
		}
		steps := []recorder.Step{
			{Kind: recorder.StepLaunch, Launch: launchOf(t, r.orders, log)},
			expect(recorder.StepWait, nil, recorder.Condition{Kind: recorder.ConditionQuiet}),
			expect(recorder.StepAssert, &save, recorder.Condition{Kind: recorder.ConditionVisible}),
			expect(recorder.StepAssert, &save, recorder.Condition{Kind: recorder.ConditionState, State: "enabled"}),
			expect(recorder.StepAssert, &express, recorder.Condition{Kind: recorder.ConditionState, State: "checked", Not: true}),
			expect(recorder.StepAssert, &save, recorder.Condition{Kind: recorder.ConditionCount, Number: 1}),
			{Kind: recorder.StepSetText, Target: &customer, Text: "Anna"},
			expect(recorder.StepAssert, &customer, recorder.Condition{Kind: recorder.ConditionText, Text: "Anna"}),
			{Kind: recorder.StepActivate, Target: &save},
		}
		c.keep("from the start", identity, steps...)
		o, code := c.run("replay", "from the start", "--allow-launch", "--end-launched", "--timeout", "60s")
		if code != exitOK {
			t.Fatalf("exit code %d: %s\n%s", code, o.Error.Message, o.Error.Details)
		}
		var done struct {
			Steps []struct {
				PID  int
				Seen string
			}
		}
		if err := json.Unmarshal(o.Data, &done); err != nil {
			t.Fatal(err)
		}
		pid := done.Steps[0].PID
		if pid == 0 || pid == r.orders.PID() {
			t.Fatalf("went on with process %d; %d ran before", pid, r.orders.PID())
		}
		saved := 0
		for _, e := range logOf(t, log) {
			if e.Event == "clicked" && e.ID == "save" {
				saved++
			}
		}
		if r.control("state"); saved != 1 || r.pressed() != 0 {
			t.Errorf("%d presses in the one that was started, %d in the other", saved, r.pressed())
		}
		r.until("the program has ended", func() bool { return syscall.Kill(pid, 0) != nil })

		// An assertion that does not hold fails the run; what was seen is said.
		wrong := expect(recorder.StepAssert, &customer, recorder.Condition{Kind: recorder.ConditionText, Text: "Berta"})
		wrong.Within = time.Second
		c.keep("wrong", identity, wrong)
		if _, o, code := c.replay(r, "wrong", "--timeout", "500ms"); code != 1 || !strings.Contains(o.Error.Message, `expected the text "Berta"`) {
			t.Errorf("a wrong assertion: exit code %d: %s", code, o.Error.Message)
		}
	}
	// What differs is the program, not the toolkit: one of each family.
	for _, toolkit := range []orders.Toolkit{orders.GTK3, orders.Qt6} {
		t.Run(string(toolkit), func(t *testing.T) { launches(t, toolkit) })
	}
}

// Attaching goes by the name, and refuses two of it; a program that dies is said with
// its last words.
func TestAttachAndFailedLaunch(t *testing.T) {
	r := start(t, orders.GTK3)
	c := newCLI(newPerson(r))
	save := r.target(saveButton)
	identity := recorder.ApplicationIdentity{Name: r.app.Name, Toolkit: r.app.Toolkit}
	c.keep("attach", identity, recorder.Step{Kind: recorder.StepAttach}, recorder.Step{Kind: recorder.StepActivate, Target: &save})
	if o, code := c.run("replay", "attach", "--timeout", "60s"); code != exitOK {
		t.Fatalf("exit code %d: %s", code, o.Error.Message)
	}
	r.until("Orders logged the press", func() bool { return len(r.events("clicked", "save")) == 1 })

	second := start(t, orders.GTK3)
	if o, code := c.refused(func(timeout string) (object, int) { return c.run("replay", "attach", "--timeout", timeout) }); code != exitAmbiguous || !strings.Contains(o.Error.Message, fmt.Sprint(second.orders.PID())) {
		t.Errorf("with two: exit code %d: %s", code, o.Error.Message)
	}
	second.close()

	broken := launchOf(t, r.orders, filepath.Join(t.TempDir(), "log"))
	broken.Arguments = []string{"-c", "import sys; sys.exit('cannot go on')"}
	c.keep("broken", identity, recorder.Step{Kind: recorder.StepLaunch, Launch: broken}, recorder.Step{Kind: recorder.StepActivate, Target: &save})
	o, code := c.run("replay", "broken", "--allow-launch", "--timeout", "60s")
	if code != 9 || !strings.Contains(o.Error.Message, "exit code 1") || !strings.Contains(o.Error.Message, "cannot go on") {
		t.Errorf("exit code %d: %s", code, o.Error.Message)
	}
	if r.control("state"); r.pressed() != 1 || second.pressed() != 0 {
		t.Errorf("%d and %d presses", r.pressed(), second.pressed())
	}
}

// refused runs what is to be refused. Of a machine that cannot read the application in
// time nothing is known: then it gets more time.
func (c *cli) refused(run func(timeout string) (object, int)) (o object, code int) {
	c.t.Helper()
	for _, timeout := range []string{"4s", "30s"} {
		if o, code = run(timeout); code != exitUnknown {
			break
		}
	}
	return o, code
}

// A refusal shows the nearest element that is there now, with a locator of its own,
// and does nothing.
func TestRefusalShowsWhatIsThereNow(t *testing.T) {
	refuses := func(t *testing.T, toolkit orders.Toolkit) {
		r := start(t, toolkit)
		c := newCLI(newPerson(r))
		save := r.target(saveButton)
		c.keep("save", recorder.ApplicationIdentity{Name: r.app.Name}, recorder.Step{Kind: recorder.StepActivate, Target: &save})
		r.control("rename save=Save order")
		tries := 0
		o, code := c.refused(func(timeout string) (object, int) {
			tries++
			_, o, code := c.replay(r, "save", "--timeout", timeout)
			return o, code
		})
		if code != exitStale {
			t.Fatalf("exit code %d: %s", code, o.Error.Message)
		}
		var refused struct {
			Steps []struct {
				Refusal struct {
					Recorded   string
					Changed    []string
					Candidates []struct{ Describe, Locator, Standing string }
				}
			}
		}
		if err := json.Unmarshal(o.Error.Details, &refused); err != nil {
			t.Fatal(err)
		}
		f := refused.Steps[0].Refusal
		if len(f.Candidates) == 0 || len(f.Changed) == 0 || !strings.Contains(f.Candidates[0].Describe, `button "Save order"`) || f.Candidates[0].Standing != string(inspector.StandingUnique) {
			t.Fatalf("%+v", f)
		}
		if _, node := r.find(f.Candidates[0].Locator); node <= 0 {
			t.Errorf("%s names nothing", f.Candidates[0].Locator)
		}
		// The picture of the refusal is in the store.
		s, err := store.Open(c.store, store.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		runs, err := s.Runs()
		if err != nil || len(runs) != tries {
			t.Fatalf("%d runs: %v", len(runs), err)
		}
		run, err := s.Run(runs[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		refusal := run.Steps[0].Refusal
		if refusal == nil || refusal.Area.Empty() {
			t.Fatalf("%+v", refusal)
		}
		if png, err := s.Picture(refusal.Picture); err != nil || len(png) == 0 {
			t.Errorf("picture %q: %v", refusal.Picture, err)
		}
		if r.control("state"); r.pressed() != 0 {
			t.Errorf("%d presses", r.pressed())
		}
	}
	for _, toolkit := range []orders.Toolkit{orders.GTK4, orders.Qt} {
		t.Run(string(toolkit), func(t *testing.T) { refuses(t, toolkit) })
	}
}
