package recorder

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

// A dry run says what a replay would do with each step as things are now.
func TestADryRunSendsAndStoresNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		target := s.target(`label "Ready"`)
		steps := []Step{
			s.step(StepActivate, `button "Save"`),
			s.step(StepSetChecked, `checkbox "Express"`), // it is unchecked already
			{ID: "t3", Kind: StepAssert, Target: &target, Condition: &Condition{Kind: ConditionText, Text: "Ready"}},
			{ID: "t4", Kind: StepAssert, Target: &target, Condition: &Condition{Kind: ConditionText, Text: "Saved"}},
			s.step(StepActivate, `button "New"`),
		}
		s.options.DryRun = true
		s.app.Change(func(m *fake.Model) { m.Remove("button:New") })
		run := s.replay(context.Background(), steps...)
		if want := []Verdict{VerdictPassed, VerdictPassed, VerdictPassed, VerdictFailed, VerdictStale}; !slices.Equal(verdicts(run), want) || run.Verdict != VerdictFailed || run.ID != "" {
			t.Errorf("run %q %s: %v", run.ID, run.Verdict, verdicts(run))
		}
		if h := run.Steps[4].Hint; h != notThereYet || run.Steps[4].Refusal != nil {
			t.Errorf("what an earlier step may bring: %q", h)
		}
		if run.Steps[1].Effect != OutcomeVerified {
			t.Errorf("what is so already: %s", run.Steps[1].Effect)
		}
		if len(s.ledger.lines) > 0 || len(s.backend.Called("Act")) > 0 {
			t.Errorf("journal %q, acts %q", s.ledger.lines, s.backend.Called("Act"))
		}
		s.done()
	})
}

// What no earlier step can have brought is refused as a replay would.
func TestADryRunShowsTheRefusalOfItsFirstStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.options.DryRun = true
		s.app.Change(func(m *fake.Model) { m.Rename("button:Save", "Store") })
		if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != VerdictStale || r.Refusal == nil || r.Hint == notThereYet {
			t.Errorf("%s: %s (%s) %+v", r.Verdict, r.Error, r.Hint, r.Refusal)
		}
	})
}

func TestADryRunReadsAgainWhatChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.options.DryRun = true
		s.app.Before(1, func(m *fake.Model) { m.Cut("window:Orders", tree.CutChanged) })
		s.app.Before(3, func(m *fake.Model) { m.Mend("window:Orders") })
		if run := s.replay(context.Background(), step); run.Verdict != VerdictPassed {
			t.Errorf("%s: %+v", run.Verdict, run.Steps)
		}
	})
}

func TestADryRunOfALaunch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		s.options.DryRun = true
		run := s.play(steps...)
		if run.Steps[0].Verdict != VerdictPassed || run.Steps[1].Verdict != VerdictUnknown || run.Steps[1].Hint != notThereYet || !strings.Contains(run.Steps[1].Error, "step 1 would start it") {
			t.Errorf("%+v", run.Steps)
		}
		if len(l.started) > 0 {
			t.Errorf("started %v", l.started)
		}
		s.bus().Start(s.app)
		run = s.play(Step{Kind: StepAttach}, steps[1])
		if run.Verdict != VerdictPassed {
			t.Errorf("%+v", run.Steps)
		}
		s.done()
	})
}
