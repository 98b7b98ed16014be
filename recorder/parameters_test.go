package recorder

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

func TestSecretsAreTypedButNotWrittenDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepSetText, `password "PIN"`)
		step.Parameter = "pin"
		s.options.Parameters = map[string]string{"pin": "geheim-4711"}
		rec := Recording{Schema: RecordingSchema, ID: "c1", Steps: []Step{step}, Parameters: []Parameter{{Name: "pin", Secret: true}}}
		run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
		if err != nil {
			t.Fatal(err)
		}
		if r := run.Steps[0]; r.Verdict != VerdictPassed || r.Effect != OutcomeUnverified {
			t.Errorf("%s, %s: %s", r.Verdict, r.Effect, r.Error)
		}
		if all := fmt.Sprintf("%+v %+v", run, s.ledger); strings.Contains(all, "geheim") {
			t.Errorf("the secret was written down: %s", all)
		}
		if len(s.app.Done()) != 1 {
			t.Errorf("done: %q", s.app.Done())
		}
	})
}

// The value of a secret parameter may be typed into a box that shows it, and the
// application may repeat it: it is not written down all the same.
func TestSecretsAreHiddenInWhatChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepSetText, `textbox "Customer"`)
		step.Parameter = "token"
		s.app.On("textbox:Customer", func(m *fake.Model) { m.Rename("status", "Hello geheim-4711!") })
		s.options.Parameters = map[string]string{"token": "geheim-4711"}
		rec := Recording{Schema: RecordingSchema, ID: "c1", Steps: []Step{step}, Parameters: []Parameter{{Name: "token", Secret: true}}}
		run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
		if err != nil {
			t.Fatal(err)
		}
		if r := run.Steps[0]; r.Verdict != VerdictPassed || r.Effect != OutcomeVerified || len(r.Changes) == 0 {
			t.Errorf("%s, %s: %s %q", r.Verdict, r.Effect, r.Error, r.Changes)
		}
		if all := fmt.Sprintf("%+v %+v", run, s.ledger); strings.Contains(all, "geheim") {
			t.Errorf("the secret was written down: %s", all)
		}
	})
}

// However an application or a quotation writes it. (Digits would be in times and in ids
// by chance.)
func TestSecretsAreHiddenInEveryWriting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := strings.Repeat("geheim", 50)
		for _, secret := range []string{`geheim"xy\zzy`, "geheim  xyzzy", "geheim\txyzzy", "geheim\u00a0xyzzy", "e\u0301geheim", long} {
			s := newStage(t, form)
			step := s.step(StepSetText, `textbox "Customer"`)
			step.Parameter = "token"
			s.app.On("textbox:Customer", func(m *fake.Model) { m.Rename("status", "Hello "+secret+"!") })
			s.options.Parameters = map[string]string{"token": secret, "short": "geh"}
			rec := Recording{Schema: RecordingSchema, ID: "c1", Steps: []Step{step}, Parameters: []Parameter{{Name: "short", Secret: true}, {Name: "token", Secret: true}}}
			run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
			if err != nil {
				t.Fatal(err)
			}
			if r := run.Steps[0]; r.Delivery != backends.Delivered || len(r.Changes) == 0 {
				t.Errorf("%q: %s, %s: %s %q", secret, r.Verdict, r.Effect, r.Error, r.Changes)
			}
			all := fmt.Sprintf("%+v %+v", run, s.ledger)
			for _, part := range []string{"eheim", "xyzzy", `xy\`} {
				if strings.Contains(all, part) {
					t.Errorf("of %q was written down: %q", secret, run.Steps[0].Changes)
				}
			}
		}
	})
}

// What 'act' is told to put where it is hidden is in no title and no journal.
func TestActWritesNoPasswordDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		p := NewPlayer(s.options)
		run, err := p.Act(context.Background(), s.app.Identity(), s.target(`password "PIN"`), backends.Action{Verb: tree.VerbSetText, Text: "geheim-4711"})
		if err != nil || run.Verdict != VerdictPassed {
			t.Fatalf("%v %+v", err, run)
		}
		s.done(`set-text password:PIN "(11 characters)"`)
		if all := fmt.Sprintf("%+v %+v", run, s.ledger); strings.Contains(all, "geheim") {
			t.Errorf("the secret was written down: %s", all)
		}
		if run, err = p.Act(context.Background(), s.app.Identity(), s.target(`button "Save"`), backends.Action{Verb: tree.VerbPress}); err != nil || run.Verdict != VerdictPassed {
			t.Errorf("the next act: %v %+v", err, run)
		}
	})
}

func TestReplayNeedsItsSecretsBeforeItBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepSetText, `password "PIN"`)
		step.Parameter = "pin"
		rec := Recording{Steps: []Step{step}, Parameters: []Parameter{{Name: "pin", Secret: true}}}
		_, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
		if err == nil || !strings.Contains(err.Error(), `"pin"`) {
			t.Errorf("got %v", err)
		}
		if len(s.ledger.lines) != 0 {
			t.Errorf("journal: %q", s.ledger.lines)
		}
		s.done()
	})
}

// What cannot be replayed whatever is given is said, and no value asked for.
func TestNobodyIsAskedForValuesOfWhatIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepSetText, `password "PIN"`)
		step.Parameter = "pin"
		rec := Recording{Steps: []Step{step, {Kind: StepRawInput, Title: "raw"}}, Parameters: []Parameter{{Name: "pin", Secret: true}}}
		run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
		if err != nil || run.Verdict != VerdictRefused || !strings.Contains(run.Steps[1].Hint, "disable or delete the step") {
			t.Errorf("%v, %+v", err, run)
		}
		s.done()
	})
}

func TestUnknownParametersAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		s.options.Parameters = map[string]string{"costumer": "Anna"}
		_, err := NewPlayer(s.options).Replay(context.Background(), Recording{Steps: []Step{s.step(StepActivate, `button "Save"`)}}, s.app.Identity())
		if !errors.Is(err, ErrNoParameter) || !strings.Contains(err.Error(), "costumer") {
			t.Errorf("got %v", err)
		}
		s.done()
	})
}

// Only the steps that are done need their values: what was left out asks for nothing.
func TestOnlyTheStepsThatRunNeedTheirValues(t *testing.T) {
	pin := Parameter{Name: "pin", Secret: true}
	who, unused := Parameter{Name: "who"}, Parameter{Name: "unused"}
	for name, c := range map[string]struct {
		from  int
		leave func(rec *Recording)
		needs string
	}{
		"all":                {0, func(*Recording) {}, "pin"},
		"from the second":    {2, func(*Recording) {}, "who"},
		"without the first":  {0, func(rec *Recording) { rec.Steps[0].Disabled = true }, "who"},
		"only the last":      {3, func(*Recording) {}, ""},
		"none that takes it": {0, func(rec *Recording) { rec.Steps[0].Disabled, rec.Steps[1].Disabled = true, true }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, form)
				typed, looked := s.step(StepSetText, `password "PIN"`), s.step(StepAssert, `textbox "Customer"`)
				typed.Parameter, looked.Condition = "pin", &Condition{Kind: ConditionText, Parameter: "who"}
				looked.ID = "t2"
				save := s.step(StepActivate, `button "Save"`)
				save.ID = "t3"
				rec := Recording{Steps: []Step{typed, looked, save}, Parameters: []Parameter{pin, who, unused}}
				c.leave(&rec)
				s.options.From = c.from
				run, err := NewPlayer(s.options).Replay(t.Context(), rec, s.app.Identity())
				switch {
				case c.needs == "" && (err != nil || run.Verdict != VerdictPassed):
					t.Errorf("%v, %+v", err, run)
				case c.needs != "" && (!errors.Is(err, ErrParameter) || !strings.Contains(err.Error(), c.needs)):
					t.Errorf("got %v, want that %q is needed", err, c.needs)
				}
			})
		})
	}
}

// A secret of a step that is not done is hidden all the same where it was given.
func TestASecretOfAnotherPartIsHidden(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		s.app.On("button:Save", func(m *fake.Model) { m.Rename("status", "Saved by geheim1") })
		typed, save := s.step(StepSetText, `password "PIN"`), s.step(StepActivate, `button "Save"`)
		typed.Parameter, save.ID = "pin", "t2"
		rec := Recording{Steps: []Step{typed, save}, Parameters: []Parameter{{Name: "pin", Secret: true}}}
		s.options.From, s.options.Parameters = 2, map[string]string{"pin": "geheim1"}
		run, err := NewPlayer(s.options).Replay(t.Context(), rec, s.app.Identity())
		if err != nil || run.Verdict != VerdictPassed {
			t.Fatalf("%v, %+v", err, run)
		}
		if all := fmt.Sprintf("%+v %+v", run, s.ledger); strings.Contains(all, "geheim1") || !strings.Contains(all, "Saved by •••") {
			t.Error(all)
		}
	})
}
