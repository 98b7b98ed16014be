package main

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// TestDryRunSaysWhatAReplayWouldDo: each recording that a replay refuses is
// refused by the dry run, with the same verdict and exit code and nothing sent.
func TestDryRunSaysWhatAReplayWouldDo(t *testing.T) {
	raw := recorder.Step{ID: "t9", Kind: recorder.StepRawInput, Title: "Drag", Light: recorder.LightNoElement}
	for name, c := range map[string]struct {
		change func(b *bench, rec *recorder.Recording)
		flags  []string
		exit   int
		step   string // path of the step that is refused, "" for none
		words  string
	}{
		"as recorded": {exit: 0},
		"raw input":   {change: func(_ *bench, rec *recorder.Recording) { rec.Steps = append(rec.Steps, raw) }, exit: 8, step: "2", words: "cannot be replayed"},
		"raw input is off": {change: func(_ *bench, rec *recorder.Recording) {
			raw := raw
			raw.Disabled = true
			rec.Steps = append(rec.Steps, raw)
		}, exit: 0},
		"keys": {change: func(_ *bench, rec *recorder.Recording) {
			rec.Steps[1].Kind, rec.Steps[1].Keys = recorder.StepKeyChord, []string{"ctrl", "s"}
		}, exit: 8, step: "1", words: "--allow-input"},
		"click": {change: func(_ *bench, rec *recorder.Recording) {
			rec.Steps[1].Target = rec.Steps[0].Target // a text box cannot be pressed
		}, exit: 8, step: "1", words: "--allow-input"},
		"no value": {change: func(_ *bench, rec *recorder.Recording) { rec.Parameters[0].Default = "" }, exit: 2},
		"misspelt": {flags: []string{"--param", "custmer=Anna"}, exit: 2},
		"twins when recorded": {change: func(_ *bench, rec *recorder.Recording) {
			rec.Steps[1].Target.Standing = inspector.StandingAmbiguous
		}, exit: 4, step: "1", words: "could not be told from its twins"},
		"disabled": {change: func(b *bench, _ *recorder.Recording) {
			b.apps[0].Change(func(m *fake.Model) { m.SetStates("save", "-enabled -sensitive") })
		}, exit: 6, step: "1", words: "an earlier step may change that"},
		"gone": {change: func(b *bench, _ *recorder.Recording) {
			b.apps[0].Change(func(m *fake.Model) { m.Rename("customer", "Client") })
		}, exit: 3, step: "0", words: "no"},
	} {
		t.Run(name, func(t *testing.T) {
			b := flowBench(t)
			rec := flow(t, b)
			if c.change != nil {
				c.change(b, &rec)
			}
			b.keep(rec)
			run := append([]string{"replay", "new order", "--json", "--timeout", "1s"}, c.flags...)
			b.run(append(run, "--dry-run")...)
			b.want(c.exit)
			if done := b.apps[0].Done(); len(done) != 0 {
				t.Errorf("the application did %q", done)
			}
			if c.step != "" {
				path := "error.details.steps." + c.step
				if v := at(b.answer(), path+".verdict"); v == "passed" || v == "skipped" {
					t.Errorf("step %s is %v\n%s", c.step, v, b.out)
				}
				if said, _ := at(b.answer(), path+".error").(string); !strings.Contains(b.out, c.words) || said == "" {
					t.Errorf("step %s says %q\n%s", c.step, said, b.out)
				}
			}
			b.run(run...)
			b.want(c.exit)
		})
	}
}

func TestDryRunInWords(t *testing.T) {
	b := flowBench(t)
	b.run("replay", "new order", "--dry-run")
	b.want(0)
	if !strings.Contains(b.out, `new order: passed (dry run on "Orders"; nothing was sent)`) {
		t.Error(b.out)
	}
}

// TestParametersOfSeveralRecordings: a value is for those recordings that have
// the parameter.
func TestParametersOfSeveralRecordings(t *testing.T) {
	b := flowBench(t)
	plain := flow(t, b)
	plain.ID, plain.Name, plain.Parameters = "cplain", "plain", nil
	plain.Steps = plain.Steps[1:]
	b.keep(plain)
	b.run("replay", "plain", "new order", "--param", "customer=Berta")
	b.want(0)
	if done := b.apps[0].Done(); len(done) != 3 || done[1] != `set-text customer "Berta"` {
		t.Errorf("the application did %q", done)
	}
	b.run("replay", "plain", "--param", "customer=Berta")
	b.want(2)
	if !strings.Contains(b.err, `no parameter "customer"`) {
		t.Error(b.err)
	}
}

// TestDryRunAsksForNoSecrets: nothing is typed, so nothing has to be known; a replay
// needs the secret, and an empty one is none.
func TestDryRunAsksForNoSecrets(t *testing.T) {
	b := flowBench(t)
	rec := flow(t, b)
	rec.Parameters[0].Secret, rec.Parameters[0].Default, rec.Steps[0].Text = true, "", ""
	b.keep(rec)
	b.run("replay", "new order", "--dry-run")
	b.want(0)
	b.run("replay", "new order")
	b.want(2)
	b.run("replay", "new order", "--param", rec.Parameters[0].Name+"=")
	b.want(2)
	if done := b.apps[0].Done(); len(done) != 0 {
		t.Errorf("the application did %q", done)
	}
}
